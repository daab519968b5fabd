import type { Db, Fragment } from "../platform/database/db.ts";
import { keyset, type Page, type PageAsked, selectOrdered } from "../platform/http/pagination.ts";
import { containing } from "../platform/search.ts";
import type { CatalogEntry } from "./catalog-entry.ts";

/** One recording may be on many compilations. */
const MAX_NAMED = 1_000;

/** The releases that a whole id or ISRC names, by their ids. Read before the list, so that it goes by its indexes. */
export async function findNamedReleases(
  db: Db,
  organization_id: string,
  { id, isrc }: { id: string; isrc: string | undefined },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from releases where organization_id = ${organization_id} and id = ${id}
    union
    (select release_id from tracks where organization_id = ${organization_id} and isrc = ${isrc ?? null} limit ${MAX_NAMED})`;
  return rows.map(({ id }) => id);
}

/** A text such as "love" is in millions of titles. So many of them are found, for a person who goes on typing. */
const MAX_FOUND = 1_000;

/** `search` is folded, `id` is as it was written. `only_of` null: of every organization. */
export type CatalogSearch = {
  search: string;
  id: string;
  isrc: string | undefined;
  type?: CatalogEntry["type"];
  only_of: string | null;
};

export async function listAnyCatalog(db: Db, asked: PageAsked & CatalogSearch): Promise<Page<CatalogEntry>> {
  const { type } = asked;
  const [tracks, releases] = [foundTracks(db, asked), foundReleases(db, asked)];
  const found = type === "track" ? tracks : type === "release" ? releases : db`${tracks} union ${releases}`;
  return selectOrdered(db, asked, {
    found: db`select id, created_at from (${found}) as found where true ${keyset(db, asked.after, newest)}`,
    rows: catalogRows(db),
  });
}

const newest = { created_at: "created_at", id: "id" };

/** Tracks by title, ISRC or id, and all of the releases that are found. Each part goes by an index of its own. */
function foundTracks(db: Db, asked: CatalogSearch): Fragment {
  const { search, id, isrc = null } = asked;
  const of = ofOrganization(db, asked);
  return db`
    (select id, created_at from tracks where lower(normalize(title, NFKC)) like ${containing(search)} ${of} limit ${MAX_FOUND})
    union (select id, created_at from tracks where isrc = ${isrc} ${of} limit ${MAX_FOUND})
    union (select id, created_at from tracks where id = ${id} ${of})
    union (
      select t.id, t.created_at from (${namedReleases(db, asked)}) as named
      join tracks t on t.organization_id = named.organization_id and t.release_id = named.id
      limit ${MAX_FOUND})`;
}

/** Releases by what their own search finds or by id, and those with a track that the ISRC or the id names. */
function foundReleases(db: Db, asked: CatalogSearch): Fragment {
  const { id, isrc = null } = asked;
  const of = ofOrganization(db, asked);
  return db`
    (select id, created_at from (${namedReleases(db, asked)}) as named)
    union
    select id, created_at from releases where id in (
      (select release_id from tracks where isrc = ${isrc} ${of} limit ${MAX_FOUND})
      union (select release_id from tracks where id = ${id} ${of}))`;
}

function namedReleases(db: Db, asked: CatalogSearch): Fragment {
  const { search, id } = asked;
  const of = ofOrganization(db, asked);
  return db`
    (select id, organization_id, created_at from releases where search like ${containing(search)} ${of} limit ${MAX_FOUND})
    union (select id, organization_id, created_at from releases where id = ${id} ${of})`;
}

const ofOrganization = (db: Db, { only_of }: CatalogSearch) =>
  only_of === null ? db`` : db`and organization_id = ${only_of}`;

const mainArtists = (db: Db, artists: Fragment) => db`
  (select string_agg(artist->>'name', ', ' order by place)
   from jsonb_array_elements(${artists}) with ordinality as named (artist, place) where artist->>'role' = 'main')`;

const catalogRows = (db: Db) => db`
  select r.id, 'release' as type, r.organization_id, o.name as organization_name, r.id as release_id, r.title as release_title,
    r.title, r.version, ${mainArtists(db, db`r.artists`)} as artist, null as isrc, r.upc, r.status, r.created_at
  from releases r join organizations o on o.id = r.organization_id
  union all
  select t.id, 'track', t.organization_id, o.name, t.release_id, r.title,
    t.title, t.version, ${mainArtists(db, db`coalesce(t.artists, r.artists)`)}, t.isrc, r.upc, r.status, t.created_at
  from tracks t join releases r on r.id = t.release_id join organizations o on o.id = t.organization_id`;
