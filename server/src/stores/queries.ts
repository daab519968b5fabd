import type { Ability } from "../messages/capabilities.ts";
import { type Db, type Fragment, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import { isTerritory, WORLD } from "../standards/territory.ts";
import { type OperatorStore, pauseTransitions, type StoreWithHealth } from "./store.ts";
import type { StoreTables } from "./store-tables.ts";

/** As it is written: with the secrets themselves, sealed. */
export type SealedStore = Omit<OperatorStore, "connector_secrets" | "report_names" | keyof StoreTables> &
  StoreTables & { connector_secrets: Record<string, string>; gets_ern: boolean };

/** Stores that earlier versions made say nothing of `ugc`. */
const capabilities = (db: Db) => db`'{"ugc": false}'::jsonb || capabilities as capabilities`;

/** `id` is what lists go by. */
const listed = (db: Db) => db`
  store_id as id, store_id, name, territories, ${capabilities(db)}, requirements, status, price_tiers, release_profile, migration, connector,
  array(select jsonb_object_keys(connector_secrets)) as connector_secrets,
  array(select r.name from store_report_names r where r.store_id = stores.store_id order by r.place) as report_names, created_at, updated_at`;

/** With the tables that lists leave out. */
const columns = (db: Db) => db`genres, roles, ${listed(db)}`;

/** As one answer has it. */
type WholeStore = OperatorStore & StoreTables;

/** Inserts the stores whose id is free. Returns how many. */
export async function insertStores(db: TransactionDb, rows: readonly SealedStore[]): Promise<number> {
  const { count } = await db`
    insert into stores (store_id, name, territories, capabilities, requirements, connector, connector_secrets, gets_ern, status,
      genres, roles, price_tiers, release_profile, migration, created_at, updated_at)
    select store_id, name, territories, capabilities, requirements, connector, connector_secrets, gets_ern, status,
      genres, roles, price_tiers, release_profile, migration, created_at, updated_at
    from jsonb_to_recordset(${json(db, rows)}) as given (store_id text, name text, territories text[], capabilities jsonb,
      requirements jsonb, connector jsonb, connector_secrets jsonb, gets_ern boolean, status text, genres jsonb, roles jsonb,
      price_tiers jsonb, release_profile text, migration text, created_at timestamptz, updated_at timestamptz)
    -- In one order, so that two who insert the same ones wait for each other in turn.
    order by store_id
    on conflict (store_id) do nothing`;
  return count;
}

/** The secrets given are added to those that were kept, or take their place. */
export async function updateStoreRow(
  db: TransactionDb,
  row: SealedStore & { keeps_secrets: boolean; removed_secrets: string[] },
): Promise<void> {
  await db`
    update stores
    set name = ${row.name}, territories = ${row.territories}, capabilities = ${json(db, row.capabilities)},
      requirements = ${json(db, row.requirements)}, connector = ${json(db, row.connector)}, gets_ern = ${row.gets_ern}, status = ${row.status},
      genres = ${json(db, row.genres)}, roles = ${json(db, row.roles)}, price_tiers = ${json(db, row.price_tiers)},
      release_profile = ${row.release_profile}, migration = ${row.migration},
      connector_secrets = ${row.keeps_secrets ? db`connector_secrets - ${row.removed_secrets}::text[]` : db`'{}'::jsonb`} || ${json(db, row.connector_secrets)},
      updated_at = ${row.updated_at}
    where store_id = ${row.store_id}`;
}

/** Compare-and-set: a store that is paused stays as it is. */
export async function pauseStoreRow(db: TransactionDb, store_id: string, now: string): Promise<void> {
  const { from, to } = pauseTransitions.pause;
  await db`update stores set status = ${to}, updated_at = ${now} where store_id = ${store_id} and status = any(${from})`;
}

export async function findStore(db: Db, store_id: string): Promise<WholeStore | undefined> {
  const [row] = await db<WholeStore[]>`select ${columns(db)} from stores where store_id = ${store_id}`;
  return row;
}

/** Changes of one store wait for each other. */
export async function lockStore(db: TransactionDb, store_id: string): Promise<WholeStore | undefined> {
  const [row] = await db<
    WholeStore[]
  >`select ${columns(db)} from stores where store_id = ${store_id} for no key update`;
  return row;
}

/** Until the transaction ends, nothing can begin to name the store. */
export async function lockStoreToRemove(db: TransactionDb, store_id: string): Promise<boolean> {
  const rows = await db`select 1 from stores where store_id = ${store_id} for update`;
  return rows.length === 1;
}

/** Named by what has no foreign key: the names of a report format, and the rows of a sales report. */
export async function isStoreNamed(db: Db, store_id: string): Promise<boolean> {
  const [row] = await db<{ is_named: boolean }[]>`
    select exists (select 1 from report_formats where unknown_store = ${store_id}
        or exists (select 1 from jsonb_each_text(store_names) where value = ${store_id}))
      or exists (select 1 from sales_reports where stores @> ${json(db, [{ store_id }])}) as is_named`;
  return row?.is_named ?? false;
}

export async function hasDeliveries(db: Db, store_id: string): Promise<boolean> {
  const rows = await db`select 1 from delivery_stores where store_id = ${store_id} limit 1`;
  return rows.length === 1;
}

/** With its credentials, its names in reports and the notes of the service about its folders. Fails if anything else names the store. */
export async function deleteStoreRow(db: TransactionDb, store_id: string): Promise<void> {
  await db`
    with credentials as (delete from store_credentials where store_id = ${store_id}),
      names as (delete from store_report_names where store_id = ${store_id}),
      feeds as (delete from store_feeds where store_id = ${store_id}),
      times as (delete from store_message_times where store_id = ${store_id}),
      files as (delete from acknowledgement_files where store_id = ${store_id}),
      readings as (delete from acknowledgement_readings where store_id = ${store_id})
    delete from stores where store_id = ${store_id}`;
}

/** The newest messages alone tell when the store was reached last: an older one that was sent again does not count. */
const withHealth = (db: Db, shown = columns(db)) => db`
      select ${shown}, last_sent_at, last_answered_at, stalled_deliveries, stalled_since from stores
      cross join lateral (
        select max(sent_at) as last_sent_at, max(answered_at) as last_answered_at from (
          select sent_at, answered_at from store_messages m where m.store_id = stores.store_id
          order by m.created_at desc, m.message_id desc limit 20) as newest) as messages
      cross join lateral (
        select count(*)::int as stalled_deliveries, min(s.stalled_since) as stalled_since
        from delivery_stores s where s.store_id = stores.store_id and s.status = 'stalled') as stalled`;

export async function findStoreWithHealth(db: Db, store_id: string): Promise<StoreWithHealth | undefined> {
  const [row] = await db<StoreWithHealth[]>`${withHealth(db)} where store_id = ${store_id}`;
  return row;
}

export async function listStoresWithHealth(db: Db, asked: PageAsked): Promise<Page<StoreWithHealth>> {
  return selectPage(db, asked, {
    from: db`stores`,
    where: db`true`,
    rows: withHealth(db, listed(db)),
    order: { created_at: "created_at", id: "store_id" },
  });
}

/** Those that releases can be delivered to: not those that only reports name. */
export async function listStores(
  db: Db,
  filter: PageAsked & { territory?: string; capability?: Ability },
): Promise<Page<OperatorStore>> {
  const { territory, capability } = filter;
  const where = db`
    connector ->> 'kind' <> 'reported'
    ${territory === undefined ? db`` : db`and territories && ${servedBy(territory)}`}
    ${capability === undefined ? db`` : db`and capabilities @> ${json(db, { [capability]: true })}`}`;
  return selectPage(db, filter, {
    from: db`stores`,
    where,
    rows: db`select ${listed(db)} from stores`,
    order: { created_at: "created_at", id: "store_id" },
  });
}

/** A `WORLD` store serves every existing territory, and no unknown code. */
function servedBy(territory: string): string[] {
  return isTerritory(territory) ? [territory, WORLD] : [territory];
}

/** The territories that the organization is licensed for, and how many active stores name each code. */
export async function countStoresByTerritory(
  db: Db,
  organization_id: string,
): Promise<{ licensed_territories: string[]; counts: Record<string, number> } | undefined> {
  const [row] = await db<{ licensed_territories: string[]; counts: Record<string, number> }[]>`
    select o.licensed_territories,
      (select coalesce(jsonb_object_agg(code, stores), '{}') from (
        select code, count(*) as stores from stores cross join unnest(territories) code
        where status = 'active' and connector ->> 'kind' <> 'reported' group by code) counted) as counts
    from organizations o where o.id = ${organization_id}`;
  return row;
}

// For deliveries

/** `version`: which state this is of all that a release is judged by. `is_reported`: reports alone name it, and it takes no delivery. */
export type StoreTermsRow = Pick<
  SealedStore,
  "store_id" | "territories" | "capabilities" | "requirements" | "gets_ern" | keyof StoreTables
> & { version: string; is_reported: boolean };

export async function findStores(db: Db, store_ids: readonly string[]): Promise<StoreTermsRow[]> {
  return db<StoreTermsRow[]>`${storesNamed(db, store_ids)}`;
}

// Not by the row's last transaction: whether the store is reached is written while releases are judged, many times a second on a bad day.
const termsVersion = (db: Db): Fragment => db`
  md5((status, territories, capabilities, requirements, gets_ern, genres, roles, price_tiers, release_profile, connector)::text)`;

export const storesNamed = (db: Db, store_ids: readonly string[]): Fragment => db`
  select store_id, territories, capabilities, requirements, gets_ern, genres, roles, price_tiers, ${termsVersion(db)} as version,
    connector ->> 'kind' = 'reported' as is_reported
  from stores where store_id = any(${store_ids as string[]}::text[])`;

/** Returns those that exist. They are not removed until the transaction ends. */
export async function holdStores(db: TransactionDb, store_ids: readonly string[]): Promise<string[]> {
  const rows = await db<{ store_id: string }[]>`
    select store_id from stores where store_id = any(${store_ids as string[]}::text[]) order by store_id for key share`;
  return rows.map(({ store_id }) => store_id);
}

/** With its secrets, sealed. `is_unreached`: its last calls failed, and the operator was told. */
export type StoreAtWork = Pick<
  SealedStore,
  "store_id" | "status" | "capabilities" | "connector" | "connector_secrets" | "genres" | "roles" | "release_profile"
> & { is_unreached: boolean };

const columnsAtWork = (db: Db) => db`
  store_id, status, ${capabilities(db)}, genres, roles, release_profile, connector, connector_secrets, unreached_since is not null as is_unreached`;

export async function findStoreAtWork(db: Db, store_id: string): Promise<StoreAtWork | undefined> {
  const [row] = await listStoresAtWork(db, [store_id]);
  return row;
}

export async function listStoresAtWork(db: Db, store_ids: readonly string[]): Promise<StoreAtWork[]> {
  return db<StoreAtWork[]>`
    select ${columnsAtWork(db)} from stores where store_id = any(${store_ids as string[]}::text[])`;
}

/** It is not paused or resumed until the transaction ends. */
export async function holdStoreAtWork(db: TransactionDb, store_id: string): Promise<StoreAtWork | undefined> {
  const [row] = await db<StoreAtWork[]>`
    select ${columnsAtWork(db)} from stores where store_id = ${store_id} for share`;
  return row;
}

/** Compare-and-set: true for one caller each time the store falls, however many deliveries and processes notice it. */
export async function markUnreached(db: TransactionDb, store_id: string, now: string): Promise<boolean> {
  const { count } = await db`
    update stores set unreached_since = ${now} where store_id = ${store_id} and unreached_since is null`;
  return count === 1;
}

/** True for one caller each time the store is reached again. */
export async function markReached(db: TransactionDb, store_id: string): Promise<boolean> {
  const { count } = await db`
    update stores set unreached_since = null where store_id = ${store_id} and unreached_since is not null`;
  return count === 1;
}
