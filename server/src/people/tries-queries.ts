import type { Db, TransactionDb } from "../platform/database/db.ts";

export type Try = { kind: string; subject: Buffer; address: Buffer | null };

/** Kept before it is known whether the try is wrong: tries that come at the same moment must see each other. */
export async function insertTry(db: Db, { kind, subject, address }: Try, now: string): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into sign_in_tries (kind, subject, address, at) values (${kind}, ${subject}, ${address}, ${now}) returning id`;
  return row?.id ?? "";
}

/** How many tries there were in each window, and when the first of the last `max` was made. */
export async function countTries(
  db: Db,
  { kind, subject, address }: Try,
  windows: readonly { by_address: boolean; since: string; max: number }[],
): Promise<{ count: number; oldest: string | null }[]> {
  return Promise.all(
    windows.map(async ({ by_address, since, max }) => {
      const [row] = await db<{ count: number; oldest: string | null }[]>`
        select count(*)::int as count, min(at) as oldest from (
          select at from sign_in_tries
          where kind = ${kind} and subject = ${subject} and at > ${since} ${by_address ? db`and address = ${address}` : db``}
          order by at desc limit ${max + 1}) as recent`;
      return row ?? { count: 0, oldest: null };
    }),
  );
}

export async function deleteTry(db: Db, id: string): Promise<void> {
  await db`delete from sign_in_tries where id = ${id}`;
}

export async function deleteTriesOf(db: TransactionDb, kind: string, subject: Buffer): Promise<void> {
  await db`delete from sign_in_tries where kind = ${kind} and subject = ${subject}`;
}
