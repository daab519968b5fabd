// The pool of UPCs, and which numbers are whose.

import type { Db, TransactionDb } from "../platform/database/db.ts";
import type { UpcRange } from "./organization.ts";

/** Inserts the ranges that overlap no other organization's. Fewer rows than ranges mean that one overlaps. */
export async function insertUpcRanges(
  db: TransactionDb,
  organization_id: string,
  ranges: readonly UpcRange[],
): Promise<number> {
  const { count } = await db`
    insert into upc_ranges (organization_id, first, last, next)
    select ${organization_id}, first::bigint, last::bigint, first::bigint
    from unnest(${ranges.map(({ first }) => first)}::text[], ${ranges.map(({ last }) => last)}::text[]) as given (first, last)
    on conflict do nothing`;
  return count;
}

export async function deleteUpcRanges(
  db: TransactionDb,
  organization_id: string,
  firsts: readonly string[],
): Promise<void> {
  await db`delete from upc_ranges where organization_id = ${organization_id} and first = any(${firsts as string[]}::text[]::bigint[])`;
}

/** Numbers that wait in the pool but lie in no range of their organization any more. */
export async function deleteStrayUpcs(db: TransactionDb, organization_id: string): Promise<void> {
  await db`
    delete from upcs u where u.organization_id = ${organization_id} and not u.is_used
    and not exists (select from upc_ranges r where r.organization_id = ${organization_id} and left(u.upc, 11)::bigint between r.first and r.last)`;
}

/** How many active organizations have numbers of this range in theirs. */
export async function countOrganizationsWithin(db: Db, { first, last }: UpcRange): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(distinct o.id)::int as count
    from upc_ranges r join organizations o on o.id = r.organization_id
    where r.first <= ${last}::bigint and r.last >= ${first}::bigint and o.status = 'active'`;
  return row?.count ?? 0;
}

export async function countUsedUpcs(db: Db, { first, last }: UpcRange): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from upcs where upc between ${`${first}0`} and ${`${last}9`} and is_used`;
  return row?.count ?? 0;
}

export async function nextUpcBlock(db: Db): Promise<number> {
  const [row] = await db<{ block: string }[]>`select nextval('upc_blocks') as block`;
  return Number(row?.block);
}

/**
 * Rows that another transaction holds are skipped, so that creations do not wait for each other's commit.
 * Only if no other row is left, wait for them, since they come back if their transaction fails.
 */
export async function takePooledUpc(
  db: TransactionDb,
  organization_id: string,
  in_hand: "skip" | "wait",
): Promise<string | undefined> {
  const [row] = await db<{ upc: string }[]>`
    update upcs set is_used = true
    where upc = (
      select upc from upcs where organization_id = ${organization_id} and not is_used
      order by upc limit 1 for update ${in_hand === "skip" ? db`skip locked` : db``})
    returning upc`;
  return row?.upc;
}

/** The first range with numbers left; waits for another transaction that is taking from it. */
export async function lockUpcRange(
  db: TransactionDb,
  organization_id: string,
): Promise<{ first: string; next: string; last: string } | undefined> {
  const [row] = await db<{ first: string; next: string; last: string }[]>`
    select first, next, last from upc_ranges where organization_id = ${organization_id} and next <= last order by first limit 1 for update`;
  return row;
}

/** The next free ones of a locked range go into the pool, and the range goes on after them. Numbers in use are passed over. */
export async function refillUpcs(
  db: TransactionDb,
  { organization_id, first, count }: { organization_id: string; first: string; count: number },
): Promise<void> {
  await db`
    with range as (select next, last from upc_ranges where organization_id = ${organization_id} and first = ${first}),
    free as materialized (
      select number from (select generate_series(next, last) as number from range) as ahead
      where not exists (select from upcs where upc = upc_of(number)) limit ${count}),
    pooled as (
      insert into upcs (upc, organization_id, is_used) select upc_of(number), ${organization_id}, false from free
      on conflict (upc) do nothing)
    update upc_ranges set next = case when (select count(*) from free) < ${count} then last else (select max(number) from free) end + 1
    where organization_id = ${organization_id} and first = ${first}`;
}

/** True for a number in another organization's range that is in no use yet. */
export async function isForeignUpc(
  db: Db,
  { organization_id, upc }: { organization_id: string; upc: string },
): Promise<boolean> {
  const [row] = await db`
    select 1 from upc_ranges
    where int8range(first, last, '[]') @> left(${upc}::text, 11)::bigint and organization_id <> ${organization_id}
      and not exists (select from upcs where upc = ${upc} and is_used)`;
  return row !== undefined;
}

/** Records a number that a client named, so that it is never assigned later, from a pool or from a range. */
export async function markUpcUsed(db: TransactionDb, upc: string): Promise<void> {
  await db`
    insert into upcs (upc, is_used) values (${upc}, true)
    on conflict (upc) do update set is_used = true where not upcs.is_used`;
}
