// Where a release is live, and why not elsewhere: what each store has of it, and what it would refuse.

import { Anchor, Text, VisuallyHidden } from "@mantine/core";
import type { Delivery, Release, Store, StoreReadiness, Submission } from "@segue/sdk";
import { useState } from "react";
import { SkeletonRows } from "../../components/skeleton-rows.tsx";
import { Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { usePreflight } from "../../data/catalog.ts";
import { useRules } from "../../data/rules.ts";
import { useStores } from "../../data/stores.ts";
import { Link } from "../../router.tsx";
import { showDay, showTerritories } from "../../values/format.ts";
import { isLive, isTroubled } from "../deliveries/store-states.ts";
import { countStores, latestByStore, reasonOf, type Sent, useFollowedDeliveries } from "./at-stores.ts";
import classes from "./release-stores.module.css";
import { releaseStoresWords, releaseWords } from "./words.ts";

const FIRST = 6;

type AtStore = {
  store: Store;
  sent?: Sent | undefined;
  readiness?: StoreReadiness | undefined;
};

type ReleaseStoresProps = { release: Release; submission?: Submission | null | undefined };

export function ReleaseStores({ release, submission }: ReleaseStoresProps) {
  const stores = useStores();
  const preflight = usePreflight(release.id);
  const deliveries = useFollowedDeliveries(release.id);
  // Together: what preflight says of a store changes its place in the list.
  const isLoading = [stores, preflight, deliveries].some(({ data, error }) => data === undefined && !error);
  if (isLoading) return <SkeletonRows />;
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
        {releaseStoresWords.none}
      </Text>
    );
  const sent = states.filter(isSent);
  const { live } = countStores(sent.map(({ sent }) => sent));
  return (
    <>
      <p className={classes.count} aria-live="polite">
        {live === 0 ? absence(sent) : releaseStoresWords.live(live, states.length)}
      </p>
      <ul className={classes.rows}>
        {sent.map((state) => (
          <SentStore key={state.store.store_id} {...state} />
        ))}
        {absentGroups(states.filter((state) => !isSent(state))).map(({ key, ...group }) => (
          <AbsentStores key={key} {...group} isApproved={isApproved} />
        ))}
      </ul>
    </>
  );
}

function absence(sent: readonly SentState[]): string {
  const isGone = sent.length > 0 && sent.every(({ sent }) => sent.row.status === "taken_down");
  return isGone ? releaseStoresWords.gone : releaseStoresWords.notLive;
}

type SentState = AtStore & { sent: Sent };

function isSent(state: AtStore): state is SentState {
  return state.sent !== undefined && state.sent.row.status !== "cancelled";
}

function SentStore({ store, sent: { delivery_id, row } }: SentState) {
  return (
    <li className={classes.row}>
      <span className={classes.name}>{store.name}</span>
      <Status value={row.status} />
      <span className={classes.about}>{sayAt(row)}</span>
      <Anchor component={Link} to={`/deliveries/${delivery_id}#${row.store_id}`} size="sm" className={classes.link}>
        {isTroubled(row.status) ? releaseWords.seeWhatToDo : releaseStoresWords.delivery}
        <VisuallyHidden> {releaseStoresWords.at(store.name)}</VisuallyHidden>
      </Anchor>
    </li>
  );
}

function sayAt(row: Sent["row"]): string {
  if (isTroubled(row.status)) return reasonOf(row);
  if (row.status === "delivered")
    return releaseStoresWords.delivered(showTerritories(row.territory_codes), showDay(row.updated_at));
  if (row.status === "takedown_requested") return releaseStoresWords.beingTakenDown;
  return row.status === "taken_down" ? releaseStoresWords.since(showDay(row.updated_at)) : releaseStoresWords.onItsWay;
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
    paused: releaseStoresWords.paused,
    not_ready: releaseStoresWords.willRefuse(stores.length),
    not_delivered: isApproved ? releaseStoresWords.notDelivered : releaseStoresWords.notSubmitted,
  };
  return (
    <li className={classes.row}>
      <StoreNames stores={stores} />
      <Status value={status} />
      <div className={classes.about}>
        {reasons[status]}
        {blockers.length > 0 && (
          <ul className={classes.blockers}>
            {blockers.map((code) => (
              <li key={code}>{rules.get(code)?.summary ?? code}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function StoreNames({ stores }: { stores: readonly Store[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? stores : stores.slice(0, FIRST);
  return (
    <div className={classes.name}>
      {shown.map(({ name }) => name).join(", ")}{" "}
      {stores.length > shown.length && (
        <Anchor component="button" type="button" size="sm" onClick={() => setIsWhole(true)}>
          {releaseStoresWords.more(stores.length - shown.length)}
        </Anchor>
      )}
    </div>
  );
}
