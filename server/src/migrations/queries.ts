import { type Db, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import { deliveriesOf } from "../releases/standing-queries.ts";
import type { Sight } from "../rights/sight.ts";
import { andOfSeen } from "../rights/sight-queries.ts";
import type { MigrationRow } from "./migration.ts";

/** A store that took the release down, or refused its first message, does not have it. */
const shown = (db: Db) => db`
  select id, organization_id, release_id, previous_distributor, overlap_days, created_at,
    (select coalesce(json_agg(json_build_object('store_id', store_id, 'migration', migration, 'delivered_at',
        to_char(delivered_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by store_id), '[]')
      from (
        select s.store_id, stores.migration, min(case when s.status <> 'taken_down' then s.delivered_at end) as delivered_at
        from (${deliveriesOf(db, db`release_migrations.release_id`)}) d
        join delivery_stores s on s.delivery_id = d.id and s.status <> 'cancelled'
        join stores using (store_id)
        group by s.store_id, stores.migration) at_stores) as stores
  from release_migrations`;

export async function insertMigration(
  db: TransactionDb,
  { id, organization_id, release_id, previous_distributor, overlap_days, created_at }: Omit<MigrationRow, "stores">,
): Promise<void> {
  await db`
    insert into release_migrations (id, organization_id, release_id, previous_distributor, overlap_days, look_at, created_at)
    values (${id}, ${organization_id}, ${release_id}, ${previous_distributor}, ${overlap_days}, ${created_at}, ${created_at})`;
}

export async function findMigration(db: Db, { organization_id, id }: Owned): Promise<MigrationRow | undefined> {
  const [row] = await db<MigrationRow[]>`${shown(db)} where organization_id = ${organization_id} and id = ${id}`;
  return row;
}

export async function listMigrations(
  db: Db,
  sight: Sight,
  filter: PageAsked & { release_id?: string },
): Promise<Page<MigrationRow>> {
  const { release_id } = filter;
  const where = db`
    organization_id = ${sight.organization_id} ${andOfSeen(db, sight)}
    ${release_id === undefined ? db`` : db`and release_id = ${release_id}`}`;
  return selectPage(db, filter, { from: db`release_migrations`, where, rows: shown(db) });
}

/** The facts of a release that a migration needs. */
export type Moved = {
  original_release_date: string | null;
  /** It is known by an EAN, or by a UPC that this service did not assign. */
  has_own_code: boolean;
  /** In the order of the release. */
  isrcs: (string | null)[];
};

export async function holdMoved(db: TransactionDb, { organization_id, id }: Owned): Promise<Moved | undefined> {
  const [row] = await db<Moved[]>`
    select original_release_date::text, ean is not null or not exists (
        select from upcs where upcs.upc = releases.upc and upcs.organization_id is not null) as has_own_code,
      array(select isrc from tracks where organization_id = ${organization_id} and release_id = ${id}
        order by disc_number, track_number) as isrcs
    from releases where organization_id = ${organization_id} and id = ${id} for key share`;
  return row;
}

/** Locked, so that two workers never tell of the same store. Others that are due wait for the next turn. */
export async function lockDueMigrations(db: TransactionDb, now: string, limit: number): Promise<MigrationRow[]> {
  return db<MigrationRow[]>`
    ${shown(db)} where id = any(array(
      select id from release_migrations where look_at <= ${now} order by look_at limit ${limit} for update skip locked))`;
}

/** Those that partners were not told about yet: from now on they were. */
export async function insertSafeStores(
  db: TransactionDb,
  stores: readonly { migration_id: string; store_id: string; delivered_at: string }[],
  emitted_at: string,
): Promise<{ migration_id: string; store_id: string }[]> {
  return db<{ migration_id: string; store_id: string }[]>`
    insert into safe_stores (migration_id, store_id, delivered_at, emitted_at)
    select migration_id, store_id, delivered_at, ${emitted_at}
    from jsonb_to_recordset(${json(db, stores)}) as given (migration_id text, store_id text, delivered_at timestamptz)
    on conflict do nothing returning migration_id, store_id`;
}

export async function updateLooks(db: TransactionDb, looks: readonly { id: string; look_at: string }[]): Promise<void> {
  await db`
    update release_migrations m set look_at = given.look_at
    from jsonb_to_recordset(${json(db, looks)}) as given (id text, look_at timestamptz) where m.id = given.id`;
}
