// A delivery at one store: how it came to where it stands, and what can be done there.

import { Button, Card, Group, SimpleGrid, Stack, Text, Timeline, Title } from "@mantine/core";
import type { Delivery, DeliveryStep, DeliveryStore } from "@segue/sdk";
import { useState } from "react";
import { Status, type Tone, toneOf } from "../../components/status.tsx";
import { useStoreName } from "../../data/stores.ts";
import { showMoment, showTerritories, showTerritory, showWord } from "../../values/format.ts";
import { DeliveryActs } from "./delivery-act.tsx";
import { DeliveryObstacle } from "./delivery-rejection.tsx";
import { SimulateButton } from "./delivery-simulate.tsx";

export function StoreCard({ delivery, at }: { delivery: Delivery; at: DeliveryStore }) {
  const name = useStoreName()(at.store_id);
  return (
    <Card withBorder component="section" aria-label={name}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Title>
        <Status value={at.status} size="lg" />
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="sm">
          <DeliveryObstacle release_id={delivery.release_id} at={at} />
          <StoreTerritories codes={at.territory_codes} />
          <Text size="sm" c="dimmed">
            {at.attempts === 1 ? "First attempt" : `Attempt ${at.attempts}`} · <code>{at.store_id}</code>
          </Text>
          <Group gap="xs">
            <DeliveryActs delivery={delivery} at={at} />
            <SimulateButton delivery_id={delivery.id} at={at} />
          </Group>
        </Stack>
        <Steps history={at.history} />
      </SimpleGrid>
    </Card>
  );
}

function StoreTerritories({ codes }: { codes: readonly string[] }) {
  const text = showTerritories(codes);
  if (codes.length < 4) return <Text size="sm">{text}</Text>;
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: "pointer" }}>
        {text}
      </Text>
      <Text size="xs" c="dimmed">
        {codes.map(showTerritory).join(", ")}
      </Text>
    </details>
  );
}

const SHOWN_STEPS = 6;

const colors: Readonly<Record<Tone, string>> = {
  quiet: "gray",
  running: "blue",
  good: "teal",
  needed: "orange",
  wrong: "red",
};

/** The latest step first: that is what one looks for. */
function Steps({ history }: { history: readonly DeliveryStep[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const latest = history.map((step, index) => ({ ...step, index })).reverse();
  const shown = showsAll ? latest : latest.slice(0, SHOWN_STEPS);
  return (
    <Stack gap="xs" align="flex-start">
      <Timeline bulletSize={14} lineWidth={2} active={history.length}>
        {shown.map(({ status, at, is_ignored, index }) => (
          <Timeline.Item
            key={index}
            color={is_ignored ? "gray" : colors[toneOf(status)]}
            title={showWord(status) + (is_ignored ? " (ignored: it came too late)" : "")}
            styles={{ itemTitle: { fontSize: "var(--mantine-font-size-sm)" } }}
          >
            <Text size="xs" c="dimmed">
              <time dateTime={at}>{showMoment(at)}</time>
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {latest.length > SHOWN_STEPS && (
        <Button size="compact-xs" variant="subtle" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show the latest only" : `Show all ${latest.length} steps`}
        </Button>
      )}
    </Stack>
  );
}
