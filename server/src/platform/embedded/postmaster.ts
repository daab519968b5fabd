// One run of the PostgreSQL server, from a cleared folder to its end. The chapter is in embedded-postgres.ts.

import type { ChildProcess } from "node:child_process";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { type Launcher, launch } from "./postgres-launcher.ts";
import { isPostmasterOf } from "./process-identity.ts";
import { removeSocketFiles, SOCKET_PORT, socketLockPath } from "./socket-folder.ts";

export type Site = {
  cluster: string;
  socket_dir: string;
  launcher: Launcher;
  durable: boolean;
  log: (line: string) => void;
};

export type Postmaster = {
  pid: number;
  /** Resolves with how it ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

type Run = Postmaster & { hasEnded(): boolean; lastWords(): Promise<string> };

/** How long processes of a killed server may take to leave; they notice within moments. */
const OCCUPIED_LIMIT_MS = 10_000;
const OCCUPIED_PAUSE_MS = 100;
const OCCUPIED =
  /lock file "[^"]*" already exists|pre-existing shared memory block|could not create shared memory|could not bind Unix/;

/** After a crash the server replays its log first: seconds as a rule, more on a slow disk. */
const READY_LIMIT_MS = 300_000;
const READY_NOTE_MS = 5_000;
const POLL_MS = 10;

type Shutdown = readonly { signal: NodeJS.Signals; limit_ms: number }[];

/** The server writes nothing more. The next start recovers what was committed. */
const IMMEDIATE_SHUTDOWN: Shutdown = [
  { signal: "SIGQUIT", limit_ms: 2_000 },
  { signal: "SIGKILL", limit_ms: 2_000 },
];

/** Ends connections and writes everything, so that the next start has nothing to recover. */
const FAST_SHUTDOWN: Shutdown = [{ signal: "SIGINT", limit_ms: 6_000 }, ...IMMEDIATE_SHUTDOWN];

const MAX_KEPT_LINES = 50;
const LAST_WORDS_LIMIT_MS = 500;

