// A reviewer who decided about a release before sees what has changed since. Each decision keeps the content it was about, one copy
// for each release, and the next review compares in the database: the content may be megabytes, the answer is not.

import type { Db, Fragment, TransactionDb } from "../platform/database/db.ts";
import type { Owned } from "../platform/owned.ts";
import { advisory } from "../releases/queries.ts";
import type { SinceReview } from "./submission.ts";

/** Columns that are no content. The `advisory` of a track says what `is_clean` does. */
const besides = {
  release: ["id", "organization_id", "status", "search", "holds_fingerprint", "created_at", "updated_at"],
  track: ["id", "organization_id", "release_id", "created_at", "updated_at", "is_clean"],
};

const releaseNow = (db: Db, { organization_id, id }: Owned) => db`
  select to_jsonb(r) - ${besides.release}::text[] from releases r where organization_id = ${organization_id} and id = ${id}`;

/** A value that is longer is cut: its reader compares, and can open the release. */
const MAX_VALUE_BYTES = 1_000;
const MAX_CUT_LENGTH = 300;

/**
 * Lyrics of a thousand tracks are more than one value can hold. Longer ones are kept as their beginning, which is more than is shown of
 * it, and a hash. Together they are short enough to stay as they are.
 */
const MAX_KEPT_LENGTH = 1_100;

const shortened = (db: Db, lyrics: Fragment) => db`
  case when length(${lyrics}) > ${MAX_KEPT_LENGTH} then left(${lyrics}, ${MAX_VALUE_BYTES}) || md5(${lyrics}) else ${lyrics} end`;

const tracksNow = (db: Db, { organization_id, id: release_id }: Owned) => db`
  select coalesce(jsonb_object_agg(id, to_jsonb(t) - ${besides.track}::text[] || jsonb_build_object('advisory', ${advisory(db)},
    'lyrics', ${shortened(db, db`t.lyrics`)}, 'lyrics_synced', ${shortened(db, db`t.lyrics_synced`)})), '{}')
  from tracks t where organization_id = ${organization_id} and release_id = ${release_id}`;

/** Call it under the release's lock. */
export async function keepReviewed(db: TransactionDb, own: Owned, submission_id: string): Promise<void> {
  await db`
    insert into reviewed_contents (release_id, organization_id, submission_id, release, tracks)
    values (${own.id}, ${own.organization_id}, ${submission_id}, (${releaseNow(db, own)}), (${tracksNow(db, own)}))
    on conflict (release_id) do update
    set submission_id = excluded.submission_id, release = excluded.release, tracks = excluded.tracks`;
}

type Earlier = Omit<SinceReview, "changes" | "has_more_changes">;

/** The decision before this submission; undefined if it is the first, or if its content was not kept. */
export async function findEarlierDecision(
  db: Db,
  { organization_id, id: release_id }: Owned,
  submission_id: string,
): Promise<Earlier | undefined> {
  const [row] = await db<Earlier[]>`
    select s.id as submission_id, s.review_status, s.reason, s.reviewed_at
    from reviewed_contents kept join submissions s on s.id = kept.submission_id
    where kept.organization_id = ${organization_id} and kept.release_id = ${release_id}
      and s.submitted_at < (select submitted_at from submissions where id = ${submission_id})`;
  return row;
}

const shown = (db: Db, value: string) => db`
  case when octet_length(${db(value)}::text) <= ${MAX_VALUE_BYTES} then ${db(value)}
    else to_jsonb(left(${db(value)} #>> '{}', ${MAX_CUT_LENGTH}) || '…') end as ${db(value)}`;

/**
 * A track that was added or removed is one change, of its title. A column that a later version added is no change. Copies that earlier
 * versions kept have whole lyrics.
 */
export async function listChanges(db: Db, own: Owned, limit: number): Promise<SinceReview["changes"]> {
  const { organization_id, id: release_id } = own;
  return db<SinceReview["changes"]>`
    with kept as materialized (
      select release, tracks from reviewed_contents where organization_id = ${organization_id} and release_id = ${release_id}),
    present as materialized (select (${releaseNow(db, own)}) as release, (${tracksNow(db, own)}) as tracks),
    parts as materialized (
      select null::text as track_id, kept.release as was, present.release as now from kept, present
      union all
      select key, was.value, now.value
      from (
        select one.key, one.value || jsonb_build_object('lyrics', ${shortened(db, db`one.value ->> 'lyrics'`)}) as value
        from kept, jsonb_each(kept.tracks) one) was
      full join (select one.* from present, jsonb_each(present.tracks) one) now using (key)
      where was.value is distinct from now.value)
    select track_id, coalesce(now ->> 'title', was ->> 'title') as title, field, ${shown(db, "before")}, ${shown(db, "after")}
    from parts cross join lateral (
      select null::text as field, was -> 'title' as before, now -> 'title' as after where was is null or now is null
      union all
      select key, was_one.value, now_one.value
      from jsonb_each(was) was_one join jsonb_each(now) now_one using (key) where was_one.value <> now_one.value) as changed
    order by track_id is not null, coalesce(now, was) -> 'disc_number', coalesce(now, was) -> 'track_number', track_id, field
    limit ${limit}`;
}
