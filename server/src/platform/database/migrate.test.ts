import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, inject, test } from "vitest";
import { atScale } from "../../../test/faults/scale.ts";
import { StartRefused } from "../errors.ts";
import { ensureDatabase } from "./create.ts";
import { type Database, openDatabase } from "./db.ts";
import { assertKnownMigrations, migrate } from "./migrate.ts";

const shipped = fileURLToPath(new URL("../../../migrations", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "segue-migrations-"));
cpSync(shipped, folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

async function emptyDatabase(): Promise<() => Database> {
  const name = `segue_migrate_${randomBytes(6).toString("hex")}`;
  await ensureDatabase({ ...inject("postgres"), database: "postgres" }, name);
  return () => openDatabase({ ...inject("postgres"), database: name }, 1);
}

const applied = async ({ db }: Database) =>
  (await db<{ name: string }[]>`select name from schema_migrations order by name`).map(({ name }) => name);

test("several nodes migrate an empty database at once: each migration is applied once", async () => {
  const open = await emptyDatabase();
  const nodes = Array.from({ length: 5 }, open);
  await Promise.all(nodes.map((node) => migrate(node, shipped)));
  const [first] = nodes as [Database];
  const names = await applied(first);
  expect(names.length).toBeGreaterThanOrEqual(2);
  expect(names).toEqual([...new Set(names)].sort());
  await migrate(first, shipped);
  expect(await applied(first)).toEqual(names);
  await Promise.all(nodes.map((node) => node.close()));
});

test("a schema of an earlier version can be made, as a restore needs it; the next start goes on there", async () => {
  const node = (await emptyDatabase())();
  const names = readdirSync(shipped).sort();
  await migrate(node, shipped, names.slice(0, 5));
  expect(await applied(node)).toEqual(names.slice(0, 5));
  const later = [{ name: "9999_later.sql", checksum: "" }];
  await expect(assertKnownMigrations(shipped, later, "The backup")).rejects.toThrow(
    /The backup has migration 9999_later/,
  );
  await migrate(node, shipped);
  expect(await applied(node)).toEqual(names);
  await node.close();
});

test("a migration that fails leaves nothing of its own; those before it stay, and the next start goes on there", async () => {
  const open = await emptyDatabase();
  const node = open();
  writeFileSync(join(folder, "9998_good.sql"), "create table good (id int);");
  writeFileSync(join(folder, "9999_bad.sql"), "create table bad (id int); select nonsense;");
  await expect(migrate(node, folder)).rejects.toThrow("nonsense");
  const [row] = await node.db`select to_regclass('good') as good, to_regclass('bad') as bad`;
  expect(row).toEqual({ good: "good", bad: null });
  expect((await applied(node)).at(-1)).toBe("9998_good.sql");
  rmSync(join(folder, "9999_bad.sql"));
  await migrate(node, folder);
  expect((await applied(node)).at(-1)).toBe("9998_good.sql");
  await node.close();
});

test("a database with rows from before the storage was counted has the right sums, also of what is written meanwhile", async () => {
  const open = await emptyDatabase();
  const own = mkdtempSync(join(folder, "own-"));
  const names = readdirSync(shipped).sort();
  const copy = (some: string[]) => {
    for (const name of some) cpSync(join(shipped, name), join(own, name));
  };
  const [node, other] = [open(), open()];
  copy(names.filter((name) => name < "0016"));
  await migrate(node, own);
  await node.db`
    insert into organizations (id, name, label, tier, review, status, licensed_territories, fee_rate, withholding_rate, created_at, updated_at)
    select 'org_' || n, 'Label', 'Label', 'starter', 'manual', 'active', '{}', 0, 0, now(), now() from generate_series(1, 25) as n`;
  const add = ({ db }: Pick<Database, "db">, id: string, owner: string) => db`
    insert into assets (id, organization_id, type, filename, content_type, size_bytes, status, upload_expires_at, created_at, updated_at)
    values (${id}, ${owner}, 'audio', 'a', 'audio/wav', 7, 'awaiting_upload', now(), now(), now())`;
  for (let n = 1; n <= 20; n++) await add(node, `ast_${n}`, `org_${n}`);
  copy(names.filter((name) => name < "0021"));
  await migrate(node, own);
  await node.db`delete from assets where id = 'ast_1'`;
  await add(node, "ast_early", "org_2");
  // One is being written while they are counted: the count of its organization waits for it.
  copy(names);
  let finish = () => undefined as unknown;
  const finished = new Promise<void>((resolve) => {
    finish = () => resolve();
  });
  const writing = other.begin(async (db) => {
    await add({ db }, "ast_late", "org_3");
    await finished;
  });
  const migrated = migrate(node, own);
  const watcher = open();
  const waits = () =>
    watcher.db`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(waits).toHaveLength(1);
  finish();
  await Promise.all([writing, migrated]);
  const [found] = await node.db`
    select count(*)::int as organizations, sum(used_bytes)::int as bytes, sum(awaiting_uploads)::int as uploads,
      (select array_agg(used_bytes::int order by organization_id) from organization_storage
        where organization_id in ('org_1', 'org_2', 'org_3')) as some
    from organization_storage`;
  expect(found).toEqual({ organizations: 25, bytes: 21 * 7, uploads: 21, some: [0, 14, 14] });
  await Promise.all([node, other, watcher].map((one) => one.close()));
});

test("a changed migration, and one that this version does not know, are refused in one sentence", async () => {
  const open = await emptyDatabase();
  const node = open();
  writeFileSync(join(folder, "9998_good.sql"), "create table good (id int);");
  await migrate(node, folder);
  writeFileSync(join(folder, "9998_good.sql"), "create table good (id bigint);");
  const changed = await migrate(node, folder).catch((error: unknown) => error);
  expect(changed).toBeInstanceOf(StartRefused);
  expect((changed as Error).message).toBe("Migration 9998_good.sql was changed after it was applied to this database.");
  const unknown = await migrate(node, shipped).catch((error: unknown) => error);
  expect(unknown).toBeInstanceOf(StartRefused);
  expect((unknown as Error).message).toMatch(/^The database has migration 9998_good\.sql, .+: run a newer version\.$/);
  await node.close();
});

test("an older version starts on a newer schema if the migrations say that it runs on it, and is refused otherwise", async () => {
  const open = await emptyDatabase();
  const makeVersion = (...files: [string, string][]) => {
    const own = mkdtempSync(join(folder, "own-"));
    for (const [name, text] of files) writeFileSync(join(own, name), text);
    return own;
  };
  const first: [string, string] = ["0001_first.sql", "create table first (id int);"];
  const second: [string, string] = ["0002_second.sql", "create table second (id int);"];
  const line = "-- Versions from 0002 on run on it.";
  const mild: [string, string] = ["0003_mild.sql", `-- A third.\n${line}\n\ncreate table third (id int);`];
  const stepwise: [string, string] = [
    "0004_stepwise.sql",
    `-- outside a transaction\n${line}\n-- step\ncreate table if not exists fourth (id int);`,
  ];
  const late: [string, string] = ["0005_late.sql", `create table fifth (id int);\n${line}`];
  const [oldest, older, newer, newest] = [
    makeVersion(first),
    makeVersion(first, second),
    makeVersion(first, second, mild, stepwise),
    makeVersion(first, second, mild, stepwise, late),
  ];
  const node = open();
  // As versions before made the table.
  await node.db`create table schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`;
  await migrate(node, older);
  await expect(migrate(node, oldest)).rejects.toThrow(/migration 0002_second\.sql, .+: run a newer version/);
  await migrate(node, newer);
  const before = await applied(node);
  await migrate(node, older);
  expect(await applied(node)).toEqual(before);
  await expect(migrate(node, oldest)).rejects.toThrow(StartRefused);
  // The line counts in the head alone.
  await migrate(node, newest);
  await expect(migrate(node, older)).rejects.toThrow(/migration 0005_late\.sql, .+: run a newer version/);
  // A backup is restored by the version that made it, or a newer one.
  const listed = [{ name: "0003_mild.sql", checksum: "" }];
  await expect(assertKnownMigrations(older, listed, "The backup")).rejects.toThrow(/The backup has migration 0003/);
  await node.close();
});

describe("a migration outside a transaction", () => {
  const rows = atScale({ short: 25_000, full: 1_000_000 });

  /** A database with a large table, and a folder with one migration that comes to it. */
  async function largeTable(migration: string) {
    const open = await emptyDatabase();
    const own = mkdtempSync(join(folder, "own-"));
    writeFileSync(
      join(own, "0001_table.sql"),
      "create table large (id bigint primary key, number int not null, half int);",
    );
    const node = open();
    await migrate(node, own);
    await node.db`insert into large (id, number) select n, n from generate_series(1, ${rows}) as n`;
    writeFileSync(join(own, "0002_later.sql"), migration);
    return { open, node, own, run: () => migrate(node, own) };
  }

  /** Writes one row after the other until the work is done. Answers with how many; one that has to wait for a table fails. */
  async function writeBeside(open: () => Database, work: Promise<void>): Promise<number> {
    const writer = open();
    await writer.db`set lock_timeout = '100ms'`;
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    done.catch(() => undefined);
    let written = 0;
    for (; !isDone; written++) await writer.db`insert into large (id, number) values (${-1 - written}, ${written})`;
    await writer.close();
    await done;
    return written;
  }

  const inSteps = `-- outside a transaction
-- step
create index concurrently large_by_number on large (number);
-- repeat
update large set half = number / 2
where id in (select id from large where half is null and id > 0 limit 5000 for update);
-- step
create index concurrently large_by_half on large (half);
`;

  test("builds indexes and fills a column of a large table while others write to it, none of whom waits", async () => {
    const { open, node, run } = await largeTable(inSteps);
    expect(await writeBeside(open, run())).toBeGreaterThan(0);
    const [found] = await node.db`
      select (select count(*)::int from large where half = number / 2) as filled,
        (select count(*)::int from pg_index where indrelid = 'large'::regclass and indisvalid) as indexes`;
    expect(found).toEqual({ filled: rows, indexes: 3 });
    expect(await applied(node)).toEqual(["0001_table.sql", "0002_later.sql"]);
    await node.close();
  });

  test("that is killed goes on at the next start, and an index that was half built is built anew", async () => {
    const { open, node, own, run } = await largeTable(
      inSteps.replace("index concurrently large_by_half", "unique index concurrently large_by_half"),
    );
    const admin = open();
    const killed = run().catch((error: unknown) => error);
    const filled = async () => (await admin.db`select 1 from large where half is not null limit 1`).length;
    await expect.poll(filled, { interval: 5 }).toBe(1);
    await admin.db`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    expect(await killed).toBeInstanceOf(Error);
    expect(await applied(admin)).toEqual(["0001_table.sql"]);
    // Halves are not unique: what was begun of the index stays behind.
    await expect(migrate(node, own)).rejects.toThrow("could not create unique index");
    await admin.db`update large set half = number where id > 0`;
    await migrate(node, own);
    const indexes = await admin.db`
      select relname, indisvalid from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = 'large'::regclass order by relname`;
    expect(indexes.map(({ indisvalid }) => indisvalid)).toEqual([true, true, true]);
    expect(await applied(admin)).toEqual(["0001_table.sql", "0002_later.sql"]);
    await Promise.all([node.close(), admin.close()]);
  });

  test("is done once by nodes that start together, and the others wait", async () => {
    const { open, node, own } = await largeTable(inSteps);
    const nodes = [node, ...Array.from({ length: 3 }, open)];
    await Promise.all(nodes.map((one) => migrate(one, own)));
    expect(await applied(node)).toEqual(["0001_table.sql", "0002_later.sql"]);
    await Promise.all(nodes.map((one) => one.close()));
  });
});

test("a migration that waits for a table lets go of it again and again, so that nobody waits behind it for long", async () => {
  const open = await emptyDatabase();
  const own = mkdtempSync(join(folder, "own-"));
  writeFileSync(join(own, "0001_table.sql"), "create table busy (id int);");
  const [node, reader] = [open(), open()];
  await migrate(node, own);
  writeFileSync(join(own, "0002_later.sql"), "alter table busy add name text;");
  let finish: (() => void) | undefined;
  const reading = reader.begin(async (db) => {
    await db`set local idle_in_transaction_session_timeout = 0`;
    await db`select 1 from busy`;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await expect.poll(() => finish).toBeDefined();
  const migrated = migrate(node, own);
  const watcher = open();
  const waits = async () =>
    (
      await watcher.db`select xact_start from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    )[0]?.xact_start as string | undefined;
  await expect.poll(waits).toBeDefined();
  const first = await waits();
  // It gave up, and has begun anew.
  await expect.poll(async () => ((await waits()) ?? first) !== first).toBe(true);
  finish?.();
  await Promise.all([reading, migrated]);
  expect(await applied(watcher)).toEqual(["0001_table.sql", "0002_later.sql"]);
  await Promise.all([node, reader, watcher].map((one) => one.close()));
});
