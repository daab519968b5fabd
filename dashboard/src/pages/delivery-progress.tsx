// Where a delivery stands at all of its stores together.

import { Group, Progress, Text } from "@mantine/core";
import type { Delivery, DeliveryStore } from "@segue/sdk";
import { showWord } from "../format.ts";
import { statusColor } from "../status.tsx";

type StoreStatus = DeliveryStore["status"];

const order: readonly StoreStatus[] = [
  "delivered",
  "rejected",
  "action_required",
  "takedown_requested",
  "taken_down",
  "stalled",
  "ingesting",
  "sending",
  "queued",
  "cancelled",
];

function countsOf({ stores }: Delivery): [StoreStatus, number][] {
  return order.flatMap((status): [StoreStatus, number][] => {
    const count = stores.filter((store) => store.status === status).length;
    return count > 0 ? [[status, count]] : [];
  });
}

/** "3 delivered, 1 rejected". */
export function showStores(delivery: Delivery): string {
  return countsOf(delivery)
    .map(([status, count]) => `${count} ${showWord(status).toLowerCase()}`)
    .join(", ");
}

const waiting: readonly StoreStatus[] = ["queued", "sending", "ingesting", "stalled", "takedown_requested"];

export function DeliveryProgress({ delivery }: { delivery: Delivery }) {
  const all = delivery.stores.length;
  const answered = delivery.stores.filter(({ status }) => !waiting.includes(status)).length;
  return (
    <>
      <Progress.Root size="md" aria-hidden>
        {countsOf(delivery).map(([status, count]) => (
          <Progress.Section key={status} value={(count * 100) / all} color={statusColor(status)} />
        ))}
      </Progress.Root>
      <Group justify="space-between" gap="xs" mt={4}>
        <Text size="xs" c="dimmed">
          {showStores(delivery)}
        </Text>
        <Text size="xs" c="dimmed">
          {answered} of {all} {all === 1 ? "store has" : "stores have"} answered
        </Text>
      </Group>
    </>
  );
}
