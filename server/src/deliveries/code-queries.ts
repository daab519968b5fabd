// The codes that stores were really sent. Sales are matched by them: what the message said that a store took counts, whatever the
// catalogue says later.

import type { TransactionDb } from "../platform/database/db.ts";
import type { Compound } from "../platform/database/joint.ts";
import { latestReview } from "../releases/queries.ts";
import type { DeliveryColumns } from "./queries.ts";

type Taken = { store_id: string; message_id: string };

/**
 * These stores of one delivery have taken these messages. The codes are read from what was kept; the stores of one delivery mostly
 * got the same, which is read once. If no message was kept (a person reported before it was sent), what was approved counts as sent,
 * as for a takedown. Under the release's lock, so that no other transaction writes the same set.
 */
export function insertSentCodes(
  db: TransactionDb,
  { organization_id, release_id }: Pick<DeliveryColumns, "organization_id" | "release_id">,
  { taken, first_at }: { taken: readonly Taken[]; first_at: string },
): Compound {
  const stores = taken.map(({ store_id }) => store_id);
  const messages = taken.map(({ message_id }) => message_id);
  const parts = db`
    taken as materialized (
      select given.store_id, m.content_id, m.message, coalesce(m.content_id, m.message_id, '') as key
      from unnest(${stores}::text[], ${messages}::text[]) as given (store_id, message_id)
      left join store_messages m on m.message_id = given.message_id),
    said as materialized (
      select c.id as key, part.release, part.tracks from message_contents c
      cross join lateral json_to_record(c.content::json) as part (release json, tracks json)
      where c.id in (select content_id from taken)
      union all
      select taken.key, part.release, part.tracks from taken
      cross join lateral json_to_record(taken.message) as part (release json, tracks json)
      where content_id is null and message is not null
      union all
      select '', coalesce(a.release, json_build_object('upc', r.upc, 'ean', r.ean)),
        coalesce(a.tracks, (
          select json_agg(json_build_object('id', id, 'isrc', isrc)) from tracks
          where organization_id = ${organization_id} and release_id = ${release_id}), '[]')
      from releases r
      left join approved_contents a
        on a.release_id = r.id and (${latestReview(db, { organization_id, id: release_id })}) <> 'approved'
      where r.organization_id = ${organization_id} and r.id = ${release_id} and exists (select 1 from taken where message is null)),
    codes as materialized (
      select key, '' as track_id, right('0' || given.code, 13) as code from said
      cross join lateral (values (release ->> 'upc'), (release ->> 'ean')) as given (code) where given.code is not null
      union
      select key, track.id, track.isrc from said
      cross join lateral json_to_recordset(tracks) as track (id text, isrc text) where track.isrc is not null),
    sets as materialized (
      select key, md5(${release_id}::text
        || string_agg(track_id || ' ' || code, ',' order by track_id collate "C", code collate "C"))::uuid as set_id
      from codes group by key),
    kept as (
      insert into sent_codes (code, set_id, organization_id, release_id, track_id)
      select code, set_id, ${organization_id}, ${release_id}, track_id from codes join sets using (key)
      on conflict do nothing)`;
  const statement = db`
    insert into sent_sets (set_id, store_id, first_at)
    select distinct set_id, store_id, ${first_at}::timestamptz from taken join sets using (key)
    on conflict do nothing`;
  return { with: parts, statement };
}
