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
import { allDeliveriesWords, openedDeliveryWords } from "./words.ts";

const STALLED = "stalled" satisfies DeliveryStoreStatus;

const columns: readonly Column<OrganizationDelivery>[] = [
  {
    id: "delivery",
    title: allDeliveriesWords.columns.delivery,
    cell: ({ release_title, release_id, organization_name, organization_id }) => (
      <RowName title={release_title ?? release_id} below={organization_name ?? organization_id} />
    ),
  },
  {
    id: "status",
    title: allDeliveriesWords.columns.status,
    cell: (delivery) => <StatusLine {...standingOf(countAtStores(delivery))} size="sm" />,
    width: "38%",
  },
  {
    id: "stores",
    title: allDeliveriesWords.columns.stores,
    cell: ({ stores }) => <Strip stores={stores} />,
    isExtra: true,
    width: 200,
  },
  {
    id: "changed",
    title: allDeliveriesWords.columns.changed,
    cell: ({ updated_at }) => <When at={updated_at} />,
    width: 140,
    isExtra: true,
  },
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
      <PageHead title={allDeliveriesWords.title} about={allDeliveriesWords.about} />
      <Group mb="md" gap="sm">
        <Select
          aria-label={allDeliveriesWords.status}
          placeholder={allDeliveriesWords.everyStatus}
          data={[STALLED, ...deliveryStatuses].map((value) => ({
            value,
            label: value === STALLED ? allDeliveriesWords.stalled : showWord(value),
          }))}
          value={status || null}
          onChange={(value) => setStatus(value ?? "")}
          clearable
          w={{ base: "100%", xs: 200 }}
        />
        <Select
          aria-label={allDeliveriesWords.store}
          placeholder={allDeliveriesWords.everyStore}
          data={(stores.data ?? []).map((store) => ({ value: store.store_id, label: store.name }))}
          value={store_id || null}
          onChange={(value) => setStore(value ?? "")}
          searchable
          clearable
          nothingFoundMessage={allDeliveriesWords.noStore}
          w={{ base: "100%", xs: 220 }}
        />
      </Group>
      <ListTable
        label={allDeliveriesWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={setOpen}
        empty={
          <Empty
            title={
              isStalled
                ? allDeliveriesWords.noneStalled
                : status || store_id
                  ? allDeliveriesWords.noMatch
                  : allDeliveriesWords.none
            }
          >
            {isStalled ? allDeliveriesWords.noneStalledHint : allDeliveriesWords.noneHint}
          </Empty>
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={shown ? openedDeliveryWords.title(shown.release_title ?? shown.release_id) : ""}
        position="right"
        size="lg"
        closeButtonProps={{ "aria-label": openedDeliveryWords.close }}
      >
        {shown && <DeliveryAtStores delivery={shown} />}
      </Drawer>
    </>
  );
}
