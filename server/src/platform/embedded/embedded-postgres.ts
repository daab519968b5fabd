// The embedded PostgreSQL: a real server that Segue makes, starts, watches and stops by itself.
//
// The problem: Node, the server and the machine may each be killed at any moment, and whatever is left behind must
// neither lose a committed row nor stop the next start. And two Segue processes must never share a folder.
//
// The procedure, under the folder's lock (folder-lock.ts), so that no other process uses what is found in it:
//   1. An orphan, the server of a killed Segue, is found by the pid in postmaster.pid, known by its working folder, and
//      ended. That is simpler than adopting it: afterwards every server is our child, with this version's settings. It is ended
//      like a crash, writing nothing more, because the folder may have been deleted and made anew under it.
//   2. No cluster yet: initdb, which syncs what it writes, into a sibling folder, then rename. The cluster is there whole
//      or not at all. Half-made siblings are removed, except one that the initdb of a killed Segue is still writing.
//   3. A pid in postmaster.pid that is a stranger's is never signalled. PostgreSQL would refuse to start, so the file gets our own
//      pid, which PostgreSQL takes for stale because it is its parent's. The rest of the file stays: by it PostgreSQL sees
//      whether processes of a killed server still use the folder, and refuses until they are gone. Hence the retries.
//   4. The server is ready when it says so in postmaster.pid (postmaster.ts).
//   5. If it ends unasked it is started again, with growing pauses, until stop() is called.
//
// It listens on a unix socket only, in a folder that only we can enter. That folder is the whole access control.

