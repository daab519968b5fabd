import { getOrganization } from "../organizations/actions.ts";
import { type Context, timestamp, withCommit } from "../platform/context.ts";
import { ApiError, type Issue, notFound, throwIfAny, validationError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Judgement } from "../releases/preflight/actions.ts";
import type { Release } from "../releases/release.ts";
import { assertApproved, findLocked } from "../releases/review.ts";
import { findStores, type StoreTermsRow } from "../stores/queries.ts";
import {
  type ChosenStores,
  type Delivery,
  type NewDelivery,
  type StoreStatus,
  storeTransitions,
  type Takedown,
} from "./delivery.ts";
import {
  getLockedDelivery,
  type Move,
  moveStores,
  refusingDuplicate,
  shownDelivery,
  type Trigger,
} from "./move-stores.ts";
import { findDelivery, insertDelivery, insertDeliveryStores, type LockedDelivery, type StoreRow } from "./queries.ts";
import { reachOf } from "./reach.ts";
import { assertMeetsRequirements } from "./requirements.ts";
import { enqueueWork, type StoreWork } from "./store-work.ts";

export async function createDelivery(
  ctx: Context,
  organization_id: string,
  given: NewDelivery,
  judgement: Judgement | undefined,
): Promise<Delivery> {
  const [release, organization, stores] = await Promise.all([
    findLocked(ctx, organization_id, given.release_id),
    getOrganization(ctx, organization_id),
    findStores(ctx.db, given.store_ids),
  ]);
  const unknown = given.store_ids.flatMap((id, index): Issue[] =>
    stores.some(({ store_id }) => store_id === id) ? [] : [wrong(`store_ids[${index}]`, `names no store: ${id}`)],
  );
  if (!release) throw validationError([wrong("release_id", "names no release of yours"), ...unknown]);
  throwIfAny(unknown);
  const chosen = given.store_ids.flatMap((id) => stores.find(({ store_id }) => store_id === id) ?? []);
  const allowed = [release.territories, organization.licensed_territories];
  const { territories, issues } = reachOf({ codes: given.territory_codes, allowed, stores: chosen });
  throwIfAny(issues);
  await assertApproved(ctx, organization_id, release.id);
  await assertMeetsRequirements(ctx, organization_id, { release_id: release.id, stores: chosen, judgement });
  const delivery = newDelivery(ctx, organization_id, { given, release, territories });
  await withCommit(ctx, insertDelivery(ctx.db, delivery));
  await refusingDuplicate(insertDeliveryStores(ctx.db, delivery));
  await workOn(ctx, delivery, delivery.stores, "send");
  return shownDelivery(delivery);
}

const wrong = (field: string, issue: string): Issue => ({ code: "validation_failed", field, issue });

function newDelivery(
  ctx: Context,
  organization_id: string,
  parts: { given: NewDelivery; release: Release; territories: ReadonlyMap<string, string[]> },
): LockedDelivery {
  const { given, release, territories } = parts;
  const now = timestamp(ctx);
  const times = { created_at: now, updated_at: now, completed_at: null };
  const stores = given.store_ids.map(
    (store_id): StoreRow => ({
      store_id,
      ...firstAttempt,
      ...fingerprintOf(release),
      territory_codes: territories.get(store_id) ?? [],
      history: [{ status: "queued", at: now }],
      updated_at: now,
    }),
  );
  const { territory_codes } = given;
  return {
    id: newId("dlv"),
    organization_id,
    release_id: release.id,
    status: "in_progress",
    territory_codes,
    stores,
    others: [],
    ...times,
  };
}

const unanswered = {
  rejection_code: null,
  rejection_reason: null,
  stalled_reason: null,
  stalled_since: null,
  failures: 0,
};
const firstAttempt = { ...unanswered, status: "queued" as const, attempts: 1, takedown_reason: null };

function fingerprintOf({ upc, label, release_date }: Release) {
  return { upc, label, release_date };
}

export async function getDelivery(ctx: Context, organization_id: string, id: string): Promise<Delivery> {
  const delivery = await findDelivery(ctx.db, organization_id, id);
  if (!delivery) throw notFound("delivery");
  return delivery;
}

type Choice = ChosenStores & { organization_id: string; id: string; judgement?: Judgement | undefined };

/** The stores that rejected or flagged it, or those named, get it again as it is now. */
export async function resubmitDelivery(ctx: Context, choice: Choice): Promise<Delivery> {
  return queueAgain(ctx, choice, "resubmit", () => true);
}

