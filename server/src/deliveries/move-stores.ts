// Every change of a delivery goes through here, under the delivery's lock: stores take their transitions, the delivery
// takes its status from its stores, the release from those of all its deliveries, and what happened is recorded, all in one transaction.

import { emitAll } from "../events/actions.ts";
import type { NewEvent } from "../events/event.ts";
import { type Context, type Transaction, timestamp, writeWithCommit } from "../platform/context.ts";
import { isUniqueViolation } from "../platform/database/failure.ts";
import { wholeStatement } from "../platform/database/joint.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import type { Owned } from "../platform/owned.ts";
import { onlyFieldsOf } from "../platform/schema.ts";
import { transition } from "../platform/state-machine.ts";
import { settleRelease } from "../releases/settle.ts";
import { insertSentCodes } from "./code-queries.ts";
import {
  aggregateStatus,
  completesDelivery,
  Delivery,
  DeliveryStore,
  hasRelease,
  isCompleted,
  messageId,
  type StoreStatus,
  storeTransitions,
  withStep,
} from "./delivery.ts";
import { type DeliveryOfRelease, listLockedStores, lockAnyDelivery, lockDelivery } from "./locked-queries.ts";
import {
  type ChangedStore,
  type KeptStore,
  type LockedDelivery,
  listDeliveryStores,
  listStoresWithReach,
  type StoreRow,
  updateDeliveryWithStores,
} from "./queries.ts";

export type Trigger = keyof typeof storeTransitions;

/** One step of one store. A store may take several in one change. */
export type Move = { store_id: string; trigger: Trigger; changes?: Partial<StoreRow> };

export async function getLockedDelivery(ctx: Transaction, { organization_id, id }: Owned): Promise<LockedDelivery> {
  const [delivery, kept] = await Promise.all([
    lockDelivery(ctx.db, { organization_id, id }),
    listLockedStores(ctx.db, id),
  ]);
  return lockedWith(delivery, kept);
}

/** Operator only: not limited to one organization. */
export async function getAnyLockedDelivery(ctx: Transaction, id: string): Promise<LockedDelivery> {
  const [delivery, kept] = await Promise.all([lockAnyDelivery(ctx.db, id), listLockedStores(ctx.db, id)]);
  return lockedWith(delivery, kept);
}

type AtStore = { delivery_id: string; store_id: string };

/** For the pipeline: not limited to one organization, to move this one store. */
export function getDeliveryToStore(ctx: Transaction, of: AtStore): Promise<LockedDelivery> {
  return getDeliveryToStores(ctx, [of]);
}

/** These stores as they are now, without a lock. They are all of one delivery. */
export async function listStoresOf(ctx: Context, of: readonly AtStore[]): Promise<StoreRow[]> {
  const delivery_id = of[0]?.delivery_id ?? "";
  const store_ids = of.map(({ store_id }) => store_id);
  const kept = await listStoresWithReach(ctx.db, delivery_id, store_ids);
  const reach = kept[0]?.reach ?? null;
  return kept.map(({ reach: _, ...row }) => storeRow(row, reach));
}

/** To move these stores, which are all of one delivery. `versioned`: see `listLockedStores`. */
export async function getDeliveryToStores(
  ctx: Transaction,
  of: readonly AtStore[],
  versioned?: Owned,
): Promise<LockedDelivery> {
  const delivery_id = of[0]?.delivery_id ?? "";
  const store_ids = of.map(({ store_id }) => store_id);
  const [delivery, kept] = await Promise.all([
    lockAnyDelivery(ctx.db, delivery_id),
    listLockedStores(ctx.db, delivery_id, { store_ids, versioned }),
  ]);
  return lockedWith(delivery, kept);
}

type LockedStores = Awaited<ReturnType<typeof listLockedStores>>;

/** Without stores there is nothing to move, so nothing else counts. */
function lockedWith(delivery: DeliveryOfRelease | undefined, kept: LockedStores): LockedDelivery {
  if (!delivery) throw notFound("delivery");
  const { others = [], version } = kept[0] ?? {};
  const stores = kept.map(({ others: _, version: __, ...row }) => storeRow(row, delivery.reach));
  return { ...delivery, stores, others, ...(version !== undefined && { version }) };
}

function storeRow(row: KeptStore, reach: string[] | null): StoreRow {
  return { ...row, territory_codes: row.territory_codes ?? reach ?? [] };
}

