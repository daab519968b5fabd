// The two databases of an installation: where they are, there and ready.

import { fileURLToPath } from "node:url";
import type { Config, EnvironmentName } from "./config.ts";
import { checkDatabase } from "./platform/database/check.ts";
import { ensureDatabase } from "./platform/database/create.ts";
import { type DatabaseAddress, isUnavailable } from "./platform/database/db.ts";
import { databaseName, parseDatabaseUrl, serverName } from "./platform/database/url.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./platform/embedded/embedded-postgres.ts";
import type { Log } from "./platform/logging.ts";

export const migrations_dir = fileURLToPath(new URL("../migrations", import.meta.url));
const DATABASE_WITHIN_MS = 30_000;

export type Addresses = Record<EnvironmentName, DatabaseAddress>;

type Wanted = Pick<Config, "data_dir" | "database_urls">;

/** `onStarted` gets the embedded server before anything else is done with it: the caller is to stop it. */
export async function openDatabases(
  { data_dir, database_urls }: Wanted,
  log: Log,
  onStarted: (postgres: EmbeddedPostgres) => void,
): Promise<Addresses> {
  if (database_urls) {
    const { production, sandbox } = database_urls;
    await whenReady(log, () => checkDatabase(production));
    // On a server of its own the sandbox's database must be there: we know of no other one there to create it from.
    if (isOneServer(production, sandbox)) await whenReady(log, () => ensureDatabase(production, databaseName(sandbox)));
    await whenReady(log, () => checkDatabase(sandbox));
    return database_urls;
  }
  const postgres = await startEmbeddedPostgres({ data_dir, log: (line) => log.info({}, line) });
  onStarted(postgres);
  const addresses = embeddedAddresses(postgres);
  for (const { database } of Object.values(addresses))
    await ensureDatabase({ ...postgres, database: "postgres" }, database);
  return addresses;
}

export function embeddedAddresses({ socket_dir, username }: Pick<EmbeddedPostgres, "socket_dir" | "username">) {
  const at = (database: string) => ({ socket_dir, username, database });
  return { production: at("segue"), sandbox: at("segue_sandbox") };
}

function isOneServer(one: string, other: string): boolean {
  const [first, second] = [parseDatabaseUrl(one), parseDatabaseUrl(other)];
  return first !== undefined && second !== undefined && serverName(first) === serverName(second);
}

/** Where services start together, the database may be the last one up, or still a standby. */
async function whenReady(log: Log, connect: () => Promise<void>): Promise<void> {
  const give_up_at_ms = performance.now() + DATABASE_WITHIN_MS;
  let isTold = false;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > give_up_at_ms) throw error;
      if (!isTold) log.warn({}, "The database is not ready yet; trying again for half a minute");
      isTold = true;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}
