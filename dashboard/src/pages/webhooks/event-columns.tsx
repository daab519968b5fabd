import { Stack, Text } from "@mantine/core";
import type { Event } from "@segue/sdk";
import type { Column } from "../../components/list-table.tsx";
import { Status } from "../../components/status.tsx";
import { showAgo, showTime } from "../../values/format.ts";
import { eventWords } from "./words.ts";

export function reachOf(dispatches: Event["dispatches"]): string {
  const reached = dispatches.filter(({ status }) => status === "delivered").length;
  return eventWords.reach(reached, dispatches.length);
}

export const eventColumns: readonly Column<Event>[] = [
  {
    id: "event",
    title: eventWords.columns.event,
    cell: ({ event_type, id }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {event_type}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {id}
        </Text>
      </Stack>
    ),
  },
  { id: "status", title: eventWords.columns.status, cell: ({ status }) => <Status value={status} />, width: 130 },
  {
    id: "endpoints",
    title: eventWords.columns.endpoints,
    cell: ({ dispatches }) => reachOf(dispatches),
    width: 230,
    isExtra: true,
  },
  {
    id: "happened",
    title: eventWords.columns.happened,
    cell: ({ created_at }) => <span title={showTime(created_at)}>{showAgo(created_at)}</span>,
    width: 150,
    isExtra: true,
  },
];
