// Where a release is live, and why not elsewhere: what each store has of it, and what it would refuse.

import { Anchor, Button, Divider, Group, List, Stack, Text } from "@mantine/core";
import type { Delivery, DeliveryStore, PreflightRule, Release, Store, StoreReadiness, Submission } from "@segue/sdk";
import { type ReactNode, useState } from "react";
import { useDeliveriesOf, usePreflight } from "../catalog.ts";
import { showDay, showTerritories } from "../format.ts";
import { Link } from "../router.tsx";
import { useRules } from "../rules.ts";
import { Ready } from "../states.tsx";
import { Status } from "../status.tsx";
import { useStores } from "../stores.ts";

const underWay: readonly string[] = ["queued", "sending", "ingesting", "stalled", "takedown_requested"];
const live: readonly string[] = ["delivered", "takedown_requested"];
const troubled: readonly string[] = ["rejected", "action_required", "stalled"];
const FIRST = 12;

type AtStore = {
  store: Store;
  /** The newest delivery that was not cancelled. */
  sent?: { delivery_id: string; row: DeliveryStore } | undefined;
  readiness?: StoreReadiness | undefined;
};

type ReleaseStoresProps = { release: Release; submission?: Submission | null | undefined };

export function ReleaseStores({ release, submission }: ReleaseStoresProps) {
  const stores = useStores();
  const preflight = usePreflight(release.id);
  const deliveries = useDeliveriesOf(release.id);
  useDeliveriesOf(release.id, deliveries.data?.some(isUnderWay));
  return (
    <Ready of={stores}>
      {(stores) => (
        <Ready of={deliveries}>
          {(deliveries) => (
            <StoreStates
              states={join(stores, deliveries, preflight.data?.stores ?? [])}
              isApproved={submission?.review_status === "approved"}
            />
          )}
        </Ready>
      )}
    </Ready>
  );
}

function isUnderWay({ stores }: Delivery): boolean {
  return stores.some(({ status }) => underWay.includes(status));
}

function join(
  stores: readonly Store[],
  deliveries: readonly Delivery[],
  readiness: readonly StoreReadiness[],
): AtStore[] {
  const sent = new Map<string, NonNullable<AtStore["sent"]>>();
  for (const { id: delivery_id, stores: rows } of deliveries)
    for (const row of rows) {
      const known = sent.get(row.store_id);
      if (!known || (known.row.status === "cancelled" && row.status !== "cancelled"))
        sent.set(row.store_id, { delivery_id, row });
    }
  const states = stores.map((store) => ({
    store,
    sent: sent.get(store.store_id),
    readiness: readiness.find(({ store_id }) => store_id === store.store_id),
  }));
  return states.sort((a, b) => rankOf(a) - rankOf(b));
}

/** What needs a hand first, then what is live, then what is on its way. */
function rankOf({ sent, readiness }: AtStore): number {
  if (!sent || sent.row.status === "cancelled") return readiness?.ready === false ? 4 : 3;
  if (troubled.includes(sent.row.status)) return 0;
  return live.includes(sent.row.status) ? 1 : 2;
}

function StoreStates({ states, isApproved }: { states: readonly AtStore[]; isApproved: boolean }) {
  const rules = useRules();
  const [isWhole, setIsWhole] = useState(false);
  if (states.length === 0)
    return (
      <Text size="sm" c="dimmed">
        This service has no stores yet: its operator adds them.
      </Text>
    );
  const liveCount = states.filter(({ sent }) => sent && live.includes(sent.row.status)).length;
  const shown = isWhole ? states : states.slice(0, FIRST);
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600} aria-live="polite">
        {liveCount === 0 ? "Not live at any store yet." : `Live at ${liveCount} of ${states.length} stores.`}
      </Text>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {shown.map((state, index) => (
          <li key={state.store.store_id}>
            {index > 0 && <Divider mb="sm" />}
            <OneStore {...state} rules={rules} isApproved={isApproved} />
          </li>
        ))}
      </Stack>
      {states.length > shown.length && (
        <Button variant="subtle" size="xs" w="fit-content" onClick={() => setIsWhole(true)}>
          Show {states.length - shown.length} more
        </Button>
      )}
    </Stack>
  );
}

type OneStoreProps = AtStore & { rules: ReadonlyMap<string, PreflightRule>; isApproved: boolean };

function OneStore({ store, sent, readiness, rules, isApproved }: OneStoreProps) {
  const isRefused = readiness?.ready === false;
  const isSent = sent !== undefined && sent.row.status !== "cancelled";
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={600} truncate>
          {store.name}
        </Text>
        {isSent ? (
          <Status value={sent.row.status} />
        ) : (
          <Status value={store.status === "paused" ? "paused" : isRefused ? "not_ready" : "not_delivered"} />
        )}
      </Group>
      <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: "anywhere" }}>
        {isSent ? <Sent {...sent} /> : <NotSent store={store} isRefused={isRefused} isApproved={isApproved} />}
      </Text>
      {isRefused && !(isSent && live.includes(sent.row.status)) && (
        <List size="sm">
          {readiness.blockers.map((code) => (
            <List.Item key={code}>{rules.get(code)?.summary ?? code}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

function Sent({ delivery_id, row }: NonNullable<AtStore["sent"]>): ReactNode {
  const where = showTerritories(row.territory_codes);
  const link = (
    <Anchor component={Link} to={`/deliveries/${delivery_id}`} inherit>
      {troubled.includes(row.status) ? "See what to do" : "Delivery"}
    </Anchor>
  );
  const reason = row.rejection_reason ?? row.stalled_reason ?? row.rejection_code;
  switch (row.status) {
    case "delivered":
      return (
        <>
          In {where}, since {showDay(row.updated_at)}. {link}
        </>
      );
    case "takedown_requested":
      return <>It is being taken down. {link}</>;
    case "taken_down":
      return (
        <>
          Taken down {showDay(row.updated_at)}. {link}
        </>
      );
    case "rejected":
    case "action_required":
    case "stalled":
      return (
        <>
          {reason ?? "The store gave no reason."} {link}
        </>
      );
    default:
      return <>It is on its way. {link}</>;
  }
}

function NotSent({ store, isRefused, isApproved }: { store: Store; isRefused: boolean; isApproved: boolean }) {
  if (store.status === "paused") return "Nothing is sent to this store at present.";
  if (isRefused) return "It would refuse the release as it is:";
  return isApproved ? "It was not delivered there yet." : "Submit the release first, then deliver it.";
}
