// What the start asks of a database that is not our own, so that what could not work is said in one line, and not found
// out by the first partner.
//
// A pooler that lends each transaction another session (PgBouncer's pool_mode = transaction) looks like PostgreSQL until
// two clients meet. So two clients ask for the number of their session, the second in a transaction that stays open. If
// they have the same one, or the first gets another one then, sessions are lent. A stranger's transaction may come in
// between and hide it, hence more than one round.

import { StartRefused } from "../errors.ts";
import { type Db, openDatabase } from "./db.ts";
import type { DatabaseAddress } from "./url.ts";

export type DatabaseFacts = { name: string; version: number; encoding: string; is_read_only: boolean };

const OLDEST_VERSION = 15;
const ROUNDS = 3;
const LENT_SESSIONS =
  "The pooler before the database lends a session for one transaction, and Segue needs it for as long as it is connected: set pool_mode = session (PgBouncer).";

/** Throws a sentence for the operator. One that may only be away or read-only for a moment is thrown as that. */
export async function checkDatabase(address: DatabaseAddress): Promise<void> {
  const first = openDatabase(address, 1);
  const second = openDatabase(address, 1);
  try {
    assertSuitable(await readFacts(first.db));
    for (let round = 0; round < ROUNDS; round++) {
      const session = await readSession(first.db);
      await second.begin(async (db) => {
        if ((await readSession(db)) === session || (await readSession(first.db)) !== session)
          throw new StartRefused(LENT_SESSIONS);
      });
    }
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
}

export function assertSuitable({ name, version, encoding, is_read_only }: DatabaseFacts): void {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_VERSION) {
    throw new StartRefused(`The database runs on PostgreSQL ${major}; Segue needs ${OLDEST_VERSION} or later.`);
  }
  if (encoding !== "UTF8") {
    throw new StartRefused(
      `The database "${name}" has the encoding ${encoding}, and Segue needs UTF8: create it with encoding 'UTF8' template template0.`,
    );
  }
  if (!is_read_only) return;
  // With PostgreSQL's own code: the start waits a while, as for one that is away.
  throw Object.assign(new Error(`The database "${name}" is read-only, and Segue must write to start.`), {
    code: "25006",
  });
}

// As text: prepared statements are among what a pooler may not keep.

async function readFacts(db: Db): Promise<DatabaseFacts> {
  const [facts] = await db.unsafe<[DatabaseFacts]>(`
    select current_database() as name, current_setting('server_version_num')::integer as version,
      current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as is_read_only`);
  return facts;
}

/** With the server's start: where several hosts are named, the two may be on different ones, and have the same number there. */
async function readSession(db: Db): Promise<string> {
  const [row] = await db.unsafe<[{ session: string }]>(
    "select pg_backend_pid()::text || ' ' || pg_postmaster_start_time()::text as session",
  );
  return row.session;
}
