import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "./db.ts";
import { StartRefused } from "./errors.ts";

// Any number the whole service agrees on: nodes that start together migrate one after the other.
const MIGRATION_LOCK = 7_348_201;

/** Brings the schema up to date in one transaction: either all migrations that are new are in, or none. */
export async function migrate(database: Database, folder: string): Promise<void> {
  const migrations = await readMigrations(folder);
  await database.begin(async (db) => {
    // Waiting for another node's migration may take longer than a request ever should.
    await db`set local lock_timeout = '5min'`;
    await db`set local statement_timeout = '30min'`;
    await db`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await db`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`;
    const applied = await db<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations`;
    const missing = pendingMigrations(migrations, applied);
    for (const { name, checksum, text } of missing) {
      await db.unsafe(text);
      await db`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`;
    }
  });
}

type Migration = { name: string; checksum: string; text: string };

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

export function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (!migration)
      throw new StartRefused(
        `The database has migration ${name}, which this version does not know: run a newer version.`,
      );
    if (migration.checksum !== checksum)
      throw new StartRefused(`Migration ${name} was changed after it was applied to this database.`);
  }
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}
