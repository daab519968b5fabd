import { Anchor, Card, Stack, Text } from "@mantine/core";
import type { Delivery } from "@segue/sdk";
import { useRelease } from "../../components/release-name.tsx";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { Link } from "../../router.tsx";
import { DeliveryProgress } from "../deliveries/delivery-progress.tsx";

const SHOWN = 5;

/** Deliveries on their way, live. */
export function InProgress() {
  const list = useRead(
    ["deliveries.list", "in_progress", SHOWN],
    () => segue.deliveries.list({ status: "in_progress", limit: SHOWN }),
    { isLive: true },
  );
  return (
    <Section title="Deliveries in progress" more={{ to: "/deliveries", label: "All deliveries" }}>
      <Ready of={list}>
        {({ data, has_more }) => (
          <Card withBorder>
            {data.length === 0 && (
              <Text size="sm" c="dimmed">
                Nothing is on its way to a store.
              </Text>
            )}
            <Stack gap="md">
              {data.map((delivery) => (
                <OnItsWay key={delivery.id} delivery={delivery} />
              ))}
            </Stack>
            {has_more && (
              <Anchor component={Link} to="/deliveries?status=in_progress" size="sm" mt="sm">
                See all that are in progress
              </Anchor>
            )}
          </Card>
        )}
      </Ready>
    </Section>
  );
}

function OnItsWay({ delivery }: { delivery: Delivery }) {
  const release = useRelease(delivery.release_id);
  return (
    <div>
      <Anchor component={Link} to={`/deliveries/${delivery.id}`} size="sm" fw={600} lineClamp={1}>
        {release?.title ?? delivery.release_id}
      </Anchor>
      <DeliveryProgress delivery={delivery} />
    </div>
  );
}
