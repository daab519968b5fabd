// What preflight says of a field, beside the field, with its suggestion as one click.

import { Button, Group, Stack, Text } from "@mantine/core";
import type { PreflightIssue, Release, Track } from "@segue/sdk";
import { IconWand } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { usePreflight } from "../../data/catalog.ts";
import { useAct } from "../../data/data.ts";
import { nameField } from "../../values/field-names.ts";
import { type SuggestedChange, suggestedChange } from "./suggestion.ts";
import { checkWords } from "./words.ts";

type Check = {
  issues: readonly PreflightIssue[];
  changeFor: (issue: PreflightIssue) => SuggestedChange | undefined;
  apply: (change: SuggestedChange) => void;
};

const CheckContext = createContext<Check>({ issues: [], changeFor: () => undefined, apply: () => undefined });

type CheckedProps = { release: Release; tracks: readonly Track[]; children: ReactNode };

/** The fields within show what preflight says of them. */
export function Checked({ release, tracks, children }: CheckedProps) {
  const { data: preflight } = usePreflight(release.id);
  const { mutate: apply } = useAct(
    (change: SuggestedChange) =>
      change.track_id === undefined
        ? segue.releases.update(release.id, change.changes)
        : segue.tracks.update(change.track_id, change.changes).then(() => undefined),
    { done: checkWords.applied },
  );
  const check = useMemo(
    (): Check => ({
      issues: preflight?.issues ?? [],
      changeFor: (issue) => suggestedChange(issue, release, tracks),
      apply,
    }),
    [preflight, release, tracks, apply],
  );
  return <CheckContext value={check}>{children}</CheckContext>;
}

function useIssues(): readonly PreflightIssue[] {
  return useContext(CheckContext).issues;
}

type FieldIssuesProps = {
  field: string;
  isAlone?: boolean;
  /** A field whose file is on its way: that it is missing is no fault yet. */
  without?: string | undefined;
};

/** Of one field and, unless it stands alone, of what is in it: "artists" has the issues of "artists[0].name" too. */
export function FieldIssues({ field, isAlone = false, without }: FieldIssuesProps) {
  const issues = useIssues()
    .filter((issue) => (isAlone ? issue.field === field : isWithin(issue, field)))
    .filter((issue) => issue.field !== without);
  const nameOf = ({ field: named }: PreflightIssue) =>
    named === field ? checkWords.field : nameField(named.slice(field.length));
  return <IssueList issues={issues} nameOf={nameOf} />;
}

/** Of the field or of what is in it. */
export function useHasIssues(field: string): boolean {
  return useIssues().some((issue) => isWithin(issue, field));
}

function isWithin({ field }: PreflightIssue, outer: string): boolean {
  return field === outer || field.startsWith(`${outer}[`) || field.startsWith(`${outer}.`);
}

type IssueListProps = {
  issues: readonly PreflightIssue[];
  /** What the issue is about: the subject of its sentence. */
  nameOf: (issue: PreflightIssue) => ReactNode;
};

export function IssueList({ issues, nameOf }: IssueListProps) {
  if (issues.length === 0) return null;
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
      {issues.map((issue) => (
        <IssueLine key={`${issue.code} ${issue.field} ${issue.store_id}`} issue={issue} name={nameOf(issue)} />
      ))}
    </Stack>
  );
}

function IssueLine({ issue, name }: { issue: PreflightIssue; name: ReactNode }) {
  const { changeFor, apply } = useContext(CheckContext);
  const change = changeFor(issue);
  return (
    <Group component="li" gap="xs" align="flex-start" wrap="nowrap">
      <Status value={issue.severity} size="sm" />
      <Stack gap={4} miw={0} align="flex-start">
        <Text size="sm" style={{ overflowWrap: "anywhere" }} component="div">
          {name} {issue.issue.replaceAll("`", "")}.
          {issue.suggestion !== undefined && !change && ` ${checkWords.suggested(issue.suggestion)}`}
        </Text>
        {change && (
          <Button
            size="compact-xs"
            variant="light"
            leftSection={<IconWand size={14} aria-hidden />}
            onClick={() => apply(change)}
            h="auto"
            py={2}
            styles={{ label: { whiteSpace: "normal", overflowWrap: "anywhere", textAlign: "left" } }}
          >
            {checkWords.use(issue.suggestion?.split(" | ") ?? [])}
          </Button>
        )}
      </Stack>
    </Group>
  );
}
