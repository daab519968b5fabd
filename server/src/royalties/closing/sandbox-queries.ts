import { type Db, json, type TransactionDb } from "../../platform/database/db.ts";

type OwnTrack = { isrc: string; track_id: string; release_id: string };

/** If several tracks have one ISRC, the one that was created first. */
export async function findOwnTracks(
  db: Db,
  { organization_id, isrcs }: { organization_id: string; isrcs: readonly string[] },
): Promise<OwnTrack[]> {
  return db<OwnTrack[]>`
    select distinct on (isrc) isrc, id as track_id, release_id from tracks
    where organization_id = ${organization_id} and isrc = any(${isrcs as string[]}::text[])
    order by isrc, created_at, id`;
}

export async function findKnownStores(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ store_id: string }[]>`
    select store_id from stores where store_id = any(${ids as string[]}::text[])`;
  return new Set(rows.map(({ store_id }) => store_id));
}

/** Grouped as a close groups them. */
export async function insertSandboxItems(db: TransactionDb, period: string, items: readonly object[]): Promise<void> {
  await db`
    insert into line_items (statement_id, number, isrc, track_id, release_id, store_id, territory, play_count, unit_rate, earnings,
      usage_period, reported_currency, reported_earnings, exchange_rate)
    select statement_id, row_number() over (order by statement_id), isrc, track_id, release_id, store_id, territory, play_count,
      unit_rate, play_count * unit_rate * coalesce(exchange_rate, 1), ${period}, reported_currency,
      case when exchange_rate is not null then play_count * unit_rate end, exchange_rate
    from (
      select statement_id, isrc, track_id, release_id, store_id, territory, sum(play_count) as play_count, unit_rate, reported_currency,
        exchange_rate
      from jsonb_to_recordset(${json(db, items)}) as given (statement_id text, isrc text, track_id text, release_id text, store_id text,
        territory text, play_count bigint, unit_rate numeric, reported_currency text, exchange_rate numeric)
      group by statement_id, isrc, track_id, release_id, store_id, territory, unit_rate, reported_currency, exchange_rate,
        sign(play_count)) as grouped`;
}
