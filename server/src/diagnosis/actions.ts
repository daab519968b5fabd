// Takes the readings of all checks at once. Each has its own deadline, so that one that hangs holds no other, and one that
// fails is a finding: the diagnosis is asked for when something is broken.

import type { MailTransport } from "../mail/transport.ts";
import type { ServiceClock } from "../platform/clock.ts";
import { type Context, timestamp } from "../platform/context.ts";
import type { Db } from "../platform/database/db.ts";
import { readSchemaState, type SchemaState } from "../platform/database/migrate.ts";
import { databaseAdvice, databaseTrouble, isDatabaseTrouble } from "../platform/database/trouble.ts";
import { withDeadline } from "../platform/deadline.ts";
import { StartRefused } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { OpenLimiters } from "../platform/limits/limiters.ts";
import { type Blobs, StorageAway, StorageFull } from "../platform/storage/blobs.ts";
import { diskWarning, writableBytes } from "../platform/storage/disk-room.ts";
import { measureDisks, type Storage } from "../platform/storage/storage.ts";
import {
  type Check,
  type CheckFinding,
  type CheckName,
  type Diagnosis,
  judgeBackup,
  judgeDatabase,
  judgeDisks,
  judgeQueue,
  judgeStandby,
  judgeStores,
} from "./diagnosis.ts";
import { answerNothing, readBackupAge, readDatabase, readQueue, readStandby, readStores } from "./queries.ts";

export type DiagnosisParts = {
  time: Pick<ServiceClock, "fault" | "ahead_s">;
  limits: Pick<OpenLimiters, "standing">;
  storage: Storage;
  /** The variable that names the database. Undefined: it comes with Segue. */
  database_variable?: string | undefined;
  transport: Pick<MailTransport, "check">;
  migrations_dir: string;
  /** A sentence about variables whose names no setting has. */
  unknown_settings?: string | undefined;
  /** A sentence about schemas of DDEX that the folder lacks. */
  missing_schemas?: string | undefined;
};

/** `advise`: on a failure, where one sentence does not fit all. */
export type Examination = readonly [
  name: CheckName,
  examine: () => CheckFinding | Promise<CheckFinding>,
  advise?: (error: unknown) => string,
];

export async function diagnose(ctx: Context, parts: DiagnosisParts): Promise<Diagnosis> {
  const now = timestamp(ctx);
  const { db, blobs } = ctx;
  const variable = parts.database_variable;
  const checks = await runChecks([
    ["settings", () => examineSettings(parts)],
    ["clock", () => examineClock(parts.time)],
    ["database", () => examineDatabase(db, variable), (error) => databaseAdvice(error, variable)],
    ["migrations", () => examineMigrations(db, parts.migrations_dir)],
    ["standby", async () => judgeStandby(await readStandby(db))],
    ["disk", () => examineDisks(parts.storage)],
    ["storage", () => examineStorage(blobs)],
    ["queue", async () => judgeQueue(await readQueue(db, now))],
    ["stores", async () => judgeStores(await readStores(db, now))],
    ["mail", () => examineMail(parts.transport)],
    ["rate_limits", () => examineLimits(parts.limits)],
    // One backup holds both environments, and production makes it.
    ...(ctx.is_live ? [["backup", async () => judgeBackup(await readBackupAge(db, now))] as const] : []),
  ]);
  return { ok: checks.every(({ ok }) => ok), time: now, checks };
}

/** All checks end before the request does. */
const CHECK_WITHIN_MS = 15_000;

export function runChecks(examinations: readonly Examination[], within_ms = CHECK_WITHIN_MS): Promise<Check[]> {
  return Promise.all(examinations.map((one) => runCheck(one, within_ms)));
}

async function runCheck(
  [name, examine, advise = () => adviceOn[name]]: Examination,
  within_ms: number,
): Promise<Check> {
  const began_ms = performance.now();
  const late = () => new Error(`There was no answer within ${within_ms / 1_000} s.`);
  const { detail, advice } = await withDeadline(within_ms, Promise.resolve().then(examine), late).catch(
    (error: unknown): CheckFinding => ({ detail: wordsOf(error), advice: advise(error) }),
  );
  return {
    name,
    ok: advice === undefined,
    detail,
    advice: advice ?? null,
    ms: Math.round(performance.now() - began_ms),
  };
}

/** For a check that could not be made. */
const adviceOn: Readonly<Record<CheckName, string>> = {
  settings: "Correct the setting, and start again.",
  clock: "Let NTP set the clocks of all machines.",
  database: "Look whether PostgreSQL runs, and whether DATABASE_URL names it.",
  migrations: "See the check of the database.",
  standby: "See the check of the database.",
  disk: "Look whether the folder of the data exists, and may be read.",
  storage: "Look whether SEGUE_STORAGE can be reached, and its user may write, read and delete there.",
  queue: "See the check of the database.",
  stores: "See the check of the database.",
  mail: "Correct SEGUE_MAIL, or look whether the mail server runs. Mails wait meanwhile, and are tried again.",
  rate_limits: "Look whether Redis runs, and whether REDIS_URL names it.",
  backup: "See the check of the database.",
};

