// The queue of submissions. Organizations with manual review wait for a decision here.

import { Group, Select, Stack, Text } from "@mantine/core";
import type { SubmittedRelease } from "@segue/sdk";
import { segue } from "../api.ts";
import { useList } from "../data.ts";
import { showAgo, showTime, showWord } from "../format.ts";
import { type Column, ListTable } from "../list-table.tsx";
import { useOrganizationNames } from "../names.ts";
import { PageHead } from "../page-head.tsx";
import { useFilter } from "../router.tsx";
import { Empty } from "../states.tsx";
import { Status } from "../status.tsx";

const statuses: readonly SubmittedRelease["review_status"][] = ["pending_review", "approved", "rejected", "withdrawn"];
const ALL = "all";

function columnsOf(nameOf: (organization_id: string) => string): readonly Column<SubmittedRelease>[] {
  return [
    {
      title: "Release",
      cell: ({ release_id, organization_id }) => (
        <Stack gap={0} miw={0}>
          <Text fw={600} size="sm" truncate>
            {release_id}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {nameOf(organization_id)}
          </Text>
        </Stack>
      ),
    },
    { title: "Status", cell: ({ review_status }) => <Status value={review_status} />, width: 140 },
    { title: "Preflight", cell: ({ issues }) => showIssues(issues), width: 180, isExtra: true },
    {
      title: "Submitted",
      cell: ({ submitted_at }) => <time title={showTime(submitted_at)}>{showAgo(submitted_at)}</time>,
      width: 140,
      isExtra: true,
    },
  ];
}

/** "1 blocker, 2 warnings". */
function showIssues(issues: SubmittedRelease["issues"]): string {
  const counts = (["blocker", "warning", "info"] as const).flatMap((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity === "info" ? "hint" : severity}${count === 1 ? "" : "s"}`];
  });
  return counts.join(", ") || "Nothing found";
}

export default function Review() {
  const [status, setStatus] = useFilter("status");
  const names = useOrganizationNames();
  const wanted = status === ALL ? undefined : (statuses.find((known) => known === status) ?? "pending_review");
  const list = useList(
    ["operator.submissions.list", wanted],
    (page) => segue.operator.submissions.list({ ...page, review_status: wanted }),
    { isLive: true },
  );
  return (
    <>
      <PageHead title="Review" about="Releases that organizations with manual review have submitted." />
      <Group mb="md">
        <Select
          aria-label="Status"
          data={[
            ...statuses.map((value) => ({ value, label: showWord(value) })),
            { value: ALL, label: "Every status" },
          ]}
          value={wanted ?? ALL}
          onChange={(value) => setStatus(value === "pending_review" ? "" : (value ?? ""))}
          allowDeselect={false}
          w={180}
        />
      </Group>
      <ListTable
        label="Submissions"
        list={list}
        columns={columnsOf((organization_id) => names.get(organization_id) ?? organization_id)}
        keyOf={({ submission_id }) => submission_id}
        linkOf={({ submission_id }) => `/review/${submission_id}`}
        empty={
          <Empty title={wanted === "pending_review" ? "Nothing waits for review" : "No such submission"}>
            Submissions of organizations with manual review wait here. Those with automatic review are approved at once.
            You choose it in the settings of each organization.
          </Empty>
        }
      />
    </>
  );
}
