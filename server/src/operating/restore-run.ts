// Restores a backup into an empty database and storage.
//
// First the whole archive is verified, and every possible refusal is checked. Then each database gets the schema that
// the backup had; the next start migrates it further. The files come before the rows, because a row without its file
// cannot be repaired. The rows of one database are one transaction. Until both are in, each database stores "unfinished
// restore" in place of its environment: no service starts on it, and the same restore can be run again.

import { holdFiles } from "../assets/storage-keeper.ts";
import { type Addresses, migrations_dir, openDatabases } from "../databases.ts";
import { type Archive, openArchive } from "../platform/archive.ts";
import { type Db, openDatabase } from "../platform/database/db.ts";
import { findSetting, hasSettings, setSetting, UNFINISHED_RESTORE } from "../platform/database/installation.ts";
import { assertKnownMigrations, migrate } from "../platform/database/migrate.ts";
import { replaceRows } from "../platform/database/table-copy.ts";
import type { EmbeddedPostgres } from "../platform/embedded/embedded-postgres.ts";
import { StartRefused } from "../platform/errors.ts";
import type { Blobs } from "../platform/storage/blobs.ts";
import { openBlobs } from "../platform/storage/storage.ts";
import { findRunning } from "../running.ts";
import { findSecrets, keepSecrets } from "../secrets.ts";
import type { EnvironmentName } from "../settings.ts";
import { type CopyProgress, environmentNames, passed, type Run, withBoth } from "./backup-run.ts";
import { type Contents, readContents } from "./restore-contents.ts";

const PUT_AT_ONCE = 8;

export type RestoreReport = { file: string; made_at: string; files: number };

export async function runRestore(run: Omit<Run, "version">): Promise<RestoreReport> {
  const { config, path } = run;
  const archive = await openArchive(path);
  const progress = run.begin(archive.size_bytes * 2);
  let postgres: EmbeddedPostgres | undefined;
  try {
    await archive.verify((bytes) => {
      run.signal.throwIfAborted();
      progress.sent(bytes);
    });
    const contents = await readContents(archive);
    await assertRestorable(run, contents);
    const log = {
      info: () => undefined,
      warn: (_: object, line: string) => progress.say(line),
      error: () => undefined,
    };
    const addresses = await openDatabases(config, log, (started) => {
      postgres = started;
    });
    const files = await restoreBoth({ ...run, archive, contents, progress, addresses });
    return { file: path, made_at: contents.backup.made_at, files };
  } finally {
    progress.end();
    await postgres?.stop();
    await archive.close();
  }
}

export type CheckReport = { file: string; made_at: string; version: string; size_bytes: number; files: number };

/** Reads the whole backup, and says whether this version could restore it. It changes nothing and needs no database. */
export async function runCheck({ path, begin, signal }: Pick<Run, "path" | "begin" | "signal">): Promise<CheckReport> {
  const archive = await openArchive(path);
  const progress = begin(archive.size_bytes);
  try {
    await archive.verify((bytes) => {
      signal.throwIfAborted();
      progress.sent(bytes);
    });
    const { backup, databases } = await readContents(archive);
    for (const { migrations } of Object.values(databases))
      await assertKnownMigrations(migrations_dir, migrations, "The backup");
    let files = 0;
    for (const name of environmentNames) for await (const _ of archive.members(`${name}/files/`)) files++;
    return { file: path, made_at: backup.made_at, version: backup.version, size_bytes: archive.size_bytes, files };
  } finally {
    progress.end();
    await archive.close();
  }
}

/** Checks that need no open database. */
async function assertRestorable({ config }: Omit<Run, "version">, { secrets, databases }: Contents): Promise<void> {
  const { data_dir } = config;
  const running = findRunning(data_dir);
  if (running) throw new StartRefused(`A service is running on ${data_dir} (pid ${running.pid}): stop it first.`);
  for (const { migrations } of Object.values(databases))
    await assertKnownMigrations(migrations_dir, migrations, "The backup");
  const { secret } = await findSecrets(data_dir, config);
  if (secret === undefined || (secrets.secret && secret.equals(secrets.secret))) return;
  throw new StartRefused(
    config.secret
      ? "SEGUE_SECRET is not the secret of this backup: leave it out, or set it to the backup's secret."
      : `${data_dir} has a secret that is not this backup's: set SEGUE_DATA_DIR to an empty folder.`,
  );
}