export async function startPostmaster(site: Site, stopping: AbortSignal): Promise<Postmaster> {
  const deadline = performance.now() + OCCUPIED_LIMIT_MS;
  for (;;) {
    await endOrphans(site);
    await disownPidFile(pidFilePath(site.cluster));
    await removeSocketFiles(site.socket_dir);
    const run = runPostmaster(site);
    if (await isReadyInTime(site, run, stopping)) return run;
    await run.stop();
    const lastWords = await run.lastWords();
    if (stopping.aborted || !OCCUPIED.test(lastWords) || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start: ${lastWords}`);
    }
    await sleep(OCCUPIED_PAUSE_MS);
  }
}

/**
 * Ends the server that a killed Segue left running. This comes before any other work in the folder: an orphan writes by
 * the folder's name, so it would write its state into a database newly made there.
 */
export async function endOrphans({ cluster, socket_dir, log }: Site): Promise<void> {
  // The second place finds the server of a folder that was deleted meanwhile.
  for (const path of [pidFilePath(cluster), socketLockPath(socket_dir)]) {
    const pid = parsePid(await readLines(path));
    if (pid === undefined || !(await isPostmasterOf(cluster, pid))) continue;
    log(`Found a PostgreSQL (pid ${pid}) left by a killed Segue process; stopping it.`);
    const isRunning = () => isPostmasterOf(cluster, pid);
    await endServer({ pid, isRunning, send: (signal) => signalIfThere(pid, signal) }, IMMEDIATE_SHUTDOWN);
  }
}

/** The socket folder of the server that runs on this cluster and is ready, even if another process started it. */
export async function findSocketFolder(cluster: string): Promise<string | undefined> {
  const lines = await readLines(pidFilePath(cluster));
  const pid = parsePid(lines);
  if (pid === undefined || lines[7]?.trim() !== "ready" || !(await isPostmasterOf(cluster, pid))) return undefined;
  return lines[4]?.trim();
}

function pidFilePath(cluster: string): string {
  return join(cluster, "postmaster.pid");
}

async function disownPidFile(pidFile: string): Promise<void> {
  const lines = await readLines(pidFile);
  // A power cut may leave it empty, at which PostgreSQL stops.
  if (parsePid(lines) === undefined) return rm(pidFile, { force: true });
  const draft = `${pidFile}.draft`;
  await writeFile(draft, [String(process.pid), ...lines.slice(1)].join("\n"), { mode: 0o600 });
  await rename(draft, pidFile);
}

async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, "utf8")).split("\n");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function parsePid([first]: string[]): number | undefined {
  // PostgreSQL notes a server without a postmaster as a negative number.
  const pid = Math.abs(Number(first));
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

function runPostmaster(site: Site): Run {
  const child = launch(site.launcher, site.launcher.binaries.postgres, serverOptions(site));
  const lines = keepLines(child, site.log);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  let hasEnded = false;
  // An exit that skips stop(), as after an uncaught error, takes the server along.
  const takeAlong = () => child.kill("SIGINT");
  process.once("exit", takeAlong);
  void ended.then(() => {
    hasEnded = true;
    process.removeListener("exit", takeAlong);
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    ended,
    hasEnded: () => hasEnded,
    stop: () =>
      endServer({ pid, isRunning: async () => !hasEnded, send: (signal) => child.kill(signal) }, FAST_SHUTDOWN),
    lastWords: async () => {
      await Promise.race([closed, sleep(LAST_WORDS_LIMIT_MS)]);
      return lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? (await ended);
    },
  };
}

function serverOptions({ cluster, socket_dir, durable }: Site): string[] {
  const durability = durable ? "on" : "off";
  const settings = {
    listen_addresses: "",
    unix_socket_directories: `"${socket_dir.replaceAll('"', '""')}"`,
    port: SOCKET_PORT,
    fsync: durability,
    full_page_writes: durability,
    synchronous_commit: durability,
    max_connections: 200,
    shared_buffers: "64MB",
    max_wal_size: "512MB",
    // By itself it would be 2 MB, so that a close or an import would stop thousands of times to write it out.
    wal_buffers: "16MB",
    // Pages that change for the first time after a checkpoint are logged whole. This build knows no faster method.
    wal_compression: "pglz",
    timezone: "UTC",
    // Clients get the errors of their statements. The rest is about the server itself, and there is little of it.
    log_min_messages: "log",
    log_checkpoints: "off",
    // Values may be partners' secrets, and the detail of an error may be a whole row.
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    log_error_verbosity: "terse",
    log_line_prefix: "",
  };
  return ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** Reads the server's output, keeps the end of it, and passes on what an operator must see. */
function keepLines(child: ChildProcess, log: Site["log"]): string[] {
  const lines: string[] = [];
  if (child.stderr === null) return lines;
  createInterface({ input: child.stderr }).on("line", (line) => {
    lines.push(line);
    if (lines.length > MAX_KEPT_LINES) lines.shift();
    if (/PANIC|was terminated by signal/.test(line)) log(`PostgreSQL says: ${line}`);
  });
  return lines;
}

async function isReadyInTime(site: Site, run: Run, stopping: AbortSignal): Promise<boolean> {
  const started = performance.now();
  let isNoted = false;
  while (!run.hasEnded() && !stopping.aborted && performance.now() - started < READY_LIMIT_MS) {
    const lines = await readLines(pidFilePath(site.cluster));
    // Line 8 is the status; the pid tells our server's file from one left behind.
    if (parsePid(lines) === run.pid && lines[7]?.trim() === "ready") return true;
    if (!isNoted && performance.now() - started > READY_NOTE_MS) {
      isNoted = true;
      site.log("PostgreSQL takes long to start, as after a crash; waiting for it.");
    }
    await sleep(POLL_MS);
  }
  return false;
}

type Server = { pid: number; isRunning(): Promise<boolean>; send(signal: NodeJS.Signals): void };

/** Checks the process before each signal, so that no signal reaches another process with the same pid. */
async function endServer(server: Server, shutdown: Shutdown): Promise<void> {
  for (const { signal, limit_ms } of shutdown) {
    if (!(await server.isRunning())) return;
    server.send(signal);
    const deadline = performance.now() + limit_ms;
    while (performance.now() < deadline) {
      if (!(await server.isRunning())) return;
      await sleep(POLL_MS);
    }
  }
  throw new Error(`PostgreSQL (pid ${server.pid}) cannot be stopped, not even by SIGKILL.`);
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended by itself since we looked.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
