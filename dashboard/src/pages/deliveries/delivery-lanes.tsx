// The history of a delivery at all of its stores on one axis of time: which store is slow, and when each answered.

import type { Delivery } from "@segue/sdk";
import { type Lane, Lanes } from "../../charts/lanes.tsx";
import { Section } from "../../components/section.tsx";
import { toneOf } from "../../components/status.tsx";
import { useStoreName } from "../../data/stores.ts";
import { showMoment, showWord } from "../../values/format.ts";
import { isUnderWay } from "./store-states.ts";
import { deliveryWords } from "./words.ts";

export function DeliveryLanes({ delivery: { stores, updated_at } }: { delivery: Delivery }) {
  const nameOf = useStoreName();
  const lanes = stores.map(({ store_id, history }): Lane => {
    const steps = history.filter(({ is_ignored }) => !is_ignored);
    const spans = steps.map(({ status, at }, index) => ({
      from: at,
      to: steps[index + 1]?.at,
      tone: toneOf(status),
      shown: deliveryWords.lanes.from(showWord(status), showMoment(at)),
    }));
    return { key: store_id, name: nameOf(store_id), spans };
  });
  const until = stores.some(({ status }) => isUnderWay(status)) ? new Date().toISOString() : updated_at;
  return (
    <Section title={deliveryWords.lanes.title}>
      <Lanes
        lanes={lanes.sort((a, b) => a.name.localeCompare(b.name))}
        until={until}
        label={deliveryWords.lanes.label}
        showTime={showMoment}
      />
    </Section>
  );
}
