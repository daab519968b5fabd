import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, type Issue, notFound, problem, throwIfAny, validationError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Owned } from "../platform/owned.ts";
import { heldAt, type Judgement } from "../releases/preflight/actions.ts";
import { lockRelease } from "../releases/queries.ts";
import type { Release } from "../releases/release.ts";
import { holdFingerprint } from "../releases/settle.ts";
import { WORLDWIDE, withWorldAs } from "../standards/territory.ts";
import type { StoreTermsRow } from "../stores/queries.ts";
import { assertApproved } from "../submissions/actions.ts";
import { chooseStores } from "./choose-stores.ts";
import {
  type AnotherAttempt,
  type AnsweredStatus,
  type Delivery,
  hasRelease,
  type NewDelivery,
  type Takedown,
} from "./delivery.ts";
import { type KeptTerms, noTerms } from "./delivery-terms.ts";
import type { StoreWork } from "./job-definitions.ts";
import { decideTerms, termsAfter } from "./judge-terms.ts";
import { getLockedDelivery, type Move, moveStores, refusingDuplicateAtStore, shownDelivery } from "./move-stores.ts";
import { findDelivery, type Had, insertDelivery, type LockedDelivery, type StoreRow } from "./queries.ts";
import { commonReach, reachOf, unreachedIssues } from "./reach.ts";
import { assertMeetsRequirements } from "./requirements.ts";
import { findSendable } from "./sendable-queries.ts";
import { enqueueWork } from "./store-work.ts";

export async function createDelivery(
  ctx: Transaction,
  organization_id: string,
  given: NewDelivery,
  judgement: Judgement | undefined,
): Promise<Delivery> {
  const own = { organization_id, id: given.release_id };
  // Sent at once, the lock first: one round trip.
  const [, state] = await Promise.all([lockRelease(ctx.db, own), findSendable(ctx.db, own, given.store_ids)]);
  const { stores } = state;
  const unknown = given.store_ids.flatMap((id, index): Issue[] =>
    stores.some(({ store_id, is_reported }) => store_id === id && !is_reported)
      ? []
      : [problem(`store_ids[${index}]`, `names no store that takes releases: ${id}`)],
  );
  if (state.holds_fingerprint === null)
    throw validationError([problem("release_id", "names no release of yours"), ...unknown]);
  throwIfAny(unknown);
  const held = heldAt(state.content_version, judgement);
  const { release } = held;
  const chosen = given.store_ids.flatMap((id) => stores.find(({ store_id }) => store_id === id) ?? []);
  const allowed = [release.territories, state.licensed_territories];
  const { territories, issues, without } = reachOf({ codes: given.territory_codes, allowed, stores: chosen });
  throwIfAny([...issues, ...unreachedIssues(given.store_ids, without)]);
  assertApproved(state);
  assertMeetsRequirements(held, chosen);
  const about = { organization_id, release, stores: chosen, given: given.terms, before: new Map<string, KeptTerms>() };
  const terms = await decideTerms(ctx, about);
  const { holds_fingerprint } = state;
  return addDelivery(ctx, organization_id, { id: newId("dlv"), given, release, holds_fingerprint, territories, terms });
}

type Added = {
  id: string;
  given: NewDelivery;
  release: Release;
  /** It is known that the release has its fingerprint. Otherwise it takes it. */
  holds_fingerprint?: boolean;
  territories: ReadonlyMap<string, string[]>;
  /** By store. Left out: none. */
  terms?: ReadonlyMap<string, KeptTerms>;
};

/** It was judged, and the release is locked. */
export async function addDelivery(ctx: Transaction, organization_id: string, parts: Added): Promise<Delivery> {
  const delivery = newDelivery(ctx, organization_id, parts);
  const own = { organization_id, id: delivery.release_id };
  // Sent at once: if the first fails, so do the others, and its error is the one that counts.
  const holding = parts.holds_fingerprint ? undefined : holdFingerprint(ctx, own);
  const adding = refusingDuplicateAtStore(insertDelivery(ctx.db, delivery));
  await Promise.allSettled([holding, adding]);
  await holding;
  await adding;
  await workOn(ctx, delivery, delivery.stores, "send");
  return shownDelivery(delivery);
}

