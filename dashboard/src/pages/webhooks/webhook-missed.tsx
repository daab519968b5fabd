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
        After its last try an event counts as undelivered. It is kept for 30 days and can be sent again.
      </Text>
      {rows && rows.length > 0 && <RedeliverAll webhook={webhook} />}
      <ListTable
        label="Failed events"
        list={{ ...list, rows }}
        columns={eventColumns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/events/${id}`}
        empty={
          list.hasMore ? (
            <Empty
              title={`None among the latest ${seen} undelivered events`}
              action={
                <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
                  Look further back
                </Button>
              }
            />
          ) : (
            <Empty title="No failed events">Every event of its types was delivered, or is on its way.</Empty>
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
    done: ({ count }) => (count === 1 ? "1 event is sent again" : `${count} events are sent again`),
    onDone: modal.close,
  });
  const open = () => {
    send.reset();
    modal.open();
  };
  return (
    <>
      <Button variant="default" onClick={open} w="fit-content">
        Redeliver all failed events
      </Button>
      <ActModal
        title="Redeliver all failed events?"
        isOpen={isOpen}
        close={modal.close}
        action="Redeliver"
        isBusy={send.isPending}
        error={send.error}
        onSubmit={() => send.mutate(undefined)}
      >
        <Text size="sm">
          Each event that failed at this endpoint is sent again, with the same id and the same bytes.
          {status !== "verified" && " The endpoint is not verified, so ping it first: until then nothing reaches it."}
        </Text>
        <TextInput
          type="datetime-local"
          label="Only events since"
          description="Empty: all of the last 30 days."
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
      </ActModal>
    </>
  );
}
