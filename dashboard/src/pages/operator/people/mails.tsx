// Mails to people: which were sent, and which could not be.

import { Button, Drawer, Group, Select, Stack, Text } from "@mantine/core";
import { type Mail, mailKinds, mailStatuses } from "@segue/sdk";
import { useState } from "react";
import { Facts } from "../../../components/facts.tsx";
import { Id } from "../../../components/id.tsx";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { segue } from "../../../data/api.ts";
import { useAct, useList } from "../../../data/data.ts";
import { useMayOperate } from "../../../data/session.ts";
import { SearchInput } from "../../../forms/search-input.tsx";
import { useFilter } from "../../../router.tsx";
import { showNumber, showTime, showWord } from "../../../values/format.ts";
import { mailsWords } from "./words.ts";

const columns: readonly Column<Mail>[] = [
  {
    id: "mail",
    title: mailsWords.columns.mail,
    cell: ({ subject, to, error }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {subject}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {to}
        </Text>
        {error && (
          <Text size="xs" c="red" truncate>
            {error}
          </Text>
        )}
      </Stack>
    ),
  },
  { id: "kind", title: mailsWords.columns.kind, cell: ({ kind }) => showWord(kind), width: 140, isExtra: true },
  { id: "status", title: mailsWords.columns.status, cell: ({ status }) => <Status value={status} />, width: 110 },
  {
    id: "when",
    title: mailsWords.columns.when,
    cell: ({ created_at }) => <When at={created_at} />,
    width: 140,
    isExtra: true,
  },
  { id: "retry", title: "", cell: (mail) => <RetryButton mail={mail} />, width: 120 },
];

function RetryButton({ mail: { id, status } }: { mail: Mail }) {
  const mayOperate = useMayOperate();
  const retry = useAct(() => segue.operator.mails.retry(id), { done: mailsWords.retried });
  if (status !== "failed" || !mayOperate("POST", "retryMail")) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={retry.isPending}
      onClick={() => retry.mutate(undefined)}
      aria-label={mailsWords.retryOf(id)}
    >
      {mailsWords.retry}
    </Button>
  );
}

export default function Mails() {
  const [to] = useFilter("to");
  const [status, setStatus] = useFilter("status");
  const [kind, setKind] = useFilter("kind");
  const filters = {
    to: to || undefined,
    status: mailStatuses.find((known) => known === status),
    kind: mailKinds.find((known) => known === kind),
  };
  const list = useList(["operator.mails.list", filters], (page) => segue.operator.mails.list({ ...page, ...filters }), {
    isLive: true,
  });
  const [openId, setOpenId] = useState<string>();
  const open = list.rows?.find(({ id }) => id === openId);
  const isFiltered = Boolean(to || filters.status || filters.kind);
  return (
    <>
      <PageHead title={mailsWords.title} about={mailsWords.about} />
      <Group mb="md">
        <SearchInput filter="to" label={mailsWords.to} placeholder={mailsWords.toHint} />
        <Select
          aria-label={mailsWords.status}
          placeholder={mailsWords.everyStatus}
          data={mailStatuses.map((value) => ({ value, label: showWord(value) }))}
          value={filters.status ?? null}
          onChange={(value) => setStatus(value ?? "")}
          clearable
          w={150}
        />
        <Select
          aria-label={mailsWords.kind}
          placeholder={mailsWords.everyKind}
          data={mailKinds.map((value) => ({ value, label: showWord(value) }))}
          value={filters.kind ?? null}
          onChange={(value) => setKind(value ?? "")}
          clearable
          w={170}
        />
      </Group>
      <ListTable
        label={mailsWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        rowHeight={68}
        empty={
          isFiltered ? (
            <Empty title={mailsWords.noMatch}>{mailsWords.noMatchHint}</Empty>
          ) : (
            <Empty title={mailsWords.none}>{mailsWords.noneHint}</Empty>
          )
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpenId(undefined)}
        title={open?.subject ?? ""}
        position="right"
        size="lg"
        closeButtonProps={{ "aria-label": mailsWords.close }}
      >
        {open && <MailDetails mail={open} />}
      </Drawer>
    </>
  );
}

function MailDetails({ mail }: { mail: Mail }) {
  return (
    <Stack>
      <Facts
        of={[
          [mailsWords.facts.to, mail.to],
          [mailsWords.kind, showWord(mail.kind)],
          [mailsWords.status, <Status key="status" value={mail.status} />],
          [mailsWords.facts.tries, showNumber(mail.attempts)],
          [mailsWords.facts.created, showTime(mail.created_at)],
          [mailsWords.facts.sent, mail.sent_at ? showTime(mail.sent_at) : mailsWords.facts.notSent],
          ...(mail.error ? ([[mailsWords.facts.error, mail.error]] as const) : []),
          [mailsWords.facts.id, <Id key="id" value={mail.id} />],
        ]}
      />
      <Group>
        <RetryButton mail={mail} />
      </Group>
    </Stack>
  );
}
