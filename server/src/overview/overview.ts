// Work that waits for a person, on one page: of an organization, and of all for the operator.

import { type Static, Type } from "typebox";
import { storeStatuses } from "../deliveries/delivery.ts";
import { Amount, Currency } from "../ledger/amount.ts";
import { Balance } from "../ledger/balance.ts";
import { Nullable, OneOf, Timestamp } from "../platform/schema.ts";
import { Release } from "../releases/release.ts";

/** The most pressing first. */
export const attentionKinds = [
  "delivery_rejected",
  "delivery_action_required",
  "review_rejected",
  "payout_on_hold",
  "endpoint_failing",
  "endpoint_disabled",
  "endpoint_unverified",
  "events_undelivered",
  "file_failed",
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** The scope that a key needs to see each kind. */
export const scopeOfKind: Readonly<Record<AttentionKind, string>> = {
  delivery_rejected: "deliveries:read",
  delivery_action_required: "deliveries:read",
  review_rejected: "catalog:read",
  payout_on_hold: "payouts:read",
  endpoint_failing: "webhooks:read",
  endpoint_disabled: "webhooks:read",
  endpoint_unverified: "webhooks:read",
  events_undelivered: "webhooks:read",
  file_failed: "catalog:read",
};

/** So many of each kind are listed. */
export const LISTED = 20;
/** Counting ends here: more is too many to matter how many. */
export const COUNTED = 1_000;

const { id, title, artists, release_date, status } = Release.properties;
export const ReleaseInBrief = Type.Object(
  {
    id,
    title,
    artists,
    release_date,
    status,
    thumbnail_url: Nullable(Type.String({ description: "A small JPEG of its artwork, for ten minutes or more." })),
  },
  { title: "ReleaseInBrief" },
);
export type ReleaseInBrief = Static<typeof ReleaseInBrief>;

const Reason = Type.Object({
  store_id: Nullable(Type.String({ description: "The store that says so.", examples: ["store_rejecta"] })),
  code: Nullable(Type.String({ examples: ["artwork_blurry"] })),
  reason: Nullable(Type.String({ examples: ["The artwork is blurred."] })),
});

export const Attention = Type.Object(
  {
    kind: OneOf(attentionKinds),
    id: Type.String({
      description:
        "The delivery, release, payout, endpoint or file. For `events_undelivered`: the newest of the events.",
      examples: ["dlv_01k8z3v9qxe7p9a4m2c6t5w8rn"],
    }),
    title: Type.String({
      description: "The release's title, the endpoint's URL or the file's name; of others, what they are.",
      examples: ["Midnight in Paris"],
    }),
    release: Nullable(Type.Object(ReleaseInBrief.properties)),
    payout: Nullable(Type.Object({ amount: Amount({ examples: ["120.00"] }), currency: Currency })),
    reasons: Type.Array(Reason, { description: "At most five, one for each store where stores say so." }),
    count: Type.Integer({ description: "How many stores or events it is about; at most 1,000.", examples: [1] }),
    since: Timestamp,
  },
  { title: "Attention" },
);
export type Attention = Static<typeof Attention>;

const Delivering = Type.Object(
  {
    delivery_id: Type.String({ examples: ["dlv_01k8z3v9qxe7p9a4m2c6t5w8rn"] }),
    release: ReleaseInBrief,
    stores: Type.Array(Type.Object({ store_id: Type.String(), status: OneOf(storeStatuses) })),
    since: Timestamp,
  },
  { title: "DeliveryUnderWay" },
);
export type Delivering = Static<typeof Delivering>;

export const Overview = Type.Object(
  {
    attention: Type.Array(Attention, {
      description: "The most pressing kinds first, each with its newest; 20 of a kind at most.",
    }),
    under_way: Nullable(
      Type.Array(Delivering, { description: "Deliveries that wait for stores, newest first; five at most." }),
    ),
    next_releases: Nullable(
      Type.Array(ReleaseInBrief, {
        description: "Submitted or delivered releases whose day is still to come, the next first; five at most.",
      }),
    ),
    latest_releases: Nullable(Type.Array(ReleaseInBrief, { description: "The newest six." })),
    balances: Nullable(Type.Array(Balance)),
    has: Type.Object(
      {
        release: Type.Boolean(),
        file: Type.Boolean(),
        submission: Type.Boolean(),
        delivery: Type.Boolean(),
        webhook: Type.Boolean(),
      },
      { description: "Which first steps the organization has made." },
    ),
  },
  { title: "Overview" },
);
export type Overview = Static<typeof Overview>;

const Count = Type.Integer({ minimum: 0, examples: [3] });

export const OperatorOverview = Type.Object(
  {
    submissions_to_review: Count,
    deliveries_action_required: Count,
    deliveries_stalled: Count,
    payouts_pending: Count,
    payouts_on_hold: Count,
    jobs_parked: Count,
    sales_unmatched: Type.Integer({
      minimum: 0,
      description: "Reports with rows that belong to no track yet.",
      examples: [1],
    }),
  },
  { title: "OperatorOverview", description: "How many of each wait for a person; 1,000 stands for any larger number." },
);
export type OperatorOverview = Static<typeof OperatorOverview>;
