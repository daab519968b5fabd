import type { Db, Fragment } from "../../platform/database/db.ts";
import type { Owned } from "../../platform/owned.ts";
import { findRelease, latestReview } from "../queries.ts";
import type { Release } from "../release.ts";
import type { StoredRelease } from "../stored-release.ts";
import type { History, PreflightSubject, StoreTerms, TrackFacts } from "./subject.ts";

export async function listTrackFacts(db: Db, { organization_id, id: release_id }: Owned): Promise<TrackFacts[]> {
  return db<TrackFacts[]>`
    select t.id, t.title, t.version, t.artists, t.contributors, t.isrc, t.territory, t.explicit, t.language, t.ai, t.is_instrumental,
      coalesce(t.lyrics, t.lyrics_synced) is not null as has_lyrics,
      (t.publishers -> 0) is not null as has_publishers,
      case when a.id is not null then jsonb_build_object('status', a.status, 'size_bytes', a.size_bytes,
        'checksum_sha256', a.checksum_sha256, 'audio', a.audio) end as audio, taken.duration_ms as delivered_ms
    from tracks t
    left join delivered_lengths taken on taken.track_id = t.id
    left join assets a on a.organization_id = t.organization_id and a.id = t.audio_asset_id
    where t.organization_id = ${organization_id} and t.release_id = ${release_id}
    order by t.disc_number, t.track_number`;
}

/** The version of a release that is not there. */
export const NO_CONTENT = "";

/**
 * Which state of the release, its tracks and their files this is: the transactions that wrote them last. Two changes within
 * one millisecond have the same `updated_at`, but not the same transaction. A file changes only with its status; its preview and
 * its MD5 are written whenever they are known, and nothing is judged by them.
 */
export const contentVersion = (db: Db, { organization_id, id: release_id }: Owned) => db`
    select coalesce(md5(string_agg(id || ' ' || written_by, ',' order by id)), ${NO_CONTENT}) as version from (
      select id, xmin::text as written_by from releases where organization_id = ${organization_id} and id = ${release_id}
      union all
      select id, xmin::text from tracks where organization_id = ${organization_id} and release_id = ${release_id}
      union all
      select a.id || ' of ' || t.id, ${fileState(db)} from tracks t
      join assets a on a.organization_id = t.organization_id and a.id = t.audio_asset_id
      where t.organization_id = ${organization_id} and t.release_id = ${release_id}
      union all
      select a.id, ${fileState(db)} from releases r
      join assets a on a.organization_id = r.organization_id and a.id = r.artwork_asset_id
      where r.organization_id = ${organization_id} and r.id = ${release_id}) parts`;

const fileState = (db: Db) => db`a.status || extract(epoch from a.updated_at)`;

export async function findContentVersion(db: Db, own: Owned): Promise<string> {
  const [row] = await db<[{ version: string }]>`${contentVersion(db, own)}`;
  return row.version;
}

/** Which state this is of all that messages to stores are made of: also of its reviews, and of its organization. */
export const messageVersion = (db: Db, own: Owned): Fragment => {
  const { organization_id, id: release_id } = own;
  return db`
    select md5(concat_ws(' ', (${contentVersion(db, own)}),
      (${latestReview(db, own)}),
      (select xmin::text from approved_contents where organization_id = ${organization_id} and release_id = ${release_id}),
      (select jsonb_build_array(name, ddex_party_id, licensed_territories)::text from organizations
        where id = ${organization_id}))) as version`;
};

type WithContentVersion = { content_version: string; artwork: PreflightSubject["artwork"] };
/** The release with the version of its content, which is that of what was read, and its artwork. */
export function findVersionedRelease(db: Db, own: Owned): Promise<(StoredRelease & WithContentVersion) | undefined> {
  const picture = artwork(db, { organization_id: own.organization_id, id: db`releases.artwork_asset_id` });
  return findRelease(db, own, db`, (${contentVersion(db, own)}) as content_version, (${picture}) as artwork`);
}

export async function findMessageVersion(db: Db, own: Owned): Promise<string> {
  const [row] = await db<[{ version: string }]>`${messageVersion(db, own)}`;
  return row.version;
}

// More than any network has; each is one line of an answer.
const MAX_STORES = 1000;

const storeTerms = (db: Db) => db`store_id, territories, requirements, gets_ern, genres, roles`;

export async function listActiveStores(db: Db): Promise<StoreTerms[]> {
  return db<
    StoreTerms[]
  >`select ${storeTerms(db)} from stores where status = 'active' and connector ->> 'kind' <> 'reported' order by store_id limit ${MAX_STORES}`;
}

