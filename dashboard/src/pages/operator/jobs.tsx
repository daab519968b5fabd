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
import { jobsWords } from "./words.ts";

/** What failed for good comes first. */
const statuses = jobStatuses.toReversed();

const columns: readonly Column<Job>[] = [
  { id: "job", title: jobsWords.columns.job, cell: (job) => <JobName job={job} /> },
  { id: "status", title: jobsWords.columns.status, cell: ({ status }) => <Status value={status} />, width: 110 },
  {
    id: "tries",
    title: jobsWords.columns.tries,
    cell: ({ attempts }) => showNumber(attempts),
    width: 80,
    isNumber: true,
    isExtra: true,
  },
  { id: "due", title: jobsWords.columns.due, cell: ({ run_at }) => showAgo(run_at), width: 150, isExtra: true },
  { id: "retry", title: "", cell: (job) => <RetryButton job={job} />, width: 120 },
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
  const retry = useAct(() => segue.operator.jobs.retry(job.id), { done: jobsWords.retried });
  if (job.status !== "parked") return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={retry.isPending}
      onClick={() => retry.mutate(undefined)}
      aria-label={jobsWords.retryOf(job.id)}
    >
      {jobsWords.retry}
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
      <PageHead title={jobsWords.title} about={jobsWords.about} />
      <Group mb="md">
        <Select
          aria-label={jobsWords.columns.status}
          data={[
            ...statuses.map((value) => ({ value, label: showWord(value) })),
            { value: "all", label: jobsWords.everyJob },
          ]}
          value={wanted ?? "all"}
          onChange={(value) => setStatus(value === "parked" ? "" : (value ?? ""))}
          allowDeselect={false}
          w={160}
        />
      </Group>
      <ListTable
        label={jobsWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={setOpen}
        empty={
          <Empty
            title={wanted === "parked" ? jobsWords.noneParked : jobsWords.none}
            example="npx segue job list --status parked"
          >
            {wanted === "parked" ? jobsWords.noneParkedHint : jobsWords.noneHint}
          </Empty>
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open ? showWord(open.name) : ""}
        position="right"
        size="lg"
        closeButtonProps={{ "aria-label": jobsWords.close }}
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
          [jobsWords.columns.status, <Status key="status" value={job.status} />],
          [jobsWords.facts.id, job.id],
          [jobsWords.columns.tries, showNumber(job.attempts)],
          [jobsWords.facts.deaths, showNumber(job.deaths)],
          [jobsWords.columns.due, showTime(job.run_at)],
          [jobsWords.facts.created, showTime(job.created_at)],
          [jobsWords.facts.key, job.key || jobsWords.facts.noKey],
        ]}
      />
      {job.last_error && (
        <>
          <Title order={2} size="h5">
            {jobsWords.facts.lastError}
          </Title>
          <Code block tabIndex={0} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {job.last_error}
          </Code>
        </>
      )}
      <Title order={2} size="h5">
        {jobsWords.facts.payload}
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
