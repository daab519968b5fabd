// Every delivery, the newest first, as it stands now.

import { Button, Group, Pill, Select, Text } from "@mantine/core";
import { type Delivery, deliveryStatuses } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { ReleaseName, useRelease } from "../../components/release-name.tsx";
import { Empty } from "../../components/states.tsx";
import { When } from "../../components/when.tsx";
import { segue } from "../../data/api.ts";
import { useList, useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { Link, useFilter } from "../../router.tsx";
import { showTerritories, showWord } from "../../values/format.ts";
import { DeliveryStanding, DeliveryStrip } from "./delivery-progress.tsx";
import { deliveriesWords } from "./words.ts";

const columns: readonly Column<Delivery>[] = [
  {
    id: "release",
    title: deliveriesWords.columns.release,
    cell: (delivery) => (
      <ReleaseName release_id={delivery.release_id} below={<DeliveryStanding delivery={delivery} size="sm" />} />
    ),
  },
  {
    id: "stores",
    title: deliveriesWords.columns.stores,
    cell: (delivery) => <DeliveryStrip delivery={delivery} size="sm" />,
    width: 240,
    isExtra: true,
  },
  {
    id: "territories",
    title: deliveriesWords.columns.territories,
    cell: ({ territory_codes }) => <Text size="sm">{showTerritories(territory_codes)}</Text>,
    width: 180,
    isExtra: true,
  },
  {
    id: "created",
    title: deliveriesWords.columns.created,
    cell: ({ created_at }) => <When at={created_at} />,
    width: 150,
    isExtra: true,
  },
];

export default function Deliveries() {
  const may = useMay();
  const [status, setStatus] = useFilter("status");
  const [release_id, setReleaseId] = useFilter("release_id");
  const wanted = deliveryStatuses.find((known) => known === status);
  const list = useList(
    ["deliveries.list", status, release_id],
    (page) => segue.deliveries.list({ ...page, status: wanted, release_id: release_id || undefined }),
    { isLive: true },
  );
  return (
    <>
      <PageHead title={deliveriesWords.title} about={deliveriesWords.about}>
        {may("deliveries:write") && (
          <Button
            component={Link}
            to={release_id ? `/deliveries/new?release_id=${release_id}` : "/deliveries/new"}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {deliveriesWords.create}
          </Button>
        )}
      </PageHead>
      <Group mb="md" gap="sm">
        <Select
          aria-label={deliveriesWords.status}
          placeholder={deliveriesWords.everyStatus}
          data={deliveryStatuses.map((value) => ({ value, label: showWord(value) }))}
          value={wanted ?? null}
          onChange={(value) => setStatus(value ?? "")}
          clearable
          w={{ base: "100%", xs: 180 }}
        />
        {release_id && <ReleaseFilter release_id={release_id} clear={() => setReleaseId("")} />}
      </Group>
      <ListTable
        label={deliveriesWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/deliveries/${id}`}
        empty={
          status || release_id ? (
            <Empty title={deliveriesWords.noMatch}>{deliveriesWords.noMatchHint}</Empty>
          ) : (
            <NoDeliveries />
          )
        }
      />
    </>
  );
}

function ReleaseFilter({ release_id, clear }: { release_id: string; clear: () => void }) {
  const release = useRelease(release_id);
  const title = release?.title ?? release_id;
  return (
    <Pill
      size="lg"
      maw="100%"
      withRemoveButton
      onRemove={clear}
      removeButtonProps={{ "aria-label": deliveriesWords.showEvery(title), tabIndex: 0 }}
    >
      {deliveriesWords.onlyOf(title)}
    </Pill>
  );
}

/** With a release that can be delivered at once, if there is one. */
function NoDeliveries() {
  const submitted = useRead(["releases.list", "submitted", 1], async () => {
    const { data } = await segue.releases.list({ status: "submitted", limit: 1 });
    return data[0] ?? null;
  });
  const stores = useRead(["stores.list", 1], async () => (await segue.stores.list({ limit: 1 })).data[0] ?? null);
  const release = submitted.data;
  if (release && stores.data)
    return (
      <Empty
        title={deliveriesWords.none}
        example={`npx segue deliver ${release.id} --stores ${stores.data.store_id} --watch`}
        action={
          <Button component={Link} to={`/deliveries/new?release_id=${release.id}`}>
            {deliveriesWords.deliverNow}
          </Button>
        }
      >
        {deliveriesWords.noneButReady(release.title)}
      </Empty>
    );
  return (
    <Empty
      title={deliveriesWords.none}
      example="npx segue release list --status submitted"
      action={
        <Button component={Link} to="/releases">
          {deliveriesWords.seeReleases}
        </Button>
      }
    >
      {deliveriesWords.noneAndNothingReady}
    </Empty>
  );
}
