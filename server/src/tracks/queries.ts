import type { Organization } from "../organizations/organization.ts";
import { type Db, type Fragment, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage, selectWithin } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import { trackColumns } from "../releases/queries.ts";
import type { Release } from "../releases/release.ts";
import { deliveriesOf } from "../releases/standing-queries.ts";
import type { Sight } from "../rights/sight.ts";
import { andOfSeen } from "../rights/sight-queries.ts";
import type { Track, TrackRow } from "./track.ts";

const columns = (db: Db) => db`${trackColumns(db)}, t.release_id, t.created_at, t.updated_at`;

/** As it is shown: with the release's territories where it has none of its own, and the duration of its audio. */
const shown = (db: Db) => db`
  select ${columns(db)}, coalesce(t.territory, r.territories) as territory, (a.audio->>'duration_ms')::float8 as duration_ms
  from tracks t join releases r on r.id = t.release_id left join assets a on a.id = t.audio_asset_id`;

/** `rows`: an array of `TrackRow` as JSON text, which was written in turns since it may be large. */
export function insertTracks(
  db: TransactionDb,
  { organization_id, rows }: { organization_id: string; rows: string },
): Fragment {
  return db`
    insert into tracks (id, organization_id, release_id, title, version, artists, contributors, isrc, disc_number, track_number,
      territory, explicit, is_clean, language, lyrics, lyrics_synced, withheld, ai, ai_parts, p_line, is_instrumental, is_cover,
      recording_year, recording_country, iswc, publishers, work, movement_number, movement_title, translations,
      instant_gratification, audio_asset_id, created_at, updated_at)
    select id, ${organization_id}, release_id, title, version, artists, contributors, isrc, disc_number, track_number,
      territory, explicit, advisory = 'clean', language, lyrics, lyrics_synced, withheld, ai, ai_parts, p_line, is_instrumental, is_cover,
      recording_year, recording_country, iswc, publishers, work, movement_number, movement_title, translations,
      instant_gratification, audio_asset_id, created_at, updated_at
    from jsonb_to_recordset(${rows}::text::jsonb) as given (id text, release_id text, title text, version text, artists jsonb,
      contributors jsonb, isrc text, disc_number integer, track_number integer, territory text[], explicit boolean, advisory text,
      language text, lyrics text, lyrics_synced text, withheld boolean, ai text, ai_parts jsonb, p_line text, is_instrumental boolean,
      is_cover boolean, recording_year integer, recording_country text, iswc text, publishers jsonb, work text,
      movement_number integer, movement_title text, translations jsonb, instant_gratification boolean, audio_asset_id text,
      created_at timestamptz, updated_at timestamptz)`;
}

export async function updateTrackRow(db: TransactionDb, organization_id: string, row: TrackRow): Promise<void> {
  await db`
    update tracks
    set title = ${row.title}, version = ${row.version}, artists = ${json(db, row.artists)}, contributors = ${json(db, row.contributors)},
      isrc = ${row.isrc}, disc_number = ${row.disc_number}, track_number = ${row.track_number}, territory = ${row.territory},
      explicit = ${row.explicit}, is_clean = ${row.advisory === "clean"}, language = ${row.language}, lyrics = ${row.lyrics},
      lyrics_synced = ${row.lyrics_synced}, withheld = ${row.withheld}, ai = ${row.ai}, ai_parts = ${json(db, row.ai_parts)},
      p_line = ${row.p_line}, is_instrumental = ${row.is_instrumental}, is_cover = ${row.is_cover},
      recording_year = ${row.recording_year}, recording_country = ${row.recording_country}, iswc = ${row.iswc},
      publishers = ${json(db, row.publishers)}, work = ${row.work}, movement_number = ${row.movement_number},
      movement_title = ${row.movement_title}, translations = ${json(db, row.translations)},
      instant_gratification = ${row.instant_gratification}, audio_asset_id = ${row.audio_asset_id}, updated_at = ${row.updated_at}
    where organization_id = ${organization_id} and id = ${row.id}`;
}

/** The present length is kept if a store took it: a first one because the release was delivered, a later one because it was sent. */
export async function keepDeliveredLength(db: TransactionDb, { organization_id, id: track_id }: Owned): Promise<void> {
  await db`
    insert into delivered_lengths as kept (track_id, organization_id, duration_ms)
    select t.id, t.organization_id, (a.audio->>'duration_ms')::float8
    from tracks t join assets a on a.organization_id = t.organization_id and a.id = t.audio_asset_id
    where t.organization_id = ${organization_id} and t.id = ${track_id} and a.audio is not null
      and exists (
        select from (${deliveriesOf(db, db`t.release_id`)}) d join delivery_stores s on s.delivery_id = d.id
        where s.delivered_at is not null)
    on conflict (track_id) do update set duration_ms = excluded.duration_ms
    where exists (
      select from tracks t join sent_assets sent
        on sent.organization_id = t.organization_id and sent.asset_id = t.audio_asset_id and sent.release_id = t.release_id
      where t.organization_id = ${organization_id} and t.id = kept.track_id)`;
}

