// Every status that is kept: the database allows those that the source names, and each moves by its table alone.
// transitions.test.ts walks the moves with an event; here are those without.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../src/platform/context.ts";
import { claimJobs } from "../src/platform/jobs/claim.ts";
import { handler } from "../src/platform/jobs/handler.ts";
import {
  enqueue,
  handBack,
  housekeeping,
  type JobDefinition,
  type NoPayload,
  promoteDue,
  registerWorker,
  reviveJobs,
} from "../src/platform/jobs/queue.ts";
import { must } from "./catalog.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { compareMoves, recordMoves, statusTables } from "./status-tables.ts";
import { exhaust, happen, register } from "./webhooks.ts";
import { createWorld, type World } from "./world.ts";

const lane = { ...housekeeping, name: "tried_by_hand" };
const doomed: JobDefinition<NoPayload> = { name: "doomed", lane: housekeeping, retry_s: [60] };
const held: JobDefinition<NoPayload> = { name: "held", lane, retry_s: [] };
const failing = handler(doomed, {
  handle: () => Promise.reject(new Error("A mistake of ours.")),
  parked: "Nothing waits for it.",
});

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  world = await createWorld({ jobs: [failing] });
  await recordMoves(world.ctx.db);
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

describe("the database", () => {
  test("keeps a status nowhere but where the source has its table", async () => {
    const columns = await world.ctx.db<{ place: string }[]>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and column_name ~ '(^|_)status$' order by place`;
    expect(columns.map(({ place }) => place)).toEqual(
      statusTables.map(({ table, column = "status" }) => `${table}.${column}`).sort(),
    );
  });

  test.each(statusTables)("allows in $table just the statuses that the source names", async (status) => {
    const { table, column = "status", statuses } = status;
    const [check] = await world.ctx.db<{ definition: string }[]>`
      select pg_get_constraintdef(pg_constraint.oid) as definition
      from pg_constraint join pg_attribute on attrelid = conrelid and conkey = array[attnum]
      where conrelid = ${table}::regclass and contype = 'c' and attname = ${column}`;
    const allowed = [...(check?.definition ?? "").matchAll(/'(\w+)'/g)].map(([, name]) => name);
    expect(allowed.sort()).toEqual([...statuses].sort());
  });

  test.each(statusTables)("has tables of moves between the statuses of $table and no others", (status) => {
    const moves = Object.values(status.transitions ?? {});
    const named = new Set(moves.flatMap(({ from, to }) => [...from, to]));
    expect([...named].filter((name) => !status.statuses.includes(name))).toEqual([]);
  });
});

describe("a status without events", () => {
  test("moves an endpoint and its dispatches by their tables", async () => {
    const { operator, label, ctx } = world;
    const ping = (id: string) => must(label, `POST /v1/webhooks/${id}/ping`);
    const { id } = await register(label, receiver.url);
    // It fails until its round is over, is sent again, and arrives.
    receiver.answer(500);
    const event_id = await happen(world, label);
    await exhaust(world);
    receiver.answer(200);
    await must(label, `POST /v1/events/${event_id}/redeliver`);
    await world.runJobs();
    // A fault of ours parks the job, and the operator retries it.
    await happen(world, label);
    await ctx.db`update jobs set deaths = 10 where key = ${id}`;
    await world.runJobs();
    const parked = (await must(operator, "GET /v1/operator/jobs?status=parked")).body.data;
    for (const job of parked) await must(operator, `POST /v1/operator/jobs/${job.id}/retry`);
    await world.runJobs();
    // The endpoint wants no more, is verified again, and moves to a URL that does not answer 200.
    receiver.answer(410);
    await happen(world, label);
    await world.runJobs();
    receiver.answer(200);
    await ping(id);
    receiver.answer(500);
    await must(label, `PATCH /v1/webhooks/${id}`, { url: `${receiver.url}/new` });
    receiver.answer(200);
    await ping(id);
    // Its secret does not open any more.
    await ctx.db`update webhooks set secret = 'garbage' where id = ${id}`;
    await happen(world, label);
    await world.runJobs();
    expect(await compareMoves(ctx.db, ["webhooks", "dispatches"])).toEqual({ unknown: [], unseen: [] });
  });

  test("moves a job by its table, also where its worker stops or dies", async () => {
    const { ctx, clock, operator } = world;
    const { db, begin } = ctx;
    await transaction(ctx, (ctx) => enqueue(ctx, doomed, {}));
    await world.runJobs();
    clock.advance(61_000);
    await world.runJobs();
    const [job] = (await must(operator, "GET /v1/operator/jobs?status=parked")).body.data;
    await must(operator, `POST /v1/operator/jobs/${job.id}/retry`);
    await transaction(ctx, (ctx) => enqueue(ctx, held, {}));
    const claim = async () => {
      const worker_id = await registerWorker(db);
      await promoteDue(db, clock.now().toISOString());
      const { jobs } = await claimJobs(begin, { lane, worker_id, wanted: 1, after: undefined });
      expect(jobs).toHaveLength(1);
      return worker_id;
    };
    await handBack(begin, await claim());
    for (let deaths = 0; deaths < 2; deaths++) {
      await db`update workers set lease_until = now() - interval '1 second' where id = ${await claim()}`;
      await reviveJobs({ db, begin }, clock.now().toISOString());
    }
    expect(await compareMoves(db, ["jobs"])).toEqual({ unknown: [], unseen: [] });
  });

  test("moves an organization, a payee and a store by their tables", async () => {
    const { operator, ctx, rival, label } = world;
    const store = { name: "By Hand", territories: ["WORLD"], requirements: "none", connector: { kind: "manual" } };
    await must(operator, "POST /v1/operator/stores", { store_id: "store_by_hand", ...store });
    for (const status of ["paused", "active"])
      await must(operator, "PATCH /v1/operator/stores/store_by_hand", { status });
    for (const status of ["suspended", "active"])
      await must(operator, `PATCH /v1/operator/organizations/${rival.id}`, { status });
    const payee = (await must(label, "POST /v1/payees", { name: "Vera Lux" })).body.id;
    for (const status of ["archived", "active"]) await must(label, `PATCH /v1/payees/${payee}`, { status });
    expect(await compareMoves(ctx.db, ["organizations", "payees", "stores"])).toEqual({ unknown: [], unseen: [] });
  });
});
