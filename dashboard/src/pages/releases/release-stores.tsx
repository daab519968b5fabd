// Where a release is live, and why not elsewhere: what each store has of it, and what it would refuse.

import { Anchor, Divider, Group, List, Stack, Text } from "@mantine/core";
import type { Delivery, DeliveryStore, Release, Store, StoreReadiness, Submission } from "@segue/sdk";
import { type ReactNode, useState } from "react";
import { Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { useDeliveriesOf, usePreflight } from "../../data/catalog.ts";
import { useRules } from "../../data/rules.ts";
import { useStores } from "../../data/stores.ts";
import { Link } from "../../router.tsx";
import { showDay, showTerritories } from "../../values/format.ts";
import { isLive, isTroubled, isUnderWay } from "../deliveries/store-states.ts";

const FIRST = 6;

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
  useDeliveriesOf(release.id, deliveries.data?.some(isOnItsWay));
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

function isOnItsWay({ stores }: Delivery): boolean {
  return stores.some(({ status }) => isUnderWay(status));
}

function join(
  stores: readonly Store[],
  deliveries: readonly Delivery[],
  readiness: readonly StoreReadiness[],
): AtStore[] {
  const sent = latestByStore(deliveries);
  const states = stores.map((store) => ({
    store,
    sent: sent.get(store.store_id),
    readiness: readiness.find(({ store_id }) => store_id === store.store_id),
  }));
  return states.sort((a, b) => rankOf(a) - rankOf(b));
}

/** The newest delivery to each store that was not cancelled. */
export function latestByStore(deliveries: readonly Delivery[]): Map<string, NonNullable<AtStore["sent"]>> {
  const sent = new Map<string, NonNullable<AtStore["sent"]>>();
  for (const { id: delivery_id, stores: rows } of deliveries)
    for (const row of rows) {
      const known = sent.get(row.store_id);
      if (!known || (known.row.status === "cancelled" && row.status !== "cancelled"))
        sent.set(row.store_id, { delivery_id, row });
    }
  return sent;
}

/** What needs a hand first, then what is live, then what is on its way, then those without it. */
function rankOf(state: AtStore): number {
  if (!isSent(state)) return 3;
  if (isTroubled(state.sent.row.status)) return 0;
  return isLive(state.sent.row.status) ? 1 : 2;
}

type StoreStatesProps = { states: readonly AtStore[]; isApproved: boolean };

function StoreStates({ states, isApproved }: StoreStatesProps) {
  if (states.length === 0)
    return (
      <Text size="sm" c="dimmed">
        This service has no stores yet: its operator adds them.
      </Text>
    );
  const sent = states.filter(isSent);
  const liveCount = sent.filter(({ sent }) => isLive(sent.row.status)).length;
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600} aria-live="polite">
        {liveCount === 0 ? absence(sent) : `Live at ${liveCount} of ${states.length} stores.`}
      </Text>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {sent.map((state) => (
          <li key={state.store.store_id}>
            <SentStore {...state} />
            <Divider mt="sm" />
          </li>
        ))}
        {absentGroups(states.filter((state) => !isSent(state))).map(({ key, ...group }) => (
          <li key={key}>
            <AbsentStores {...group} isApproved={isApproved} />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function absence(sent: readonly SentState[]): string {
  const isGone = sent.length > 0 && sent.every(({ sent }) => sent.row.status === "taken_down");
  return isGone ? "Taken down everywhere. You can deliver it again." : "Not live at any store yet.";
}

type SentState = AtStore & { sent: NonNullable<AtStore["sent"]> };

function isSent(state: AtStore): state is SentState {
  return state.sent !== undefined && state.sent.row.status !== "cancelled";
}

function SentStore({ store, sent }: SentState) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={600} truncate>
          {store.name}
        </Text>
        <Status value={sent.row.status} />
      </Group>
      <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: "anywhere" }}>
        <Sent {...sent} />
      </Text>
    </Stack>
  );
}

type AbsentGroup = {
  key: string;
  status: "paused" | "not_ready" | "not_delivered";
  stores: readonly Store[];
  /** The rules by which all of them would refuse it. */
  blockers: readonly string[];
};

/** Stores that do not have it, together where the reason is the same. */
function absentGroups(states: readonly AtStore[]): AbsentGroup[] {
  const groups = new Map<string, AbsentGroup & { stores: Store[] }>();
  for (const { store, readiness } of states) {
    const blockers = store.status === "paused" ? [] : (readiness?.blockers ?? []);
    const status = store.status === "paused" ? "paused" : blockers.length > 0 ? "not_ready" : "not_delivered";
    const key = [status, ...blockers].join(" ");
    const group = groups.get(key) ?? { key, status, blockers, stores: [] };
    group.stores.push(store);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function AbsentStores({ status, stores, blockers, isApproved }: Omit<AbsentGroup, "key"> & { isApproved: boolean }) {
  const rules = useRules();
  const reasons: Readonly<Record<AbsentGroup["status"], string>> = {
    paused: "Nothing is sent there at present.",
    not_ready: stores.length === 1 ? "Will refuse it as it is:" : "Will refuse it as it is, each for the same reason:",
    not_delivered: isApproved ? "It was not delivered there yet." : "Submit the release first, then deliver it.",
  };
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <StoreNames stores={stores} />
        <Status value={status} />
      </Group>
      <Text size="sm" c="dimmed">
        {reasons[status]}
      </Text>
      {blockers.length > 0 && (
        <List size="sm">
          {blockers.map((code) => (
            <List.Item key={code}>{rules.get(code)?.summary ?? code}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

function StoreNames({ stores }: { stores: readonly Store[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? stores : stores.slice(0, FIRST);
  return (
    <Text size="sm" fw={600} component="div" miw={0} style={{ overflowWrap: "anywhere" }}>
      {shown.map(({ name }) => name).join(", ")}{" "}
      {stores.length > shown.length && (
        <Anchor component="button" type="button" size="sm" onClick={() => setIsWhole(true)}>
          and {stores.length - shown.length} more
        </Anchor>
      )}
    </Text>
  );
}

function Sent({ delivery_id, row }: NonNullable<AtStore["sent"]>): ReactNode {
  const where = showTerritories(row.territory_codes);
  const link = (
    <Anchor component={Link} to={`/deliveries/${delivery_id}#${row.store_id}`} inherit underline="always">
      {isTroubled(row.status) ? "See what to do" : "Delivery"}
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
    case "queued":
    case "sending":
    case "ingesting":
      return <>It is on its way. {link}</>;
    case "cancelled":
      return <>The delivery was cancelled. {link}</>;
  }
}
