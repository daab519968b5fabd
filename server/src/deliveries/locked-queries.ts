// Deliveries and their stores under the locks, under which alone they change.

import type { Db, Fragment, TransactionDb } from "../platform/database/db.ts";
import type { Owned } from "../platform/owned.ts";
import { messageVersion } from "../releases/preflight/queries.ts";
import type { LockedStatus } from "../releases/settle.ts";
import { deliveriesOf } from "../releases/standing-queries.ts";
import { andNamed, type BesideStores, type DeliveryColumns, type KeptStore, listDeliveryStores } from "./queries.ts";

const columns = (db: Db) =>
  db`id, organization_id, release_id, status, territory_codes, reach, created_at, updated_at, completed_at`;

export type DeliveryOfRelease = DeliveryColumns & { release: LockedStatus };
/** Every change of a delivery or of one of its stores waits for this. */
export async function lockDelivery(
  db: TransactionDb,
  { organization_id, id }: Owned,
): Promise<DeliveryOfRelease | undefined> {
  return lockWithRelease(db, id, db`and organization_id = ${organization_id}`);
}

/** For the pipeline: not limited to one organization. */
export async function lockAnyDelivery(db: TransactionDb, id: string): Promise<DeliveryOfRelease | undefined> {
  return lockWithRelease(db, id);
}

/**
 * The release is always locked before the delivery: a request that delivers a release locks the release first, and then waits for
 * rows that another delivery of it wrote for the same store. In the other order the two would wait for each other. The delivery is
 * locked after the join, which locks the release. Read other rows in the next statement: this one may have waited.
 */
async function lockWithRelease(db: TransactionDb, id: string, where = db``): Promise<DeliveryOfRelease | undefined> {
  const [row] = await db<DeliveryOfRelease[]>`
    with release as materialized (
      select json_build_object('status', status, 'holds_fingerprint', holds_fingerprint) as release from releases
      where id = (select release_id from deliveries where id = ${id} ${where}) for no key update)
    select ${columns(db)}, release.release from deliveries, release where id = ${id} ${where} for no key update of deliveries`;
  return row;
}

/**
 * Under the locks, and with what the change of these stores depends on: each of the rows has it. `versioned`: the release whose messages'
 * version is asked for.
 */
export async function listLockedStores(
  db: TransactionDb,
  delivery_id: string,
  { store_ids, versioned }: { store_ids?: readonly string[] | undefined; versioned?: Owned | undefined } = {},
): Promise<(KeptStore & BesideStores)[]> {
  const others = db`(select coalesce(json_agg(other), '[]') from (${otherStandings(db, delivery_id, store_ids)}) other)`;
  const version = versioned ? db`, (${messageVersion(db, versioned)}) as version` : db``;
  return listDeliveryStores(db, delivery_id, { store_ids, more: db`, ${others} as others ${version}` });
}

/**
 * The standings of this delivery's release at all stores but these of it; without names, but all of it. Each kind of
 * standing once.
 */
function otherStandings(db: Db, delivery_id: string, store_ids: readonly string[] | undefined): Fragment {
  const release_id = db`(select release_id from deliveries where id = ${delivery_id})`;
  return db`
    select distinct s.is_here, s.status, s.was_delivered
    from (${deliveriesOf(db, release_id)}) d cross join lateral (
      select delivery_id = ${delivery_id} as is_here, status, delivered_at is not null as was_delivered
      from delivery_stores
      where delivery_id = d.id and not (delivery_id = ${delivery_id} ${andNamed(db, store_ids)}) offset 0) s`;
}
