import postgres from "postgres";

/** The pool and a transaction are the same callable: a tagged template that sends one statement. */
export type Db = postgres.ISql<Record<string, never>>;

export type DatabaseAddress = string | { socket_dir: string; username: string; database: string };

export type Database = {
  db: Db;
  begin<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** A value for a jsonb column. Its type is the noun's; the driver only needs to know that it is JSON. */
export function json(db: Db, value: unknown) {
  return value === null ? null : db.json(value as postgres.JSONValue);
}

// Part of the socket's name. Named here, because the driver would otherwise look into PGPORT.
const SOCKET_PORT = 5432;
const CONNECT_TIMEOUT_S = 5;
const CLOSE_TIMEOUT_S = 5;
const IDLE_TIMEOUT_S = 60;
const POOL_SIZE = 16;

// A statement that runs into one of these is ours to fix; the client hears 503 and its retry is safe.
const sessionSettings = {
  application_name: "segue",
  TimeZone: "UTC",
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

export function openDatabase(address: DatabaseAddress, pool_size = POOL_SIZE): Database {
  const options = {
    max: pool_size,
    connect_timeout: CONNECT_TIMEOUT_S,
    idle_timeout: IDLE_TIMEOUT_S,
    // The driver's own back-off grows to 20 s; a database that is back must be used at once.
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
    connection: sessionSettings,
    types: wireTypes,
    onnotice: () => undefined,
  };
  const sql =
    typeof address === "string"
      ? postgres(address, options)
      : postgres({
          ...options,
          host: address.socket_dir,
          port: SOCKET_PORT,
          username: address.username,
          database: address.database,
        });
  return {
    db: sql as unknown as Db,
    begin: (work) => sql.begin((transaction) => work(transaction as unknown as Db)) as ReturnType<typeof work>,
    close: () => sql.end({ timeout: CLOSE_TIMEOUT_S }),
  };
}

// Dates and timestamps stay text in their wire form: a JavaScript Date would shift a calendar date by the time zone.
const wireTypes = {
  date: { to: 1082, from: [1082], parse: (text: string) => text, serialize: (text: string) => text },
  timestamp: { to: 1184, from: [1184], parse: wireTimestamp, serialize: (text: string) => text },
};

/** `2026-01-31 09:05:00.1+00` as PostgreSQL writes it in UTC becomes `2026-01-31T09:05:00.100Z`. */
function wireTimestamp(text: string): string {
  const fraction = text.slice(20, text.length - 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, "0")}Z`;
}

const unavailableCodes = new Set([
  ...["CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED", "CONNECT_TIMEOUT"],
  ...["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EACCES"],
  ...["53300", "55P03", "57014", "57P01", "57P02", "57P03", "57P05", "25P03", "40001", "40P01"],
]);

/** True when the database is away, starting, stopping or out of time: the caller may try the same again. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && (unavailableCodes.has(code) || code.startsWith("08"));
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return errorCode(error) === "23505" && (error as { constraint_name?: string }).constraint_name === constraint;
}

function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Makes the database unless it is there, empty or as a copy; `maintenance` is any other database of the same server. */
export async function ensureDatabase(maintenance: DatabaseAddress, name: string, template?: string): Promise<void> {
  const { db, close } = openDatabase(maintenance, 1);
  try {
    const [found] = await db`select 1 from pg_database where datname = ${name}`;
    if (found) return;
    await db.unsafe(`create database ${quoted(name)} ${template === undefined ? "" : `template ${quoted(template)}`}`);
  } catch (error) {
    // Another node made it in the same moment.
    if (errorCode(error) !== "42P04" && errorCode(error) !== "23505") throw error;
  } finally {
    await close();
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
