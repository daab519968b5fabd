import { type Db, type Fragment, json, type TransactionDb } from "../platform/database/db.ts";
import type { Compound } from "../platform/database/joint.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import type { Release } from "../releases/release.ts";
import type { LockedStatus } from "../releases/settle.ts";
import type { Standing } from "../releases/standing.ts";
import type { Sight } from "../rights/sight.ts";
import { andOfSeen } from "../rights/sight-queries.ts";
import type { AnsweredStatus, Delivery, DeliveryStore } from "./delivery.ts";
import type { KeptTerms } from "./delivery-terms.ts";

type Fingerprint = Pick<Release, "upc" | "label" | "release_date">;

/** The state of a store before the present attempt. */
export type Had = Fingerprint &
  Pick<DeliveryStore, "rejection_code" | "rejection_reason" | "territory_codes"> & {
    status: AnsweredStatus;
    renaming?: Renaming;
    /** Attempts that earlier versions began do not have these. */
    terms?: KeptTerms["terms"];
    tier_namespaces?: KeptTerms["tier_namespaces"];
  };

/**
 * One request that gave the delivery other codes: those it had before, and how many of the request's stores have not been
 * cancelled. The delivery goes back to its earlier codes when all of them are; what one store has got is not undone.
 */
export type Renaming = { id: string; to: string[]; from: string[]; stores: number };

/** As it is kept: with what only the pipeline needs. */
export type StoreRow = DeliveryStore &
  Fingerprint &
  KeptTerms & { failures: number; takedown_reason: string | null; had: Had | null; trying_until: string | null };

/**
 * `release`: the one that is locked with it. `others`: how it stands at the stores that this change does not move. `version`: see
 * `listLockedStores`.
 */
export type LockedDelivery = DeliveryColumns & { stores: StoreRow[]; release: LockedStatus } & BesideStores;
/** A change of some stores depends on this, too. */
export type BesideStores = { others: OtherStanding[]; version?: string };
/** `is_here`: in this delivery. The release's other deliveries count for its status, too. */
type OtherStanding = Standing & { is_here: boolean };
export type DeliveryColumns = Omit<Delivery, "stores"> & {
  organization_id: string;
  /** The territories of its stores, all but those that have their own. Null: each has its own. */
  reach: string[] | null;
};
/** As it is kept: without territories it gets what most stores of the delivery get. */
export type KeptStore = Omit<StoreRow, "territory_codes"> & { territory_codes: string[] | null };

const shown = (db: Db, more = db``) => db`
  select id, organization_id, release_id, status, territory_codes,
    (select json_agg(json_build_object('store_id', s.store_id, 'status', s.status, 'territory_codes', coalesce(s.territory_codes, deliveries.reach), 'terms', s.terms,
        'rejection_code', s.rejection_code, 'rejection_reason', s.rejection_reason, 'attempts', s.attempts,
        'stalled_reason', s.stalled_reason, 'stalled_since', ${utc(db, db`s.stalled_since`)}, 'history', s.history,
        'updated_at', ${utc(db, db`s.updated_at`)}) order by s.place)
      from delivery_stores s where s.delivery_id = deliveries.id) as stores,
    created_at, updated_at, completed_at ${more}
  from deliveries`;

/** For the operator, who reads the deliveries of all organizations. */
const names = (db: Db) => db`,
    (select name from organizations where organizations.id = deliveries.organization_id) as organization_name,
    (select title from releases where releases.id = deliveries.release_id) as release_title`;

