// How an endpoint answered lately: a cell for each attempt, how long answers took, and the attempts themselves.

import { Code, Group, Modal, SegmentedControl, Stack, Text } from "@mantine/core";
import type { Webhook } from "@segue/sdk";
import { useState } from "react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Section } from "../../components/section.tsx";
import { Empty, Ready } from "../../components/states.tsx";
import { When } from "../../components/when.tsx";
import { wholeList } from "../../data/data.ts";
import { showMoment } from "../../values/format.ts";
import { AttemptCard } from "./attempt-card.tsx";
import { percentile } from "./percentile.ts";
import classes from "./webhook-answers.module.css";
import { type EndpointAttempt, useAttempts } from "./webhook-attempts.ts";

const filters = [
  { value: "all", label: "All" },
  { value: "failed", label: "Failed" },
];

const columns: readonly Column<EndpointAttempt>[] = [
  {
    title: "Attempt",
    cell: ({ event_type, error, response_body }) => (
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={500} truncate>
          {event_type}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {error ?? response_body}
        </Text>
      </Stack>
    ),
  },
  {
    title: "Answer",
    cell: ({ status_code, isDelivered }) => (
      <span className={classes.answer} data-failed={!isDelivered}>
        {status_code ?? "None"}
      </span>
    ),
    width: 90,
  },
  { title: "Took", cell: ({ duration_ms }) => `${duration_ms} ms`, width: 90, isNumber: true },
  { title: "When", cell: ({ created_at }) => <When at={created_at} />, width: 150, isExtra: true },
];

export function WebhookAnswers({ webhook }: { webhook: Webhook }) {
  const attempts = useAttempts(webhook.id);
  return (
    <Section title="Answers" about="The attempts of the endpoint's latest events.">
      <Ready of={attempts}>
        {(all) => (all.length === 0 ? <Empty title="No attempts yet" /> : <Answers all={all} url={webhook.url} />)}
      </Ready>
    </Section>
  );
}

function Answers({ all, url }: { all: readonly EndpointAttempt[]; url: string }) {
  const [filter, setFilter] = useState("all");
  const [open, setOpen] = useState<EndpointAttempt>();
  const failed = all.filter(({ isDelivered }) => !isDelivered);
  return (
    <Stack gap="sm">
      <Strip all={all} />
      <Figures all={all} failed={failed.length} />
      <SegmentedControl
        aria-label="Attempts to show"
        data={filters}
        value={filter}
        onChange={setFilter}
        w="fit-content"
      />
      <ListTable
        label="Attempts"
        list={wholeList(filter === "failed" ? failed : all)}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={setOpen}
        empty={<Empty title="No failed attempts" />}
      />
      {open && (
        <Modal
          opened
          onClose={() => setOpen(undefined)}
          title={open.event_type}
          closeButtonProps={{ "aria-label": "Close" }}
          centered
        >
          <AttemptCard attempt={open} url={url} />
          <Text size="xs" c="dimmed" mt="xs">
            Event <Code>{open.event_id}</Code>
          </Text>
        </Modal>
      )}
    </Stack>
  );
}

/** The oldest on the left. */
function Strip({ all }: { all: readonly EndpointAttempt[] }) {
  const failed = all.filter(({ isDelivered }) => !isDelivered).length;
  return (
    <div className={classes.strip} role="img" aria-label={`${all.length} attempts, ${failed} failed`}>
      {[...all].reverse().map(({ id, isDelivered, status_code, created_at }) => (
        <span
          key={id}
          data-failed={!isDelivered}
          title={`${showMoment(created_at)}: ${status_code ?? "no answer"}${isDelivered ? "" : ", failed"}`}
        />
      ))}
    </div>
  );
}

function Figures({ all, failed }: { all: readonly EndpointAttempt[]; failed: number }) {
  const durations = all.map(({ duration_ms }) => duration_ms);
  const good = all.length - failed;
  return (
    <Group gap="lg">
      <Figure name="Delivered" value={`${good} of ${all.length}`} />
      <Figure name="p50" value={`${percentile(durations, 0.5)} ms`} />
      <Figure name="p95" value={`${percentile(durations, 0.95)} ms`} />
    </Group>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <Text size="sm">
      <Text span inherit c="dimmed">
        {name}
      </Text>{" "}
      <b>{value}</b>
    </Text>
  );
}
