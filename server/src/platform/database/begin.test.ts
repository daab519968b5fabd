import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cloneDatabase } from "../../../test/world.ts";
import { type Database, openDatabase } from "./db.ts";
import { isUnavailable } from "./failure.ts";
import { copyIn } from "./table-copy.ts";

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
  await expect(lost).rejects.toSatisfy(isUnavailable);
  const kept = database.begin(async (db) => (await db`select value from kept order by value`).map((row) => row.value));
  expect(await kept).toEqual([5]);
});

const onServer = async () =>
  (await database.db`select count(*)::integer as n from pg_stat_activity where datname = ${name}`)[0]?.n;

test.each(["first", "waiting", "last"])(
  "a statement that cannot be written, the %s one, ends its transaction at once",
  async (place) => {
    // More often than the pool has connections.
    for (let time = 0; time < 5; time += 1) {
      const broken = database.begin(async (db, atEnd) => {
        const unwritable = () => db`insert into kept values (${undefined as unknown as number})`;
        if (place === "first") await unwritable();
        await db`insert into kept values (8)`;
        if (place === "waiting") await Promise.all([db`insert into kept values (9)`, unwritable(), db`select 1`]);
        for (const statement of [db`insert into kept values (10)`, unwritable(), db`select 1`]) atEnd(statement);
      });
      await expect(broken).rejects.toMatchObject({ code: "UNDEFINED_VALUE" });
      expect(await database.begin((db) => db`select 1 as one`)).toEqual([{ one: 1 }]);
    }
    expect(await values()).toEqual([5]);
    expect(await onServer()).toBeLessThanOrEqual(2);
  },
);

test("a value that turns out to be unwritable once its type is known keeps nothing, neither of the transaction nor of the pool", async () => {
  const notWritten = database.begin(async (db, atEnd) => {
    await db`select 1`;
    atEnd(db`insert into kept values (8)`);
    atEnd(db`select ${new Date()}::timestamptz`);
  });
  await expect(notWritten).rejects.toMatchObject({ code: "ERR_INVALID_ARG_TYPE" });
  expect(await values()).toEqual([5]);
});

test("a statement outside of a transaction that cannot be written fails alone", async () => {
  const one = openDatabase({ ...inject("postgres"), database: name }, 1);
  const all = await Promise.allSettled([
    one.db`select 'first' as said, pg_sleep(0.1)`,
    one.db`select ${undefined as unknown as string}::text as said`,
    one.db`select 'second' as said`,
    one.begin((db) => db`select ${undefined as unknown as string}::text as said`),
    one.db`select 'third' as said`,
  ]);
  expect(all.map((end) => (end.status === "fulfilled" ? end.value[0]?.said : end.reason.code))).toEqual([
    "first",
    "UNDEFINED_VALUE",
    "second",
    "UNDEFINED_VALUE",
    "third",
  ]);
  await one.close();
});

test("work that ends while its copy still runs keeps nothing, and its connection is not held", async () => {
  const one = openDatabase({ ...inject("postgres"), database: name }, 1);
  const left = one.begin(async (db) => {
    await db`select 1`;
    const endless = async function* () {
      for (let value = 100; ; value++) {
        yield Buffer.from(`${value}\n`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    copyIn(db, "kept", endless()).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await expect(left).rejects.toMatchObject({ code: "COPY_IN_PROGRESS" });
  expect(await one.begin((db) => db`select value from kept`)).toEqual([{ value: 5 }]);
  await one.close();
});

test("a failure that the work awaits too late, and a statement after the end, keep nothing", async () => {
  const unseen = database.begin(async (db) => {
    const failing = db`select 1 / 0`.catch(() => undefined);
    await db`insert into kept values (11)`.catch(() => undefined);
    await failing;
  });
  await expect(unseen).rejects.toThrow("division by zero");
  let late: Promise<unknown> | undefined;
  await database.begin(async (db) => {
    await db`select 1`;
    late = new Promise((resolve) => setTimeout(resolve, 50)).then(() => db`insert into kept values (12)`);
  });
  await expect(late).rejects.toThrow("The transaction has ended.");
  expect(await values()).toEqual([5]);
});

test("statements that wait on a lost connection fail with it", async () => {
  const lost = database.begin(async (db) => {
    const [row] = await db`select pg_backend_pid() as pid`;
    const waiting = Array.from({ length: 300 }, (_, i) =>
      db`select ${i}::integer, pg_sleep(60)`.catch((error: unknown) => error),
    );
    await database.db`select pg_terminate_backend(${row?.pid})`;
    return Promise.all(waiting);
  });
  await expect(lost).rejects.toSatisfy(isUnavailable);
});

test("a statement whose plan a migration has made unusable fails once, and keeps nothing", async () => {
  const one = openDatabase({ ...inject("postgres"), database: name }, 1);
  const keep = (value: number) =>
    one.begin(async (db, atEnd) => {
      atEnd(db`insert into kept values (${value}) returning *`);
      atEnd(db`select 1`);
    });
  await keep(13);
  await database.db`alter table kept add column more integer`;
  const refused = await keep(14).catch((error: unknown) => error);
  expect(isUnavailable(refused)).toBe(true);
  expect(await values()).toEqual([5, 13]);
  await keep(15);
  expect(await values()).toEqual([5, 13, 15]);
  await one.close();
});

test("work that waits while its pool ends is not done after its caller was told that it failed", async () => {
  const ending = openDatabase({ ...inject("postgres"), database: name }, 1);
  const done: number[] = [];
  await ending.db`create table written (value integer)`;
  const write = (value: number) => ending.db`insert into written values (${value})`;
  const add = (value: number) =>
    ending.begin(async (db) => {
      await db`select pg_sleep(0.2)`;
      done.push(value);
    });
  const succeeded = (work: (value: number) => Promise<unknown>, given: number[]) =>
    Promise.all(
      given.map((value) =>
        work(value).then(
          () => [value],
          () => [],
        ),
      ),
    );
  const begun = succeeded(add, [1, 2, 3]);
  const written = succeeded(write, [4, 5]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await ending.close();
  const answered = (await begun).flat();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(done).toEqual(answered);
  const found = await database.db`select value from written order by value`;
  expect(found.map(({ value }) => value)).toEqual((await written).flat());
});