function newDelivery(ctx: Context, organization_id: string, parts: Added): LockedDelivery {
  const { id, given, release, territories, terms } = parts;
  const now = timestamp(ctx);
  const times = { created_at: now, updated_at: now, completed_at: null };
  const stores = given.store_ids.map(
    (store_id): StoreRow => ({
      store_id,
      ...firstAttempt,
      ...fingerprintOf(release),
      ...(terms?.get(store_id) ?? noTerms),
      territory_codes: territories.get(store_id) ?? [],
      history: [{ status: "queued", at: now }],
      updated_at: now,
    }),
  );
  const territory_codes = withWorldAs(WORLDWIDE, given.territory_codes);
  return {
    id,
    organization_id,
    release_id: release.id,
    status: "in_progress",
    territory_codes,
    reach: commonReach(territories),
    stores,
    release: { status: release.status, holds_fingerprint: true },
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
  trying_until: null,
};
const firstAttempt = { ...unanswered, status: "queued" as const, attempts: 1, takedown_reason: null, had: null };

function fingerprintOf({ upc, label, release_date }: Release) {
  return { upc, label, release_date };
}

export async function getDelivery(ctx: Context, own: Owned): Promise<Delivery> {
  const delivery = await findDelivery(ctx.db, own);
  if (!delivery) throw notFound("delivery");
  return delivery;
}

type Choice = { organization_id: string; id: string };
/** `judgement` was made before this transaction began. */
type Again = Choice & AnotherAttempt & { judgement: Judgement | undefined };

/** Sends the present release again to the stores that rejected or flagged it, or to the named ones. */
export async function resubmitDelivery(ctx: Transaction, choice: Again): Promise<Delivery> {
  return queueAgain(ctx, choice, "resubmit", () => undefined);
}

/** Stores that have it get the present metadata. */
export async function updateDelivery(ctx: Transaction, choice: Again): Promise<Delivery> {
  return queueAgain(ctx, choice, "update", ({ capabilities }) =>
    capabilities.updates ? undefined : "takes no updates",
  );
}

async function queueAgain(
  ctx: Transaction,
  { organization_id, id, store_ids, territory_codes, terms: given, judgement }: Again,
  trigger: "resubmit" | "update",
  obstacleOf: (store: StoreTermsRow) => string | undefined,
): Promise<Delivery> {
  const before = await getLockedDelivery(ctx, { organization_id, id });
  const its_stores = before.stores.map(({ store_id }) => store_id);
  const state = await findSendable(ctx.db, { organization_id, id: before.release_id }, its_stores);
  const terms = new Map(state.stores.map((store) => [store.store_id, store]));
  const obstacle = ({ store_id }: StoreRow) => {
    const store = terms.get(store_id);
    return store && obstacleOf(store);
  };
  const chosen = chooseStores(before, { store_ids, trigger, obstacle });
  assertApproved(state);
  const held = heldAt(state.content_version, judgement);
  const { release } = held;
  const chosenTerms = chosen.flatMap(({ store_id }) => terms.get(store_id) ?? []);
  const allowed = [release.territories, state.licensed_territories];
  const territories = reachAgain(before, { territory_codes, allowed, stores: chosenTerms });
  assertMeetsRequirements(held, chosenTerms);
  const kept = new Map(before.stores.map((row) => [row.store_id, row]));
  const decided = await decideTerms(ctx, { organization_id, release, stores: chosenTerms, given, before: kept });
  const codes = withWorldAs(WORLDWIDE, territory_codes ?? before.territory_codes);
  const [to, from] = [codes, before.territory_codes];
  const renaming = territory_codes && { id: ctx.chance.uuid(), to, from, stores: chosen.length };
  const moves = chosen.map(
    (row): Move => ({
      store_id: row.store_id,
      trigger,
      changes: {
        ...unanswered,
        ...fingerprintOf(release),
        attempts: row.attempts + 1,
        territory_codes: territories.get(row.store_id) ?? [],
        ...termsAfter(row, decided.get(row.store_id)),
        had: { ...hadBy(row), ...(renaming && { renaming }) },
      },
    }),
  );
  const after = await moveStores(ctx, { ...before, territory_codes: codes }, moves);
  await workOn(
    ctx,
    after,
    after.stores.filter(({ store_id }) => isOneOf(chosen, store_id)),
    "send",
  );
  return shownDelivery(after);
}

/** New codes are checked as for a new delivery. The delivery's own codes only narrow, since rights may have ended meanwhile. */
function reachAgain(
  delivery: LockedDelivery,
  asked: { territory_codes: readonly string[] | undefined; allowed: string[][]; stores: readonly StoreTermsRow[] },
): Map<string, string[]> {
  const { territory_codes, allowed, stores } = asked;
  const { territories, issues, without } = reachOf({
    codes: territory_codes ?? delivery.territory_codes,
    allowed,
    stores,
  });
  if (territory_codes) throwIfAny(issues);
  if (without.length === 0) return territories;
  const message = `Nothing was done: ${without.join(", ")} would get no territory; take the release down there.`;
  throw new ApiError("invalid_state", message);
}

function hadBy(row: StoreRow): Had {
  const { status, rejection_code, rejection_reason, territory_codes, upc, label, release_date } = row;
  const { terms, tier_namespaces } = row;
  // Only from these is a release resubmitted or updated.
  const answered = status as AnsweredStatus;
  const fingerprint = { upc, label, release_date };
  return {
    status: answered,
    rejection_code,
    rejection_reason,
    territory_codes,
    ...fingerprint,
    terms,
    tier_namespaces,
  };
}

export async function takeDownDelivery(
  ctx: Transaction,
  { organization_id, id, store_ids, reason }: Choice & Takedown,
): Promise<Delivery> {
  const before = await getLockedDelivery(ctx, { organization_id, id });
  const trigger = "request_takedown";
  const chosen = chooseStores(before, {
    store_ids,
    trigger,
    obstacle: ({ history }) => (hasRelease(history) ? undefined : "has never had the release"),
  });
  const changes = { takedown_reason: reason ?? null };
  const after = await moveStores(
    ctx,
    before,
    chosen.map(({ store_id }) => ({ store_id, trigger, changes })),
  );
  await workOn(
    ctx,
    after,
    after.stores.filter(({ store_id }) => isOneOf(chosen, store_id)),
    "takedown",
  );
  return shownDelivery(after);
}

async function workOn(
  ctx: Transaction,
  { id: delivery_id, organization_id, release_id }: LockedDelivery,
  stores: readonly StoreRow[],
  step: StoreWork["step"],
): Promise<void> {
  await enqueueWork(
    ctx,
    stores.map(({ store_id, attempts: attempt, failures }) => ({
      organization_id,
      delivery_id,
      release_id,
      store_id,
      attempt,
      failures,
      step,
    })),
  );
}

const isOneOf = (stores: readonly StoreRow[], id: string) => stores.some(({ store_id }) => store_id === id);
