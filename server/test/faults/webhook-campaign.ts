// Events on their way to watched endpoints, by workers that are processes of their own.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { emitAll } from "../../src/events/actions.ts";
import type { EventType } from "../../src/events/event.ts";
import { transaction } from "../../src/platform/context.ts";
import type { Db } from "../../src/platform/database/db.ts";
import { deriveKeys } from "../../src/secrets.ts";
import { cloneDatabase, createWorld, type World } from "../world.ts";
import { auditDispatches, type DispatchAudit, noteReturns } from "./dispatch-audit.ts";
import type { Death } from "./mortal-outbound.ts";
import { type WatchedEndpoints, watchEndpoints } from "./watched-endpoints.ts";
import { startWorkerProcess, type WorkerProcess } from "./worker-process.ts";

export type Campaign = {
  db: Db;
  endpoints: WatchedEndpoints;
  /** How many dispatches there are by now. */
  dispatches(): number;
  startWorker(death?: Death): Promise<WorkerProcess>;
  /** Each for two endpoints of its organization, some in a transaction. */
  emitEvents(how_many: number): Promise<void>;
  /** Until nothing is left to send. */
  finish(within_ms: number): Promise<void>;
  audit(): Promise<DispatchAudit>;
  /** Audited events are not looked at again; their rows stay. */
  forget(): Promise<void>;
  close(): Promise<void>;
};

const types: EventType[] = [
  "release.status.changed",
  "asset.ready",
  "asset.failed",
  "delivery.completed",
  "submission.reviewed",
];
const EVENTS_IN_TRANSACTION = 20;
const ENDPOINTS_OF_TYPE = 2;
/** The shortest that make a difference: due jobs are looked for five times a second. */
const retry_s = [0.05, 0.05, 0.1, 0.1, 0.2];

export async function openCampaign(): Promise<Campaign> {
  const database = await cloneDatabase();
  const secret = randomBytes(32);
  // The world only takes requests: the work is for the processes.
  const world = await createWorld({ database, secret });
  const { db } = world.ctx;
  await noteReturns(db);
  const endpoints = await watchEndpoints();
  const owners = [world.label, world.rival];
  for (const owner of owners)
    for (const type of types)
      for (let number = 0; number < ENDPOINTS_OF_TYPE; number++) await endpoints.register(owner, type);
  const vault_key = deriveKeys(secret).vault_key.toString("base64");
  const workers: WorkerProcess[] = [];
  let emitted = 0;
  let audited = "";
  return {
    db,
    endpoints,
    dispatches: () => emitted * ENDPOINTS_OF_TYPE,
    async startWorker(death) {
      const webhooks = { vault_key, retry_s, ...(death && { death }) };
      const worker = await startWorkerProcess({ address: { ...inject("postgres"), database }, webhooks });
      workers.push(worker);
      // One that is to die may have come to its point before it says that it is ready.
      await (death ? Promise.race([worker.exit, worker.ready]) : worker.ready);
      return worker;
    },
    async emitEvents(how_many) {
      const last = emitted + how_many;
      let first = emitted;
      // Before any of them: others may emit at the same time.
      emitted = last;
      for (; first < last; first += EVENTS_IN_TRANSACTION)
        await emitSome(world, first, Math.min(EVENTS_IN_TRANSACTION, last - first));
    },
    finish: (within_ms) => finish(db, within_ms),
    audit: () => auditDispatches(db, endpoints, audited),
    async forget() {
      const [newest] = await db<{ id: string }[]>`select id from events order by id desc limit 1`;
      audited = newest?.id ?? "";
      endpoints.seen.clear();
      await db`truncate returns`;
      // The tests' PostgreSQL does not vacuum by itself, and a queue over millions of dead rows is several times slower.
      await db`vacuum (analyze) jobs, dispatches, webhooks, workers`;
    },
    async close() {
      for (const worker of workers) worker.signal("SIGKILL");
      await Promise.all(workers.map(({ exit }) => exit));
      await endpoints.close();
      await world.close();
    },
  };
}

async function emitSome(world: World, first: number, how_many: number): Promise<void> {
  const owners = [world.label.id, world.rival.id];
  const events = Array.from({ length: how_many }, (_, index) => {
    const number = first + index;
    const organization_id = owners[number % owners.length] ?? "";
    return { organization_id, event_type: types[number % types.length] ?? "asset.ready", data: { number } };
  });
  await transaction(world.ctx, (ctx) => emitAll(ctx, events));
}

async function finish(db: Db, within_ms: number): Promise<void> {
  const deadline = performance.now() + within_ms;
  for (;;) {
    const left = await db`
      select name, status, attempts, deaths, last_error, payload from jobs where name like 'send_event%' limit 3`;
    if (left.length === 0) return;
    if (performance.now() > deadline) throw new Error(`Not at an end: ${JSON.stringify(left)}`);
    await sleep(50);
  }
}
