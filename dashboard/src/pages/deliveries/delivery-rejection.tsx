// Why a store has not taken a release, and what to do about it.

import { Anchor, Code, List, Stack, Text } from "@mantine/core";
import type { DeliveryStore, PreflightIssue } from "@segue/sdk";
import type { ReactNode } from "react";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { useRules } from "../../data/rules.ts";
import { Link } from "../../router.tsx";
import { nameField, stepOf } from "../../values/field-names.ts";
import { showMoment } from "../../values/format.ts";
import { deliveryWords } from "./words.ts";

type AtStore = { release_id: string; at: DeliveryStore; name: string };

export function DeliveryObstacle({ release_id, at, name }: AtStore) {
  if (at.status === "rejected" || at.status === "action_required")
    return <Rejection release_id={release_id} at={at} name={name} />;
  if (at.status === "stalled") return <Stall at={at} name={name} />;
  return null;
}

function Obstacle({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={4} style={{ overflowWrap: "anywhere" }}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

function Stall({ at, name }: Omit<AtStore, "release_id">) {
  return (
    <Obstacle title={deliveryWords.stalled.title(name)}>
      <Text size="sm">{at.stalled_reason}</Text>
      <Text size="sm" c="dimmed">
        {at.stalled_since && `${deliveryWords.stalled.since(showMoment(at.stalled_since))} `}
        {deliveryWords.stalled.hint}
      </Text>
    </Obstacle>
  );
}

function Rejection({ release_id, at, name }: AtStore) {
  const rule = useRules().get(at.rejection_code ?? "");
  return (
    <Obstacle
      title={
        at.status === "rejected" ? deliveryWords.rejection.rejected(name) : deliveryWords.rejection.needsChange(name)
      }
    >
      <Text size="sm">
        {at.rejection_reason ?? deliveryWords.stores.noReason} {at.rejection_code && <Code>{at.rejection_code}</Code>}
      </Text>
      {rule && (
        <Text size="sm" c="dimmed">
          {deliveryWords.rejection.rule} {rule.summary} {deliveryWords.rejection.forExample}{" "}
          <Code>{rule.examples.passes}</Code>
          {deliveryWords.rejection.not} <Code>{rule.examples.fails}</Code>.
        </Text>
      )}
      <Fix release_id={release_id} store_id={at.store_id} code={rule?.code} />
    </Obstacle>
  );
}

const SHOWN_ISSUES = 5;

/** The very fields to correct, as preflight finds them in the release as it is now. */
function Fix({ release_id, store_id, code }: { release_id: string; store_id: string; code: string | undefined }) {
  const checked = useRead(
    ["releases.preflight", release_id, store_id],
    () => segue.releases.preflight(release_id, { store_id }),
    { isEnabled: code !== undefined },
  );
  const issues = checked.data?.issues.filter((issue) => issue.code === code) ?? [];
  if (issues.length > 0)
    return (
      <>
        <List size="sm">
          {issues.slice(0, SHOWN_ISSUES).map((issue) => (
            <List.Item key={issue.field}>
              <IssueLink release_id={release_id} issue={issue} />
            </List.Item>
          ))}
        </List>
        <Text size="sm">{deliveryWords.rejection.thenResubmit}</Text>
      </>
    );
  if (checked.data) return <Text size="sm">{deliveryWords.rejection.followsRule}</Text>;
  return (
    <Text size="sm">
      <Anchor component={Link} to={`/releases/${release_id}/edit`} inherit underline="always">
        {deliveryWords.rejection.correct}
      </Anchor>
      {deliveryWords.rejection.afterCorrect}
    </Text>
  );
}

function IssueLink({ release_id, issue }: { release_id: string; issue: PreflightIssue }) {
  return (
    <>
      <Anchor
        component={Link}
        to={`/releases/${release_id}/edit?step=${stepOf(issue.field)}`}
        inherit
        underline="always"
        style={{ overflowWrap: "anywhere" }}
      >
        {deliveryWords.rejection.fix(nameField(issue.field))}
      </Anchor>
      : {issue.issue}
      {issue.suggestion && ` ${deliveryWords.rejection.suggestion(issue.suggestion)}`}
    </>
  );
}
