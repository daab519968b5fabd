import { Stack, Text } from "@mantine/core";
import type { Event } from "@segue/sdk";
import type { Column } from "../../components/list-table.tsx";
import { Status } from "../../components/status.tsx";
import { showAgo, showTime } from "../../values/format.ts";

/** "Delivered to 2 of 3 endpoints". */
export function reachOf(dispatches: Event["dispatches"]): string {
  const all = dispatches.length;
  const reached = dispatches.filter(({ status }) => status === "delivered").length;
  return all === 0 ? "No endpoint" : `Delivered to ${reached} of ${all} ${all === 1 ? "endpoint" : "endpoints"}`;
}

export const eventColumns: readonly Column<Event>[] = [
  {
    title: "Event",
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
  { title: "Status", cell: ({ status }) => <Status value={status} />, width: 130 },
  {
    title: "Endpoints",
    cell: ({ dispatches }) => reachOf(dispatches),
    width: 230,
    isExtra: true,
  },
  {
    title: "Happened",
    cell: ({ created_at }) => <span title={showTime(created_at)}>{showAgo(created_at)}</span>,
    width: 150,
    isExtra: true,
  },
];
