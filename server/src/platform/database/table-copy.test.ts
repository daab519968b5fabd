import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cloneDatabase } from "../../../test/world.ts";
import { type Database, openDatabase } from "./db.ts";
import { isUnavailable } from "./failure.ts";
import { atOneMoment, copyIn, copyTable, parentsFirst, readContent, replaceRows } from "./table-copy.ts";

let database: Database;
beforeAll(async () => {
  database = openDatabase({ ...inject("postgres"), database: await cloneDatabase() }, 2);
});
afterAll(() => database.close());

const settings = { name: "settings", columns: ["name", "value"] };

async function* rows(...lines: string[]) {
  for (const line of lines) yield Buffer.from(`${line}\n`);
}

test("a large table comes out whole, at the pace of a slow reader, and the connection goes on", async () => {
  await database.db`
    insert into settings (name, value) select n::text, repeat('x', 200) from generate_series(1, 50000) n`;
  await database.alone(async (db) => {
    let [lines, chunks] = [0, 0];
    await atOneMoment(db, async () => {
      for await (const chunk of copyTable(db, settings)) {
        lines += chunk.toString("latin1").split("\n").length - 1;
        if (++chunks % 20 === 0) await sleep(1);
      }
    });
    expect(lines).toBe(50_000);
    expect(await db`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

test("rows that the database refuses are an error, also after the last of them, and nothing has changed", async () => {
  const replace = (...lines: string[]) =>
    database.alone((db) =>
      replaceRows(
        db,
        { tables: [settings], sequences: [] },
        () => rows(...lines),
        async () => undefined,
      ),
    );
  await expect(replace("a\tb", "a\tb")).rejects.toThrow(/duplicate key/);
  await expect(replace("a")).rejects.toThrow(/missing data for column/);
  expect(await database.db`select count(*)::integer as count from settings`).toEqual([{ count: 50_000 }]);
  await replace("a\tb", "c\t\\\\N");
  expect(await database.db`select name, value from settings order by name`).toEqual([
    { name: "a", value: "b" },
    { name: "c", value: "\\N" },
  ]);
});

test("rows that are computed as they are asked for let others have their turn after each batch", async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  const computed = (function* () {
    for (let batch = 0; batch < 50; batch++) yield Buffer.from(`turn-${batch}\tx\n`);
  })();
  setImmediate(count);
  await database.alone((db) => copyIn(db, "settings (name, value)", computed));
  isDone = true;
  const kept = await database.db`select count(*)::integer as count from settings where name like 'turn-%'`;
  expect(kept).toEqual([{ count: 50 }]);
  expect(turns).toBeGreaterThan(50);
});

test("a table comes after those that it names", async () => {
  const { tables, sequences } = await readContent(database.db);
  const place = (name: string) => tables.findIndex((table) => table.name === name);
  expect(place("organizations")).toBeLessThan(place("assets"));
  expect(place("assets")).toBeLessThan(place("releases"));
  expect(place("releases")).toBeLessThan(place("tracks"));
  expect(tables.map(({ name }) => name)).not.toContain("schema_migrations");
  expect(sequences).toEqual(expect.arrayContaining([expect.objectContaining({ name: "upc_blocks" })]));
  const two = ["a", "b"].map((name) => ({ name, columns: [] }));
  const circle = [
    { child: "a", parent: "b" },
    { child: "b", parent: "a" },
  ];
  expect(() => parentsFirst(two, circle)).toThrow(/reference each other: a, b/);
  expect(parentsFirst(two, circle.slice(0, 1)).map(({ name }) => name)).toEqual(["b", "a"]);
});

test("a transaction that pauses for too long after it has copied rows in is ended by the server", async () => {
  const paused = database.begin(async (db) => {
    await db`set local idle_in_transaction_session_timeout = 200`;
    await copyIn(db, "settings (name, value)", rows("d\te"));
    await sleep(1_500);
    await db`select 1`;
  });
  // The server says why, but a statement that is sent at that moment finds the connection closed.
  await expect(paused).rejects.toSatisfy(isUnavailable);
});
