import type { Db } from "../../platform/database/db.ts";
import type { PayeeStatementRow } from "../payee-statement.ts";
import { shownCount } from "../statements/queries.ts";
import { netPart, termRate } from "../term-queries.ts";

export type PlayedTrack = { title: string; artist: string; play_count: number; amount: string; all_plays: number };

/**
 * The tracks that earned most for the payee, before anything was recouped, and the plays of all its tracks. Rates are looked up once for
 * each store, territory and month.
 */
export async function listPlayedTracks(
  db: Db,
  { id, statement_id }: PayeeStatementRow,
  limit: number,
): Promise<PlayedTrack[]> {
  const line = { store_id: db`l.store_id`, territory: db`l.territory`, usage_period: db`l.usage_period` };
  return db<PlayedTrack[]>`
    with held as materialized (
      select l.track_id, l.release_id, h.contract_id, l.store_id, l.territory, l.usage_period, min(l.isrc) as isrc,
        sum(l.play_count) as play_count, sum(l.earnings) as earnings
      from line_items l
      join contract_tracks h using (statement_id, track_id, release_id, usage_period)
      join payee_statement_shares p on p.payee_statement_id = ${id} and p.contract_id = h.contract_id
      where l.statement_id = ${statement_id}
      group by l.track_id, l.release_id, h.contract_id, l.store_id, l.territory, l.usage_period),
    part as materialized (
      select l.*, ${netPart(db, db`stated`, line)} * coalesce(${termRate(db, db`v.terms`, line)}, 0) * p.share as part
      from (select distinct contract_id, store_id, territory, usage_period from held) as l
      join statements stated on stated.id = ${statement_id}
      join payee_statement_shares p on p.payee_statement_id = ${id} and p.contract_id = l.contract_id
      join contract_statements c on c.statement_id = ${statement_id} and c.contract_id = l.contract_id
      join contract_versions v on v.contract_id = c.contract_id and v.version = c.version),
    earned as (
      select track_id, release_id, min(isrc) as isrc, sum(play_count) as play_count, sum(earnings * part) as amount
      from held join part using (contract_id, store_id, territory, usage_period)
      group by track_id, release_id)
    select coalesce(t.title, e.isrc) as title, coalesce(t.artist, '') as artist, ${shownCount(db, db`e.play_count`)} as play_count,
      e.amount::text, ${shownCount(db, db`sum(e.play_count) over ()`)} as all_plays
    from earned e left join statement_tracks t
      on t.statement_id = ${statement_id} and t.track_id = e.track_id and t.release_id = e.release_id
    order by e.amount desc, e.track_id, e.release_id
    limit ${limit}`;
}
