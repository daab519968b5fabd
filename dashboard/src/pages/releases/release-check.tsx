// What preflight says of a release as a whole: first what keeps it from being submitted.

import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import type { PreflightIssue, Release, Track } from "@segue/sdk";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { usePreflight } from "../../data/catalog.ts";
import { useAct, useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import { nameField, stepOf } from "../../values/field-names.ts";
import { useLatestSubmission } from "./latest-submission.ts";
import { IssueList } from "./preflight-issues.tsx";
import { checkWords } from "./words.ts";

type ReleaseCheckProps = { release: Release; tracks: readonly Track[]; isWhole?: boolean };

const FIRST = 20;
/** The review itself changes the release, a moment after the time of its decision. */
const SAME_ACT_MS = 1_000;

/** Blockers, and what else stores may reject: on demand, or with `isWhole` at once. */
export function ReleaseCheck({ release, tracks, isWhole = false }: ReleaseCheckProps) {
  const preflight = usePreflight(release.id);
  const [isOpen, setIsOpen] = useState(isWhole);
  const isUnchanged = useIsUnchanged(release, tracks);
  return (
    <Ready of={preflight}>
      {({ ready, issues }) => {
        const blockers = issues.filter(({ severity }) => severity === "blocker");
        const others = issues.filter(({ severity }) => severity !== "blocker");
        return (
          <Stack gap="sm" aria-live="polite">
            <Headline isReady={ready} isUnchanged={isUnchanged} blockers={blockers.length} others={others.length} />
            <SomeIssues issues={blockers} release={release} tracks={tracks} />
            {issues.some(({ code }) => code === "isrc_missing") && <AssignIsrcs release={release} />}
            {others.length > 0 && !isOpen && (
              <Button variant="default" size="xs" w="fit-content" onClick={() => setIsOpen(true)}>
                {checkWords.showRemarks(others.length)}
              </Button>
            )}
            {isOpen && <SomeIssues issues={others} release={release} tracks={tracks} />}
          </Stack>
        );
      }}
    </Ready>
  );
}

/** The review rejected the release as it still is, so that the check passes says nothing. */
function useIsUnchanged({ id, status, updated_at }: Release, tracks: readonly Track[]): boolean {
  const latest = useLatestSubmission(id);
  if (status !== "rejected") return false;
  // Until it is known, nothing green is shown that may be taken back.
  if (latest === undefined) return true;
  const reviewed_at = latest?.review_status === "rejected" ? latest.reviewed_at : null;
  if (!reviewed_at) return false;
  return [updated_at, ...tracks.map((track) => track.updated_at)].every(
    (at) => Date.parse(at) <= Date.parse(reviewed_at) + SAME_ACT_MS,
  );
}

type HeadlineProps = { isReady: boolean; isUnchanged: boolean; blockers: number; others: number };

function Headline({ isReady, isUnchanged, blockers, others }: HeadlineProps) {
  if (!isReady)
    return (
      <Text size="sm" fw={600}>
        {checkWords.blocked(blockers)}
      </Text>
    );
  if (isUnchanged) return <Text size="sm">{checkWords.unchanged}</Text>;
  const remarks = others === 0 ? checkWords.noRemarks : checkWords.remarksHint;
  return (
    <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={checkWords.passes}>
      {remarks}
    </Alert>
  );
}

type SomeIssuesProps = { issues: readonly PreflightIssue[]; release: Release; tracks: readonly Track[] };

/** A release of a thousand tracks may have as many issues. */
function SomeIssues({ issues, release, tracks }: SomeIssuesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? issues : issues.slice(0, FIRST);
  return (
    <>
      <IssueList
        issues={shown}
        nameOf={({ field }) => (
          <Anchor component={Link} to={`/releases/${release.id}/edit?step=${stepOf(field)}`} inherit underline="always">
            {nameField(field, tracks)}
          </Anchor>
        )}
      />
      {issues.length > shown.length && (
        <Button variant="subtle" size="xs" w="fit-content" onClick={() => setIsWhole(true)}>
          {checkWords.showMore(issues.length - shown.length)}
        </Button>
      )}
    </>
  );
}

function AssignIsrcs({ release: { id } }: { release: Release }) {
  const may = useMay();
  const organization = useRead(["organization.get"], () => segue.organization.get(), { isSteady: true });
  const assign = useAct(() => segue.releases.assignIsrcs(id), { done: checkWords.isrcs.done });
  if (!organization.data || !may("catalog:write")) return null;
  if (!organization.data.isrc_prefix)
    return (
      <Text size="sm" c="dimmed">
        {checkWords.isrcs.noPrefix}
      </Text>
    );
  return (
    <Group>
      <Button size="xs" variant="light" loading={assign.isPending} onClick={() => assign.mutate(undefined)}>
        {checkWords.isrcs.assign}
      </Button>
    </Group>
  );
}