export async function updateAudio(
  db: TransactionDb,
  { organization_id, id }: Owned,
  { audio_asset_id, updated_at }: Pick<TrackRow, "audio_asset_id" | "updated_at">,
): Promise<void> {
  await db`
    update tracks set audio_asset_id = ${audio_asset_id}, updated_at = ${updated_at}
    where organization_id = ${organization_id} and id = ${id}`;
}

/** Frees their places, so that tracks can take each other's. Each gets a new place before the transaction ends. */
export async function setTracksAside(
  db: TransactionDb,
  organization_id: string,
  ids: readonly string[],
): Promise<void> {
  await db`
    update tracks set track_number = -track_number where organization_id = ${organization_id} and id = any(${ids})`;
}

export async function findTrack(db: Db, { organization_id, id }: Owned): Promise<Track | undefined> {
  const [row] = await db<Track[]>`${shown(db)} where t.organization_id = ${organization_id} and t.id = ${id}`;
  return row;
}

/** As it is kept. */
export async function findTrackRow(db: Db, { organization_id, id }: Owned): Promise<TrackRow | undefined> {
  const [row] = await db<TrackRow[]>`
    select ${columns(db)}, t.territory from tracks t where t.organization_id = ${organization_id} and t.id = ${id}`;
  return row;
}

export async function deleteTrackRow(db: TransactionDb, { organization_id, id }: Owned): Promise<boolean> {
  const { count } = await db`delete from tracks where organization_id = ${organization_id} and id = ${id}`;
  return count === 1;
}

export async function listTracks(
  db: Db,
  sight: Sight,
  filter: PageAsked & { release_id?: string; updated_since?: string },
): Promise<Page<Track>> {
  const { release_id } = filter;
  const where = db`
    t.organization_id = ${sight.organization_id} ${andOfSeen(db, sight, db`t.release_id`)}
    ${release_id === undefined ? db`` : db`and t.release_id = ${release_id}`}`;
  return selectPage(db, filter, {
    from: db`tracks t`,
    where,
    rows: shown(db),
  });
}

/** In the order of the release. */
export async function listTrackIds(db: Db, { organization_id, id: release_id }: Owned): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from tracks where organization_id = ${organization_id} and release_id = ${release_id}
    order by disc_number, track_number`;
  return rows.map(({ id }) => id);
}

/** In the order of the release. */
export async function listIdsWithoutIsrc(db: Db, { organization_id, id: release_id }: Owned): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from tracks where organization_id = ${organization_id} and release_id = ${release_id} and isrc is null
    order by disc_number, track_number`;
  return rows.map(({ id }) => id);
}

export async function updateIsrcs(
  db: TransactionDb,
  organization_id: string,
  { ids, isrcs, updated_at }: { ids: readonly string[]; isrcs: readonly string[]; updated_at: string },
): Promise<void> {
  await db`
    update tracks set isrc = given.isrc, updated_at = ${updated_at}
    from unnest(${ids as string[]}::text[], ${isrcs as string[]}::text[]) as given (id, isrc)
    where organization_id = ${organization_id} and tracks.id = given.id`;
}

/** These tracks, in this order, as far as an answer holds them. */
export async function showTracks(db: Db, organization_id: string, ids: readonly string[]) {
  return selectWithin<Track>(db, db`${shown(db)} where t.organization_id = ${organization_id}`, ids);
}

// Rows that tracks depend on: releases, assets, and the numbers of other tracks

export type Home = Pick<Release, "id" | "status" | "territories">;

/** The release of a track, locked: its tracks are changed by one request after the other, and not while it is submitted. */
export async function lockHomeOf(
  db: TransactionDb,
  { organization_id, id: track_id }: Owned,
): Promise<Home | undefined> {
  const [row] = await db<Home[]>`
    select id, status, territories from releases
    where organization_id = ${organization_id}
      and id = (select release_id from tracks where organization_id = ${organization_id} and id = ${track_id})
    for no key update`;
  return row;
}

/** The same for many: one after the other by id, so that two requests for the same releases never wait for each other in a ring. */
export type OwnedHome = Home & Pick<Organization, "licensed_territories" | "isrc_prefix">;

/** With what their organization may do. */
export async function lockHomes(
  db: TransactionDb,
  organization_id: string,
  ids: readonly string[],
): Promise<OwnedHome[]> {
  return db<OwnedHome[]>`
    select r.id, r.status, r.territories, o.licensed_territories, o.isrc_prefix
    from releases r join organizations o on o.id = r.organization_id
    where r.organization_id = ${organization_id} and r.id = any(${ids as string[]})
    order by r.id for no key update of r`;
}

export type HeldAudio = { id: string; status: string; duration_ms: number | null };

