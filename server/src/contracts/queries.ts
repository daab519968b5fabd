import { type Db, type Fragment, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectOrdered, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import { appliesTo, type ContractRow, type ContractVersion } from "./contract.ts";

const columns = (db: Db) => db`
  id, organization_id, name, level, label, starts_on, ends_on, terms, status, version, created_at, updated_at,
  (select coalesce(array_agg(target_id order by place), '{}') from contract_targets where contract_id = contracts.id) as targets,
  (select coalesce(jsonb_agg(jsonb_build_object('payee_id', payee_id, 'share', share::text) order by place), '[]')
   from contract_shares where contract_id = contracts.id) as shares,
  (select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'costs', costs::text, 'recouped', recouped::text,
      'outstanding', (costs - recouped)::text) order by currency), '[]')
   from (
     select currency, sum(case when status = 'cancelled' then recouped_amount else amount end) as costs, sum(recouped_amount) as recouped
     from contract_costs where contract_id = contracts.id group by currency) as sums) as recoupment`;

export async function countContracts(db: Db, organization_id: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from contracts where organization_id = ${organization_id}`;
  return row?.count ?? 0;
}

export async function insertContract(db: TransactionDb, row: ContractRow): Promise<void> {
  await db`
    insert into contracts (id, organization_id, name, level, label, starts_on, ends_on, terms, status, version, created_at, updated_at)
    values (${row.id}, ${row.organization_id}, ${row.name}, ${row.level}, ${row.label}, ${row.starts_on}, ${row.ends_on},
      ${json(db, row.terms)}, ${row.status}, ${row.version}, ${row.created_at}, ${row.updated_at})`;
}

export async function updateContractRow(db: TransactionDb, row: ContractRow): Promise<void> {
  await db`
    update contracts
    set name = ${row.name}, level = ${row.level}, label = ${row.label}, starts_on = ${row.starts_on}, ends_on = ${row.ends_on},
      terms = ${json(db, row.terms)}, status = ${row.status}, version = ${row.version}, updated_at = ${row.updated_at}
    where organization_id = ${row.organization_id} and id = ${row.id}`;
}

/** Its tracks or releases become exactly these. */
export async function replaceTargets(db: TransactionDb, { organization_id, id, targets }: ContractRow): Promise<void> {
  await db`delete from contract_targets where contract_id = ${id}`;
  await db`
    insert into contract_targets (contract_id, organization_id, target_id, place)
    select ${id}, ${organization_id}, target_id, place
    from unnest(${targets}::text[]) with ordinality as given (target_id, place)`;
}

/** Its shares become exactly these. */
export async function replaceShares(db: TransactionDb, { organization_id, id, shares }: ContractRow): Promise<void> {
  await db`delete from contract_shares where contract_id = ${id}`;
  await db`
    insert into contract_shares (contract_id, organization_id, payee_id, share, place)
    select ${id}, ${organization_id}, payee_id, share, place
    from unnest(${shares.map(({ payee_id }) => payee_id)}::text[], ${shares.map(({ share }) => share)}::text[]::numeric[])
      with ordinality as given (payee_id, share, place)`;
}

export async function insertVersion(db: TransactionDb, row: ContractRow): Promise<void> {
  await db`
    insert into contract_versions (contract_id, organization_id, version, name, applies_to, starts_on, ends_on, terms, shares, created_at)
    values (${row.id}, ${row.organization_id}, ${row.version}, ${row.name}, ${json(db, appliesTo(row))}, ${row.starts_on}, ${row.ends_on},
      ${json(db, row.terms)}, ${json(db, row.shares)}, ${row.updated_at})`;
}

/** The present version ends with the contract: an end makes no new one. */
export async function endVersion(db: TransactionDb, { id, version, ends_on }: ContractRow): Promise<void> {
  await db`update contract_versions set ends_on = ${ends_on} where contract_id = ${id} and version = ${version}`;
}

export async function findContract(db: Db, { organization_id, id }: Owned): Promise<ContractRow | undefined> {
  const [row] = await db<ContractRow[]>`
    select ${columns(db)} from contracts where organization_id = ${organization_id} and id = ${id}`;
  return row;
}

/** With its costs. */
export async function deleteContractRow(db: TransactionDb, { organization_id, id }: Owned): Promise<void> {
  await db`delete from contracts where organization_id = ${organization_id} and id = ${id}`;
}

/** A contract that could hold the same line on the same level as this one, which is no draft. */
export async function findOverlap(db: Db, row: ContractRow): Promise<string | undefined> {
  const { organization_id, id, level, label, starts_on, ends_on } = row;
  const isInMonths = db`
    c.organization_id = ${organization_id} and c.level = ${level} and c.status <> 'draft' and c.id <> ${id}
    and (c.ends_on is null or ${starts_on}::text is null or c.ends_on >= ${starts_on})
    and (c.starts_on is null or ${ends_on}::text is null or c.starts_on <= ${ends_on})`;
  const found: Record<ContractRow["level"], () => Fragment> = {
    all: () => db`select c.id from contracts c where ${isInMonths} limit 1`,
    label: () => db`select c.id from contracts c where ${isInMonths} and c.label = ${label} limit 1`,
    track: () => ofTarget(db, row, isInMonths),
    release: () => ofTarget(db, row, isInMonths),
  };
  const [other] = await db<{ id: string }[]>`${found[level]()}`;
  return other?.id;
}

/** Begins with its own targets and follows the index of targets to the others that name them. */
function ofTarget(db: Db, { organization_id, id }: Owned, isInMonths: Fragment): Fragment {
  return db`
    select c.id
    from contract_targets own
    join contract_targets other on other.organization_id = ${organization_id} and other.target_id = own.target_id
    join contracts c on c.id = other.contract_id
    where own.contract_id = ${id} and ${isInMonths} limit 1`;
}

/** The last month of use on its statements. */
export async function findLastMonth(db: Db, { organization_id, id }: Owned): Promise<string | null> {
  const [row] = await db<{ month: string | null }[]>`
    select max(last_usage_period) as month from contract_statements
    where organization_id = ${organization_id} and contract_id = ${id}`;
  return row?.month ?? null;
}

/** Those of these tracks or releases that are the organization's. */
export async function listOwnTargets(
  db: Db,
  organization_id: string,
  { level, targets }: Pick<ContractRow, "level" | "targets">,
): Promise<string[]> {
  const from = level === "track" ? db`tracks` : db`releases`;
  const rows = await db<{ id: string }[]>`
    select id from ${from} where organization_id = ${organization_id} and id = any(${targets}::text[])`;
  return rows.map(({ id }) => id);
}

/** The organization's payees among these. None is archived before the transaction ends. */
export async function holdPayees(
  db: TransactionDb,
  organization_id: string,
  ids: readonly string[],
): Promise<{ id: string; status: string }[]> {
  return db<{ id: string; status: string }[]>`
    select id, status from payees where organization_id = ${organization_id} and id = any(${ids as string[]}::text[])
    order by id for share`;
}

/** Where a line of a track or a release stands. `label` null: it does not exist (any more). */
export type LinePlace = { ids: string[]; label: string | null };

export async function findTrackPlace(db: Db, { organization_id, id }: Owned): Promise<LinePlace> {
  const [row] = await db<{ release_id: string; label: string }[]>`
    select t.release_id, r.label from tracks t join releases r on r.id = t.release_id
    where t.organization_id = ${organization_id} and t.id = ${id}`;
  return { ids: row ? [id, row.release_id] : [id], label: row?.label ?? null };
}

/** With its tracks: their lines are the release's. */
export async function findReleasePlace(db: Db, { organization_id, id }: Owned): Promise<LinePlace> {
  const [row] = await db<{ label: string; track_ids: string[] }[]>`
    select label, array(select t.id from tracks t where t.release_id = releases.id) as track_ids
    from releases where organization_id = ${organization_id} and id = ${id}`;
  return { ids: [id, ...(row?.track_ids ?? [])], label: row?.label ?? null };
}

export type ContractFilter = { payee_id?: string; status?: string; places: readonly LinePlace[] };

export async function listContracts(
  db: Db,
  organization_id: string,
  asked: PageAsked & ContractFilter,
): Promise<Page<ContractRow>> {
  const { payee_id, status, places } = asked;
  const ofPayee = (id: string) => db`
    and exists (select from contract_shares s where s.contract_id = contracts.id and s.payee_id = ${id})`;
  return selectPage(db, asked, {
    from: db`contracts`,
    where: db`
      organization_id = ${organization_id}
      ${status === undefined ? db`` : db`and status = ${status}`}
      ${payee_id === undefined ? db`` : ofPayee(payee_id)}
      ${places.reduce((where, place) => db`${where} ${ofPlace(db, place)}`, db``)}`,
    rows: db`select ${columns(db)} from contracts`,
  });
}

/** The end of a condition: it names the place, or could hold lines of it. */
function ofPlace(db: Db, { ids, label }: LinePlace): Fragment {
  const isNamed = db`exists (
    select from contract_targets t where t.contract_id = contracts.id and t.target_id = any(${ids}::text[]))`;
  if (label === null) return db`and ${isNamed}`;
  return db`and (level = 'all' or (level = 'label' and label = ${label}) or ${isNamed})`;
}

/** The newest first. */
export async function listVersions(
  db: Db,
  { organization_id, id }: Owned,
  asked: PageAsked,
): Promise<Page<ContractVersion>> {
  const { after } = asked;
  const of = db`organization_id = ${organization_id} and contract_id = ${id}`;
  return selectOrdered(db, asked, {
    found: db`
      select version::text as id, created_at from contract_versions
      where ${of} ${after ? db`and version < ${after[1]}::int` : db``} order by version desc`,
    rows: db`
      select version::text as id, version, name, applies_to, starts_on, ends_on, terms, shares, created_at
      from contract_versions where ${of}`,
  });
}
