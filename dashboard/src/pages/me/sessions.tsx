import { Button, Stack, Text } from "@mantine/core";
import type { PersonSession } from "@segue/sdk";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Section } from "../../components/section.tsx";
import { Empty } from "../../components/states.tsx";
import { When } from "../../components/when.tsx";
import { segue } from "../../data/api.ts";
import { useAct, useList } from "../../data/data.ts";
import { sessionsWords } from "./words.ts";

const columns: readonly Column<PersonSession>[] = [
  {
    id: "session",
    title: sessionsWords.columns.session,
    cell: ({ user_agent, address, is_current }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate title={user_agent ?? undefined}>
          {is_current ? sessionsWords.current : (user_agent ?? sessionsWords.unknownAgent)}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {address ?? sessionsWords.unknownAddress}
        </Text>
      </Stack>
    ),
  },
  {
    id: "seen",
    title: sessionsWords.columns.seen,
    cell: ({ last_seen_at }) => <When at={last_seen_at} />,
    width: 140,
    isExtra: true,
  },
  {
    id: "since",
    title: sessionsWords.columns.since,
    cell: ({ created_at }) => <When at={created_at} />,
    width: 140,
    isExtra: true,
  },
  {
    id: "expires",
    title: sessionsWords.columns.expires,
    cell: ({ expires_at }) => <When at={expires_at} />,
    width: 140,
    isExtra: true,
  },
  { id: "end", title: "", cell: (session) => <EndButton session={session} />, width: 100 },
];

/** The present one ends by signing out. */
function EndButton({ session: { id, user_agent, is_current } }: { session: PersonSession }) {
  const end = useAct(() => segue.me.sessions.delete(id), { done: sessionsWords.ended });
  if (is_current) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={end.isPending}
      onClick={() => end.mutate(undefined)}
      aria-label={sessionsWords.endOf(user_agent ?? sessionsWords.unknownAgent)}
    >
      {sessionsWords.end}
    </Button>
  );
}

export function Sessions() {
  const list = useList(["me.sessions.list"], (page) => segue.me.sessions.list(page));
  return (
    <Section title={sessionsWords.title} about={sessionsWords.about}>
      <ListTable
        label={sessionsWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty title={sessionsWords.none} />}
      />
    </Section>
  );
}
