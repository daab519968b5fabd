import type { Db, TransactionDb } from "../platform/database/db.ts";
import type { Owned } from "../platform/owned.ts";

/** By asset, as far as they are known. */
export async function findMd5Sums(
  db: Db,
  organization_id: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; checksum_md5: string }[]>`
    select id, checksum_md5 from assets
    where organization_id = ${organization_id} and id = any(${ids as string[]}::text[]) and checksum_md5 is not null`;
  return new Map(rows.map(({ id, checksum_md5 }) => [id, checksum_md5]));
}

/** Compare-and-set: one that is known stays. */
export async function keepMd5(db: TransactionDb, { organization_id, id }: Owned, checksum_md5: string): Promise<void> {
  await db`
    update assets set checksum_md5 = ${checksum_md5}
    where organization_id = ${organization_id} and id = ${id} and checksum_md5 is null`;
}
