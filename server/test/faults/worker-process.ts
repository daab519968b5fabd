// The worker program as processes, and the queue seen from outside.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { type Context, systemChance, transaction } from "../../src/platform/context.ts";
import { type Database, openDatabase } from "../../src/platform/database/db.ts";
import { createAnnouncer } from "../../src/platform/jobs/announce.ts";
import { enqueue } from "../../src/platform/jobs/queue.ts";
import { noBlobs, noChildHands, noOutbound, systemClock } from "../no-edges.ts";
import { cloneDatabase } from "../world.ts";
import { definitions, type Effect, type WorkerSettings } from "./effect-jobs.ts";

export type WorkerProcess = {
  ready: Promise<unknown>;
  exit: Promise<{ code: number | null }>;
  signal(name: NodeJS.Signals): void;
};

export type Yard = {
  database: Database;
  startWorker(): Promise<WorkerProcess>;
  /** Enqueues so many jobs, numbered on from the last, a few in each transaction. */
  enqueueJobs(how_many: number, prepareMs: () => number): Promise<void>;
  enqueued(): number;
  close(): Promise<void>;
};

const JOBS_IN_TRANSACTION = 20;
const KEYS = 10;

export async function openYard(): Promise<Yard> {
  const address = { ...inject("postgres"), database: await cloneDatabase() };
  const database = openDatabase(address);
  const announcer = createAnnouncer(database);
  const { db, begin, beginAlone } = database;
  const ctx: Context = {
    db,
    begin,
    beginAlone,
    clock: systemClock,
    blobs: noBlobs,
    outbound: noOutbound,
    child_process_limit: noChildHands,
    is_live: true,
    chance: systemChance,
    announce: announcer.announce,
  };
  // No constraint on the number: a job with two effects must show.
  await database.db`create table effects (number integer not null, process integer not null)`;
  const workers: WorkerProcess[] = [];
  let next = 0;
  return {
    database,
    enqueued: () => next,
    async startWorker() {
      const worker = await startWorkerProcess({ address });
      workers.push(worker);
      await worker.ready;
      return worker;
    },
    async enqueueJobs(how_many, prepareMs) {
      for (const last = next + how_many; next < last; ) {
        const payloads = Array.from({ length: Math.min(JOBS_IN_TRANSACTION, last - next) }, (_, index): Effect => {
          return { number: next + index, prepare_ms: prepareMs() };
        });
        await transaction(ctx, (ctx) => enqueueAll(ctx, payloads));
        next += payloads.length;
      }
    },
    async close() {
      for (const worker of workers) worker.signal("SIGKILL");
      await Promise.all(workers.map(({ exit }) => exit));
      await database.close();
    },
  };
}

async function enqueueAll(ctx: Context, payloads: readonly Effect[]): Promise<void> {
  for (const payload of payloads) {
    const definition = definitions[payload.number % definitions.length];
    const placement = { key: `key ${payload.number % KEYS}`, group_key: `group ${payload.number % 3}` };
    if (definition) await transaction(ctx, (ctx) => enqueue(ctx, definition, payload, placement));
  }
}

let built: Promise<string> | undefined;

/** In one file: campaigns start it often, and to load it file by file takes a second of processor time. */
async function buildProgram(): Promise<string> {
  const outfile = fileURLToPath(
    new URL(`../../../node_modules/.cache/segue-test/worker-${process.pid}.mjs`, import.meta.url),
  );
  const { build } = await import("esbuild");
  await build({
    entryPoints: [fileURLToPath(new URL("./worker-program.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  process.once("exit", () => rmSync(outfile, { force: true }));
  return outfile;
}

export async function startWorkerProcess(settings: WorkerSettings): Promise<WorkerProcess> {
  built ??= buildProgram();
  const child = spawn(process.execPath, [await built, JSON.stringify(settings)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit").then(([code]) => ({ code: code as number | null }));
  const ended = exit.then(({ code }) => Promise.reject(new Error(`The worker ended with ${code}.`)));
  const ready = Promise.race([once(child.stdout, "data"), ended]);
  ready.catch(() => undefined);
  return { ready, exit, signal: (name) => void child.kill(name) };
}
