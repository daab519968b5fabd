// What was sent to a store and what it answered. A message opens as the very bytes that the store gets.

import { Button, Code, Drawer, Group, Stack, Text, TextInput } from "@mantine/core";
import type { SentMessage } from "@segue/sdk";
import { useState } from "react";
import { Facts } from "../../../components/facts.tsx";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { Empty, Ready } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useList, useRead } from "../../../data/data.ts";
import { saveFile } from "../../../data/save-file.ts";
import { ConfirmButton } from "../../../forms/confirm-button.tsx";
import { useFilter } from "../../../router.tsx";
import { showAgo, showTime, showWord } from "../../../values/format.ts";

const columns: readonly Column<SentMessage>[] = [
  {
    title: "Message",
    cell: ({ kind, attempt, message_id }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {showWord(kind)}, attempt {attempt}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {message_id}
        </Text>
      </Stack>
    ),
  },
  {
    title: "Answer",
    cell: ({ answer, sent_at }) => <Status value={answer?.status ?? (sent_at ? "no_answer_yet" : "not_sent_yet")} />,
    width: 150,
  },
  {
    title: "Sent",
    cell: ({ sent_at }) => (sent_at ? <time title={showTime(sent_at)}>{showAgo(sent_at)}</time> : "Not yet"),
    width: 140,
    isExtra: true,
  },
];

export function StoreMessages({ store_id }: { store_id: string }) {
  const [delivery_id, setDelivery] = useFilter("delivery_id");
  const [open, setOpen] = useState<SentMessage>();
  const list = useList(
    ["operator.stores.messages.list", store_id, delivery_id],
    (page) => segue.operator.stores.messages.list(store_id, { ...page, delivery_id: delivery_id || undefined }),
    { isLive: true },
  );
  return (
    <>
      <TextInput
        aria-label="Delivery"
        placeholder="Only of this delivery: dlv_…"
        value={delivery_id}
        onChange={(event) => setDelivery(event.currentTarget.value.trim())}
        maw={360}
        mb="md"
      />
      <ListTable
        label="Messages"
        list={list}
        columns={columns}
        keyOf={({ message_id }) => message_id}
        onOpen={setOpen}
        empty={
          <Empty
            title={delivery_id ? "No message of this delivery" : "No messages yet"}
            example={`npx segue store messages ${store_id} --sandbox`}
          >
            A message is written when a delivery to this store begins. Its bytes and the store's answer are kept here.
          </Empty>
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open ? `${showWord(open.kind)} message` : ""}
        position="right"
        size="xl"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {open && (
          <Message
            store_id={store_id}
            message={list.rows?.find(({ message_id }) => message_id === open.message_id) ?? open}
          />
        )}
      </Drawer>
    </>
  );
}

function Message({ store_id, message }: { store_id: string; message: SentMessage }) {
  const { message_id, answer } = message;
  const bytes = useRead(["operator.stores.messages.get", store_id, message_id], async () => {
    const response = await segue.operator.stores.messages.get(store_id, message_id);
    const isXml = response.headers.get("content-type")?.includes("xml") ?? false;
    return { text: await response.text(), isXml };
  });
  return (
    <Stack>
      <Facts
        of={[
          ["Answer", answer ? <Status key="answer" value={answer.status} /> : "None yet"],
          ["Reason", [answer?.rejection_code, answer?.rejection_reason].filter(Boolean).join(": ") || "None"],
          ["Delivery", message.delivery_id],
          ["Release", message.release_id],
          ["Sent", message.sent_at ? showTime(message.sent_at) : "Not yet"],
          ["Answered", message.answered_at ? showTime(message.answered_at) : "Not yet"],
          ["Message", message_id],
        ]}
      />
      <Group>
        <ConfirmButton
          label="Send again"
          title="Send this message again?"
          isHarmless
          act={() => segue.operator.stores.messages.resend(store_id, message_id)}
          done="The message is sent again."
        >
          The store gets the same bytes under the same id. The delivery stays as it is until the store answers.
        </ConfirmButton>
        {bytes.data && <DownloadButton name={message_id} {...bytes.data} />}
      </Group>
      <Ready of={bytes}>
        {({ text, isXml }) => (
          <Code block tabIndex={0} aria-label="The message" mah="60vh" style={{ overflow: "auto" }}>
            {isXml ? text : indented(text)}
          </Code>
        )}
      </Ready>
    </Stack>
  );
}

function DownloadButton({ name, text, isXml }: { name: string; text: string; isXml: boolean }) {
  const kind = isXml ? "xml" : "json";
  const save = () => saveFile(`${name}.${kind}`, new Blob([text], { type: `application/${kind}` }));
  return (
    <Button variant="default" onClick={save}>
      Download
    </Button>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
