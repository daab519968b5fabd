import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { countingStatements } from "../../../test/counting-statements.ts";
import { cloneDatabase } from "../../../test/world.ts";
import { type Database, openDatabase, type TransactionDb } from "./db.ts";
import { type Joint, joinWrites } from "./joint.ts";

let database: Database;
beforeAll(async () => {
  database = openDatabase({ ...inject("postgres"), database: await cloneDatabase() }, 1);
  await database.db`create table shelves (id text primary key)`;
  await database.db`create table books (id text primary key, shelf_id text references shelves)`;
});
afterAll(() => database.close());

/** Answers with how many statements were sent, without begin and commit. */
async function writing(work: (joint: Joint) => unknown): Promise<number> {
  let sent = 0;
  await database.begin(async (db, atEnd) => {
    const counted = countingStatements(db);
    const joint = joinWrites(counted.db, atEnd);
    await work(joint);
    joint.send();
    sent = counted.statements();
  });
  return sent;
}

const shelf = (db: TransactionDb, id: string) => ({
  table: "shelves",
  write: db`insert into shelves (id) values (${id})`,
});
const book = (db: TransactionDb, id: string, shelf_id: string) => ({
  table: "books",
  write: db`insert into books (id, shelf_id) values (${id}, ${shelf_id}) returning id`,
});
const count = async () => {
  const [row] = await database.db<[{ books: number }]>`select count(*)::int as books from books`;
  return row.books;
};

test("writes that nothing waits for are one statement, with the rows that each of them refers to", async () => {
  const taken: unknown[] = [];
  const sent = await writing((joint) => {
    joint.add({ ...book(joint.db, "b1", "one"), take: (rows) => taken.push(...rows) });
    joint.add(shelf(joint.db, "one"));
  });
  expect([sent, taken]).toEqual([1, [{ id: "b1" }]]);
});

test("one with parts of its own is a part as well", async () => {
  const sent = await writing((joint) => {
    const { db } = joint;
    const named = {
      with: db`named as (select ${"two"} as id)`,
      statement: db`insert into shelves select id from named`,
    };
    joint.add({ table: "shelves", write: named });
    const read = {
      with: db`given as (select ${"b2"} as id)`,
      statement: db`insert into books select id, 'two' from given`,
    };
    joint.add({ table: "books", write: read });
  });
  expect(sent).toBe(1);
});

test("each other statement sees them as if each had been sent when it was handed over", async () => {
  const seen: unknown[] = [];
  const sent = await writing(async ({ db, add }) => {
    const look = async () =>
      seen.push((await db`select id from shelves where id in ('three', 'four') order by id`).map(({ id }) => id));
    add(shelf(db, "three"));
    await look();
    add(shelf(db, "four"));
    await Promise.all([look(), look()]);
  });
  expect([sent, seen]).toEqual([5, [["three"], ["four", "three"], ["four", "three"]]]);
});

test("two writes of one table are sent one after the other", async () => {
  const sent = await writing(({ db, add }) => {
    add(shelf(db, "five"));
    add(book(db, "b5", "five"));
    add({ table: "books", write: db`update books set shelf_id = 'one' where id = 'b5'` });
  });
  const [row] = await database.db`select shelf_id from books where id = 'b5'`;
  expect([sent, row?.shelf_id]).toEqual([2, "one"]);
});

test("one that fails fails the transaction, and all others with it", async () => {
  const before = await count();
  const failing = writing(({ db, add }) => {
    add(book(db, "b6", "one"));
    add(shelf(db, "one"));
  });
  await expect(failing).rejects.toMatchObject({ constraint_name: "shelves_pkey" });
  expect(await count()).toBe(before);
});

test("work that fails sends nothing of what waits", async () => {
  const before = await count();
  const failing = writing(({ db, add }) => {
    add(book(db, "b7", "one"));
    throw new Error("It went wrong.");
  });
  await expect(failing).rejects.toThrow("It went wrong.");
  expect(await count()).toBe(before);
});
