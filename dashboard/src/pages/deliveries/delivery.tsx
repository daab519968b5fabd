// One delivery, live: every store at its own pace.

import { Anchor, Card, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { Delivery } from "@segue/sdk";
import { useEffect, useRef, useState } from "react";
import { PageHead } from "../../components/page-head.tsx";
import { useRelease } from "../../components/release-name.tsx";
import { Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { useStoreName } from "../../data/stores.ts";
import { Link, type PageProps } from "../../router.tsx";
import { showTerritories, showTime, showWord } from "../../values/format.ts";
import { DeliveryActs } from "./delivery-act.tsx";
import { DeliveryProgress } from "./delivery-progress.tsx";
import { StoreCard } from "./delivery-store.tsx";

export default function DeliveryPage({ params: { delivery_id = "" } }: PageProps) {
  const delivery = useRead(["deliveries.get", delivery_id], () => segue.deliveries.get(delivery_id), { isLive: true });
  return <Ready of={delivery}>{(shown) => <ShownDelivery delivery={shown} />}</Ready>;
}

function ShownDelivery({ delivery }: { delivery: Delivery }) {
  const release = useRelease(delivery.release_id);
  return (
    <>
      <PageHead
        title={
          <Text inherit span lineClamp={3} title={release?.title}>
            {release?.title ?? "Delivery"}
          </Text>
        }
        back={{ to: "/deliveries", label: "Deliveries" }}
        about={
          <Stack gap={4}>
            <Group gap="xs">
              <Status value={delivery.status} size="lg" />
              <Anchor component={Link} to={`/releases/${delivery.release_id}`} inherit underline="always">
                See the release
              </Anchor>
            </Group>
            <Text inherit>
              {showTerritories(delivery.territory_codes)} · created {showTime(delivery.created_at)} ·{" "}
              <code>{delivery.id}</code>
            </Text>
          </Stack>
        }
      >
        <DeliveryActs delivery={delivery} />
      </PageHead>
      <Changes delivery={delivery} />
      <Card withBorder mb="md">
        <DeliveryProgress delivery={delivery} />
      </Card>
      <Stack>
        {delivery.stores.map((at) => (
          <StoreCard key={at.store_id} delivery={delivery} at={at} />
        ))}
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
