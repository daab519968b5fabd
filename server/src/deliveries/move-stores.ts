// Every change of a delivery goes through here, under the delivery's lock: stores take their transitions, the delivery
// takes its status from its stores, the release from its deliveries, and what happened is recorded, all in one transaction.

import { emit } from "../events/actions.ts";
import { type Context, timestamp } from "../platform/context.ts";
import { isUniqueViolation } from "../platform/db.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { transition } from "../platform/state-machine.ts";
import { settleRelease } from "../releases/review.ts";
import {
  aggregateStatus,
  completesDelivery,
  type Delivery,
  type DeliveryStore,
  isCompleted,
  MAX_HISTORY,
  type Step,
  settledStatus,
  storeTransitions,
} from "./delivery.ts";
import {
  type LockedDelivery,
  listDeliveryStatuses,
  listDeliveryStores,
  lockDelivery,
  type StoreRow,
  updateDelivery,
  updateDeliveryStores,
} from "./queries.ts";

export type Trigger = keyof typeof storeTransitions;

/** One step of one store. A store may take several in one change. */
export type Move = { store_id: string; trigger: Trigger; changes?: Partial<StoreRow> };

/** `organization_id` undefined: anybody's, for the pipeline and the operator. */
export async function getLockedDelivery(
  ctx: Context,
  organization_id: string | undefined,
  id: string,
): Promise<LockedDelivery> {
  const [delivery, stores] = await Promise.all([
    lockDelivery(ctx.db, organization_id, id),
    listDeliveryStores(ctx.db, id),
  ]);
  if (!delivery) throw notFound("delivery");
  return { ...delivery, stores };
}

export async function moveStores(
  ctx: Context,
  before: LockedDelivery,
  moves: readonly Move[],
): Promise<LockedDelivery> {
  const now = timestamp(ctx);
  const rows = new Map(before.stores.map((row) => [row.store_id, row]));
  const told: { from: DeliveryStore["status"]; row: StoreRow }[] = [];
  for (const { store_id, trigger, changes } of moves) {
    const row = rows.get(store_id);
    if (!row) throw new Error(`${store_id} is not in ${before.id}`);
    const { to, event } = transition(storeTransitions, trigger, row.status);
    const moved = { ...withStep(row, { status: to, at: now }), ...changes, status: to, updated_at: now };
    rows.set(store_id, moved);
    if (event !== "none" && to !== row.status) told.push({ from: row.status, row: moved });
  }
  const stores = [...rows.values()];
  await refusingDuplicate(
    updateDeliveryStores(
      ctx.db,
      before.id,
      stores.filter((row, index) => row !== before.stores[index]),
    ),
  );
  for (const { from, row } of told) await tellOfStore(ctx, before, from, row);
  return settle(ctx, before, { ...before, stores, updated_at: now });
}

export function withStep<Row extends Pick<StoreRow, "history">>(row: Row, step: Step): Row {
  return { ...row, history: [...row.history, step].slice(-MAX_HISTORY) };
}

/** Where another delivery has brought the same fingerprint to the store, the constraint says so. */
export async function refusingDuplicate(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error, "delivery_stores_fingerprint")) throw error;
    throw new ApiError(
      "duplicate_submission",
      "One of these stores already has a release of yours with this UPC, label and release date.",
    );
  }
}

async function settle(ctx: Context, before: LockedDelivery, changed: LockedDelivery): Promise<LockedDelivery> {
  const status = aggregateStatus(changed.stores.map((store) => store.status));
  const completed_at = isCompleted(status)
    ? status === before.status
      ? before.completed_at
      : changed.updated_at
    : null;
  const after = { ...changed, status, completed_at };
  await updateDelivery(ctx.db, after);
  const { organization_id, release_id } = after;
  if (completesDelivery(before.status, status))
    await emit(ctx, {
      organization_id,
      event_type: "delivery.completed",
      data: { ...shownDelivery(after), previous_status: before.status },
    });
  if (hasEndedTakedown(before, after))
    await emit(ctx, {
      organization_id,
      event_type: "delivery.taken_down",
      data: { ...shownDelivery(after), previous_status: before.status },
    });
  if (status !== before.status)
    await settleRelease(ctx, organization_id, release_id, async () =>
      settledStatus(await listDeliveryStatuses(ctx.db, release_id)),
    );
  return after;
}

function hasEndedTakedown(before: LockedDelivery, after: LockedDelivery): boolean {
  const isWaiting = ({ stores }: LockedDelivery) => stores.some(({ status }) => status === "takedown_requested");
  const count = ({ stores }: LockedDelivery) => stores.filter(({ status }) => status === "taken_down").length;
  return isWaiting(before) && !isWaiting(after) && count(after) > count(before);
}

async function tellOfStore(
  ctx: Context,
  { id, organization_id, release_id }: LockedDelivery,
  previous_status: string,
  row: StoreRow,
): Promise<void> {
  const data = { delivery_id: id, release_id, previous_status, store: shownStore(row) };
  await emit(ctx, { organization_id, event_type: "delivery.store.updated", data });
}

/** As its GET shows it. */
export function shownDelivery({ organization_id: _, stores, ...rest }: LockedDelivery): Delivery {
  return { ...rest, stores: stores.map(shownStore) };
}

function shownStore(row: StoreRow): DeliveryStore {
  const { upc: _, label: __, release_date: ___, failures: ____, takedown_reason: _____, ...shown } = row;
  return shown;
}
