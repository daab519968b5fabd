import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { cloneDatabase } from "../../../test/world.ts";
import { ensureDatabase } from "./create.ts";
import { type Database, json, openDatabase } from "./db.ts";
import { isUnavailable, isUniqueViolation } from "./failure.ts";

let name: string;
let database: Database;
beforeAll(async () => {
  name = await cloneDatabase();
  database = openDatabase({ ...inject("postgres"), database: name }, 2);
});
afterAll(() => database.close());

describe("what comes out of the database", () => {
  test("a date is text, whatever the time zone", async () => {
    const [row] = await database.db`select '2026-03-29'::date as day, null::date as none`;
    expect(row).toEqual({ day: "2026-03-29", none: null });
  });

  test("a timestamp is RFC 3339 in UTC with milliseconds and Z", async () => {
    const texts = [
      "2026-01-31T09:05:00Z",
      "2026-01-31T09:05:00.1Z",
      "2026-01-31T10:05:00.120+01:00",
      "0999-12-31T23:59:59.999Z",
    ];
    for (const text of texts) {
      const [row] = await database.db`select ${text}::timestamptz(3) as at`;
      expect(row?.at).toBe(new Date(text).toISOString());
    }
  });

  test("arrays come back as they went in", async () => {
    const texts = fc.array(
      fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "NULL", '"', "\\", "{}", ",", "a,b", " ", "\n")),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (given) => {
        const clean = given.map((text) => text.replaceAll("\0", ""));
        const [row] = await database.db`select ${clean}::text[] as texts`;
        expect(row?.texts).toEqual(clean);
      }),
      { numRuns: 50 },
    );
    const [row] = await database.db`
      select array[1, null, -3] as integers, array[true, false] as booleans, '{}'::text[] as none, '{NULL,"NULL"}'::text[] as nulls,
        array['2026-01-31'::date] as dates, array['2026-01-31T09:05:00Z'::timestamptz(3)] as times,
        ${["1", "2"]}::text[]::bigint[] as bigints`;
    expect(row).toEqual({
      integers: [1, null, -3],
      booleans: [true, false],
      none: [],
      nulls: [null, "NULL"],
      dates: ["2026-01-31"],
      times: ["2026-01-31T09:05:00.000Z"],
      bigints: ["1", "2"],
    });
  });

  test("JSON is JSON, and null is null", async () => {
    const value = { a: [1, "b", null], ü: { c: true } };
    const [row] =
      await database.db`select ${json(database.db, value)}::jsonb as value, ${json(database.db, null)}::jsonb as none`;
    expect(row).toEqual({ value, none: null });
  });
});

