import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cloneDatabase } from "../../../test/world.ts";
import { type Database, openDatabase } from "./db.ts";

let name: string;
let database: Database;
beforeAll(async () => {
  name = await cloneDatabase();
  database = openDatabase({ ...inject("postgres"), database: name }, 2);
  await database.db`create table kept (value integer unique deferrable initially deferred)`;
});
afterAll(() => database.close());

const values = async () => (await database.db`select value from kept order by value`).map(({ value }) => value);

/** Passes everything on, and counts how often the client spoke after the server had. */
async function startRelay(to: string): Promise<{ port: number; turns(): number; server: Server }> {
  let turns = 0;
  let isAnswered = true;
  const server = createServer((client: Socket) => {
    const behind = connect(to);
    client.on("data", () => {
      if (isAnswered) turns += 1;
      isAnswered = false;
    });
    behind.on("data", () => {
      isAnswered = true;
    });
    client.pipe(behind).pipe(client);
    for (const socket of [client, behind]) socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("It listens.");
  return { port: address.port, turns: () => turns, server };
}

test("begin is sent with the first statement, and the commit with the last whose answer nobody waits for", async () => {
  const { socket_dir, username } = inject("postgres");
  const relay = await startRelay(join(socket_dir, ".s.PGSQL.5432"));
  const relayed = openDatabase(`postgres://${username}@127.0.0.1:${relay.port}/${name}?sslmode=disable`, 1);
  const work = () =>
    relayed.begin(async (db, atEnd) => {
      const [row] = await db`select ${1}::integer as one`;
      atEnd(db`select ${2}::integer as two`);
      return row?.one;
    });
  // The first one opens the connection and prepares the statements.
  await work();
  const before = relay.turns();
  expect(await work()).toBe(1);
  expect(relay.turns() - before).toBe(2);
  await relayed.close();
  relay.server.close();
});

test("on few connections, no statement lands in the transaction of another", async () => {
  const seen = await Promise.all(
    Array.from({ length: 200 }, async (_, place) => {
      if (place % 3 === 0) return [(await database.db`select pg_current_xact_id_if_assigned()::text as id`)[0]?.id];
      return database.begin(async (db) => {
        const all = await Promise.all(
          Array.from({ length: 120 }, () => db`select pg_current_xact_id()::text as id, ${place}::integer as place`),
        );
        return [...new Set(all.map(([row]) => (row?.place === place ? row.id : "another's")))];
      });
    }),
  );
  const ids = seen.flat();
  expect(ids.filter((id) => id === null)).toHaveLength(67);
  expect(new Set(ids.filter((id) => id !== null)).size).toBe(133);
});

test("what fails, also unnoticed or only at the commit, leaves nothing, and its error is the first", async () => {
  const unnoticed = database.begin(async (db) => {
    await db`insert into kept values (1)`;
    await db`select 1 / 0`.catch(() => undefined);
    await db`insert into kept values (2)`.catch(() => undefined);
    return "done";
  });
  await expect(unnoticed).rejects.toThrow("division by zero");
  const thrown = database.begin(async (db) => {
    void db`insert into kept values (3)`.catch(() => undefined);
    throw new Error("Not wanted.");
  });
  await expect(thrown).rejects.toThrow("Not wanted.");
  const late = database.begin((db) => db`insert into kept values (4), (4)`);
  await expect(late).rejects.toThrow("duplicate key");
  expect(await values()).toEqual([]);
  expect(await database.begin(async (db) => (await db`insert into kept values (5) returning value`)[0]?.value)).toBe(5);
  expect(await database.begin(async () => "nothing")).toBe("nothing");
  expect(await values()).toEqual([5]);
});

test("nothing more is sent on a connection that ends in the middle, and the next transaction has a new one", async () => {
  const lost = database.begin(async (db) => {
    await db`insert into kept values (6)`;
    await db`select pg_terminate_backend(pg_backend_pid())`.catch(() => undefined);
    await db`insert into kept values (7)`;
  });
  await expect(lost).rejects.toMatchObject({ code: expect.stringMatching(/^(CONNECTION_CLOSED|57P01)$/) });
  const kept = database.begin(async (db) => (await db`select value from kept order by value`).map((row) => row.value));
  expect(await kept).toEqual([5]);
});
