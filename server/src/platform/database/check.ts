// Checks at the start that a database of the operator can work with Segue. The operator reads one line now; otherwise
// the first partner would find the fault.
//
// A pooler that gives each transaction another session (PgBouncer with pool_mode = transaction) looks like PostgreSQL
// until two clients use it. So two clients ask for the number of their session, the second in a transaction that stays
// open. If both have the same number, or the first then gets another one, the pooler shares sessions. The transaction
// of another client may hide this, so there is more than one round.

import { StartRefused } from "../errors.ts";
import { type Db, openDatabase } from "./db.ts";
import type { DatabaseAddress } from "./url.ts";

export type DatabaseFacts = { name: string; version: number; encoding: string; is_read_only: boolean };

const OLDEST_VERSION = 15;
const ROUNDS = 3;
const LENT_SESSIONS =
  "The connection pooler gives Segue a session for one transaction only, but Segue needs the same session for its whole connection: set pool_mode = session in PgBouncer.";

/**
 * Throws a sentence for the operator. If the database may only be unavailable or read-only for a moment, throws that
 * error.
 */
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
      `The database "${name}" has the encoding ${encoding}, but Segue needs UTF8: create it with encoding 'UTF8' template template0.`,
    );
  }
  if (!is_read_only) return;
  // This carries PostgreSQL's own code, so the start waits a while, as for an unavailable database.
  throw Object.assign(new Error(`The database "${name}" is read-only, but Segue must write to it.`), {
    code: "25006",
  });
}

// Sent as text, because a pooler may not keep prepared statements.

async function readFacts(db: Db): Promise<DatabaseFacts> {
  const [facts] = await db.unsafe<[DatabaseFacts]>(`
    select current_database() as name, current_setting('server_version_num')::integer as version,
      current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as is_read_only`);
  return facts;
}

/**
 * Includes the server's start time. With several hosts, the two clients may be on different servers and have the same
 * number there.
 */
async function readSession(db: Db): Promise<string> {
  const [row] = await db.unsafe<[{ session: string }]>(
    "select pg_backend_pid()::text || ' ' || pg_postmaster_start_time()::text as session",
  );
  return row.session;
}