import { randomUUID } from "node:crypto";
import { access, open, readdir, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { StartRefused } from "../errors.ts";
import { makeFolder } from "../make-folder.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import { findLauncher, giveCluster, type Launcher, launch, requireOwner } from "./postgres-launcher.ts";
import { endOrphans, findSocketFolder, type Postmaster, type Site, startPostmaster } from "./postmaster.ts";
import { isAnyProcessNaming } from "./process-identity.ts";
import { openSocketFolder, removeSocketFolder } from "./socket-folder.ts";

export type EmbeddedPostgres = {
  /** For postgres.js: `postgres({ host: socket_dir, username, database })`. */
  socket_dir: string;
  username: string;
  stop(): Promise<void>;
};

type Options = {
  /** Segue's data folder; the cluster lives in its folder `postgres`. */
  data_dir: string;
  log: (line: string) => void;
  /** False only in tests: a crash of the machine then loses data. */
  durable?: boolean;
};

const USERNAME = "segue";

const INITDB_LIMIT_MS = 120_000;

/**
 * The first restart is immediate. If a server stayed ready for a moment, it counts as healthy and the pauses start
 * over: they are for a server that cannot start. They stay short, because a try costs little and the service is down
 * meanwhile.
 */
const RESTART_PAUSE_MS = 1_000;
const MAX_RESTART_PAUSE_MS = 5_000;
const SOUND_AFTER_MS = 1_000;

export async function startEmbeddedPostgres({ data_dir, log, durable = true }: Options): Promise<EmbeddedPostgres> {
  await makeFolder(data_dir).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(
      `The data folder ${data_dir} cannot be created (${error.code}); set SEGUE_DATA_DIR to a folder that this user can write to.`,
    );
  });
  const folder = await realpath(data_dir);
  const lock = await lockFolder(folder);
  try {
    const cluster = join(folder, "postgres");
    const launcher = await findLauncher(folder);
    await requireOwner(cluster, launcher);
    const socket_dir = await openSocketFolder(folder);
    const site: Site = { cluster, socket_dir, launcher, durable, log };
    await endOrphans(site);
    await ensureCluster(site);
    const stopping = new AbortController();
    const first = await startPostmaster(site, stopping.signal);
    const watch = keepRunning(site, first, stopping.signal);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopping.abort();
      stopped ??= finish(watch, socket_dir, lock);
      return stopped;
    };
    return { socket_dir, username: USERNAME, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The server that another process runs on this data folder. Undefined if there is none, or it is not ready. */
export async function findEmbeddedPostgres(
  data_dir: string,
): Promise<Pick<EmbeddedPostgres, "socket_dir" | "username"> | undefined> {
  if (!(await hasCluster(data_dir))) return undefined;
  const socket_dir = await findSocketFolder(join(await realpath(data_dir), "postgres"));
  return socket_dir === undefined ? undefined : { socket_dir, username: USERNAME };
}

/** Whether there is a database in the data folder, running or not. */
export async function hasCluster(data_dir: string): Promise<boolean> {
  return access(join(data_dir, "postgres", "PG_VERSION")).then(
    () => true,
    () => false,
  );
}

async function finish(watch: Promise<void>, socket_dir: string, lock: FolderLock): Promise<void> {
  try {
    await watch;
    await removeSocketFolder(socket_dir);
  } finally {
    await lock.release();
  }
}

async function ensureCluster(site: Site): Promise<void> {
  await sweepHalfMade(site);
  const entries = await readdir(dirname(site.cluster)).then((names) =>
    names.includes(basename(site.cluster)) ? readdir(site.cluster) : [],
  );
  if (entries.length === 0) return makeCluster(site);
  if (!entries.includes("PG_VERSION")) throw new Error(`${site.cluster} is neither empty nor a PostgreSQL database.`);
  await giveCluster(site.cluster, site.launcher);
}

function halfMadePrefix(cluster: string): string {
  return `${basename(cluster)}.half-made-`;
}

async function sweepHalfMade({ cluster, log }: Site): Promise<void> {
  const parent = dirname(cluster);
  const names = (await readdir(parent)).filter((name) => name.startsWith(halfMadePrefix(cluster)));
  for (const name of names) {
    const folder = join(parent, name);
    if (await isAnyProcessNaming(folder)) continue;
    log(`Removing ${folder}, left by a start that was killed.`);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function makeCluster({ cluster, launcher, log }: Site): Promise<void> {
  log(`Creating a new database in ${cluster}.`);
  const parent = dirname(cluster);
  const halfMade = join(parent, `${halfMadePrefix(cluster)}${randomUUID()}`);
  try {
    await runInitdb(launcher, halfMade);
    await rename(halfMade, cluster);
  } catch (error) {
    await rm(halfMade, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
  await syncFolder(parent);
}

async function runInitdb(launcher: Launcher, folder: string): Promise<void> {
  // The builtin locale is the same on every machine, and knows the case of all letters.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const initdb = launch(launcher, launcher.binaries.initdb, [
    `--pgdata=${folder}`,
    `--username=${USERNAME}`,
    "--auth=trust",
    "--no-instructions",
    ...locale,
  ]);
  const kill = setTimeout(() => initdb.kill("SIGKILL"), INITDB_LIMIT_MS);
  const complaint = initdb.stderr === null ? "" : text(initdb.stderr);
  const code = await new Promise<number | null>((resolve, reject) => {
    initdb.once("error", reject);
    initdb.once("exit", resolve);
  }).finally(() => clearTimeout(kill));
  if (code === 0) return;
  const lines = (await complaint).split("\n");
  const reason = lines.find((line) => /error|fatal/i.test(line)) ?? lines[0];
  throw new Error(`PostgreSQL could not create its database: ${reason || "initdb was killed"}`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

async function keepRunning(site: Site, first: Postmaster, stopping: AbortSignal): Promise<void> {
  const asked = new Promise<string>((resolve) => stopping.addEventListener("abort", () => resolve("asked")));
  let current: Postmaster | undefined = first;
  let failures = 0;
  while (!stopping.aborted) {
    if (current !== undefined) {
      const started = performance.now();
      const how = await Promise.race([current.ended, asked]);
      if (stopping.aborted) break;
      if (performance.now() - started > SOUND_AFTER_MS) failures = 0;
      site.log(`PostgreSQL stopped unexpectedly (${how}); starting it again.`);
    }
    await pause(restartPause(failures++), asked);
    current = await restart(site, stopping);
  }
  await current?.stop();
}

function restartPause(failures: number): number {
  return failures === 0 ? 0 : Math.min(RESTART_PAUSE_MS * 2 ** (failures - 1), MAX_RESTART_PAUSE_MS);
}

async function pause(length_ms: number, asked: Promise<string>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([asked, sleep(length_ms, undefined, { signal: timer.signal })]);
  timer.abort();
}

async function restart(site: Site, stopping: AbortSignal): Promise<Postmaster | undefined> {
  if (stopping.aborted) return undefined;
  try {
    const postmaster = await startPostmaster(site, stopping);
    site.log("PostgreSQL runs again.");
    return postmaster;
  } catch (error) {
    // No caller waits for this error. Its cause may pass (a full disk, memory), so try again after a longer pause.
    if (!stopping.aborted) site.log(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
