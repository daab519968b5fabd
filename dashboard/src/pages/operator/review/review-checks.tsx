// The findings of preflight, in the order of its weight. A blocker of a store names the store: it will refuse the release.

import type { Preflight, PreflightIssue, Track } from "@segue/sdk";
import { StatusLine } from "../../../components/status-line.tsx";
import { nameField } from "../../../values/field-names.ts";
import { IssueList } from "../../releases/preflight-issues.tsx";
import { useOperatorStoreName } from "../stores/store-names.ts";
import { reviewQueueWords, reviewWords } from "./words.ts";

type ReviewChecksProps = { preflight: Preflight; tracks: readonly Track[] };

export function ReviewChecks({ preflight: { issues }, tracks }: ReviewChecksProps) {
  const storeName = useOperatorStoreName();
  if (issues.length === 0) return <StatusLine tone="good" parts={[reviewQueueWords.passes]} />;
  return <IssueList issues={issues} nameOf={(issue) => <b>{subjectOf(issue, tracks, storeName)}</b>} />;
}

/** "Pedant will refuse it: the artwork", before "is blurred". */
function subjectOf(
  { field, store_id, severity }: PreflightIssue,
  tracks: readonly Track[],
  storeName: (store_id: string) => string,
): string {
  const name = nameField(field, tracks);
  if (!store_id || severity === "info") return name;
  const store = storeName(store_id);
  const { willRefuse, mayRefuse } = reviewWords.checks;
  return severity === "blocker" ? willRefuse(store, name) : mayRefuse(store, name);
}
