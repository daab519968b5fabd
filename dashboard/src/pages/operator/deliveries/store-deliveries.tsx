// The deliveries of all organizations: those that wait for a store, and a store's answer entered by hand.

import { Drawer, Group, Select } from "@mantine/core";
import { type DeliveryStoreStatus, deliveryStatuses, type OrganizationDelivery } from "@segue/sdk";
import { useState } from "react";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { RowName } from "../../../components/row-name.tsx";
import { countAtStores, standingOf } from "../../../components/standing.ts";
import { Empty } from "../../../components/states.tsx";
import { StatusLine } from "../../../components/status-line.tsx";
import { StoreStrip } from "../../../components/store-strip.tsx";
import { When } from "../../../components/when.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { useFilter } from "../../../router.tsx";
import { showWord } from "../../../values/format.ts";
import { useOperatorStoreName, useOperatorStores } from "../stores/store-names.ts";
import { DeliveryAtStores } from "./delivery-at-stores.tsx";

const STALLED = "stalled" satisfies DeliveryStoreStatus;

const columns: readonly Column<OrganizationDelivery>[] = [
  {
    title: "Delivery",
    cell: ({ release_title, release_id, organization_name, organization_id }) => (
      <RowName title={release_title ?? release_id} below={organization_name ?? organization_id} />
    ),
  },
  {
    title: "Status",
    cell: (delivery) => <StatusLine {...standingOf(countAtStores(delivery))} size="sm" />,
    width: "38%",
  },
  { title: "Stores", cell: ({ stores }) => <Strip stores={stores} />, isExtra: true, width: 200 },
  { title: "Changed", cell: ({ updated_at }) => <When at={updated_at} />, width: 140, isExtra: true },
];

function Strip({ stores }: Pick<OrganizationDelivery, "stores">) {
  const nameOf = useOperatorStoreName();
  const shown = stores.map(({ store_id, status }) => ({ id: store_id, name: nameOf(store_id), status }));
  return <StoreStrip stores={shown} size="sm" />;
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
