// Events that one endpoint has not taken, and how they are sent again.

import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Webhook } from "@segue/sdk";
import { useState } from "react";
import { ListTable } from "../../components/list-table.tsx";
import { Empty } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useAct, useList } from "../../data/data.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { eventColumns } from "./event-columns.tsx";
import { missedWords } from "./words.ts";

export function WebhookMissed({ webhook }: { webhook: Webhook }) {
  const list = useList(
    ["events.list", "undelivered"],
    (page) => segue.events.list({ ...page, status: "undelivered" }),
    { isLive: true },
  );
  const rows = list.rows?.filter(({ dispatches }) =>
    dispatches.some(({ webhook_id, status }) => webhook_id === webhook.id && status === "undelivered"),
  );
  const seen = list.rows?.length ?? 0;
  return (
    <Stack gap="sm" align="stretch">
      <Text size="sm" c="dimmed">
        {missedWords.hint}
      </Text>
      {rows && rows.length > 0 && <RedeliverAll webhook={webhook} />}
      <ListTable
        label={missedWords.label}
        list={{ ...list, rows }}
        columns={eventColumns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/events/${id}`}
        empty={
          list.hasMore ? (
            <Empty
              title={missedWords.noneAmong(seen)}
              action={
                <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
                  {missedWords.lookFurther}
                </Button>
              }
            />
          ) : (
            <Empty title={missedWords.none}>{missedWords.noneHint}</Empty>
          )
        }
      />
    </Stack>
  );
}

function RedeliverAll({ webhook: { id, status } }: { webhook: Webhook }) {
  const [isOpen, modal] = useDisclosure();
  const [since, setSince] = useState("");
  const send = useAct(() => segue.webhooks.redeliver(id, since ? { since: new Date(since).toISOString() } : {}), {
    isQuiet: true,
    done: ({ count }) => missedWords.redelivered(count),
    onDone: modal.close,
  });
  const open = () => {
    send.reset();
    modal.open();
  };
  return (
    <>
      <Button variant="default" onClick={open} w="fit-content">
        {missedWords.redeliverAll}
      </Button>
      <ActModal
        title={missedWords.question}
        isOpen={isOpen}
        close={modal.close}
        action={missedWords.redeliver}
        isBusy={send.isPending}
        error={send.error}
        onSubmit={() => send.mutate(undefined)}
      >
        <Text size="sm">
          {missedWords.effect}
          {status !== "verified" && ` ${missedWords.unverified}`}
        </Text>
        <TextInput
          type="datetime-local"
          label={missedWords.since}
          description={missedWords.sinceHint}
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
      </ActModal>
    </>
  );
}
