// Decides the terms of each store that a request sends to: those that the request gives, field by field, over those that were
// kept. A fault of the request is 422 at its field. A kept term that does not fit any more is 409: the release or the store has
// changed since, and the partner must give another term or remove it. A kept tier never vanishes from messages by itself.

import { isDeepStrictEqual } from "node:util";
import type { Context } from "../platform/context.ts";
import { ApiError, type Issue, problem, throwIfAny } from "../platform/errors.ts";
import type { Release } from "../releases/release.ts";
import { utcDate } from "../standards/calendar-date.ts";
import type { StoreTermsRow } from "../stores/queries.ts";
import { listTrackIds } from "../tracks/queries.ts";
import {
  changedTerms,
  type DeliveryTerms,
  type GivenTerm,
  type KeptTerms,
  MAX_TRACK_TIERS,
  noTerms,
  startOf,
} from "./delivery-terms.ts";

type Asked = {
  organization_id: string;
  release: Pick<Release, "id" | "release_date" | "start_at">;
  /** The stores of the request. */
  stores: readonly StoreTermsRow[];
  given: readonly GivenTerm[] | undefined;
  /** As they are now, of all stores of the delivery. */
  before: ReadonlyMap<string, KeptTerms>;
};

/** By store, for the stores of the request. */
export async function decideTerms(ctx: Context, asked: Asked): Promise<ReadonlyMap<string, KeptTerms>> {
  const { organization_id, release, stores, given = [], before } = asked;
  const places = new Map(given.map((term, index) => [term.store_id, { term, at: `terms[${index}]` }]));
  const known = new Set(stores.map(({ store_id }) => store_id));
  throwIfAny(
    given.flatMap(({ store_id }, index): Issue[] =>
      known.has(store_id)
        ? []
        : [problem(`terms[${index}].store_id`, `is not among the stores of the request: ${store_id}`)],
    ),
  );
  const wanted = stores.map((store) => {
    const place = places.get(store.store_id);
    const kept = before.get(store.store_id) ?? noTerms;
    return { store, place, kept: kept.terms, after: changedTerms(kept.terms, place?.term) };
  });
  const hasTracks = wanted.some(({ after }) => after && after.track_price_tiers.length > 0);
  const track_ids = new Set(hasTracks ? await listTrackIds(ctx.db, { organization_id, id: release.id }) : []);
  const facts = { release, track_ids, today: utcDate(ctx.clock.now()) };
  const found = wanted.flatMap(({ place, ...terms }) =>
    termFaults({ ...terms, given: place?.term }, facts).map((fault) => ({
      ...fault,
      place,
      store_id: terms.store.store_id,
    })),
  );
  throwIfAny(
    found.flatMap(({ place, field, issue, is_given }) =>
      place && is_given ? [problem(`${place.at}.${field}`, issue)] : [],
    ),
  );
  const [first] = found;
  if (first) {
    const details = found.map(({ store_id, field, issue, way_out = OTHER_VALUE }) => ({
      field,
      issue: `of ${store_id} ${issue}; ${way_out}`,
    }));
    const message = `Nothing was done: ${first.field} ${details[0]?.issue}.`;
    throw new ApiError("invalid_state", message, details.slice(0, MAX_DETAILS));
  }
  assertBounded(asked, wanted);
  return new Map(
    wanted.map(({ store, after }) => [store.store_id, { terms: after, tier_namespaces: namespacesOf(store, after) }]),
  );
}

/** Terms that stay the same are not written again. */
export function termsAfter({ terms, tier_namespaces }: KeptTerms, decided = noTerms): Partial<KeptTerms> {
  return isDeepStrictEqual(decided, { terms, tier_namespaces }) ? {} : decided;
}

const MAX_DETAILS = 100;

/** The stores that the request does not name keep theirs, and count too. */
function assertBounded(
  { before }: Pick<Asked, "before">,
  wanted: readonly { store: { store_id: string }; after: DeliveryTerms | null }[],
): void {
  const counts = new Map([...before].map(([store_id, { terms }]) => [store_id, terms?.track_price_tiers.length ?? 0]));
  for (const { store, after } of wanted) counts.set(store.store_id, after?.track_price_tiers.length ?? 0);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total > MAX_TRACK_TIERS)
    throwIfAny([problem("terms", `has more than ${MAX_TRACK_TIERS} price tiers of tracks, of all stores together`)]);
}

type Wanted = {
  store: StoreTermsRow;
  given: GivenTerm | undefined;
  kept: DeliveryTerms | null;
  after: DeliveryTerms | null;
};
type TermFacts = { release: Asked["release"]; track_ids: ReadonlySet<string>; today: string };
/** `is_given`: the request is at fault. Otherwise a term that was kept does not fit any more, and `way_out` says what to do about it. */
type Fault = { field: string; issue: string; is_given: boolean; way_out?: string };

