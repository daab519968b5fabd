import type { Db, Fragment } from "../platform/database/db.ts";
import type { Sight } from "./sight.ts";

/** The end of a condition on releases, whose columns stand behind `of` if it is given. */
export function andSeen(db: Db, { labels }: Sight, label: Fragment = db`label`): Fragment {
  return labels === null ? db`` : db`and ${label} = any(${labels as string[]}::text[])`;
}

/** The end of a condition on what belongs to a release. */
export function andOfSeen(db: Db, sight: Sight, release_id: Fragment = db`release_id`): Fragment {
  if (sight.labels === null) return db``;
  return db`
    and exists (
      select from releases seen
      where seen.id = ${release_id} and seen.organization_id = ${sight.organization_id} ${andSeen(db, sight, db`seen.label`)})`;
}

/** The end of a condition on assets. */
export function andSeenAsset(db: Db, sight: Sight): Fragment {
  if (sight.labels === null) return db``;
  const { organization_id, person_id } = sight;
  return db`
    and (made_by = ${person_id}
      or exists (
        select from tracks used where used.organization_id = ${organization_id} and used.audio_asset_id = assets.id
          ${andOfSeen(db, sight, db`used.release_id`)})
      or exists (
        select from releases used where used.organization_id = ${organization_id} and used.artwork_asset_id = assets.id
          ${andSeen(db, sight, db`used.label`)}))`;
}

/** The tables whose ids stand in paths and bodies, by the prefix of an id. */
const tables = {
  rel: (db: Db, sight: Sight) => db`select id from releases where true ${andSeen(db, sight)}`,
  trk: (db: Db, sight: Sight) => db`select id from tracks where true ${andOfSeen(db, sight)}`,
  sub: (db: Db, sight: Sight) => db`select id from submissions where true ${andOfSeen(db, sight)}`,
  mig: (db: Db, sight: Sight) => db`select id from release_migrations where true ${andOfSeen(db, sight)}`,
  dlv: (db: Db, sight: Sight) => db`select id from deliveries where true ${andOfSeen(db, sight)}`,
  ast: (db: Db, sight: Sight) => db`select id from assets where true ${andSeenAsset(db, sight)}`,
};

const isOfTable = (prefix: string): prefix is keyof typeof tables => Object.hasOwn(tables, prefix);

/** Those of these ids that the caller does not see. Ids of other kinds are not looked at. */
export async function findUnseen(db: Db, sight: Sight, ids: readonly string[]): Promise<Set<string>> {
  const asked = ids.filter((id) => isOfTable(id.slice(0, 3)));
  const prefixes = [...new Set(asked.map((id) => id.slice(0, 3)))].filter(isOfTable);
  const seen = new Set<string>();
  for (const prefix of prefixes) {
    const own = asked.filter((id) => id.startsWith(prefix));
    const rows = await db<{ id: string }[]>`
      ${tables[prefix](db, sight)} and organization_id = ${sight.organization_id} and id = any(${own}::text[])`;
    for (const { id } of rows) seen.add(id);
  }
  return new Set(asked.filter((id) => !seen.has(id)));
}
