import type { Db } from "../platform/database/db.ts";

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
