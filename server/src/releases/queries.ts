import { type Db, json } from "../platform/db.ts";
import type { Position } from "../platform/pagination.ts";
import type { Release } from "./release.ts";

const columns = (db: Db) => db`
  id, title, version, type, artists, release_date, original_release_date, label, upc, territories, genre, language, p_line, c_line,
  explicit, artwork_asset_id, status, created_at, updated_at`;

export async function insertRelease(db: Db, organization_id: string, row: Release & { search: string }): Promise<void> {
  await db`
    insert into releases (id, organization_id, title, version, type, artists, release_date, original_release_date, label, upc,
      territories, genre, language, p_line, c_line, explicit, artwork_asset_id, status, search, created_at, updated_at)
    values (${row.id}, ${organization_id}, ${row.title}, ${row.version}, ${row.type}, ${json(db, row.artists)}, ${row.release_date},
      ${row.original_release_date}, ${row.label}, ${row.upc}, ${row.territories}, ${row.genre}, ${row.language}, ${row.p_line},
      ${row.c_line}, ${row.explicit}, ${row.artwork_asset_id}, ${row.status}, ${row.search}, ${row.created_at}, ${row.updated_at})`;
}

export async function updateRelease(db: Db, organization_id: string, row: Release & { search: string }): Promise<void> {
  await db`
    update releases
    set title = ${row.title}, version = ${row.version}, type = ${row.type}, artists = ${json(db, row.artists)},
      release_date = ${row.release_date}, original_release_date = ${row.original_release_date}, label = ${row.label}, upc = ${row.upc},
      territories = ${row.territories}, genre = ${row.genre}, language = ${row.language}, p_line = ${row.p_line}, c_line = ${row.c_line},
      explicit = ${row.explicit}, artwork_asset_id = ${row.artwork_asset_id}, search = ${row.search}, updated_at = ${row.updated_at}
    where organization_id = ${organization_id} and id = ${row.id}`;
}

export async function findRelease(db: Db, organization_id: string, id: string): Promise<Release | undefined> {
  const [row] = await db<
    Release[]
  >`select ${columns(db)} from releases where organization_id = ${organization_id} and id = ${id}`;
  return row;
}

/** Changes of one release wait for each other; rows that name it as theirs can be written meanwhile. */
export async function lockRelease(db: Db, organization_id: string, id: string): Promise<Release | undefined> {
  const [row] = await db<Release[]>`
    select ${columns(db)} from releases where organization_id = ${organization_id} and id = ${id} for no key update`;
  return row;
}

/** Compare-and-set: only a draft goes. */
export async function deleteDraft(db: Db, organization_id: string, id: string): Promise<boolean> {
  const { count } =
    await db`delete from releases where organization_id = ${organization_id} and id = ${id} and status = 'draft'`;
  return count === 1;
}

export async function listReleases(
  db: Db,
  organization_id: string,
  filter: { status?: string; search?: string; limit: number; after: Position | undefined },
): Promise<Release[]> {
  const { status, search, limit, after } = filter;
  return db<Release[]>`
    select ${columns(db)} from releases
    where organization_id = ${organization_id}
    ${status === undefined ? db`` : db`and status = ${status}`}
    ${search === undefined ? db`` : db`and search like ${`%${search.replaceAll(/[\\%_]/g, "\\$&")}%`}`}
    ${after ? db`and (created_at, id) < (${after[0]}, ${after[1]})` : db``}
    order by created_at desc, id desc limit ${limit + 1}`;
}
