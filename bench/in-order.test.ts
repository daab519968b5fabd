import { afterAll, expect, inject, test } from "vitest";
import { type Db, openDatabase } from "../server/src/platform/database/db.ts";
import type {} from "../server/test/postgres.ts";
import { inOrder } from "./in-order.ts";

const { db, close } = openDatabase({ ...inject("postgres"), database: "postgres" }, 1);
afterAll(close);

async function transactionId(db: Db): Promise<string> {
  const [row] = await db<[{ id: string }]>`select pg_current_xact_id()::text as id`;
  return row.id;
}

test("a floor's transaction begins with its begin: what is sent beside it is committed with it, once", async () => {
  const [, first, second] = await Promise.all([
    inOrder(db`begin`),
    transactionId(db),
    inOrder(db<[{ id: string }]>`select pg_current_xact_id()::text as id`),
    inOrder(db`commit`),
  ]);
  expect(second[0].id).toBe(first);
});
