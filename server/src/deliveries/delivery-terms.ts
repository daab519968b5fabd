// The terms of a delivery at one store: pre-order, preview and price tiers.

import { type Static, Type } from "typebox";
import type { MessageTerms, MessageTier } from "../messages/message.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { GivenTimestamp, Id, Nullable, Text, Timestamp } from "../platform/schema.ts";
import { isCalendarDate } from "../standards/calendar-date.ts";

const MAX_STORES = 500;
const MAX_TRACKS = 1_000;
/** A limit for all stores of a delivery together: each answer and event that shows the delivery has them all. */
export const MAX_TRACK_TIERS = 20_000;

const Day = Type.String({
  rule: (text: string): Issue[] => (isCalendarDate(text) ? [] : [problem("", "must be a date such as 2027-02-01")]),
  description: "The day on which the store begins to sell it before its release.",
  examples: ["2027-02-01"],
});
const TierCode = Text({ maxLength: 50, description: "A `code` of the store's `price_tiers`.", examples: ["FRONT"] });

const TrackTier = Type.Object(
  { track_id: Id("trk", { maxLength: 100 }), price_tier: TierCode },
  { title: "TrackPriceTier", additionalProperties: false },
);

export const DeliveryTerms = Type.Object(
  {
    preorder_on: Nullable(Day),
    preview_at: Nullable(
      Type.String({
        ...Timestamp,
        description: "From when on the store shows it.",
        examples: ["2027-01-15T00:00:00.000Z"],
      }),
    ),
    price_tier: Nullable(TierCode),
    track_price_tiers: Type.Array(TrackTier, { description: "Tracks with a price tier of their own.", examples: [[]] }),
  },
  { title: "DeliveryTerms", description: "Pre-order, preview and price tiers at this store. Null: none." },
);
export type DeliveryTerms = Static<typeof DeliveryTerms>;

const GivenTerm = Type.Object(
  {
    store_id: Type.String({ maxLength: 100, examples: ["store_prelude"] }),
    preorder_on: Type.Optional(Nullable(Day)),
    preview_at: Type.Optional(Nullable(GivenTimestamp({ description: "From when on the store shows it." }))),
    price_tier: Type.Optional(Nullable(TierCode)),
    track_price_tiers: Type.Optional(
      Nullable(Type.Array(TrackTier, { maxItems: MAX_TRACKS, rule: trackIssues, examples: [[]] })),
    ),
  },
  { title: "GivenTerms", additionalProperties: false },
);
export type GivenTerm = Static<typeof GivenTerm>;

function trackIssues(tiers: readonly { track_id?: unknown }[]): Issue[] {
  return repeated(tiers.map((tier) => tier?.track_id)).map((index) =>
    problem(`[${index}].track_id`, "names a track that an earlier entry names"),
  );
}

/** The places of values that stand earlier in the list, too. */
function repeated(values: readonly unknown[]): number[] {
  const seen = new Set<unknown>();
  return values.flatMap((value, index) => {
    if (typeof value !== "string" || !seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [index];
  });
}

export const GivenTerms = Type.Array(GivenTerm, {
  minItems: 1,
  maxItems: MAX_STORES,
  rule: (terms: readonly { store_id?: unknown }[]): Issue[] =>
    repeated(terms.map((term) => term?.store_id)).map((index) =>
      problem(`[${index}].store_id`, "names a store that an earlier entry names"),
    ),
  description:
    "Pre-order, preview and price tiers at stores of this request. Fields that are left out stay as they are, and null removes one.",
  examples: [[{ store_id: "store_auralis", price_tier: null }]],
});

/** `tier_namespaces`: the parties whose codes the tiers are, as far as the store names one. */
export type KeptTerms = { terms: DeliveryTerms | null; tier_namespaces: Record<string, string> | null };

export const noTerms: KeptTerms = { terms: null, tier_namespaces: null };

/** Field by field. Null: nothing is left. */
export function changedTerms(before: DeliveryTerms | null, given: GivenTerm | undefined): DeliveryTerms | null {
  if (!given) return before;
  const { preview_at } = given;
  const after = {
    preorder_on: given.preorder_on === undefined ? (before?.preorder_on ?? null) : given.preorder_on,
    preview_at:
      preview_at === undefined ? (before?.preview_at ?? null) : preview_at && new Date(preview_at).toISOString(),
    price_tier: given.price_tier === undefined ? (before?.price_tier ?? null) : given.price_tier,
    track_price_tiers:
      (given.track_price_tiers === undefined ? before?.track_price_tiers : given.track_price_tiers) ?? [],
  };
  return isEmpty(after) ? null : after;
}

type AnyTerms = {
  preorder_on: unknown;
  preview_at: unknown;
  price_tier: unknown;
  track_price_tiers: readonly unknown[];
};

function isEmpty({ preorder_on, preview_at, price_tier, track_price_tiers }: AnyTerms): boolean {
  return preorder_on === null && preview_at === null && price_tier === null && track_price_tiers.length === 0;
}

type Dates = { release_date: string; start_at: string | null };

/** When stores may offer it. */
export function startOf({ release_date, start_at }: Dates): string {
  return start_at ?? `${release_date}T00:00:00.000Z`;
}

/**
 * The terms as a message made at `created_at` has them. After the start there is neither pre-order nor preview, nor where the
 * release has been moved to a day before them since they were judged.
 */
export function messageTerms(
  { terms, tier_namespaces }: KeptTerms,
  { release, tracks }: { release: Dates; tracks: readonly { id: string }[] },
  created_at: string,
): MessageTerms | undefined {
  if (!terms) return undefined;
  const start_ms = Date.parse(startOf(release));
  const isAhead = (moment: string) => Date.parse(created_at) < start_ms && Date.parse(moment) < start_ms;
  const { preorder_on, preview_at, price_tier } = terms;
  const namespaces = new Map(Object.entries(tier_namespaces ?? {}));
  const tierOf = (code: string): MessageTier => ({ code, namespace: namespaces.get(code) ?? null });
  const present = new Set(terms.track_price_tiers.length > 0 ? tracks.map(({ id }) => id) : []);
  const said: MessageTerms = {
    preorder_on:
      preorder_on !== null && preorder_on < release.release_date && isAhead(preorder_on) ? preorder_on : null,
    preview_at: preview_at !== null && isAhead(preview_at) ? preview_at : null,
    price_tier: price_tier === null ? null : tierOf(price_tier),
    track_price_tiers: terms.track_price_tiers.flatMap(({ track_id, price_tier }) =>
      present.has(track_id) ? [{ track_id, price_tier: tierOf(price_tier) }] : [],
    ),
  };
  return isEmpty(said) ? undefined : said;
}
