// A statement that fails after its first rows leaves nothing behind for the next one on its connection.

import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import { route } from "../http/route.ts";
import { type Database, type Db, openDatabase } from "./db.ts";

const failLate = (db: Db) => db`select 10 / (5 - number) as tenth from generate_series(1, 10) as number`;
const DIVISION_BY_ZERO = "22012";

describe("on one connection, after a statement that failed at its fifth row", () => {
  let database: Database;
  beforeAll(() => {
    database = openDatabase({ ...inject("postgres"), database: "postgres" }, 1);
  });
  afterAll(() => database.close());

  const fail = () => expect(failLate(database.db)).rejects.toMatchObject({ code: DIVISION_BY_ZERO });

  test("the next answer has its rows, and no others", async () => {
    await fail();
    const rows = await database.db`select 7 as seven`;
    expect([rows.length, rows[0], rows.count]).toEqual([1, { seven: 7 }, 1]);
    await fail();
    expect(await database.db`select 7 as seven where false`).toEqual([]);
    await fail();
    expect([...(await database.db`select number from generate_series(1, 3) as number`)]).toEqual([
      { number: 1 },
      { number: 2 },
      { number: 3 },
    ]);
  });

  test("so has one that stood right behind it, one with parameters, and one whose answer has no number of rows", async () => {
    const { db } = database;
    const [failed, first, second, shown] = await Promise.allSettled([
      failLate(db),
      db`select 7 as seven`,
      db`select ${"x"}::text as letter`,
      db`show server_encoding`,
    ]);
    expect(failed).toMatchObject({ status: "rejected", reason: { code: DIVISION_BY_ZERO } });
    expect(first).toEqual({ status: "fulfilled", value: [{ seven: 7 }] });
    expect(second).toEqual({ status: "fulfilled", value: [{ letter: "x" }] });
    await fail();
    expect(await db`show server_encoding`).toEqual([{ server_encoding: "UTF8" }]);
    expect(shown).toMatchObject({ status: "fulfilled" });
  });

  test("so has one that is sent as text, be it one statement or several, and one that asks for bare values", async () => {
    const { db } = database;
    await fail();
    expect(await db.unsafe("select 7 as seven")).toEqual([{ seven: 7 }]);
    await fail();
    expect(await db.unsafe("select 7 as seven; select 8 as eight")).toEqual([[{ seven: 7 }], [{ eight: 8 }]]);
    await fail();
    expect(await db`select 7, 8`.values()).toEqual([[7, 8]]);
  });

  test("so has a statement made of parts", async () => {
    const { db } = database;
    const part = db`where true`;
    await fail();
    expect(await db`select 7 as seven ${part}`).toEqual([{ seven: 7 }]);
  });

  test("a transaction that failed so is rolled back, and whoever has the connection next reads what is there", async () => {
    const { db, begin } = database;
    const failed = begin(async (own) => {
      await own`select 1`;
      await failLate(own);
    });
    await expect(failed).rejects.toMatchObject({ code: DIVISION_BY_ZERO });
    expect(await db`select 7 as seven`).toEqual([{ seven: 7 }]);
    await fail();
    const seen = await begin(async (own) => [await own`select 7 as seven`, await own.unsafe("select 8 as eight")]);
    expect(seen).toEqual([[{ seven: 7 }], [{ eight: 8 }]]);
  });

  test("what a transaction leaves to its end answers with its rows", async () => {
    await fail();
    let left: Promise<unknown> | undefined;
    await database.begin(async (own, atEnd) => {
      left = own`select 7 as seven`;
      atEnd(left);
    });
    expect(await left).toEqual([{ seven: 7 }]);
  });

  test("a listener hears", async () => {
    const received: string[] = [];
    await fail();
    await database.listen("rows", (text) => received.push(text));
    await fail();
    await database.db`select pg_notify('rows', 'hello')`;
    await expect.poll(() => received).toEqual(["hello"]);
  });
});

describe("while somebody's statements fail after their first rows", () => {
  let world: World;
  const failing = route({
    method: "GET",
    path: "/v1/failing",
    operation: "fail",
    tag: "Service",
    summary: "Fails after some rows",
    access: { scope: "catalog:read" },
    success: { status: 204 },
    handle: async (ctx) => void (await failLate(ctx.db)),
  });
  beforeAll(async () => {
    world = await createWorld({ routes: [failing] });
  });
  afterAll(() => world.close());

  test("others with valid keys read what they have: never 401, never 404", async () => {
    const { label, rival } = world;
    const body = { title: "First Light", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2030-03-01" };
    const { id } = (await label.call("POST /v1/releases", { body })).body;
    // Keys that are not in the cache yet.
    const keys = await Promise.all(Array.from({ length: 10 }, () => world.keyFor(label.id)));
    const statuses = new Set<number>();
    const read = async (key: string) => {
      for (let round = 0; round < 4; round++) {
        await rival.call("GET /v1/failing");
        statuses.add((await world.as(key).call(`GET /v1/releases/${id}`)).status);
      }
    };
    await Promise.all(keys.map(read));
    expect([...statuses]).toEqual([200]);
  });
});
