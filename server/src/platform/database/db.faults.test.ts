// The connection to the database is cut: waiting callers get an error, and later calls work again.

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { startTcpProxy, type TcpProxy } from "../../../test/tcp-proxy.ts";
import { type Database, openDatabase } from "./db.ts";
import { isUnavailable } from "./failure.ts";

const POOL_SIZE = 2;
const OUTCOME_WITHIN_MS = 60_000;

let proxy: TcpProxy;
let database: Database;

beforeEach(async () => {
  const { socket_dir, username } = inject("postgres");
  proxy = await startTcpProxy({ path: join(socket_dir, ".s.PGSQL.5432") });
  database = openDatabase(`postgres://${username}@127.0.0.1:${proxy.port}/postgres`, POOL_SIZE);
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});

test("a lost connection fails everybody in the pool: in a transaction, in a statement, or still waiting for one", async () => {
  const { db, begin } = database;
  const busy = Array.from({ length: POOL_SIZE }, () => begin((db) => db`select pg_sleep(20)`));
  await sleep(200);
  const waiting = [...Array.from({ length: 5 }, () => db`select 1`), begin((db) => db`select 1`)];
  const outcomes = Promise.allSettled([...busy, ...waiting]);
  await sleep(50);
  proxy.cut();
  const outcome_in_time = await Promise.race([outcomes, sleep(OUTCOME_WITHIN_MS, "no outcome in time" as const)]);
  expect(outcome_in_time).not.toBe("no outcome in time");
  for (const outcome of await outcomes) {
    expect(outcome.status).toBe("rejected");
    expect(outcome.status === "rejected" && isUnavailable(outcome.reason)).toBe(true);
  }
  proxy.mend();
  expect(await db`select 1 as one`).toEqual([{ one: 1 }]);
});

test("a statement that is only a part of another is sent with it, and not by itself", async () => {
  const { db } = database;
  const part = db`and 2 > 1`;
  expect(await db`select 1 as one where true ${part}`).toEqual([{ one: 1 }]);
});

test("a listener whose connection was lost hears again", async () => {
  const received: string[] = [];
  await database.listen("a_channel", (text) => received.push(text));
  proxy.cut();
  await sleep(100);
  proxy.mend();
  await expect
    .poll(
      async () => {
        await database.db`select pg_notify('a_channel', 'hello')`.catch(() => undefined);
        return received;
      },
      { timeout: OUTCOME_WITHIN_MS },
    )
    .toContain("hello");
});
