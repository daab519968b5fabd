import type { Organization } from "../organizations/organization.ts";
import type { Db } from "../platform/database/db.ts";
import type { Owned } from "../platform/owned.ts";
import { contentVersion } from "../releases/preflight/queries.ts";
import { latestReview, type ReviewState } from "../releases/queries.ts";
import { type StoreTermsRow, storesNamed } from "../stores/queries.ts";

export type Sendable = Pick<ReviewState, "review_status"> &
  Pick<Organization, "licensed_territories"> & {
    content_version: string;
    /** Null: there is no such release. */
    holds_fingerprint: boolean | null;
    /** Those of the named stores that exist. */
    stores: StoreTermsRow[];
  };

/** All that decides whether these stores may get the release. Under its lock; the rest of it is what was judged, if the version is the same. */
export async function findSendable(db: Db, own: Owned, store_ids: readonly string[]): Promise<Sendable> {
  const { organization_id, id } = own;
  const [row] = await db<[Sendable]>`
    select (${contentVersion(db, own)}) as content_version, (${latestReview(db, own)}) as review_status, licensed_territories,
      (select holds_fingerprint from releases where organization_id = ${organization_id} and id = ${id}) as holds_fingerprint,
      (select coalesce(json_agg(store), '[]') from (${storesNamed(db, store_ids)}) store) as stores
    from organizations where id = ${organization_id}`;
  return row;
}
