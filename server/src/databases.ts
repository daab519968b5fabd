// The two databases of an installation: located, created and ready.

import { fileURLToPath } from "node:url";
import type { Config } from "./config.ts";
import { sandboxBeside } from "./database-config.ts";
import { checkDatabase } from "./platform/database/check.ts";
import { ensureDatabase } from "./platform/database/create.ts";
import { untilReady } from "./platform/database/until-ready.ts";
import type { DatabaseAddress } from "./platform/database/url.ts";
import { databaseName, parseDatabaseUrl, serverName } from "./platform/database/url.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./platform/embedded/embedded-postgres.ts";
import type { Log } from "./platform/logging.ts";
import type { EnvironmentName } from "./settings.ts";

export const migrations_dir = fileURLToPath(new URL("../migrations", import.meta.url));

export type Addresses = Record<EnvironmentName, DatabaseAddress>;

type Wanted = Pick<Config, "data_dir" | "database_urls">;

/** `onStarted` gets the embedded server before anything else happens, because the caller must stop it. */
export async function openDatabases(
  { data_dir, database_urls }: Wanted,
  log: Log,
  onStarted: (postgres: EmbeddedPostgres) => void,
): Promise<Addresses> {
  if (database_urls) {
    const { production, sandbox } = database_urls;
    const isOne = isOneServer(production, sandbox);
    const first = { variable: "DATABASE_URL", url: production, log };
    const second = { variable: databaseVariable(database_urls, "sandbox"), url: sandbox, log };
    await untilReady(first, () => checkDatabase(production));
    // On a separate server the sandbox's database must exist: we know no other database there from which to create
    // it.
    if (isOne) await untilReady(first, () => ensureDatabase(production, databaseName(sandbox)));
    await untilReady(second, () => checkDatabase(sandbox));
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

/** The variable in which the operator names this database. */
export function databaseVariable(
  { production, sandbox }: Record<EnvironmentName, string>,
  name: EnvironmentName,
): string {
  return name === "production" || sandbox === sandboxBeside(production) ? "DATABASE_URL" : "SANDBOX_DATABASE_URL";
}

export function isOneServer(one: string, other: string): boolean {
  const [first, second] = [parseDatabaseUrl(one), parseDatabaseUrl(other)];
  return first !== undefined && second !== undefined && serverName(first) === serverName(second);
}