export async function findStoreTerms(db: Db, store_id: string): Promise<StoreTerms[]> {
  return db<
    StoreTerms[]
  >`select ${storeTerms(db)} from stores where store_id = ${store_id} and connector ->> 'kind' <> 'reported'`;
}

// How far the past is asked. A recording may be on very many compilations, an organization may have very many releases.
const MAX_RECORDINGS = 20;
// Tracks of one ISRC: how many are looked at, and for how many of these, those added last, the audio is read.
const MAX_TRACKS_SEEN = 1000;
const MAX_TRACKS_OF_ISRC = 50;
const MAX_SAME_PICTURES = 200;
const MAX_RELEASES = 200;
const MAX_ARTISTS = 200;

const artwork = (db: Db, { organization_id, id }: { organization_id: string; id: string | null | Fragment }) => db`
  select jsonb_build_object('status', status, 'size_bytes', size_bytes, 'checksum_sha256', checksum_sha256, 'image', image)
  from assets where organization_id = ${organization_id} and id = ${id}`;

/** The artwork, what other releases of the organization say of this one, and its licence, in one statement. */
export async function findSurroundings(
  db: Db,
  organization_id: string,
  release: Release,
): Promise<Pick<PreflightSubject, "artwork" | "history" | "licensed_territories">> {
  const { id, upc, label, release_date, title, artwork_asset_id, created_at } = release;
  const [row] = await db<(Pick<PreflightSubject, "artwork" | "licensed_territories"> & History)[]>`
    select
      (select licensed_territories from organizations where id = ${organization_id}) as licensed_territories,
      -- Its artwork, as far as it has one.
      (${artwork(db, { organization_id, id: artwork_asset_id })}) as artwork,
      -- Whether another release that is no draft has its UPC, under another label or date.
      exists (select 1 from releases where organization_id = ${organization_id} and upc = ${upc} and id <> ${id}
        and status <> 'draft' and (label <> ${label} or release_date <> ${release_date})) as is_upc_used,
      -- The title of another release with the same picture, byte by byte.
      array(select title from (
        select other.title from assets own
        join assets same on same.organization_id = own.organization_id and same.checksum_sha256 = own.checksum_sha256
          and same.image is not null
        join releases other on other.organization_id = same.organization_id and other.artwork_asset_id = same.id
        where own.organization_id = ${organization_id} and own.id = ${artwork_asset_id} and own.image is not null
          and other.id <> ${id} limit ${MAX_SAME_PICTURES}) pictured
        where title <> ${title} limit 1) as titles_with_artwork,
      -- The audio that other releases have under the ISRCs of its tracks, newest first.
      (select coalesce(jsonb_agg(recording), '[]') from (
        select distinct isrc from tracks
        where organization_id = ${organization_id} and release_id = ${id} and isrc is not null) own
        cross join lateral (
          select other.isrc, asset.checksum_sha256, (asset.audio->>'duration_ms')::float8 as duration_ms,
            on_release.status = 'delivered' as is_delivered
          from (
            select * from (
              select isrc, release_id, audio_asset_id, created_at from tracks
              where isrc = own.isrc and organization_id = ${organization_id} and release_id <> ${id}
              limit ${MAX_TRACKS_SEEN}) seen
            order by created_at desc limit ${MAX_TRACKS_OF_ISRC}) other
          join releases on_release on on_release.organization_id = ${organization_id} and on_release.id = other.release_id
          join assets asset on asset.organization_id = ${organization_id} and asset.id = other.audio_asset_id
          where asset.audio is not null
          order by other.created_at desc limit ${MAX_RECORDINGS}) recording) as recordings,
      -- The artists of earlier releases whose identity is known, by an ISNI or by the id at a store.
      (select coalesce(jsonb_agg(artist), '[]') from (
        select artist from (
          select artists, status, created_at from releases
          where organization_id = ${organization_id} and (created_at, id) < (${created_at}, ${id})
          order by created_at desc, id desc limit ${MAX_RELEASES}) earlier
        cross join jsonb_array_elements(earlier.artists) artist
        where earlier.status <> 'draft'
          and (artist->>'isni' is not null or jsonb_typeof(artist->'store_artist_ids') = 'object')
        group by artist order by max(earlier.created_at) desc limit ${MAX_ARTISTS}) known) as artists`;
  if (!row) throw new Error("A select without from has one row.");
  const { artwork: own, licensed_territories, ...history } = row;
  return { artwork: own, history, licensed_territories };
}