/** Inside JSON PostgreSQL writes times in its own way. */
export function utc(db: Db, column: ReturnType<Db>) {
  return db`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

type DeliveryRow = Delivery & { organization_id: string };

export async function findDelivery(db: Db, { organization_id, id }: Owned): Promise<DeliveryRow | undefined> {
  const [row] = await db<DeliveryRow[]>`${shown(db)} where organization_id = ${organization_id} and id = ${id}`;
  return row;
}

export async function listDeliveries(
  db: Db,
  sight: Sight,
  filter: PageAsked & { status?: string; release_id?: string; updated_since?: string },
): Promise<Page<DeliveryRow>> {
  const { status, release_id } = filter;
  const where = db`
    organization_id = ${sight.organization_id} ${andOfSeen(db, sight)}
    ${status === undefined ? db`` : db`and status = ${status}`}
    ${release_id === undefined ? db`` : db`and release_id = ${release_id}`}`;
  return selectPage(db, filter, { from: db`deliveries`, where, rows: shown(db) });
}

/** Operator only: not limited to one organization. */
export async function listAnyDeliveries(
  db: Db,
  filter: PageAsked & { status?: string; store_id?: string; store_status?: string },
): Promise<Page<DeliveryRow>> {
  const { status, store_id, store_status } = filter;
  const where = db`
    true
    ${status === undefined ? db`` : db`and status = ${status}`}
    ${store_status === undefined ? db`` : withStoreStatus(db, store_status, store_id)}
    ${store_id === undefined ? db`` : db`and exists (select 1 from delivery_stores s where s.store_id = ${store_id} and s.delivery_id = deliveries.id)`}`;
  return selectPage(db, filter, {
    from: db`deliveries`,
    where,
    rows: shown(db, names(db)),
  });
}

/** Stalled ones have an index of their own, which is found by the constant. */
function withStoreStatus(db: Db, store_status: string, store_id: string | undefined) {
  const status = store_status === "stalled" ? db`s.status = 'stalled'` : db`s.status = ${store_status}`;
  const at = store_id === undefined ? db`` : db`and s.store_id = ${store_id}`;
  return db`and exists (select 1 from delivery_stores s where s.delivery_id = deliveries.id and ${status} ${at})`;
}

/** The delivery that the approval of a submission made. */
export async function insertApprovedDelivery(
  db: TransactionDb,
  row: { submission_id: string; delivery_id: string },
): Promise<void> {
  await db`
    insert into approved_deliveries (submission_id, delivery_id) values (${row.submission_id}, ${row.delivery_id})`;
}

/** Those of these stores that have a release with this fingerprint, or are to get it. */
export async function listStoresWith(
  db: Db,
  organization_id: string,
  { store_ids, release }: { store_ids: readonly string[]; release: Fingerprint },
): Promise<Set<string>> {
  const rows = await db<{ store_id: string }[]>`
    select store_id from delivery_stores
    where organization_id = ${organization_id} and store_id = any(${store_ids as string[]}) and upc = ${release.upc}
      and label = ${release.label} and release_date = ${release.release_date} and status not in ('taken_down', 'cancelled')`;
  return new Set(rows.map(({ store_id }) => store_id));
}

/** With its stores. */
export async function insertDelivery(db: TransactionDb, delivery: LockedDelivery): Promise<void> {
  const rows = delivery.stores.map(({ territory_codes, ...row }, place) => ({
    ...row,
    place,
    territory_codes: territory_codes === delivery.reach ? null : territory_codes,
  }));
  await db`
    with delivery as (
      insert into deliveries (id, organization_id, release_id, status, territory_codes, reach, created_at, updated_at, completed_at)
      values (${delivery.id}, ${delivery.organization_id}, ${delivery.release_id}, ${delivery.status}, ${delivery.territory_codes},
        ${delivery.reach}, ${delivery.created_at}, ${delivery.updated_at}, ${delivery.completed_at}))
    insert into delivery_stores (delivery_id, store_id, organization_id, place, status, territory_codes, attempts, failures,
      upc, label, release_date, terms, tier_namespaces, history, updated_at)
    select ${delivery.id}, store_id, ${delivery.organization_id}, place, status, territory_codes, attempts, failures,
      upc, label, release_date, terms, tier_namespaces, history, updated_at
    from jsonb_to_recordset(${json(db, rows)}) as given (store_id text, place integer, status text, territory_codes text[],
      attempts integer, failures integer, upc text, label text, release_date date, terms jsonb, tier_namespaces jsonb, history jsonb,
      updated_at timestamptz)`;
}

export const andNamed = (db: Db, store_ids: readonly string[] | undefined) =>
  store_ids === undefined ? db`` : db`and store_id = any(${store_ids as string[]}::text[])`;

const storeColumns = (db: Db) => db`
  store_id, status, territory_codes, rejection_code, rejection_reason, attempts, failures, stalled_reason, stalled_since,
  takedown_reason, had, trying_until, upc, label, release_date, terms, tier_namespaces, history, updated_at`;

/** All of them, or those that are named: a row holds up to 249 territories, and there may be hundreds of rows. */
export async function listDeliveryStores<More extends object = object>(
  db: Db,
  delivery_id: string,
  { store_ids, more = db`` }: { store_ids?: readonly string[] | undefined; more?: Fragment } = {},
): Promise<(KeptStore & More)[]> {
  return db<(KeptStore & More)[]>`
    select ${storeColumns(db)} ${more} from delivery_stores
    where delivery_id = ${delivery_id} ${andNamed(db, store_ids)}
    order by place`;
}

/** The same without a lock. The first has the territories of those that have none of their own. */
export async function listStoresWithReach(
  db: Db,
  delivery_id: string,
  store_ids: readonly string[],
): Promise<(KeptStore & Partial<Pick<DeliveryColumns, "reach">>)[]> {
  const reach = db`(select reach from deliveries where id = ${delivery_id})`;
  const more = db`, case when row_number() over (order by place) = 1 then ${reach} end as reach`;
  return listDeliveryStores(db, delivery_id, { store_ids, more });
}

/** Territories that are left out stay as they are. Terms are written only where `sets_terms` says so: null is a value of theirs. */
export type ChangedStore = Omit<StoreRow, "territory_codes" | keyof KeptTerms> &
  Partial<Pick<StoreRow, "territory_codes" | keyof KeptTerms>> & { sets_terms?: boolean };

export async function updateDeliveryStores(
  db: TransactionDb,
  id: string,
  rows: readonly ChangedStore[],
): Promise<void> {
  await updatedStores(db, id, rows);
}

/** The delivery and these stores of it. */
export function updateDeliveryWithStores(
  db: TransactionDb,
  row: DeliveryColumns,
  stores: readonly ChangedStore[],
): Compound {
  const statement = db`
    update deliveries set status = ${row.status}, territory_codes = ${row.territory_codes}, updated_at = ${row.updated_at},
      completed_at = ${row.completed_at}
    where organization_id = ${row.organization_id} and id = ${row.id}`;
  return { with: db`moved_stores as (${updatedStores(db, row.id, stores)})`, statement };
}

function updatedStores(db: TransactionDb, delivery_id: string, rows: readonly ChangedStore[]): Fragment {
  return db`
    update delivery_stores s
    set status = given.status, territory_codes = coalesce(given.territory_codes, s.territory_codes), rejection_code = given.rejection_code, rejection_reason = given.rejection_reason,
      attempts = given.attempts, failures = given.failures, stalled_reason = given.stalled_reason,
      stalled_since = given.stalled_since, takedown_reason = given.takedown_reason, had = given.had,
      trying_until = given.trying_until, upc = given.upc, label = given.label, release_date = given.release_date, history = given.history, updated_at = given.updated_at,
      terms = case when given.sets_terms then given.terms else s.terms end,
      tier_namespaces = case when given.sets_terms then given.tier_namespaces else s.tier_namespaces end
    from jsonb_to_recordset(${json(db, rows)}) as given (store_id text, status text, territory_codes text[], rejection_code text,
      rejection_reason text, attempts integer, failures integer, stalled_reason text, stalled_since timestamptz, takedown_reason text,
      had jsonb, trying_until timestamptz, upc text, label text, release_date date, history jsonb, updated_at timestamptz,
      sets_terms boolean, terms jsonb, tier_namespaces jsonb)
    where s.delivery_id = ${delivery_id} and s.store_id = given.store_id`;
}

/** Even one that is taken down may have stores that were not asked. A release has few deliveries; the limit is for what is not real. */
export async function listDeliveriesOf(db: Db, { organization_id, id: release_id }: Owned): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from deliveries
    where organization_id = ${organization_id} and release_id = ${release_id} and status <> 'cancelled'
    order by created_at limit 1000`;
  return rows.map(({ id }) => id);
}

// The pipeline

export type WorkAtStore = {
  organization_id: string;
  delivery_id: string;
  store_id: string;
  release_id: string;
  status: string;
  attempts: number;
  failures: number;
};

/** Work under way at a store, page by page: a paused store leaves it waiting. */
export async function listAtWork(
  db: Db,
  store_id: string,
  { after, limit }: { after: string; limit: number },
): Promise<WorkAtStore[]> {
  return db<WorkAtStore[]>`
    select s.organization_id, s.delivery_id, s.store_id, d.release_id, s.status, s.attempts, s.failures
    from delivery_stores s join deliveries d on d.id = s.delivery_id
    where s.store_id = ${store_id} and s.delivery_id > ${after}
      and s.status in ('queued', 'sending', 'stalled', 'ingesting', 'takedown_requested')
    order by s.delivery_id limit ${limit}`;
}
