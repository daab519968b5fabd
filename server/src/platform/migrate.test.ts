import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, inject, test } from "vitest";
import { type Database, ensureDatabase, openDatabase } from "./db.ts";
import { StartRefused } from "./errors.ts";
import { migrate } from "./migrate.ts";

const shipped = fileURLToPath(new URL("../../migrations", import.meta.url));
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

test("a migration that fails leaves nothing of those that came with it", async () => {
  const open = await emptyDatabase();
  const node = open();
  writeFileSync(join(folder, "9998_good.sql"), "create table good (id int);");
  writeFileSync(join(folder, "9999_bad.sql"), "create table bad (id int); select nonsense;");
  await expect(migrate(node, folder)).rejects.toThrow("nonsense");
  const [row] = await node.db`select to_regclass('organizations') as organizations, to_regclass('good') as good`;
  expect(row).toEqual({ organizations: null, good: null });
  rmSync(join(folder, "9999_bad.sql"));
  await migrate(node, folder);
  expect(await applied(node)).toContain("9998_good.sql");
  await node.close();
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
