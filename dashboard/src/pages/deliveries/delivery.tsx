// One delivery, live: a table with one row a store, what needs a person first and open.

import { Anchor, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { Delivery } from "@segue/sdk";
import { useEffect, useRef, useState } from "react";
import { Id } from "../../components/id.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { useRelease } from "../../components/release-name.tsx";
import { countAtStores, standingOf } from "../../components/standing.ts";
import { Ready } from "../../components/states.tsx";
import { StatusLine } from "../../components/status-line.tsx";
import { When } from "../../components/when.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { useStoreName, useStores } from "../../data/stores.ts";
import { Link, type PageProps } from "../../router.tsx";
import { showTerritories, showWord } from "../../values/format.ts";
import { DeliveryActs } from "./delivery-act.tsx";
import { DeliveryLanes } from "./delivery-lanes.tsx";
import { DeliveryStrip } from "./delivery-progress.tsx";
import { DeliveryStores } from "./delivery-stores.tsx";
import { deliveriesWords, deliveryWords } from "./words.ts";

export default function DeliveryPage({ params: { delivery_id = "" } }: PageProps) {
  const delivery = useRead(["deliveries.get", delivery_id], () => segue.deliveries.get(delivery_id), { isLive: true });
  // The stores say what can be done, and so how high the head is.
  const stores = useStores();
  return (
    <Ready of={delivery} isPage>
      {(shown) => (
        <Ready of={stores} isPage>
          {() => <ShownDelivery delivery={shown} />}
        </Ready>
      )}
    </Ready>
  );
}

function ShownDelivery({ delivery }: { delivery: Delivery }) {
  const release = useRelease(delivery.release_id);
  return (
    <>
      <PageHead
        isWork={release !== undefined}
        title={
          <Text inherit span lineClamp={3} title={release?.title}>
            {release?.title ?? deliveryWords.title}
          </Text>
        }
        back={{ to: "/deliveries", label: deliveriesWords.title }}
        about={
          <Group gap="xs">
            <Anchor component={Link} to={`/releases/${delivery.release_id}`} inherit underline="always">
              {deliveryWords.seeRelease}
            </Anchor>
            <Text inherit>
              {showTerritories(delivery.territory_codes)} · {deliveryWords.created} <When at={delivery.created_at} />
            </Text>
            <Id value={delivery.id} />
          </Group>
        }
      >
        <DeliveryActs delivery={delivery} />
      </PageHead>
      <Changes delivery={delivery} />
      <Stack gap="xs" mb="md">
        <StatusLine {...standingOf(countAtStores(delivery))} status={<code>{delivery.status}</code>} />
        <DeliveryStrip delivery={delivery} />
      </Stack>
      <Stack gap="lg">
        <DeliveryStores delivery={delivery} />
        <DeliveryLanes delivery={delivery} />
      </Stack>
    </>
  );
}

/** Says what has changed to those who cannot see it. */
function Changes({ delivery }: { delivery: Delivery }) {
  const nameOf = useStoreName();
  const before = useRef(delivery);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const moved = delivery.stores.filter(
      ({ store_id, status }) =>
        before.current.stores.find((earlier) => earlier.store_id === store_id)?.status !== status,
    );
    before.current = delivery;
    if (moved.length > 0)
      setSaid(moved.map(({ store_id, status }) => `${nameOf(store_id)}: ${showWord(status)}`).join(". "));
  }, [delivery, nameOf]);
  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}