/** Stores that have it get the present metadata. */
export async function updateDelivery(ctx: Context, choice: Choice): Promise<Delivery> {
  return queueAgain(ctx, choice, "update", ({ capabilities }) => capabilities.updates);
}

async function queueAgain(
  ctx: Context,
  { organization_id, id, store_ids, judgement }: Choice,
  trigger: "resubmit" | "update",
  canTake: (store: StoreTermsRow) => boolean,
): Promise<Delivery> {
  const before = await getLockedDelivery(ctx, organization_id, id);
  const stores = await findStores(
    ctx.db,
    before.stores.map(({ store_id }) => store_id),
  );
  const able = new Set(stores.filter(canTake).map(({ store_id }) => store_id));
  const chosen = chooseStores(before, { store_ids, trigger, able });
  const release = await findLocked(ctx, organization_id, before.release_id);
  if (!release) throw notFound("release");
  await assertApproved(ctx, organization_id, release.id);
  await assertMeetsRequirements(ctx, organization_id, {
    release_id: release.id,
    stores: stores.filter(({ store_id }) => isOneOf(chosen, store_id)),
    judgement,
  });
  const moves = chosen.map(
    ({ store_id, attempts }): Move => ({
      store_id,
      trigger,
      changes: { ...unanswered, ...fingerprintOf(release), attempts: attempts + 1 },
    }),
  );
  const after = await moveStores(ctx, before, moves);
  await workOn(
    ctx,
    after,
    after.stores.filter(({ store_id }) => isOneOf(chosen, store_id)),
    "send",
  );
  return shownDelivery(after);
}

export async function takeDownDelivery(ctx: Context, { reason, ...choice }: Choice & Takedown): Promise<Delivery> {
  return moveChosen(ctx, choice, "request_takedown", {
    changes: { takedown_reason: reason ?? null },
    step: "takedown",
  });
}

export async function cancelDelivery(ctx: Context, choice: Choice): Promise<Delivery> {
  return moveChosen(ctx, choice, "cancel", {});
}

async function moveChosen(
  ctx: Context,
  { organization_id, id, store_ids }: Choice,
  trigger: Trigger,
  { changes = {}, step }: { changes?: Partial<StoreRow>; step?: StoreWork["step"] },
): Promise<Delivery> {
  const before = await getLockedDelivery(ctx, organization_id, id);
  const chosen = chooseStores(before, { store_ids, trigger });
  const after = await moveStores(
    ctx,
    before,
    chosen.map(({ store_id }) => ({ store_id, trigger, changes })),
  );
  if (step) await workOn(ctx, after, chosen, step);
  return shownDelivery(after);
}

async function workOn(
  ctx: Context,
  { id: delivery_id, release_id }: LockedDelivery,
  stores: readonly StoreRow[],
  step: StoreWork["step"],
): Promise<void> {
  await enqueueWork(
    ctx,
    stores.map(({ store_id, attempts: attempt, failures }) => ({
      ...{ delivery_id, release_id, store_id, attempt },
      ...{ failures, step },
    })),
  );
}

const isOneOf = (stores: readonly StoreRow[], id: string) => stores.some(({ store_id }) => store_id === id);

/** All that are named or nothing; without names, all to which it applies. */
function chooseStores(
  { stores }: LockedDelivery,
  {
    store_ids,
    trigger,
    able,
  }: { store_ids: readonly string[] | undefined; trigger: Trigger; able?: ReadonlySet<string> },
): StoreRow[] {
  const from: readonly StoreStatus[] = storeTransitions[trigger].from;
  const applies = ({ store_id, status }: StoreRow) => from.includes(status) && (able?.has(store_id) ?? true);
  if (!store_ids) {
    const chosen = stores.filter(applies);
    if (chosen.length === 0)
      throw new ApiError("invalid_state", `No store is ${from.join(" or ")}, so there is nothing to do.`);
    return chosen;
  }
  throwIfAny(
    store_ids.flatMap((id, index) =>
      isOneOf(stores, id) ? [] : [wrong(`store_ids[${index}]`, `is not in this delivery: ${id}`)],
    ),
  );
  const named = stores.filter(({ store_id }) => store_ids.includes(store_id));
  const unfit = named.find((store) => !applies(store));
  if (!unfit) return named;
  const why = from.includes(unfit.status)
    ? `${unfit.store_id} takes no updates`
    : `${unfit.store_id} is ${unfit.status}; this needs ${from.join(" or ")}`;
  throw new ApiError("invalid_state", `Nothing was done: ${why}.`);
}
