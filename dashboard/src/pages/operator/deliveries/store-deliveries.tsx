// The deliveries of all organizations: those that wait for a store, and a store's answer entered by hand.

import { Badge, Drawer, Group, Select, Stack, Text } from "@mantine/core";
import { type DeliveryStoreStatus, deliveryStatuses, type OrganizationDelivery } from "@segue/sdk";
import { useState } from "react";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { useFilter } from "../../../router.tsx";
import { showAgo, showTime, showWord } from "../../../values/format.ts";
import { useOperatorStores } from "../stores/store-names.ts";
import { DeliveryAtStores } from "./delivery-at-stores.tsx";

const STALLED = "stalled" satisfies DeliveryStoreStatus;

/** What needs a hand, the most pressing first. */
const urgent: readonly DeliveryStoreStatus[] = [STALLED, "action_required", "rejected"];

const columns: readonly Column<OrganizationDelivery>[] = [
  {
    title: "Delivery",
    cell: ({ release_title, release_id, organization_name, organization_id }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {release_title ?? release_id}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {organization_name ?? organization_id}
        </Text>
      </Stack>
    ),
  },
  { title: "Status", cell: ({ status }) => <Status value={status} />, width: 140 },
  { title: "Stores", cell: ({ stores }) => <StoreCounts stores={stores} />, isExtra: true, width: "35%" },
  {
    title: "Changed",
    cell: ({ updated_at }) => <time title={showTime(updated_at)}>{showAgo(updated_at)}</time>,
    width: 140,
    isExtra: true,
  },
];

/** "2 delivered, 1 stalled", what needs a hand first. */
function StoreCounts({ stores }: Pick<OrganizationDelivery, "stores">) {
  const counts = new Map<DeliveryStoreStatus, number>();
  for (const { status } of stores) counts.set(status, (counts.get(status) ?? 0) + 1);
  const rank = (status: DeliveryStoreStatus) => urgent.indexOf(status) >>> 0;
  return (
    <Group gap={4} wrap="nowrap" style={{ overflow: "hidden" }}>
      {[...counts]
        .sort(([one], [other]) => rank(one) - rank(other))
        .map(([status, count]) => (
          <Badge key={status} variant="default" tt="none" fw={500} miw="max-content">
            {count} {showWord(status).toLowerCase()}
          </Badge>
        ))}
    </Group>
  );
}

export default function OperatorDeliveries() {
  const [status, setStatus] = useFilter("status");
  const [store_id, setStore] = useFilter("store_id");
  const stores = useOperatorStores();
  const [open, setOpen] = useState<OrganizationDelivery>();
  const isStalled = status === STALLED;
  const wanted = deliveryStatuses.find((known) => known === status);
  const list = useList(
    ["operator.deliveries.list", status, store_id],
    (page) =>
      segue.operator.deliveries.list({
        ...page,
        status: wanted,
        store_id: store_id || undefined,
        store_status: isStalled ? STALLED : undefined,
      }),
    { isLive: true },
  );
  const shown = open && (list.rows?.find(({ id }) => id === open.id) ?? open);
  return (
    <>
      <PageHead title="Deliveries" about="Of all organizations, newest first." />
      <Group mb="md" gap="sm">
        <Select
          aria-label="Status"
          placeholder="Every status"
          data={[STALLED, ...deliveryStatuses].map((value) => ({
            value,
            label: value === STALLED ? "Stalled at a store" : showWord(value),
          }))}
          value={status || null}
          onChange={(value) => setStatus(value ?? "")}
          clearable
          w={{ base: "100%", xs: 200 }}
        />
        <Select
          aria-label="Store"
          placeholder="Every store"
          data={(stores.data ?? []).map((store) => ({ value: store.store_id, label: store.name }))}
          value={store_id || null}
          onChange={(value) => setStore(value ?? "")}
          searchable
          clearable
          nothingFoundMessage="No store has this name"
          w={{ base: "100%", xs: 220 }}
        />
      </Group>
      <ListTable
        label="Deliveries"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={setOpen}
        empty={
          <Empty
            title={
              isStalled ? "No delivery is stalled" : status || store_id ? "No delivery matches" : "No deliveries yet"
            }
          >
            {isStalled
              ? "If a store cannot be reached, its deliveries stand here with the reason. The service keeps trying by itself."
              : "A delivery begins when an organization sends an approved release to stores."}
          </Empty>
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={shown ? `Delivery of “${shown.release_title ?? shown.release_id}”` : ""}
        position="right"
        size="lg"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {shown && <DeliveryAtStores delivery={shown} />}
      </Drawer>
    </>
  );
}
