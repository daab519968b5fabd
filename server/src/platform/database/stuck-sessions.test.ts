import { once } from "node:events";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sendHalf } from "../../../test/half-sent.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { transaction } from "../context.ts";
import { handler } from "../jobs/handler.ts";
import { enqueue, type JobDefinition, type Lane, type NoPayload, UNLIMITED } from "../jobs/queue.ts";
import { startWorker } from "../jobs/worker.ts";
import { createLog } from "../logging.ts";
import { openDatabase } from "./db.ts";
import { endStuckSessions } from "./stuck-sessions.ts";

const lane: Lane = { name: "stuck", concurrency: 1, per_key: UNLIMITED, per_group: UNLIMITED };
const definition: JobDefinition<NoPayload> = { name: "get_through", lane, retry_s: [] };
const locking = "select pg_advisory_xact_lock(hashtextextended('segue lane stuck', 0))";

let world: World;
let names: { database: string; application_name: string };
beforeAll(async () => {
  world = await createWorld();
  const [row] = await world.ctx.db<[typeof names]>`
    select current_database() as database, current_setting('application_name') as application_name`;
  names = row;
});
afterAll(() => world.close());

const stuckOf = async (application_name: string) => {
  const [row] = await world.ctx.db`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name = ${application_name} and state = 'active' and wait_event = 'ClientRead'`;
  return row?.count;
};

test("a process that stands still in the middle of a statement does not hold a lane of the queue", async () => {
  let done = 0;
  const handle = async () => void done++;
  const socket = await sendHalf(names.database, names.application_name, locking);
  const closed = once(socket, "close");
  const lines: string[] = [];
  const log = createLog({ level: "warn", destination: { write: (line) => void lines.push(line) } });
  const handlers = [handler(definition, { handle })];
  const worker = await startWorker({ ctx: world.ctx, handlers, schedules: [], log, observe: () => undefined });
  await transaction(world.ctx, (ctx) => enqueue(ctx, definition, {}));
  await expect.poll(() => done).toBe(1);
  await worker.stop();
  await closed;
  expect(lines.join("")).toContain("A process stood still in the middle of a statement");
});

test("a copy that waits for its rows and the session of another program are left alone", async () => {
  await world.ctx.db`create table copied (number integer)`;
  const { db, close } = openDatabase({ ...inject("postgres"), database: names.database }, 1);
  const rows = await db.unsafe("copy copied from stdin").writable();
  rows.write("1\n");
  const another = await sendHalf(names.database, "another", "select 1");
  const ours = await sendHalf(names.database, names.application_name, "select 1");
  // Ours is the youngest: when it is ended, the others are old enough.
  const closed = once(ours, "close");
  await expect.poll(() => endStuckSessions(world.ctx.db)).toBe(1);
  await closed;
  expect(await endStuckSessions(world.ctx.db)).toBe(0);
  expect(await stuckOf("another")).toBe(1);
  // The world's own sessions are between two halves too, for a moment.
  await expect.poll(() => stuckOf(names.application_name)).toBe(1);
  rows.end("2\n");
  await expect.poll(async () => (await world.ctx.db`select from copied`).length).toBe(2);
  another.destroy();
  await close();
});
