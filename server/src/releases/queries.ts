import type { Organization } from "../organizations/organization.ts";
import { type Db, type Fragment, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, type Position, selectOrdered, selectPage } from "../platform/http/pagination.ts";
import type { Owned } from "../platform/owned.ts";
import { containing } from "../platform/search.ts";
import type { Sight } from "../rights/sight.ts";
import { andSeen } from "../rights/sight-queries.ts";
import type { ContentTrack, Release, ReleaseOrder, reviewStatuses } from "./release.ts";
import type { Standing } from "./standing.ts";
import { storesInBrief } from "./standing-queries.ts";
import type { StoredRelease } from "./stored-release.ts";

/** As a release is kept, with what its tracks say: see `StoredRelease`. */
const releaseColumns = (db: Db) => db`
  id, title, version, type, artists, release_date, original_release_date, label, upc, territories, genre, language, p_line, c_line,
  explicit, start_at, ean, catalog_number, subgenre, translations, artwork_asset_id, artwork_ai, status, created_at, updated_at,
  (select jsonb_build_object('count', count(*), 'has_explicit', coalesce(bool_or(tracks.explicit), false),
      'longest_ms', coalesce(max((assets.audio->>'duration_ms')::float8), 0),
      'total_ms', coalesce(sum((assets.audio->>'duration_ms')::float8), 0))
    from tracks left join assets on assets.id = tracks.audio_asset_id where tracks.release_id = releases.id) as tracks`;

export function insertRelease(db: TransactionDb, organization_id: string, row: Release & { search: string }): Fragment {
  return db`
    insert into releases (id, organization_id, title, version, type, artists, release_date, original_release_date, label, upc,
      territories, genre, language, p_line, c_line, explicit, start_at, ean, catalog_number, subgenre, translations, artwork_asset_id,
      artwork_ai, status, search, created_at, updated_at)
    values (${row.id}, ${organization_id}, ${row.title}, ${row.version}, ${row.type}, ${json(db, row.artists)}, ${row.release_date},
      ${row.original_release_date}, ${row.label}, ${row.upc}, ${row.territories}, ${row.genre}, ${row.language}, ${row.p_line},
      ${row.c_line}, ${row.explicit}, ${row.start_at}, ${row.ean}, ${row.catalog_number}, ${row.subgenre}, ${json(db, row.translations)},
      ${row.artwork_asset_id}, ${row.artwork_ai}, ${row.status}, ${row.search}, ${row.created_at}, ${row.updated_at})`;
}

export function updateReleaseRow(
  db: TransactionDb,
  organization_id: string,
  row: Release & { search: string },
): Fragment {
  return db`
    update releases
    set title = ${row.title}, version = ${row.version}, type = ${row.type}, artists = ${json(db, row.artists)},
      release_date = ${row.release_date}, original_release_date = ${row.original_release_date}, label = ${row.label}, upc = ${row.upc},
      territories = ${row.territories}, genre = ${row.genre}, language = ${row.language}, p_line = ${row.p_line}, c_line = ${row.c_line},
      explicit = ${row.explicit}, start_at = ${row.start_at}, ean = ${row.ean}, catalog_number = ${row.catalog_number},
      subgenre = ${row.subgenre}, translations = ${json(db, row.translations)}, artwork_asset_id = ${row.artwork_asset_id},
      artwork_ai = ${row.artwork_ai}, search = ${row.search}, updated_at = ${row.updated_at}
    where organization_id = ${organization_id} and id = ${row.id}`;
}

/** Compare-and-set: undefined where it has another status by now. Without `holds_fingerprint` that stays as it is. */
export async function moveRelease(
  db: TransactionDb,
  organization_id: string,
  move: { id: string; from: string; to: string; updated_at: string; holds_fingerprint?: boolean | undefined },
): Promise<StoredRelease | undefined> {
  const [row] = await db<StoredRelease[]>`
    update releases set status = ${move.to}, updated_at = ${move.updated_at},
      holds_fingerprint = coalesce(${move.holds_fingerprint ?? null}, holds_fingerprint)
    where organization_id = ${organization_id} and id = ${move.id} and status = ${move.from}
    returning ${releaseColumns(db)}`;
  return row;
}

/** `more`: columns of the same statement, so that they belong to the same state of the release. */
export async function findRelease<More extends object>(db: Db, { organization_id, id }: Owned, more = db``) {
  const [row] = await db<(StoredRelease & More)[]>`
    select ${releaseColumns(db)} ${more} from releases where organization_id = ${organization_id} and id = ${id}`;
  return row;
}

