// A release moves here from another distributor. Stores keep its plays and playlists if both have it there for some days, with the same
// codes, titles and artists. Where it stands at each store follows from when the store took it.

import { type Static, Type } from "typebox";
import { Id, Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import { Migration } from "../stores/store-tables.ts";

export const migrationStatuses = ["awaiting_delivery", "overlapping", "safe_to_take_down"] as const;

const MAX_OVERLAP_DAYS = 90;
const OverlapDays = Type.Integer({
  minimum: 1,
  maximum: MAX_OVERLAP_DAYS,
  default: 5,
  description: "How many days both distributors have the release at a store.",
});
const PreviousDistributor = Text({ maxLength: 500, description: "In your own words.", examples: ["Harbour Digital"] });

export const MigrationStore = Type.Object(
  {
    store_id: Type.String({ examples: ["store_auralis"] }),
    status: OneOf(migrationStatuses, {
      description:
        "`awaiting_delivery`: the store does not have it from here. `overlapping`: it has, and the former one must stay. " +
        "`safe_to_take_down`: the former distributor may take it down there.",
    }),
    migration: Migration,
    delivered_at: Nullable({ ...Timestamp, description: "When the store took it." }),
    safe_at: Nullable({ ...Timestamp, description: "From when on it is safe to take the former one down." }),
  },
  { title: "MigrationStore" },
);
export type MigrationStore = Static<typeof MigrationStore>;

export const ReleaseMigration = Type.Object(
  {
    id: Id("mig"),
    release_id: Id("rel"),
    previous_distributor: PreviousDistributor,
    overlap_days: OverlapDays,
    stores: Type.Array(MigrationStore, { description: "The stores that the release is delivered to." }),
    created_at: Timestamp,
  },
  { title: "Migration" },
);
export type ReleaseMigration = Static<typeof ReleaseMigration>;

export const NewMigration = Type.Object(
  {
    release_id: Id("rel", { maxLength: 100 }),
    previous_distributor: PreviousDistributor,
    overlap_days: Type.Optional(OverlapDays),
  },
  { title: "NewMigration", additionalProperties: false },
);
export type NewMigration = Static<typeof NewMigration>;

/** As it is kept, with the time at which each store took the release. */
export type MigrationRow = Omit<ReleaseMigration, "stores"> & {
  organization_id: string;
  stores: Pick<MigrationStore, "store_id" | "migration" | "delivered_at">[];
};

const DAY_MS = 86_400_000;

/** Where it stands now. */
export function shownMigration(row: MigrationRow, now: Date): ReleaseMigration {
  const { id, release_id, previous_distributor, overlap_days, created_at } = row;
  const stores = row.stores.map((store) => standingOf(store, overlap_days, now));
  return { id, release_id, previous_distributor, overlap_days, stores, created_at };
}

function standingOf(store: MigrationRow["stores"][number], overlap_days: number, now: Date): MigrationStore {
  if (store.delivered_at === null) return { ...store, status: "awaiting_delivery", safe_at: null };
  const safe_at = new Date(Date.parse(store.delivered_at) + overlap_days * DAY_MS);
  const status = safe_at <= now ? "safe_to_take_down" : "overlapping";
  return { ...store, status, safe_at: safe_at.toISOString() };
}
