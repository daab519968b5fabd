// Background work. What failed for good is parked here until the operator has mended its cause and tries it again.

import { Button, Code, Drawer, Group, Select, Stack, Text, Title } from "@mantine/core";
import { type Job, jobStatuses } from "@segue/sdk";
import { useState } from "react";
import { Facts } from "../../components/facts.tsx";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useAct, useList } from "../../data/data.ts";
import { useFilter } from "../../router.tsx";
import { showAgo, showNumber, showTime, showWord } from "../../values/format.ts";

/** What failed for good comes first. */
const statuses = jobStatuses.toReversed();

const columns: readonly Column<Job>[] = [
  { title: "Job", cell: (job) => <JobName job={job} /> },
  { title: "Status", cell: ({ status }) => <Status value={status} />, width: 110 },
  { title: "Tries", cell: ({ attempts }) => showNumber(attempts), width: 80, isNumber: true, isExtra: true },
  { title: "Due", cell: ({ run_at }) => showAgo(run_at), width: 150, isExtra: true },
  { title: "", cell: (job) => <RetryButton job={job} />, width: 120 },
];

function JobName({ job }: { job: Job }) {
  return (
    <Stack gap={0} miw={0}>
      <Text fw={600} size="sm" truncate>
        {showWord(job.name)}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {job.last_error ?? job.id}
      </Text>
    </Stack>
  );
}

function RetryButton({ job }: { job: Job }) {
  const retry = useAct(() => segue.operator.jobs.retry(job.id), { done: "The job is tried again." });
  if (job.status !== "parked") return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={retry.isPending}
      onClick={() => retry.mutate(undefined)}
      aria-label={`Try again: ${job.id}`}
    >
      Try again
    </Button>
  );
}

export default function Jobs() {
  const [status, setStatus] = useFilter("status");
  const wanted = status === "all" ? undefined : (statuses.find((known) => known === status) ?? "parked");
  const list = useList(
    ["operator.jobs.list", wanted],
    (page) => segue.operator.jobs.list({ ...page, status: wanted }),
    { isLive: true },
  );
  const [open, setOpen] = useState<Job>();
  return (
    <>
      <PageHead title="Jobs" about="Work in the background that is not done yet." />
      <Group mb="md">
        <Select
          aria-label="Status"
          data={[...statuses.map((value) => ({ value, label: showWord(value) })), { value: "all", label: "Every job" }]}
          value={wanted ?? "all"}
          onChange={(value) => setStatus(value === "parked" ? "" : (value ?? ""))}
          allowDeselect={false}
          w={160}
        />
      </Group>
      <ListTable
        label="Jobs"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={setOpen}
        empty={
          <Empty
            title={wanted === "parked" ? "No work is parked" : "No such job"}
            example="npx segue job list --status parked"
          >
            {wanted === "parked"
              ? "A job that fails again and again is parked here, with its error, so that you can mend the cause and try it again."
              : "A job that is done is removed from this list."}
          </Empty>
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open ? showWord(open.name) : ""}
        position="right"
        size="lg"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {open && <JobDetails job={list.rows?.find(({ id }) => id === open.id) ?? open} />}
      </Drawer>
    </>
  );
}

function JobDetails({ job }: { job: Job }) {
  return (
    <Stack>
      <Facts
        of={[
          ["Status", <Status key="status" value={job.status} />],
          ["Id", job.id],
          ["Tries", showNumber(job.attempts)],
          ["Workers that died on it", showNumber(job.deaths)],
          ["Due", showTime(job.run_at)],
          ["Created", showTime(job.created_at)],
          ["Key", job.key || "None: it waits for no other job"],
        ]}
      />
      {job.last_error && (
        <>
          <Title order={2} size="h5">
            Last error
          </Title>
          <Code block tabIndex={0} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {job.last_error}
          </Code>
        </>
      )}
      <Title order={2} size="h5">
        What it was given
      </Title>
      <Code block tabIndex={0}>
        {JSON.stringify(job.payload, null, 2)}
      </Code>
      <Group>
        <RetryButton job={job} />
      </Group>
    </Stack>
  );
}