/** Until the transaction ends these rows cannot be deleted, but they can change. */
export async function holdAudio(
  db: TransactionDb,
  organization_id: string,
  ids: readonly string[],
): Promise<HeldAudio[]> {
  return db<HeldAudio[]>`
    select id, status, (audio->>'duration_ms')::float8 as duration_ms from assets
    where organization_id = ${organization_id} and id = any(${ids as string[]}) and type = 'audio'
    order by id for key share`;
}

export type Disc = { release_id: string; disc_number: number; last: number; count: number };

export async function listDiscs(db: Db, organization_id: string, release_ids: readonly string[]): Promise<Disc[]> {
  return db<Disc[]>`
    select release_id, disc_number, max(track_number) as last, count(*)::integer as count from tracks
    where organization_id = ${organization_id} and release_id = any(${release_ids as string[]})
    group by release_id, disc_number`;
}

export type Place = { release_id: string; disc_number: number; track_number: number };

/** Which of these places have a track. */
export async function listTaken(db: Db, organization_id: string, places: readonly Place[]): Promise<Place[]> {
  if (places.length === 0) return [];
  return db<Place[]>`
    select t.release_id, t.disc_number, t.track_number
    from jsonb_to_recordset(${json(db, places)}) as given (release_id text, disc_number integer, track_number integer)
    join tracks t using (release_id, disc_number, track_number)
    where t.organization_id = ${organization_id}`;
}

// The pool of ISRCs

/**
 * Skips rows that another transaction holds, so that no request waits for another's commit. Also skips ISRCs that a client
 * has named since they were pooled.
 */
export async function takePooledIsrcs(db: TransactionDb, stem: string, count: number): Promise<string[]> {
  // The array and the inner select make it look each row up by its key, whatever the planner thinks of these tables.
  const rows = await db<{ isrc: string }[]>`
    delete from isrc_pool
    where stem = ${stem} and isrc = any(array(
      select isrc from isrc_pool p where stem = ${stem} and not exists (select from named_isrcs n where n.isrc = p.isrc)
      order by isrc limit ${count} for update of p skip locked))
    returning isrc`;
  return rows.map(({ isrc }) => isrc);
}

/** Waits for another transaction that is filling the pool; answers with the first designation that is not in it. */
export async function lockIsrcStem(db: TransactionDb, stem: string): Promise<number> {
  const [row] = await db<{ next: number }[]>`
    insert into isrc_stems (stem, next) values (${stem}, 1)
    on conflict (stem) do update set stem = excluded.stem returning next`;
  return row?.next ?? 1;
}

/** The next free ones of a locked stem go into the pool, and the stem goes on after them. Named ones are passed over. */
export async function refillIsrcs(
  db: TransactionDb,
  stem: string,
  range: { count: number; last: number },
): Promise<void> {
  await db`
    with free as materialized (
      select number from (select generate_series(next, ${range.last}::int) as number from isrc_stems where stem = ${stem}) as ahead
      where not exists (select from named_isrcs where isrc = concat(${stem}::text, '-', lpad(number::text, 5, '0')))
      limit ${range.count}),
    pooled as (
      insert into isrc_pool (stem, isrc) select ${stem}, concat(${stem}::text, '-', lpad(number::text, 5, '0')) from free)
    update isrc_stems set next =
      case when (select count(*) from free) < ${range.count} then ${range.last}::int else (select max(number) from free) end + 1
    where stem = ${stem}`;
}

/** Removes ISRCs that were named since they were pooled, so that they are not checked again. */
export async function dropNamedIsrcs(db: TransactionDb, stem: string): Promise<void> {
  await db`
    delete from isrc_pool
    where stem = ${stem} and isrc = any(array(
      select p.isrc from isrc_pool p join named_isrcs using (isrc) where p.stem = ${stem} for update of p skip locked))`;
}

/** Those of them that are in no use yet and have the prefix of another organization. */
export async function listForeignIsrcs(db: Db, organization_id: string, isrcs: readonly string[]): Promise<string[]> {
  const rows = await db<{ isrc: string }[]>`
    select isrc from unnest(${isrcs as string[]}::text[]) as given (isrc)
    join organizations o on o.isrc_prefix = concat(substr(isrc, 1, 2), substr(isrc, 4, 3)) and o.id <> ${organization_id}
    where not exists (select from named_isrcs n where n.isrc = given.isrc)
      -- What left the pool was handed out.
      and (exists (select from isrc_pool p where p.stem = left(given.isrc, 9) and p.isrc = given.isrc)
        or not exists (select from isrc_stems s where s.stem = left(given.isrc, 9) and s.next > right(given.isrc, 5)::int))`;
  return rows.map(({ isrc }) => isrc);
}

/** In order, so that two requests that name the same never wait for each other in a ring. */
export async function nameIsrcs(db: TransactionDb, isrcs: readonly string[]): Promise<void> {
  await db`
    insert into named_isrcs (isrc) select isrc from unnest(${isrcs as string[]}::text[]) as given (isrc) order by isrc
    on conflict (isrc) do nothing`;
}