/**
 * Changes of one release wait for each other; rows that refer to it can still be written. Read the release in the next
 * statement: apart from the locked row, a statement that waited sees data from before it waited.
 */
export async function lockRelease(db: TransactionDb, { organization_id, id }: Owned): Promise<void> {
  await db`select 1 from releases where organization_id = ${organization_id} and id = ${id} for no key update`;
}

/** It stays until the transaction ends. */
export async function holdArtwork(
  db: TransactionDb,
  { organization_id, id }: Owned,
): Promise<{ status: string } | undefined> {
  const [row] = await db<{ status: string }[]>`
    select status from assets where organization_id = ${organization_id} and id = ${id} and type = 'artwork' for key share`;
  return row;
}

/** Compare-and-set: deletes only a draft that was never delivered. */
export async function deleteDraft(db: TransactionDb, { organization_id, id }: Owned): Promise<boolean> {
  const { count } = await db`
    delete from releases where organization_id = ${organization_id} and id = ${id} and status = 'draft'
      and not exists (select 1 from deliveries where release_id = ${id})`;
  return count === 1;
}

type ReleaseFilter = {
  status?: string;
  search?: string;
  named?: readonly string[];
  updated_since?: string;
  sort?: ReleaseOrder;
};

export async function listReleases(
  db: Db,
  sight: Sight,
  filter: PageAsked & ReleaseFilter,
): Promise<Page<StoredRelease & { standings: (Standing & { stores: number })[] }>> {
  const { status, search, named = [], sort = "-created_at" } = filter;
  const isNamed = named.length === 0 ? db`` : db`or id = any(${named as string[]})`;
  const where = db`
    organization_id = ${sight.organization_id} ${andSeen(db, sight)}
    ${status === undefined ? db`` : db`and status = ${status}`}
    ${search === undefined ? db`` : db`and (search like ${containing(search)} ${isNamed})`}`;
  const rows = db`select ${releaseColumns(db)}, ${storesInBrief(db)} as standings from releases`;
  if (sort === "-created_at") return selectPage(db, filter, { from: db`releases`, where, rows });
  return selectOrdered(db, filter, {
    found: sorted(db, { where, sort, after: filter.after }),
    rows: db`${rows} where ${where}`,
  });
}

/** Each order has its index, which is read in both directions. A position then holds the sorted value in place of a time. */
function sorted(
  db: Db,
  { where, sort, after }: { where: Fragment; sort: ReleaseOrder; after: Position | undefined },
): Fragment {
  const { key, type } = {
    created_at: { key: db`created_at`, type: db`timestamptz` },
    release_date: { key: db`release_date`, type: db`date` },
    title: { key: db`left(lower(normalize(title, NFKD)), 100) collate "C"`, type: db`text` },
  }[sort.replace("-", "") as "created_at" | "release_date" | "title"];
  const [beyond, direction] = sort.startsWith("-") ? [db`<`, db`desc`] : [db`>`, db`asc`];
  return db`
    select id, ${key} as created_at from releases
    where ${where} ${after ? db`and (${key}, id) ${beyond} (${after[0]}::${type}, ${after[1]})` : db``}
    order by ${key} ${direction}, id ${direction}`;
}

// The content that stores get

/** The advisory of a track, a row `t`. */
export const advisory = (db: Db) =>
  db`case when t.explicit then 'explicit' when t.is_clean then 'clean' else 'none' end`;

/** The same for its own content, without the territories. */
export const trackColumns = (db: Db) => db`
  t.id, t.title, t.version, t.artists, t.contributors, t.isrc, t.disc_number, t.track_number, t.explicit, ${advisory(db)} as advisory,
  t.language, t.lyrics, t.lyrics_synced, t.withheld, t.ai, t.ai_parts, t.p_line, t.is_instrumental, t.is_cover, t.recording_year,
  t.recording_country, t.iswc, t.publishers, t.work, t.movement_number, t.movement_title, t.translations, t.instant_gratification,
  t.audio_asset_id`;

const contentTracks = (db: Db, { organization_id, id: release_id }: Owned) => db`
  select ${trackColumns(db)}, t.territory, (a.audio->>'duration_ms')::float8 as duration_ms
  from tracks t left join assets a on a.id = t.audio_asset_id
  where t.organization_id = ${organization_id} and t.release_id = ${release_id}
  order by t.disc_number, t.track_number`;

