import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { HOUR_MS, happen, register } from "../../test/webhooks.ts";
import { cloneDatabase, createWorld, type Member, type World } from "../../test/world.ts";
import { openDatabase } from "../platform/database/db.ts";
import { adoptEvents, emit } from "./actions.ts";
import { removeOldEvents } from "./jobs.ts";
import { committedBefore } from "./queries.ts";

const secret = randomBytes(32);
let world: World;
let label: Member;
let receiver: Receiver;
beforeAll(async () => {
  world = await createWorld({ secret });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});
beforeEach(async () => {
  label = await world.organization();
});

const list = async (query = "") => (await label.call(`GET /v1/events${query}`)).body;
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

async function happenTimes(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.push(await happen(world, label, "asset.ready", { index }));
  return ids;
}

describe("works", () => {
  test("events are listed newest first, page by page, whether an endpoint wanted them or not", async () => {
    const ids = await happenTimes(5);
    const first = await list("?limit=3");
    expect(idsOf(first)).toEqual(ids.toReversed().slice(0, 3));
    expect(first.data[0]).toEqual({
      id: ids[4],
      event_type: "asset.ready",
      status: "none",
      created_at: expect.any(String),
      data: { index: 4 },
      dispatches: [],
    });
    const rest = await list(`?limit=3&cursor=${first.next_cursor}`);
    expect(idsOf(rest)).toEqual(ids.toReversed().slice(3));
    expect(rest.has_more).toBe(false);
  });

  test("by type and by status, also together", async () => {
    await register(label, receiver.url, ["asset.failed", "asset.ready"]);
    const failed = await happen(world, label, "asset.failed");
    const completed = await happen(world, label, "delivery.completed");
    expect(idsOf(await list("?event_type=asset.failed"))).toEqual([failed]);
    expect(idsOf(await list("?status=pending"))).toEqual([failed]);
    expect(idsOf(await list("?status=none"))).toEqual([completed]);
    expect(idsOf(await list("?status=none&event_type=asset.failed"))).toEqual([]);
    expect(idsOf(await list(`?status=none&after=${failed}`))).toEqual([completed]);
    expect(idsOf(await list("?status=delivered&event_type=delivery.completed"))).toEqual([]);
    await world.runJobs();
    expect(idsOf(await list("?status=pending"))).toEqual([]);
    expect(idsOf(await list("?status=delivered&event_type=asset.failed"))).toEqual([failed]);
    expect(idsOf(await list("?status=undelivered"))).toEqual([]);
  });

  test("one that is undelivered at one endpoint and pending at others is listed as undelivered, once", async () => {
    await register(label, receiver.url, "asset.ready");
    await register(label, receiver.url, "asset.ready");
    receiver.answer(500);
    for (let index = 0; index < 2; index++) await register(label, receiver.url, "asset.ready");
    receiver.answer(200);
    const [first = "", second = ""] = await happenTimes(2);
    expect(idsOf(await list("?status=undelivered&event_type=asset.ready"))).toEqual([second, first]);
    expect(idsOf(await list("?status=pending"))).toEqual([]);
    const page = await list("?status=undelivered&event_type=asset.ready&limit=1");
    const rest = await list(`?status=undelivered&event_type=asset.ready&limit=1&cursor=${page.next_cursor}`);
    expect([...idsOf(page), ...idsOf(rest)]).toEqual([second, first]);
    await world.runJobs();
  });

  test("after=evt_… lists what came later, oldest first", async () => {
    const ids = await happenTimes(5);
    expect(idsOf(await list(`?after=${ids[1]}`))).toEqual(ids.slice(2));
    expect(idsOf(await list(`?after=${ids[4]}`))).toEqual([]);
    const page = await list(`?after=${ids[0]}&limit=2`);
    expect(idsOf(page)).toEqual(ids.slice(1, 3));
    expect(idsOf(await list(`?after=${ids[0]}&limit=2&cursor=${page.next_cursor}`))).toEqual(ids.slice(3));
    expect(idsOf(await list("?after=evt_0"))).toEqual(ids);
  });

  test("after=evt_… passes by no event that is still to be committed", async () => {
    const [first = ""] = await happenTimes(1);
    let commit: (() => void) | undefined;
    const { ctx } = world;
    const slow = ctx.begin(async (db, atEnd) => {
      const id = await emit(
        { ...ctx, db, commit: { atEnd, woken: new Set() } },
        { organization_id: label.id, event_type: "asset.ready", data: { name: "slow" } },
      );
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
      return id;
    });
    await expect.poll(() => commit).toBeDefined();
    const [quick = ""] = await happenTimes(1);
    // Committed and older than nothing that is listed: it waits for the one that began before it.
    expect(idsOf(await list(`?after=${first}`))).toEqual([]);
    expect(idsOf(await list())).toContain(quick);
    commit?.();
    const slow_id = await slow;
    await expect.poll(async () => idsOf(await list(`?after=${first}`))).toEqual([slow_id, quick]);
  });

  test("after=evt_… waits for no transaction of another database on the same server", async () => {
    const [first = ""] = await happenTimes(1);
    const other = openDatabase({ ...inject("postgres"), database: await cloneDatabase() }, 1);
    await other.begin(async (db) => {
      await db`select set_config('idle_in_transaction_session_timeout', '0', true), pg_current_xact_id()`;
      const ids = await happenTimes(2);
      expect(idsOf(await list(`?after=${first}`))).toEqual(ids);
    });
    await other.close();
  });

  test("what is waited for is seen by any user of the database, in transactions of any user", async () => {
    const username = `reader_${process.pid}`;
    await world.ctx.db.unsafe(`create role ${username} login`);
    const plain = openDatabase({ ...inject("postgres"), username, database: await databaseOf(world) }, 1);
    const before = await committedBefore(plain.db);
    await world.ctx.begin(async (db) => {
      const [row] = await db`select pg_current_xact_id()::text as id`;
      await happenTimes(1);
      expect([await committedBefore(plain.db), await committedBefore(world.ctx.db)]).toEqual([row?.id, row?.id]);
      expect(BigInt(before)).toBeLessThanOrEqual(BigInt(row?.id));
    });
    await happenTimes(1);
    expect(BigInt(await committedBefore(plain.db))).toBeGreaterThan(BigInt(before));
    await plain.close();
  });

  test("a client that reads on with after=evt_… while events are written misses none and sees none twice", async () => {
    const [first = ""] = await happenTimes(1);
    const { ctx } = world;
    // Each stays open for a moment of its own, so that they commit in another order than they began.
    const write = (index: number) =>
      ctx.begin(async (db, atEnd) => {
        const event = { organization_id: label.id, event_type: "asset.ready" as const, data: { index } };
        const id = await emit({ ...ctx, db, commit: { atEnd, woken: new Set() } }, event);
        await new Promise((resolve) => setTimeout(resolve, (index * 7) % 23));
        return id;
      });
    const written: string[] = [];
    const seen: string[] = [];
    const readOn = async () => seen.push(...idsOf(await list(`?after=${seen.at(-1) ?? first}&limit=100`)));
    const writers = [0, 1, 2, 3, 4, 5].map(async (writer) => {
      for (let index = 0; index < 8; index++) written.push(await write(writer * 8 + index));
    });
    let isOver = false;
    const reader = (async () => {
      while (!isOver) await readOn();
    })();
    await Promise.all(writers);
    isOver = true;
    await reader;
    await readOn();
    expect(seen).toHaveLength(written.length);
    expect(new Set(seen)).toEqual(new Set(written));
  });

  test("of an event that is not kept any more, after lists what is", async () => {
    const [old = ""] = await happenTimes(1);
    const ids = await happenTimes(2);
    await world.ctx.db`delete from events where id = ${old}`;
    expect(idsOf(await list(`?after=${old}`))).toEqual(ids);
  });

  test("after=evt_… works on in a database that was restored from a dump of another server", async () => {
    const old = await happenTimes(3);
    // As a dump of a server that had seen many more transactions.
    await world.ctx.db`update events set transaction_id = (transaction_id::text::bigint + 1000000)::text::xid8`;
    const restored = await createWorld({ secret, database: await databaseOf(world) });
    const ids = await happenTimes(2);
    expect(idsOf(await list(`?after=${old[0]}`))).toEqual([...old.slice(1), ...ids]);
    await restored.close();
  });

  test("a restored database is adopted however long that takes", async () => {
    await happenTimes(1);
    const { ctx } = world;
    await ctx.db`update events set transaction_id = (transaction_id::text::bigint + 1000000)::text::xid8`;
    const hasty: typeof ctx = {
      ...ctx,
      begin: (work) =>
        ctx.begin(async (db, atEnd) => {
          await db`set local statement_timeout = 50`;
          return work(db, atEnd);
        }),
    };
    await ctx.db`
      insert into events (id, organization_id, event_type, body, created_at)
      select 'evt_0_many_' || n, ${label.id}, 'asset.ready', '{"data": {}}', now() from generate_series(1, 20000) as n`;
    await adoptEvents(hasty);
    expect(await ctx.db`select 1 from events where transaction_id <> '0'`).toHaveLength(0);
  });

  test("are kept 30 days, undelivered ones too, with their dispatches and attempts", async () => {
    const { id: webhook_id } = await register(label, receiver.url, "asset.ready");
    receiver.answer(410);
    const [old = ""] = await happenTimes(1);
    await world.runJobs();
    receiver.answer(200);
    world.clock.advance(30 * 24 * HOUR_MS - 60_000);
    const [recent = ""] = await happenTimes(1);
    await world.runJobs();
    expect(idsOf(await list())).toContain(old);
    world.clock.advance(2 * HOUR_MS);
    await world.runJobs();
    expect(idsOf(await list())).toEqual([recent]);
    expect((await label.call(`GET /v1/events/${old}`)).status).toBe(404);
    const left = await world.ctx.db`select 1 from attempts where event_id = ${old} and webhook_id = ${webhook_id}`;
    expect(left).toHaveLength(0);
  });

  test("are removed in time whatever hangs on them: a hundred endpoints, and any number of attempts at each", async () => {
    const address = { ...inject("postgres"), database: await databaseOf(world) };
    const slow = openDatabase(address, 1);
    // As long as a statement may take, in the measure of this test.
    await slow.db`set statement_timeout = 250`;
    const old = new Date(world.clock.now().getTime() - 31 * 24 * HOUR_MS).toISOString();
    await world.ctx.begin(async (db) => {
      // Rows alone: what refers to what is as it should be.
      await db`set local session_replication_role = replica`;
      await db`
        insert into events (id, organization_id, event_type, body, created_at)
        select 'evt_00_' || event, ${label.id}, 'asset.ready', '{"data": {}}', ${old} from generate_series(1, 20) as event`;
      await db`
        insert into dispatches (event_id, webhook_id, organization_id, status, created_at)
        select 'evt_00_' || event, 'whk_' || webhook, ${label.id}, 'undelivered', ${old}
        from generate_series(1, 20) as event, generate_series(1, 100) as webhook`;
      await db`
        insert into attempts (id, event_id, webhook_id, round, duration_ms, response_body, created_at)
        select 'att_' || webhook || '_' || attempt, 'evt_00_' || event, 'whk_' || webhook, 1, 0, '', ${old}
        from generate_series(1, 20) as event, generate_series(1, 100) as webhook, generate_series(1, 20) as attempt`;
    });
    const ids = (await list("?limit=100")).data.length;
    expect(ids).toBe(20);
    await removeOldEvents({ ...world.ctx, db: slow.db });
    await slow.close();
    const [left] = await world.ctx.db`
      select (select count(*)::int from events where organization_id = ${label.id}) as events,
        (select count(*)::int from dispatches where event_id like 'evt_00_%') as dispatches,
        (select count(*)::int from attempts where event_id like 'evt_00_%') as attempts`;
    expect(left).toEqual({ events: 0, dispatches: 0, attempts: 0 });
  });

  test("are removed though events of a later day have earlier ids, as a node with a wrong clock has made them", async () => {
    const insert = (prefix: string, created_at: string, how_many: number) => world.ctx.db`
      insert into events (id, organization_id, event_type, body, created_at)
      select ${prefix} || n, ${label.id}, 'asset.ready', '{"data": {}}', ${created_at} from generate_series(1, ${how_many}) as n`;
    const at = (days: number) => new Date(world.clock.now().getTime() - days * 24 * HOUR_MS).toISOString();
    await insert("evt_00a_", at(1), 600);
    await insert("evt_00b_", at(31), 1);
    await removeOldEvents(world.ctx);
    const [left] = await world.ctx.db`
      select count(*)::int as events, min(id) as first from events where organization_id = ${label.id}`;
    expect(left).toEqual({ events: 600, first: "evt_00a_1" });
  });

  test("more than are removed at once are removed", async () => {
    const old = new Date(world.clock.now().getTime() - 31 * 24 * HOUR_MS).toISOString();
    await world.ctx.db`
      insert into events (id, organization_id, event_type, body, created_at)
      select 'evt_00_' || n, ${label.id}, 'asset.ready', '{"data": {}}', ${old} from generate_series(1, 1200) as n`;
    world.clock.advance(HOUR_MS);
    await world.runJobs();
    expect((await list()).data).toEqual([]);
  });
});

describe("refuses", () => {
  test.each(["?status=lost", "?event_type=asset.gone", "?limit=101", "?before=evt_1", "?after=1", "?after="])(
    "%s",
    async (query) => {
      expect(await label.call(`GET /v1/events${query}`)).toMatchObject({ status: 400 });
    },
  );
});

describe("keeps apart", () => {
  test("organizations", async () => {
    const [id = ""] = await happenTimes(1);
    expect((await world.rival.call(`GET /v1/events/${id}`)).status).toBe(404);
    expect((await world.rival.call(`GET /v1/events/${id}/attempts`)).status).toBe(404);
    const { body } = await world.rival.call("GET /v1/events?after=evt_0");
    expect(idsOf(body)).not.toContain(id);
  });

  test("scopes", async () => {
    const other = world.as(await world.keyFor(label.id, { scopes: ["catalog:write"] }));
    expect(await other.call("GET /v1/events")).toMatchObject({ status: 403 });
  });
});

async function databaseOf({ ctx }: World): Promise<string> {
  const [row] = await ctx.db<{ name: string }[]>`select current_database() as name`;
  return row?.name ?? "";
}
