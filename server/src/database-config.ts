// The variables that say where PostgreSQL and Redis are.

import { ConfigError } from "./config-error.ts";
import { assertReadable, parseDatabaseUrl, serverName } from "./platform/database/url.ts";
import { environments } from "./settings.ts";

/** Undefined: the embedded database. */
export function readDatabaseUrls(
  production: string | undefined,
  sandbox: string | undefined,
): { production: string; sandbox: string } | undefined {
  if (production === undefined) {
    if (sandbox === undefined) return undefined;
    throw new ConfigError("SANDBOX_DATABASE_URL is set but DATABASE_URL is not; set both or DATABASE_URL alone.");
  }
  const url = readDatabaseUrl("DATABASE_URL", production);
  if (sandbox !== undefined) {
    const other = readDatabaseUrl("SANDBOX_DATABASE_URL", sandbox);
    if (serverName(other) !== serverName(url) || other.pathname !== url.pathname) {
      return { production, sandbox };
    }
    throw new ConfigError("DATABASE_URL and SANDBOX_DATABASE_URL must name two databases.");
  }
  return { production, sandbox: sandboxBeside(production) };
}

/** The sandbox's database if only production's is named. */
export function sandboxBeside(production: string): string {
  const url = readDatabaseUrl("DATABASE_URL", production);
  url.pathname += environments.sandbox.database_suffix;
  return url.href;
}

function readDatabaseUrl(name: string, text: string): URL {
  const url = parseDatabaseUrl(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length <= 1) {
    throw new ConfigError(`${name} must look like postgres://user:password@host:5432/database.`);
  }
  try {
    assertReadable(url);
  } catch (error) {
    throw new ConfigError(`${name}: ${error instanceof Error ? error.message : "not readable"}`);
  }
  return url;
}

/** The value is not repeated: it may hold a password. */
export function readRedisUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "unix:" && url.pathname.length > 1) return text;
  if (url && /^rediss?:$/.test(url.protocol) && url.hostname && /^(\/\d*)?$/.test(url.pathname)) return text;
  throw new ConfigError("REDIS_URL must look like redis://user:password@host:6379/0, or rediss:// for TLS.");
}