export async function moveStores(
  ctx: Transaction,
  before: LockedDelivery,
  moves: readonly Move[],
): Promise<LockedDelivery> {
  const now = timestamp(ctx);
  const rows = new Map(before.stores.map((row) => [row.store_id, row]));
  const reported: { from: DeliveryStore["status"]; row: StoreRow }[] = [];
  for (const { store_id, trigger, changes } of moves) {
    const row = rows.get(store_id);
    if (!row) throw new Error(`${store_id} is not in ${before.id}`);
    const { to, event } = transition(storeTransitions, trigger, row.status);
    const history = withStep(row.history, { status: to, at: now });
    const moved = { ...row, ...changes, history, status: to, updated_at: now };
    rows.set(store_id, moved);
    if (event !== "none" && to !== row.status) reported.push({ from: row.status, row: moved });
  }
  const stores = [...rows.values()];
  const changed = stores.flatMap((row, index) => changesOf(row, before.stores[index]) ?? []);
  const after = followed(before, { stores, updated_at: now });
  const write = updateDeliveryWithStores(ctx.db, after, changed);
  const of_release = await settle(ctx, after);
  // Only another fingerprint can be refused; otherwise all that is written travels with the commit.
  if (moves.some(({ changes }) => changes?.upc !== undefined))
    await refusingDuplicateAtStore(wholeStatement(ctx.db, write));
  else writeWithCommit(ctx, { table: "deliveries", write });
  const taken = moves.filter(({ trigger }) => trigger === "confirm").map((move) => takenMessage(before.id, rows, move));
  const codes = { taken, first_at: now };
  if (taken.length > 0) writeWithCommit(ctx, { table: "sent_codes", write: insertSentCodes(ctx.db, before, codes) });
  const of_delivery = await eventsOfDelivery(ctx, before, after);
  const events = [...reported.map(({ from, row }) => storeUpdated(before, from, row)), ...of_delivery, ...of_release];
  if (events.length > 0) await emitAll(ctx, events);
  return after;
}

/** The message that the store says it has: that of its present attempt. */
function takenMessage(delivery_id: string, rows: ReadonlyMap<string, StoreRow>, { store_id }: Move) {
  const attempt = rows.get(store_id)?.attempts ?? 0;
  return { store_id, message_id: messageId({ delivery_id, store_id, attempt }, "new") };
}

/** Most moves leave territories and terms as they are: up to 249 codes and 1,000 tiers, which are then not written again. */
function changesOf(row: StoreRow, before: StoreRow | undefined): ChangedStore | undefined {
  if (row === before) return undefined;
  const { territory_codes, terms, tier_namespaces, ...rest } = row;
  const sets_terms = terms !== before?.terms || tier_namespaces !== before?.tier_namespaces;
  return {
    ...rest,
    ...(territory_codes !== before?.territory_codes && { territory_codes }),
    ...(sets_terms && { sets_terms, terms, tier_namespaces }),
  };
}

/** If another delivery has brought the same fingerprint to the store, the constraint refuses it. */
export async function refusingDuplicateAtStore(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error, "delivery_stores_fingerprint")) throw error;
    throw duplicateAtStore();
  }
}

export function duplicateAtStore(): ApiError {
  return new ApiError(
    "duplicate_submission",
    "One of these stores already has a release of yours with this UPC, label and release date.",
  );
}

/** The delivery with its stores as they are now, whose status follows from theirs. */
function followed(before: LockedDelivery, now: Pick<LockedDelivery, "stores" | "updated_at">): LockedDelivery {
  const changed = { ...before, ...now };
  const status = aggregateStatus(statusesOf(changed));
  const completed_at = isCompleted(status)
    ? status === before.status
      ? before.completed_at
      : changed.updated_at
    : null;
  return { ...changed, status, completed_at };
}

async function settle(ctx: Transaction, after: LockedDelivery): Promise<NewEvent[]> {
  const { organization_id, release_id, release: locked } = after;
  const moved = after.stores.map(({ status, history }) => ({ status, was_delivered: hasRelease(history) }));
  const standings = [...moved, ...after.others];
  return settleRelease(ctx, { organization_id, id: release_id }, { locked, standings });
}

/** Each at least once: of the stores that do not move, those with the same status count as one. */
function statusesOf({ stores, others }: LockedDelivery): StoreStatus[] {
  const here = others.filter(({ is_here }) => is_here);
  return [...stores, ...here].map(({ status }) => status);
}

function hasEndedTakedown(before: LockedDelivery, after: LockedDelivery): boolean {
  const isWaiting = (delivery: LockedDelivery) => statusesOf(delivery).includes("takedown_requested");
  const count = (delivery: LockedDelivery) => statusesOf(delivery).filter((status) => status === "taken_down").length;
  return isWaiting(before) && !isWaiting(after) && count(after) > count(before);
}

async function eventsOfDelivery(ctx: Transaction, before: LockedDelivery, after: LockedDelivery): Promise<NewEvent[]> {
  const event_types = [
    ...(completesDelivery(before.status, after.status) ? (["delivery.completed"] as const) : []),
    ...(hasEndedTakedown(before, after) ? (["delivery.taken_down"] as const) : []),
  ];
  if (event_types.length === 0) return [];
  const { organization_id } = after;
  // As it stands after all that was written before: some of its stores may not be at hand.
  const hasAll = !after.others.some(({ is_here }) => is_here);
  const stores = async () => (await listDeliveryStores(ctx.db, after.id)).map((row) => storeRow(row, after.reach));
  const whole = hasAll ? after : { ...after, stores: await stores() };
  const data = { ...shownDelivery(whole), previous_status: before.status };
  return event_types.map((event_type) => ({ organization_id, event_type, data }));
}

function storeUpdated(
  { id, organization_id, release_id }: LockedDelivery,
  previous_status: string,
  row: StoreRow,
): NewEvent {
  const data = { delivery_id: id, release_id, previous_status, store: shownStore(row) };
  return { organization_id, event_type: "delivery.store.updated", data };
}

const shownStore = onlyFieldsOf(DeliveryStore);
const deliveryFields = onlyFieldsOf(Delivery);

/** As its GET shows it. */
export function shownDelivery(delivery: LockedDelivery): Delivery {
  return { ...deliveryFields(delivery), stores: delivery.stores.map(shownStore) };
}