describe("a transaction", () => {
  test("commits all or nothing", async () => {
    await database.db`create table if not exists pg_temp.probe (id int)`;
    const work = database.begin(async (db) => {
      await db`create table half (id int)`;
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    const [row] = await database.db`select to_regclass('half') as half`;
    expect(row?.half).toBeNull();
  });
});

test("however many statements wait, a transaction has its own connection", async () => {
  const { db, begin } = database;
  await db`create table waited (reads integer, way text)`;
  for (let reads = 190; reads <= 210; reads++) {
    const waiting = Promise.all(Array.from({ length: reads }, () => db`select pg_sleep(0.0001)`));
    // Until they are sent.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    const inside = [1, 2].map(() => begin((db) => db`insert into waited values (${reads}, 'transaction')`));
    await Promise.all([waiting, db`insert into waited values (${reads}, 'alone')`, ...inside]);
  }
  // Work that a transaction left open would be lost with its connection.
  await db`select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = ${name}`;
  const counts = await db`select way, count(*)::integer as count from waited group by way order by way`;
  expect([...counts]).toEqual([
    { way: "alone", count: 21 },
    { way: "transaction", count: 42 },
  ]);
});

describe("isUnavailable", () => {
  const failed = (code: string) => Object.assign(new Error("failed"), { code });

  test.each([
    "CONNECTION_CLOSED",
    "CONNECT_TIMEOUT",
    "57P01",
    "57P03",
    "53300",
    "25006",
    "57014",
    "55P03",
    "08006",
    "40P01",
  ])("is true of %s", (code) => expect(isUnavailable(failed(code))).toBe(true));

  // Any socket or file may fail with these codes: they count as the database's only where its connection failed.
  test.each(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EACCES"])("is false of another's %s", (code) => {
    expect(isUnavailable(failed(code))).toBe(false);
  });

  test.each(["23505", "22P02", "42P01", "XX000", ""])("is false of %s", (code) => {
    expect(isUnavailable(failed(code))).toBe(false);
  });

  test("is false of what has no code", () => {
    for (const thrown of [new Error("x"), { code: "57P01" }, null, undefined, "57P01"])
      expect(isUnavailable(thrown)).toBe(false);
  });

  test("is true of a server that is not there, and of a statement that takes too long", async () => {
    const nobody = openDatabase("postgres://nobody@127.0.0.1:1/none", 1);
    await expect(nobody.db`select 1`.catch(isUnavailable)).resolves.toBe(true);
    await expect(nobody.begin(async (db) => db`select 1`).catch(isUnavailable)).resolves.toBe(true);
    await nobody.close();
    const slow = database.begin(async (db) => {
      await db`set local statement_timeout = 20`;
      await db`select pg_sleep(5)`;
    });
    await expect(slow.catch(isUnavailable)).resolves.toBe(true);
  });
});

test("a connection that is lost takes nothing else with it: the next statement has a new one", async () => {
  const own = openDatabase({ ...inject("postgres"), database: name }, 2);
  for (let round = 0; round < 4; round++) {
    const lost = own.begin(async (db) => {
      const [row] = await db`select pg_backend_pid() as pid`;
      await database.db`select pg_terminate_backend(${row?.pid})`;
      await db`select 1`;
      // A caller that continues anyway writes to a closed connection.
      await db`select 1`.catch(() => undefined);
      await db`select 1`;
    });
    await expect(lost.catch(isUnavailable)).resolves.toBe(true);
    expect(await own.db`select 1 as one`).toEqual([{ one: 1 }]);
  }
  await own.close();
});

test("values, which may be secrets, stay out of the server's log, as far as our user may say so", async () => {
  const ask = (db: Database["db"]) => db`
    select current_setting('log_parameter_max_length_on_error') as on_error,
      current_setting('log_parameter_max_length') as on_statement, current_setting('log_error_verbosity') as verbosity`;
  expect(await ask(database.db)).toEqual([{ on_error: "0", on_statement: "0", verbosity: "terse" }]);
  const username = `quiet_${process.pid}`;
  await database.db.unsafe(
    `create role ${username} login; alter role ${username} set log_parameter_max_length_on_error = -1`,
  );
  const plain = openDatabase({ ...inject("postgres"), username, database: name }, 1);
  expect((await ask(plain.db))[0]?.on_error).toBe("0");
  await plain.close();
});

test("the address may ask for settings of the session, but for no other time zone", async () => {
  const { username, socket_dir } = inject("postgres");
  for (const name of ["TimeZone", "timezone"]) {
    const url = `postgres://${username}@/postgres?host=${socket_dir}&statement_timeout=1234&${name}=Asia%2FTokyo`;
    const own = openDatabase(url, 1);
    const [row] = await own.db`
      select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement_timeout`;
    expect(row).toEqual({ zone: "UTC", statement_timeout: "1234ms" });
    await own.close();
  }
});

test("two nodes may make one database in the same moment, and a name may have any letters", async () => {
  const name = `odd "name" ${process.pid}`;
  const maintenance = { ...inject("postgres"), database: "postgres" };
  await Promise.all([1, 2, 3].map(() => ensureDatabase(maintenance, name)));
  await ensureDatabase(maintenance, name);
  const [row] = await database.db`select count(*)::int as count from pg_database where datname = ${name}`;
  expect(row?.count).toBe(1);
});

test("a user who may not make it gets one sentence that says so", async () => {
  const username = `plain_${process.pid}`;
  await database.db.unsafe(`create role ${username} login`);
  const maintenance = { ...inject("postgres"), username, database: "postgres" };
  await expect(ensureDatabase(maintenance, "segue_missing")).rejects.toThrow(
    'The database "segue_missing" does not exist, and the user of Segue may not create it: create it first.',
  );
});

test("isUniqueViolation is of one constraint only", () => {
  const error = Object.assign(new Error("duplicate"), { code: "23505", constraint_name: "a" });
  expect([
    isUniqueViolation(error, "a"),
    isUniqueViolation(error, "b"),
    isUniqueViolation(new Error("x"), "a"),
  ]).toEqual([true, false, false]);
});
