// The findings of preflight, in the order of its weight. A blocker of a store names the store: it will refuse the release.

import type { Preflight, PreflightIssue, Track } from "@segue/sdk";
import { StatusLine } from "../../../components/status-line.tsx";
import { nameField } from "../../../values/field-names.ts";
import { IssueList } from "../../releases/preflight-issues.tsx";
import { useOperatorStoreName } from "../stores/store-names.ts";

type ReviewChecksProps = { preflight: Preflight; tracks: readonly Track[] };

export function ReviewChecks({ preflight: { issues }, tracks }: ReviewChecksProps) {
  const storeName = useOperatorStoreName();
  if (issues.length === 0) return <StatusLine tone="good" parts={["Passes all checks"]} />;
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
  const verb = severity === "blocker" ? "will refuse it" : "may refuse it";
  return `${storeName(store_id)} ${verb}: ${withArticle(name)}`;
}

/** "Artwork" as "the artwork"; "ISRC" and "Track 3" have names of their own. */
function withArticle(name: string): string {
  if (/^Track \d/.test(name)) return `t${name.slice(1)}`;
  return /^[A-Z][a-z]/.test(name) ? `the ${name.charAt(0).toLowerCase()}${name.slice(1)}` : `the ${name}`;
}