type Restore = Omit<Run, "version"> & {
  archive: Archive;
  contents: Contents;
  progress: CopyProgress;
  addresses: Addresses;
};

async function restoreBoth(restore: Restore): Promise<number> {
  const { config, contents, addresses } = restore;
  return withBoth(addresses, async (dbs) => {
    for (const name of environmentNames) {
      await holdFiles(dbs[name]);
      await assertFree(dbs[name], name);
    }
    const storages = { production: await ownBlobs(restore, "production"), sandbox: await ownBlobs(restore, "sandbox") };
    // Written before the schema: a service started on it, which is refused, would otherwise make its own secret.
    await keepSecrets(config.data_dir, config, contents.secrets);
    for (const name of environmentNames) await makeSchema(restore, name, dbs[name]);
    let files = 0;
    for (const name of environmentNames) files += await restoreFiles(restore, name, storages[name]);
    for (const name of environmentNames) await restoreRows(restore, name, dbs[name]);
    for (const name of environmentNames) await setSetting(dbs[name], "environment", name);
    return files;
  });
}

async function assertFree(db: Db, name: EnvironmentName): Promise<void> {
  const owner = (await hasSettings(db)) ? await findSetting(db, "environment") : undefined;
  if (owner === undefined || owner === UNFINISHED_RESTORE) return;
  throw new StartRefused(
    `The database of ${name} is not empty. Restore into an empty one: set SEGUE_DATA_DIR to a new folder, or DATABASE_URL to a new database, and move the old one away when the new one works.`,
  );
}

/** Files of the same service may exist already: then only the missing ones are written. */
async function ownBlobs({ config, contents }: Restore, name: EnvironmentName): Promise<Blobs> {
  const blobs = await openBlobs(config.storage, name);
  const { storage_id } = contents.databases[name];
  if (storage_id === undefined || (await blobs.keepMark("owner", storage_id)) === storage_id) return blobs;
  throw new StartRefused(
    "The files in SEGUE_STORAGE belong to another database: set it to an empty folder, or to another prefix of the bucket.",
  );
}

async function makeSchema({ addresses, contents }: Restore, name: EnvironmentName, db: Db): Promise<void> {
  const database = openDatabase(addresses[name], 1);
  try {
    const wanted = contents.databases[name].migrations.map((migration) => migration.name);
    await migrate(database, migrations_dir, wanted);
    await setSetting(db, "environment", UNFINISHED_RESTORE);
  } finally {
    await database.close();
  }
}

async function restoreFiles(
  { archive, progress, signal }: Restore,
  name: EnvironmentName,
  blobs: Blobs,
): Promise<number> {
  const prefix = `${name}/files/`;
  let files = 0;
  let under_way: Promise<void>[] = [];
  for await (const member of archive.members(prefix)) {
    signal.throwIfAborted();
    const key = member.name.slice(prefix.length);
    const put = async () => {
      if ((await blobs.size(key)) === member.size_bytes) progress.skipped(member.size_bytes);
      else await blobs.put(key, passed(member.read(), progress, signal));
    };
    files++;
    under_way.push(put());
    if (under_way.length < PUT_AT_ONCE) continue;
    await Promise.all(under_way);
    under_way = [];
  }
  await Promise.all(under_way);
  return files;
}

/**
 * Sessions and links stay behind: who had one when the backup was made may have lost the right to it since. People sign in
 * again, and invitations and resets are asked for again.
 */
const leftOut: readonly string[] = ["dashboard_sessions", "dashboard_links", "person_links"];

async function restoreRows(
  { archive, contents, progress, signal }: Restore,
  name: EnvironmentName,
  db: Db,
): Promise<void> {
  const rowsOf = async function* (table: string) {
    if (leftOut.includes(table)) return;
    for await (const member of archive.members(`${name}/tables/${table}/`))
      yield* passed(member.read(), progress, signal);
  };
  await replaceRows(
    db,
    contents.databases[name],
    (table) => rowsOf(table.name),
    () => setSetting(db, "environment", UNFINISHED_RESTORE),
  );
}
