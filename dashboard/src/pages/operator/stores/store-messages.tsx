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
import { messageWords } from "./words.ts";

const columns: readonly Column<SentMessage>[] = [
  {
    id: "message",
    title: messageWords.message,
    cell: ({ kind, attempt, message_id }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {messageWords.attempt(showWord(kind), attempt)}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {message_id}
        </Text>
      </Stack>
    ),
  },
  {
    id: "answer",
    title: messageWords.answer,
    cell: ({ answer, sent_at }) => <Status value={answer?.status ?? (sent_at ? "no_answer_yet" : "not_sent_yet")} />,
    width: 150,
  },
  {
    id: "sent",
    title: messageWords.sent,
    cell: ({ sent_at }) => (sent_at ? <time title={showTime(sent_at)}>{showAgo(sent_at)}</time> : messageWords.notYet),
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
        aria-label={messageWords.delivery}
        placeholder={messageWords.deliveryPlaceholder}
        value={delivery_id}
        onChange={(event) => setDelivery(event.currentTarget.value.trim())}
        maw={360}
        mb="md"
      />
      <ListTable
        label={messageWords.label}
        list={list}
        columns={columns}
        keyOf={({ message_id }) => message_id}
        onOpen={setOpen}
        empty={
          <Empty
            title={delivery_id ? messageWords.noneOfDelivery : messageWords.none}
            example={`npx segue store messages ${store_id} --sandbox`}
          >
            {messageWords.noneHint}
          </Empty>
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open ? messageWords.title(showWord(open.kind)) : ""}
        position="right"
        size="xl"
        closeButtonProps={{ "aria-label": messageWords.close }}
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
          [messageWords.answer, answer ? <Status key="answer" value={answer.status} /> : messageWords.noAnswer],
          [
            messageWords.reason,
            [answer?.rejection_code, answer?.rejection_reason].filter(Boolean).join(": ") || messageWords.noReason,
          ],
          [messageWords.delivery, message.delivery_id],
          [messageWords.release, message.release_id],
          [messageWords.sent, message.sent_at ? showTime(message.sent_at) : messageWords.notYet],
          [messageWords.answered, message.answered_at ? showTime(message.answered_at) : messageWords.notYet],
          [messageWords.message, message_id],
        ]}
      />
      <Group>
        <ConfirmButton
          label={messageWords.resend.label}
          title={messageWords.resend.question}
          isHarmless
          act={() => segue.operator.stores.messages.resend(store_id, message_id)}
          done={messageWords.resend.done}
        >
          {messageWords.resend.hint}
        </ConfirmButton>
        {bytes.data && <DownloadButton name={message_id} {...bytes.data} />}
      </Group>
      <Ready of={bytes}>
        {({ text, isXml }) => (
          <Code block tabIndex={0} aria-label={messageWords.content} mah="60vh" style={{ overflow: "auto" }}>
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
      {messageWords.download}
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
