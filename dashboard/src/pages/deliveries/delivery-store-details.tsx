// A delivery at one store, opened: why it stands where it does, what can be done there, and how it came to this.

import { Button, Group, Stack, Text } from "@mantine/core";
import type { Delivery, DeliveryStep, DeliveryStore } from "@segue/sdk";
import { useState } from "react";
import { Id } from "../../components/id.tsx";
import { Status } from "../../components/status.tsx";
import { showDate, showMoment, showTerritories, showTerritory, showTime } from "../../values/format.ts";
import { DeliveryActs } from "./delivery-act.tsx";
import { DeliveryObstacle } from "./delivery-rejection.tsx";
import { SimulateButton } from "./delivery-simulate.tsx";
import classes from "./delivery-stores.module.css";
import { deliveryWords, termWords } from "./words.ts";

type StoreDetailsProps = { delivery: Delivery; at: DeliveryStore; name: string };

export function StoreDetails({ delivery, at, name }: StoreDetailsProps) {
  return (
    <div className={classes.details}>
      <Stack gap="xs" miw={0}>
        <DeliveryObstacle release_id={delivery.release_id} at={at} name={name} />
        <Group gap="xs">
          <DeliveryActs delivery={delivery} at={at} />
          <SimulateButton delivery_id={delivery.id} at={at} />
        </Group>
      </Stack>
      <Stack gap={4} miw={0}>
        <Steps history={at.history} />
        <Text size="xs" c="dimmed" component="div">
          {deliveryWords.steps.attempt(at.attempts)} · <Id value={at.store_id} isWhole />
          <StoreTerritories codes={at.territory_codes} />
          {at.terms && <div>{sayTerms(at.terms)}</div>}
        </Text>
      </Stack>
    </div>
  );
}

function sayTerms({
  preorder_on,
  preview_at,
  price_tier,
  track_price_tiers,
}: NonNullable<DeliveryStore["terms"]>): string {
  const { said } = termWords;
  const parts = [
    preorder_on && said.preorder(showDate(preorder_on)),
    preview_at && said.preview(showTime(preview_at)),
    price_tier && said.tier(price_tier),
    track_price_tiers && track_price_tiers.length > 0 && said.tracks(track_price_tiers.length),
  ];
  return `${termWords.label}: ${parts.filter(Boolean).join(", ")}`;
}

function StoreTerritories({ codes }: { codes: readonly string[] }) {
  const text = showTerritories(codes);
  if (codes.length < 4) return <div>{text}</div>;
  return (
    <details>
      <summary>{text}</summary>
      {codes.map(showTerritory).join(", ")}
    </details>
  );
}

const SHOWN_STEPS = 4;

/** The latest step first: that is the one people look for. */
function Steps({ history }: { history: readonly DeliveryStep[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const latest = history.map((step, index) => ({ ...step, index })).reverse();
  const shown = showsAll ? latest : latest.slice(0, SHOWN_STEPS);
  return (
    <>
      <ol className={classes.steps} aria-label={deliveryWords.steps.label}>
        {shown.map(({ status, at, is_ignored, index }) => (
          <li key={index}>
            <Status value={status} size="sm" />
            <span>
              {is_ignored && `${deliveryWords.steps.ignored} · `}
              <time dateTime={at}>{showMoment(at)}</time>
            </span>
          </li>
        ))}
      </ol>
      {latest.length > SHOWN_STEPS && (
        <Button size="compact-xs" variant="subtle" w="fit-content" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? deliveryWords.steps.latest : deliveryWords.steps.all(latest.length)}
        </Button>
      )}
    </>
  );
}
