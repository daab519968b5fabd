// One PostgreSQL for a whole test run, in a folder of its own. Crash safety is off: nothing in it outlives the run.

import { execFile } from "node:child_process";
import { appendFile, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { ensureDatabase } from "../src/platform/database/create.ts";
import { openDatabase } from "../src/platform/database/db.ts";
import { migrate } from "../src/platform/database/migrate.ts";
import { startEmbeddedPostgres } from "../src/platform/embedded/embedded-postgres.ts";
import { DataFolderInUse } from "../src/platform/embedded/folder-lock.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** For postgres.js: `postgres({ host: socket_dir, username, database })`. */
    postgres: { socket_dir: string; username: string };
    /** A migrated, empty database: each world is a clone of it. */
    template: string;
    /** A data folder whose databases are made and migrated, and empty. */
    prepared_dir: string;
  }
}

const migrations_dir = fileURLToPath(new URL("../migrations", import.meta.url));

/** The pid is part of the name, so that a later run sees which of these a killed run left behind. */
const FOLDER_PREFIX = "segue-test-run-";

/** A run takes a share of the leftovers, about a second each, and leaves the rest to the next. */
const MAX_SWEPT = 5;

export async function startRunsPostgres(project: TestProject): Promise<() => Promise<void>> {
  await sweepDeadRuns();
  const folders = { data_dir: await makeRunFolder(await placeOfDatabases()), prepared_dir: await makeRunFolder() };
  const { socket_dir, username, stop } = await startRunsServer(folders);
  await provideServer(project, { socket_dir, username });
  project.provide("prepared_dir", folders.prepared_dir);
  return async () => {
    await stop();
    for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true });
  };
}

/** For a server that makes hundreds of databases, each for a minute. */
const settings = [
  // Once a minute it would visit each of the databases that closed worlds leave behind.
  "autovacuum = off",
  "checkpoint_timeout = 1h",
  // Copied rows are not written to the log too.
  "wal_level = minimal",
  "max_wal_senders = 0",
];

/** The first start makes the databases of a service, as they are before anything is written to them. A copy is kept. */
async function startRunsServer({ data_dir, prepared_dir }: Record<"data_dir" | "prepared_dir", string>) {
  const start = () => startEmbeddedPostgres({ data_dir, durable: false, log: reportTrouble });
  const { stop, ...server } = await start();
  const maintenance = { ...server, database: "postgres" };
  await ensureDatabase(maintenance, "segue");
  const database = openDatabase({ ...server, database: "segue" }, 1);
  await migrate(database, migrations_dir);
  await database.close();
  await ensureDatabase(maintenance, "segue_sandbox", "segue");
  await stop();
  const cluster = join(data_dir, "postgres");
  await promisify(execFile)("cp", ["-a", cluster, prepared_dir]);
  await appendFile(join(cluster, "postgresql.auto.conf"), `${settings.join("\n")}\n`);
  return start();
}

async function provideServer(project: TestProject, postgres: ProvidedContext["postgres"]): Promise<void> {
  const template = `segue_template_${process.pid}`;
  const admin = openDatabase({ ...postgres, database: "postgres" }, 1);
  await admin.db.unsafe(`alter database segue rename to ${template}`);
  // A database cannot be copied while a client is connected to it.
  await admin.db.unsafe(`alter database ${template} allow_connections false`);
  await admin.close();
  project.provide("postgres", postgres);
  project.provide("template", template);
}

/** A folder that a later run removes, with its server, if this process is killed. */
export async function makeRunFolder(place = tmpdir()): Promise<string> {
  return mkdtemp(join(place, `${FOLDER_PREFIX}${process.pid}-`));
}

const MEMORY_DISK = "/dev/shm";
/** A short run's databases take a third of it. */
const ROOM_BYTES = 8 * 1024 ** 3;

/** A database is 700 files, for a minute: on a disk, to make and remove them is a tenth of a short run's processor time. */
async function placeOfDatabases(): Promise<string> {
  const isShort = process.env.FAULTS === undefined;
  return isShort && freemem() > ROOM_BYTES && (await freeBytesOf(MEMORY_DISK)) > ROOM_BYTES ? MEMORY_DISK : tmpdir();
}

async function freeBytesOf(place: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(place);
    return bavail * bsize;
  } catch {
    // Not every system has one.
    return 0;
  }
}

function reportTrouble(line: string): void {
  if (!line.startsWith("Creating")) console.warn(line);
}

async function sweepDeadRuns(): Promise<void> {
  const found = await Promise.all([...new Set([MEMORY_DISK, tmpdir()])].map(listDeadRuns));
  for (const folder of found.flat().slice(0, MAX_SWEPT)) await sweepRun(folder);
}

async function listDeadRuns(place: string): Promise<string[]> {
  const names = await readdir(place).catch(() => []);
  return names.filter((name) => name.startsWith(FOLDER_PREFIX) && isOfDeadRun(name)).map((name) => join(place, name));
}

function isOfDeadRun(name: string): boolean {
  try {
    process.kill(Number.parseInt(name.slice(FOLDER_PREFIX.length), 10), 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** A killed run may have left its server running; a start finds and ends it, a stop takes its socket away. */
async function sweepRun(data_dir: string): Promise<void> {
  try {
    const leftover = await startEmbeddedPostgres({ data_dir, durable: false, log: () => undefined });
    await leftover.stop();
  } catch (error) {
    // Another run is sweeping it.
    if (error instanceof DataFolderInUse) return;
    console.warn(`Removing ${data_dir} without stopping its PostgreSQL: ${String(error)}`);
  }
  await rm(data_dir, { recursive: true, force: true });
}