const MAX_WORDS = 500;

/** A sentence for the operator. */
export function wordsOf(error: unknown): string {
  if (isDatabaseTrouble(error)) return sentenceOf(databaseTrouble(error));
  // Their own messages are for clients of the API, which send the request again.
  if (error instanceof StorageFull) return "There is no room for a file on the disk of the service.";
  if (error instanceof StorageAway) return sentenceOf(`the storage failed: ${causeOf(error)}`);
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const words = cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
  return (words || "It failed without a reason.").slice(0, MAX_WORDS);
}

function causeOf({ cause }: StorageAway): string {
  const { message, name } = cause instanceof Error ? cause : new Error(String(cause));
  return (message || name).slice(0, MAX_WORDS).replace(/\.$/, "");
}

function sentenceOf(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

type ReadSettings = Pick<DiagnosisParts, "unknown_settings" | "missing_schemas">;

/** A folder without the schemas of each version is not wrong: the operator may not need them. */
export function examineSettings({ unknown_settings, missing_schemas }: ReadSettings): CheckFinding {
  const more = missing_schemas === undefined ? "" : ` ${missing_schemas}.`;
  if (unknown_settings === undefined) return { detail: `Every variable that begins with SEGUE_ is a setting.${more}` };
  return {
    detail: `${unknown_settings}.${more}`,
    advice: "Correct the name of the variable, and start the service again.",
  };
}

function examineClock({ fault, ahead_s }: DiagnosisParts["time"]): CheckFinding {
  const wrong = fault();
  if (wrong !== undefined)
    return { detail: wrong, advice: "Background work waits until both clocks agree: let NTP set them." };
  return { detail: `This machine's clock differs from the database's by ${Math.abs(ahead_s()).toFixed(1)} s.` };
}

const TRIPS = 5;

export async function examineDatabase(db: Db, variable: string | undefined): Promise<CheckFinding> {
  const reading = await readDatabase(db);
  let round_trip_ms = Number.POSITIVE_INFINITY;
  for (let trip = 0; trip < TRIPS; trip++) {
    const began_ms = performance.now();
    await answerNothing(db);
    round_trip_ms = Math.min(round_trip_ms, performance.now() - began_ms);
  }
  return judgeDatabase({ ...reading, round_trip_ms }, variable);
}

export async function examineMigrations(db: Db, folder: string): Promise<CheckFinding> {
  let state: SchemaState;
  try {
    state = await readSchemaState(db, folder);
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    return {
      detail: error.message,
      advice: "Run one version on all nodes; a newer database needs a newer version.",
    };
  }
  const { pending, is_newer } = state;
  if (is_newer) return { detail: "A newer version migrated the schema, and this one runs on it." };
  if (pending === 0) return { detail: "The schema is that of this version." };
  return {
    detail: `${pending} migrations of this version are not applied.`,
    advice: "Start a process of this version: a start migrates.",
  };
}

export async function examineDisks(storage: Storage): Promise<CheckFinding> {
  const disks = await measureDisks(storage);
  const rooms = disks.map((disk) => ({ ...disk, writable_bytes: writableBytes(disk) }));
  return judgeDisks({ disks: rooms, low: diskWarning(disks) });
}

const PROBE = Buffer.from("Written by `segue doctor`, which removes it at once.\n");

/** Writes a small file, reads it, and removes it. */
export async function examineStorage(blobs: Blobs): Promise<CheckFinding> {
  const key = newId("blb");
  try {
    await blobs.put(key, probe());
    const stream = await blobs.get(key);
    const read: Uint8Array[] = [];
    for await (const chunk of stream ?? []) read.push(chunk);
    if (!Buffer.concat(read).equals(PROBE))
      return {
        detail: "A file that was written is read back as another.",
        advice: "Give all processes the same SEGUE_STORAGE, and check the disk or the bucket.",
      };
  } finally {
    await blobs.delete(key);
  }
  return { detail: "A file was written, read and removed." };
}

async function* probe(): AsyncGenerator<Uint8Array> {
  yield PROBE;
}

export async function examineMail(transport: Pick<MailTransport, "check">): Promise<CheckFinding> {
  return { detail: await transport.check() };
}

function examineLimits({ standing }: DiagnosisParts["limits"]): CheckFinding {
  const where = standing();
  if (where === "memory") return { detail: "Requests are counted in this process." };
  if (where === "shared") return { detail: "Requests are counted in Redis, for all nodes." };
  return { detail: "Redis is not reached, so each node counts requests for itself.", advice: adviceOn.rate_limits };
}
