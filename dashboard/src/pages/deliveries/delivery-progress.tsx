// Where a delivery stands at all of its stores together.

import { Group, Text } from "@mantine/core";
import type { Delivery, DeliveryStoreStatus } from "@segue/sdk";
import { StoreStrip } from "../../components/store-strip.tsx";
import { useStoreName } from "../../data/stores.ts";
import { showWord } from "../../values/format.ts";
import { countedStatuses, isUnderWay } from "./store-states.ts";

function countsOf({ stores }: Delivery): [DeliveryStoreStatus, number][] {
  return countedStatuses.flatMap((status): [DeliveryStoreStatus, number][] => {
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

export function DeliveryProgress({ delivery }: { delivery: Delivery }) {
  const nameOf = useStoreName();
  const all = delivery.stores.length;
  const answered = delivery.stores.filter(({ status }) => !isUnderWay(status)).length;
  return (
    <>
      <StoreStrip
        stores={delivery.stores.map(({ store_id, status }) => ({ id: store_id, name: nameOf(store_id), status }))}
      />
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
