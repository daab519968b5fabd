import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { hasPgBouncer, type PgBouncer, startPgBouncer } from "../../../test/pgbouncer.ts";
import { type ServiceProcess, startService } from "../../../test/service-process.ts";
import { cloneDatabase } from "../../../test/world.ts";
import { StartRefused } from "../errors.ts";
import { assertSuitable, checkDatabase } from "./check.ts";
import { type Database, openDatabase } from "./db.ts";
import { isUnavailable } from "./failure.ts";

let admin: Database;
beforeAll(() => {
  admin = openDatabase({ ...inject("postgres"), database: "postgres" }, 1);
});
afterAll(() => admin.close());

describe("a database that Segue cannot use is refused in one line", () => {
  const facts = { name: "segue", version: 150_004, encoding: "UTF8", is_read_only: false };

  test("a PostgreSQL older than 15", () => {
    expect(() => assertSuitable(facts)).not.toThrow();
    expect(() => assertSuitable({ ...facts, version: 140_011 })).toThrow(
      "The database runs on PostgreSQL 14; Segue needs 15 or later.",
    );
  });

  test.each(["LATIN1", "SQL_ASCII"])("one of encoding %s", async (encoding) => {
    const name = `segue_${encoding.toLowerCase()}_${process.pid}`;
    await admin.db.unsafe(
      `create database ${name} encoding '${encoding}' locale 'C' locale_provider libc template template0`,
    );
    const refused = checkDatabase({ ...inject("postgres"), database: name });
    await expect(refused).rejects.toThrow(
      `The database "${name}" has the encoding ${encoding}, but Segue needs UTF8: create it with encoding 'UTF8' template template0.`,
    );
    await expect(refused).rejects.toBeInstanceOf(StartRefused);
  });

  test("one that is read-only is waited for, as one that is away", async () => {
    const name = await cloneDatabase();
    await admin.db.unsafe(`alter database ${name} set default_transaction_read_only = on`);
    const refused = await checkDatabase({ ...inject("postgres"), database: name }).catch((error: Error) => error);
    expect(isUnavailable(refused)).toBe(true);
    expect(refused).toMatchObject({ message: `The database "${name}" is read-only, but Segue must write to it.` });
    await admin.db.unsafe(`alter database ${name} reset default_transaction_read_only`);
    await checkDatabase({ ...inject("postgres"), database: name });
  });
});

test.runIf(!hasPgBouncer)("PgBouncer is not installed here: neither of its modes is tried", () => {
  console.warn("PgBouncer is not installed: starting behind it is not tested.");
});

describe.runIf(hasPgBouncer)("behind PgBouncer", () => {
  const folder = mkdtempSync(join(tmpdir(), "segue-bouncer-"));
  let bouncer: PgBouncer;
  let service: ServiceProcess | undefined;
  afterAll(async () => {
    service?.child.kill("SIGTERM");
    await service?.exit;
    rmSync(folder, { recursive: true, force: true });
  });

  test("with pool_mode = session the service starts, and its sessions have their settings", async () => {
    bouncer = await startPgBouncer("session");
    const name = `segue_bouncer_${process.pid}`;
    await admin.db.unsafe(`create database ${name}`);
    service = startService({ DATABASE_URL: bouncer.url(name), SEGUE_DATA_DIR: folder });
    const { sandbox_url, sandbox_key } = await service.ready;
    const reply = await fetch(`${sandbox_url}/v1/releases`, { headers: { authorization: `Bearer ${sandbox_key}` } });
    expect(reply.status).toBe(200);
    expect((await fetch(`${sandbox_url}/readyz`)).status).toBe(200);
    const { db, close } = openDatabase(bouncer.url(name), 1);
    const [row] = await db`
      select current_setting('statement_timeout') as statement_timeout, current_setting('TimeZone') as zone,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`;
    expect(row).toEqual({ statement_timeout: "30s", zone: "UTC", idle: "5s", name: "segue" });
    await close();
    service.child.kill("SIGTERM");
    expect(await service.exit).toEqual({ code: 0, signal: null });
    await bouncer.close();
  });

  const refusal =
    "The connection pooler gives Segue a session for one transaction only, but Segue needs the same session for its whole connection: set pool_mode = session in PgBouncer.";

  test("with pool_mode = transaction the start is refused in one line that says what to set", async () => {
    bouncer = await startPgBouncer("transaction");
    const refused = startService({ DATABASE_URL: bouncer.url("postgres"), SEGUE_DATA_DIR: folder });
    expect((await refused.exit).code).toBe(1);
    expect(refused.output()).toBe(`segue: ${refusal}`);
    await bouncer.close();
  });
});
