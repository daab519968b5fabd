// A database that answers and cannot be written to: an operator or a full disk made it so, or it is a standby.

import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { type Standby, startStandby } from "../../../test/standby.ts";
import { startTcpProxy, type TcpProxy } from "../../../test/tcp-proxy.ts";
import { cloneDatabase, createWorld, type World } from "../../../test/world.ts";
import { ApiError } from "../errors.ts";
import { toApiError } from "../http/to-api-error.ts";
import { type Database, openDatabase } from "./db.ts";
import { isUnavailable } from "./failure.ts";

const RECOVERS_WITHIN = { timeout: 60_000 };

describe("while the database is read-only", () => {
  let world: World;
  let admin: Database;
  let name: string;
  beforeAll(async () => {
    name = await cloneDatabase();
    world = await createWorld({ database: name });
    admin = openDatabase({ ...inject("postgres"), database: "postgres" }, 1);
  });
  afterAll(async () => {
    await world.close();
    await admin.close();
  });

  const body = { title: "First Light", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2030-03-01" };
  const write = () => world.label.call("POST /v1/releases", { body });
  const endSessions = () =>
    admin.db`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`;

  test("reading goes on, writing is 503 with Retry-After, readiness says so; writable again, all is well by itself", async () => {
    expect((await write()).status).toBe(201);
    expect((await world.stranger.call("GET /readyz")).status).toBe(200);
    await admin.db.unsafe(`alter database "${name}" set default_transaction_read_only = on`);
    await endSessions();

    // A request may still meet the end of the sessions.
    await expect.poll(async () => (await world.label.call("GET /v1/releases")).status, RECOVERS_WITHIN).toBe(200);
    for (let round = 0; round < 5; round++) {
      const [written, read, ready] = await Promise.all([
        write(),
        world.label.call("GET /v1/releases"),
        world.stranger.call("GET /readyz"),
      ]);
      expect([written.status, written.body.error.code]).toEqual([503, "service_unavailable"]);
      expect(Number(written.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect([read.status, read.body.data.length]).toEqual([200, 1]);
      expect(ready.status).toBe(503);
    }

    // The sessions that were opened meanwhile are read-only as long as they live.
    await admin.db.unsafe(`alter database "${name}" reset default_transaction_read_only`);
    await expect.poll(async () => (await write()).status, RECOVERS_WITHIN).toBe(201);
    await expect.poll(async () => (await world.stranger.call("GET /readyz")).status, RECOVERS_WITHIN).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 20 }, write));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([201]));
  });
});

test("whoever reads, or stands in line for a connection, is served although a write was refused", async () => {
  const name = await cloneDatabase();
  const { db, begin, close } = openDatabase(
    `postgres://${inject("postgres").username}@/${name}?host=${inject("postgres").socket_dir}&default_transaction_read_only=on`,
    2,
  );
  const [refused, ...read] = await Promise.allSettled([
    db`create table never (id int)`,
    begin((own) => own`select 1 from pg_sleep(0.2)`),
    ...Array.from({ length: 20 }, () => db`select 1 from pg_sleep(0.02)`),
  ]);
  expect(refused).toMatchObject({ status: "rejected", reason: { code: "25006" } });
  expect(read.filter(({ status }) => status === "rejected")).toEqual([]);
  await close();
});

test.each(["25006", "53100", "53200", "53400", "58030"])("SQLSTATE %s is 503 with Retry-After", (code) => {
  const error = toApiError(Object.assign(new Error("refused"), { code }));
  expect(error).toBeInstanceOf(ApiError);
  expect([error.status, error.code, error.headers["retry-after"]]).toEqual([503, "service_unavailable", "2"]);
});

describe("with several servers in the URL", () => {
  const name = `segue_hosts_${process.pid}`;
  const table = "written";
  let standby: Standby;
  let proxies: [TcpProxy, TcpProxy];
  let database: Database;
  beforeEach(async () => {
    standby = await startStandby(name);
    const { socket_dir, username } = inject("postgres");
    const admin = openDatabase({ socket_dir, username, database: "postgres" }, 1);
    await admin.db.unsafe(`drop database if exists ${name}`);
    await admin.db.unsafe(`create database ${name}`);
    await admin.close();
    const at = (folder: string) => startTcpProxy({ path: join(folder, ".s.PGSQL.5432") });
    proxies = [await at(standby.socket_dir), await at(socket_dir)];
    const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(",");
    database = openDatabase(`postgres://${username}@${hosts}/${name}?target_session_attrs=read-write`, 4);
  });
  afterEach(async () => {
    await database.close();
    for (const proxy of proxies) await proxy.close();
    await standby.close();
  });

  const write = () => database.db.unsafe(`create table if not exists ${table} (id int)`);
  const isStandby = async () => (await database.db`select pg_is_in_recovery() as is`)[0]?.is as boolean;

  test("the one that can be written to is used; without it reading goes on; promoted, the other is written to", async () => {
    // The first that is named is a standby.
    expect(await Promise.all(Array.from({ length: 6 }, isStandby))).toEqual(Array(6).fill(false));
    await write();

    proxies[1].cut();
    await expect.poll(() => isStandby().catch(() => "away"), RECOVERS_WITHIN).toBe(true);
    expect(await Promise.all(Array.from({ length: 6 }, isStandby))).toEqual(Array(6).fill(true));
    await expect(write()).rejects.toMatchObject({ code: "25006" });

    await standby.promote();
    await expect.poll(() => write().then(() => "written", isUnavailable), RECOVERS_WITHIN).toBe("written");
  });

  test("one that is starting, and one that takes connections and says nothing more, are passed by", async () => {
    proxies[0].cut();
    expect(await isStandby()).toBe(false);
    proxies[0].mend();
    proxies[1].cut();
    await expect.poll(() => isStandby().catch(() => "away"), RECOVERS_WITHIN).toBe(true);
    // Back, it is found again: every refused write looks for it.
    proxies[1].mend();
    await expect.poll(() => write().then(() => "written", isUnavailable), RECOVERS_WITHIN).toBe("written");
    expect(await isStandby()).toBe(false);
  });
});