export async function listContentTracks(db: Db, own: Owned): Promise<ContentTrack[]> {
  return db<ContentTrack[]>`${contentTracks(db, own)}`;
}

/** The reviewer of a release, and the status of its latest submission. */
export type ReviewState = Pick<Organization, "review"> & { review_status: ReviewStatus | null };
type ReviewStatus = (typeof reviewStatuses)[number];

type OfRelease = Owned | { organization_id: Fragment; id: Fragment };
export const latestReview = (db: Db, { organization_id, id: release_id }: OfRelease, where = db``) => db`
  select review_status from submissions where organization_id = ${organization_id} and release_id = ${release_id} ${where}
  order by submitted_at desc, id desc limit 1`;

/** Without changes that were withdrawn before a reviewer decided. An approval that was withdrawn counts: it has `reviewed_at`. */
export const latestDecision = (db: Db, of: OfRelease) =>
  latestReview(db, of, db`and (review_status <> 'withdrawn' or reviewed_at is not null)`);

export async function findLatestReview(db: Db, own: Owned): Promise<ReviewStatus | undefined> {
  const [row] = await db<{ review_status: ReviewStatus }[]>`${latestReview(db, own)}`;
  return row?.review_status;
}

/** Under manual review, copies the approved content and the files it names. An existing copy stays. */
export async function keepContent(db: TransactionDb, { organization_id, id: release_id }: Owned): Promise<ReviewState> {
  const [state] = await db<ReviewState[]>`
    with state as materialized (
      select review, (${latestReview(db, { organization_id, id: release_id })}) as review_status
      from organizations where id = ${organization_id}),
    kept as (
      insert into approved_contents (release_id, organization_id, release, tracks)
      select r.id, ${organization_id}, row_to_json(r),
        (select coalesce(json_agg(row_to_json(t)), '[]') from (${contentTracks(db, { organization_id, id: release_id })}) t)
      from state, (select ${releaseColumns(db)} from releases where organization_id = ${organization_id} and id = ${release_id}) r
      where state.review = 'manual' and state.review_status = 'approved'
      on conflict (release_id) do nothing returning release_id),
    files as (
      insert into approved_assets (release_id, organization_id, asset_id)
      select kept.release_id, ${organization_id}, named.asset_id from kept cross join (
        select artwork_asset_id as asset_id from releases where organization_id = ${organization_id} and id = ${release_id}
        union select audio_asset_id from tracks where organization_id = ${organization_id} and release_id = ${release_id}) named
      where named.asset_id is not null order by named.asset_id)
    select review, review_status from state`;
  return state ?? { review: "manual", review_status: null };
}

export type ReviewedRelease = StoredRelease & Pick<ReviewState, "review_status">;

/** With the status of its latest submission. `more`: columns of the same statement. */
export function findReviewedRelease<More extends object = object>(
  db: Db,
  own: Owned,
  more = db``,
): Promise<(ReviewedRelease & More) | undefined> {
  return findRelease(db, own, db`, (${latestReview(db, own)}) as review_status ${more}`);
}

type KeptContent = { review_status: string; release: StoredRelease | null; tracks: ContentTrack[] };
type KeptRow = Omit<KeptContent, "tracks"> & { place: number | null; track: ContentTrack | null };

/** A row for each track, the first with the release: together the tracks may have a hundred megabytes of lyrics, which are not parsed at once. */
export async function findKeptContent(
  db: Db,
  { organization_id, id: release_id }: Owned,
): Promise<KeptContent | undefined> {
  const rows = await db<KeptRow[]>`
    select latest.review_status, case when coalesce(one.place, 1) = 1 then kept.release end as release, one.place::int, one.track
    from (${latestReview(db, { organization_id, id: release_id })}) latest
    left join approved_contents kept on kept.release_id = ${release_id} and latest.review_status <> 'approved'
    left join lateral json_array_elements(kept.tracks) with ordinality as one (track, place) on true`;
  const [first, ...others] = rows.toSorted((row, other) => (row.place ?? 0) - (other.place ?? 0));
  if (!first) return undefined;
  const { review_status, release } = first;
  return { review_status, release, tracks: [first, ...others].flatMap(({ track }) => track ?? []) };
}

export async function forgetContent(db: TransactionDb, own: Owned): Promise<void> {
  await forgettingContent(db, own);
}

export const forgettingContent = (db: TransactionDb, { organization_id, id: release_id }: Owned) =>
  db`delete from approved_contents where organization_id = ${organization_id} and release_id = ${release_id}`;
