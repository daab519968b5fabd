import type { Db, TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import { bytesOf } from "./queries.ts";
import type { FetchedKinds, StoreCredential } from "./store-credential.ts";

/** Undefined: there is no such store. */
export async function findConnectorKind(db: Db, store_id: string): Promise<string | undefined> {
  const [row] = await db<{ kind: string }[]>`
    select connector ->> 'kind' as kind from stores where store_id = ${store_id}`;
  return row?.kind;
}

export async function insertStoreCredential(db: TransactionDb, row: StoreCredential & { hash: Buffer }): Promise<void> {
  await db`
    insert into store_credentials (id, store_id, name, hash, last4, created_at)
    values (${row.id}, ${row.store_id}, ${row.name}, ${row.hash}, ${row.last4}, ${row.created_at})`;
}

export async function listStoreCredentials(db: Db, store_id: string, asked: PageAsked): Promise<Page<StoreCredential>> {
  return selectPage(db, asked, {
    from: db`store_credentials`,
    where: db`store_id = ${store_id} and revoked_at is null`,
    rows: db`select id, store_id, name, last4, created_at, last_used_at from store_credentials`,
  });
}

export async function revokeStoreCredentialRow(
  db: TransactionDb,
  credential: { store_id: string; id: string; revoked_at: string },
): Promise<boolean> {
  const { count } = await db`
    update store_credentials set revoked_at = ${credential.revoked_at}
    where store_id = ${credential.store_id} and id = ${credential.id} and revoked_at is null`;
  return count === 1;
}

/** The store behind a credential. `actor` is the credential's public id. */
export type StoreHolder = { store_id: string; actor: string; is_fetching: boolean };

/** Finds the store of each of these credentials and, at most once a minute, notes that it was used. */
export async function useStoreCredentials(
  db: Db,
  hashes: readonly Buffer[],
  { used_at, fetched_kinds }: { used_at: string; fetched_kinds: FetchedKinds },
): Promise<(StoreHolder & { by: Buffer })[]> {
  const wanted = bytesOf(db, hashes);
  return db<(StoreHolder & { by: Buffer })[]>`
    with used as (
      update store_credentials set last_used_at = ${used_at}
      where hash = any(${wanted}) and revoked_at is null
        and (last_used_at is null or last_used_at < ${used_at}::timestamptz - interval '1 minute')
    )
    select c.hash as by, c.id as actor, s.store_id, s.connector ->> 'kind' = any(${fetched_kinds as string[]}::text[]) as is_fetching
    from store_credentials c join stores s on s.store_id = c.store_id
    where c.hash = any(${wanted}) and c.revoked_at is null`;
}