const OTHER_VALUE = "give another value, or null";

function termFaults(wanted: Wanted, facts: TermFacts): Fault[] {
  const { kept, after, given } = wanted;
  const begun_on = kept?.preorder_on != null && kept.preorder_on <= facts.today ? kept.preorder_on : undefined;
  const isKeptDay = (after?.preorder_on ?? null) === (kept?.preorder_on ?? null);
  if (begun_on !== undefined && !isKeptDay) return [cannotChange(begun_on, facts)];
  if (!after) return [];
  return [
    ...preorderFaults(wanted, after, { ...facts, isKeptDay, begun_on }),
    ...previewFaults(after, facts).map((fault) => ({
      ...fault,
      is_given: given?.preview_at !== undefined || !isKeptDay,
    })),
    ...tierFaults(wanted, after, facts),
  ];
}

function cannotChange(begun_on: string, { release }: TermFacts): Fault {
  const way_out = begun_on < release.release_date ? "leave it out" : releaseLater(begun_on);
  return { field: "preorder_on", issue: `cannot change: its day, ${begun_on}, has come`, is_given: false, way_out };
}

/** A pre-order that has begun stays, so the release must move. */
function releaseLater(begun_on: string): string {
  return `move release_date to a day later than ${begun_on}, then update without preorder_on`;
}

function preorderFaults(
  { store, given }: Wanted,
  { preorder_on }: DeliveryTerms,
  { release, today, isKeptDay, begun_on }: TermFacts & { isKeptDay: boolean; begun_on: string | undefined },
): Fault[] {
  if (preorder_on === null) return [];
  const fault = (issue: string, way_out: string): Fault[] => {
    const is_given = given?.preorder_on !== undefined && !isKeptDay;
    const begun = begun_on === undefined ? {} : { issue: `${issue}; its day, ${begun_on}, has come`, way_out };
    return [{ field: "preorder_on", issue, is_given, ...begun }];
  };
  const { download, preorder } = store.capabilities;
  if (!download || !preorder)
    return fault(
      `needs a store that sells downloads before the release; ${store.store_id} does not`,
      "only the operator can let the store take pre-orders again",
    );
  if (preorder_on >= release.release_date)
    return fault(`must be before release_date, ${release.release_date}`, releaseLater(preorder_on));
  return isKeptDay || preorder_on > today ? [] : fault(`must be later than today, ${today}`, OTHER_VALUE);
}

function previewFaults({ preorder_on, preview_at }: DeliveryTerms, { release }: TermFacts): Omit<Fault, "is_given">[] {
  if (preview_at === null) return [];
  const last = preorder_on === null ? startOf(release) : `${preorder_on}T00:00:00.000Z`;
  const name = preorder_on === null ? "the start of the release" : "the pre-order";
  return Date.parse(preview_at) <= Date.parse(last)
    ? []
    : [{ field: "preview_at", issue: `must not be after ${name}, ${last}` }];
}

function tierFaults({ store, given }: Wanted, after: DeliveryTerms, { track_ids }: TermFacts): Fault[] {
  const codes = new Set(store.price_tiers.map(({ code }) => code));
  const unknown = (code: string) => `is no price tier of ${store.store_id}: ${code}`;
  const { price_tier } = after;
  const own: Fault[] =
    price_tier === null || codes.has(price_tier)
      ? []
      : [{ field: "price_tier", issue: unknown(price_tier), is_given: given?.price_tier !== undefined }];
  const is_given = given?.track_price_tiers !== undefined;
  const ofTracks = after.track_price_tiers.flatMap(({ track_id, price_tier }, index): Fault[] => {
    const field = `track_price_tiers[${index}]`;
    if (!track_ids.has(track_id))
      return [{ field: `${field}.track_id`, issue: `is no track of the release: ${track_id}`, is_given }];
    return codes.has(price_tier) ? [] : [{ field: `${field}.price_tier`, issue: unknown(price_tier), is_given }];
  });
  return [...own, ...ofTracks];
}

/** Kept with the terms, so that a message that is made later names the same tiers. */
function namespacesOf({ price_tiers }: StoreTermsRow, terms: DeliveryTerms | null): KeptTerms["tier_namespaces"] {
  if (!terms) return null;
  const used = new Set([terms.price_tier, ...terms.track_price_tiers.map(({ price_tier }) => price_tier)]);
  const named = price_tiers.flatMap(({ code, namespace }) =>
    used.has(code) && namespace ? [[code, namespace] as const] : [],
  );
  return named.length > 0 ? Object.fromEntries(named) : null;
}
