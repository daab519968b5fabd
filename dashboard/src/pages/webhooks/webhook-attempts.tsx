// The attempts at one endpoint, newest first, page by page as one scrolls.

import { Modal, SegmentedControl, Stack, Text } from "@mantine/core";
import type { Webhook, WebhookAttempt } from "@segue/sdk";
import { useState } from "react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Empty } from "../../components/states.tsx";
import { StatusLine } from "../../components/status-line.tsx";
import { When } from "../../components/when.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { useFilter } from "../../router.tsx";
import { AttemptRow } from "./attempt-row.tsx";
import { attemptsWords, attemptWords } from "./words.ts";

const filters = [
  { value: "all", label: attemptsWords.all },
  { value: "failed", label: attemptsWords.failed },
];

const columns: readonly Column<WebhookAttempt>[] = [
  {
    id: "attempt",
    title: attemptsWords.columns.attempt,
    cell: ({ event_type, error, response_body, created_at }) => (
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={500} truncate>
          {event_type}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          <Text span inherit hiddenFrom="sm">
            <When at={created_at} />
            {" · "}
          </Text>
          {error ?? (response_body || attemptsWords.emptyBody)}
        </Text>
      </Stack>
    ),
  },
  {
    id: "answer",
    title: attemptsWords.columns.answer,
    cell: ({ status, status_code }) => (
      <StatusLine
        size="sm"
        tone={status === "failed" ? "wrong" : "good"}
        parts={[status_code === null ? attemptsWords.noAnswer : String(status_code)]}
      />
    ),
    width: 90,
  },
  {
    id: "took",
    title: attemptsWords.columns.took,
    cell: ({ duration_ms }) => attemptWords.milliseconds(duration_ms),
    width: 100,
    isNumber: true,
  },
  {
    id: "when",
    title: attemptsWords.columns.when,
    cell: ({ created_at }) => <When at={created_at} />,
    width: 150,
    isExtra: true,
  },
];

export function WebhookAttempts({ webhook: { id, url } }: { webhook: Webhook }) {
  const [asked, setAsked] = useFilter("status");
  const [open, setOpen] = useState<WebhookAttempt>();
  const status = asked === "failed" ? asked : undefined;
  const list = useList(["webhooks.attempts", id, status], (page) => segue.webhooks.attempts(id, { ...page, status }), {
    isLive: true,
  });
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={attemptsWords.filter}
        data={filters}
        value={status ?? "all"}
        onChange={(value) => setAsked(value === "failed" ? value : "")}
        w="fit-content"
      />
      <ListTable
        label={attemptsWords.label}
        list={list}
        columns={columns}
        keyOf={(attempt) => attempt.id}
        onOpen={setOpen}
        empty={
          status ? (
            <Empty title={attemptsWords.noneFailed} />
          ) : (
            <Empty title={attemptsWords.none}>{attemptsWords.noneHint}</Empty>
          )
        }
      />
      {open && (
        <Modal
          opened
          onClose={() => setOpen(undefined)}
          title={open.event_type}
          closeButtonProps={{ "aria-label": attemptsWords.close }}
          centered
          size="lg"
        >
          <AttemptRow attempt={open} url={url} hasEvent />
        </Modal>
      )}
    </Stack>
  );
}
