// A backup of both environments, while they work: one file with all that a restore needs.
//
// For each database: no file is removed from now on (holdFiles), and no migration runs while its rows are read in one
// snapshot. The archive also lists the files that the rows name. Then the files are copied, perhaps for hours. By then
// the transactions are over, and only the locks are held. A file never changes, so the copy matches the snapshot.
//
// The members: `backup.json`, `secret`, `operator-key`; and for each environment `database.json` (what restore needs to
// know of its schema), `tables/<name>/<number>`, `keys/<number>`, `files/<key>`.

import { copyNamedKeys, measureNamed } from "../assets/queries.ts";
import { holdFiles } from "../assets/storage-keeper.ts";
import type { Config } from "../config.ts";
import { type Addresses, embeddedAddresses } from "../databases.ts";
import { type ArchiveWriter, createArchive } from "../platform/archive.ts";
import { type Db, openDatabase } from "../platform/database/db.ts";
import { isWriteRefusal } from "../platform/database/failure.ts";
import {
  BACKUP_FAILURES,
  findSetting,
  hasSettings,
  LAST_BACKUP,
  setSetting,
} from "../platform/database/installation.ts";
import { type Applied, listApplied, whileNobodyMigrates } from "../platform/database/migrate.ts";
import { atOneMoment, type Content, copyTable, measureTables, readContent } from "../platform/database/table-copy.ts";
import {
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  hasCluster,
  startEmbeddedPostgres,
} from "../platform/embedded/embedded-postgres.ts";
import { StartRefused } from "../platform/errors.ts";
import type { Blobs } from "../platform/storage/blobs.ts";
import { openBlobs } from "../platform/storage/storage.ts";
import { findSecrets, fingerprintOf, type Secrets } from "../secrets.ts";
import { type EnvironmentName, environments } from "../settings.ts";

export const FORMAT = 1;
export const environmentNames = Object.keys(environments) as EnvironmentName[];

export type Backup = { format: number; version: string; made_at: string };

/** `storage_id`: the owner of the files. */
export type DatabaseManifest = Content & { migrations: Applied[]; storage_id: string | undefined };

/** Shows how far the copying is. `skipped`: bytes that had arrived earlier. */
export type CopyProgress = {
  sent(bytes: number): void;
  skipped(bytes: number): void;
  say(line: string): void;
  end(): void;
};

export type Run = {
  config: Config;
  path: string;
  version: string;
  begin: (total_bytes: number) => CopyProgress;
  signal: AbortSignal;
  /** Runs when the file is written. The backup counts only if it does not throw. */
  accept?: (report: BackupReport) => Promise<void>;
};

/** `missing`: files that rows name but the storage does not have. */
export type BackupReport = { file: string; size_bytes: number; files: number; missing: number };

const LOOKED_UP_AT_ONCE = 16;

export async function runBackup(run: Run): Promise<BackupReport> {
  const { config, path } = run;
  const { addresses, close } = await findDatabases(config);
  try {
    return await withBoth(addresses, async (dbs) => {
      const secrets = await findSecrets(config.data_dir, config);
      for (const name of environmentNames) await assertOwn(dbs[name], name, secrets);
      const archive = await createArchive(path);
      try {
        return await writeAll(run, { archive, dbs, secrets });
      } finally {
        await archive.discard();
      }
    });
  } finally {
    await close();
  }
}

/** Uses the databases of the running service. If none runs, starts the embedded server for as long as this takes. */
async function findDatabases({
  database_urls,
  data_dir,
}: Config): Promise<{ addresses: Addresses; close(): Promise<void> }> {
  if (database_urls) return { addresses: database_urls, close: async () => undefined };
  if (!(await hasCluster(data_dir)))
    throw new StartRefused(`${data_dir} holds no database: set SEGUE_DATA_DIR or DATABASE_URL as for \`segue serve\`.`);
  const running = await findEmbeddedPostgres(data_dir);
  if (running) return { addresses: embeddedAddresses(running), close: async () => undefined };
  const started: EmbeddedPostgres = await startEmbeddedPostgres({ data_dir, log: () => undefined });
  return { addresses: embeddedAddresses(started), close: started.stop };
}

export type Dbs = Record<EnvironmentName, Db>;

/** Opens a separate connection to each database: the locks end with it. */
export async function withBoth<T>(addresses: Addresses, work: (dbs: Dbs) => Promise<T>): Promise<T> {
  const [production, sandbox] = [openDatabase(addresses.production, 1), openDatabase(addresses.sandbox, 1)];
  try {
    return await production.alone((first) => sandbox.alone((second) => work({ production: first, sandbox: second })));
  } finally {
    await Promise.all([production.close(), sandbox.close()]);
  }
}

async function assertOwn(db: Db, name: EnvironmentName, { secret }: Partial<Secrets>): Promise<void> {
  const owner = (await hasSettings(db)) ? await findSetting(db, "environment") : undefined;
  if (owner !== name)
    throw new StartRefused(`The database of ${name} holds ${owner ?? "nothing"}: there is no ${name} to back up.`);
  const fingerprint = await findSetting(db, "secret_fingerprint");
  if (secret && fingerprint === fingerprintOf(secret)) return;
  throw new StartRefused(
    "A backup needs the secret of the service: set SEGUE_SECRET, or SEGUE_DATA_DIR to the folder that has it.",
  );
}

type Parts = { archive: ArchiveWriter; dbs: Dbs; secrets: Partial<Secrets> };

async function writeAll(run: Run, { archive, dbs, secrets }: Parts): Promise<BackupReport> {
  const { config, path, version, signal } = run;
  const backup: Backup = { format: FORMAT, version, made_at: new Date().toISOString() };
  await archive.addText("backup.json", JSON.stringify(backup));
  await archive.addText("secret", secrets.secret?.toString("base64") ?? "");
  if (secrets.operator_key !== undefined) await archive.addText("operator-key", secrets.operator_key);
  const progress = run.begin(await measure(dbs));
  const report: BackupReport = { file: path, size_bytes: 0, files: 0, missing: 0 };
  try {
    for (const name of environmentNames) await holdFiles(dbs[name]);
    for (const name of environmentNames) await writeRows(archive, { name, db: dbs[name], progress, signal });
    for (const name of environmentNames) {
      const blobs = await openBlobs(config.storage, name);
      await writeFiles(archive, { name, db: dbs[name], blobs, progress, signal, report });
    }
  } finally {
    progress.end();
  }
  const written = { ...report, size_bytes: await archive.finish() };
  await run.accept?.(written);
  for (const name of environmentNames) await noteBackup(dbs[name]);
  return written;
}

/** For the metric of its age. A standby, from which a backup may be made, cannot be written to. */
async function noteBackup(db: Db): Promise<void> {
  try {
    await setSetting(db, LAST_BACKUP, new Date().toISOString());
    await setSetting(db, BACKUP_FAILURES, "0");
  } catch (error) {
    if (!isWriteRefusal(error)) throw error;
  }
}

async function measure(dbs: Dbs): Promise<number> {
  const sizes = await Promise.all(
    Object.values(dbs).map(async (db) => {
      const { tables } = await readContent(db);
      return (await measureTables(db, tables)) + (await measureNamed(db));
    }),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

type Source = { name: EnvironmentName; db: Db; progress: CopyProgress; signal: AbortSignal };

async function writeRows(archive: ArchiveWriter, { name, db, progress, signal }: Source): Promise<void> {
  await whileNobodyMigrates(db, () =>
    atOneMoment(db, async () => {
      const content = await readContent(db);
      const [migrations, storage_id] = [await listApplied(db), await findSetting(db, "storage_id")];
      const facts: DatabaseManifest = { ...content, migrations, storage_id };
      await archive.addText(`${name}/database.json`, JSON.stringify(facts));
      for (const table of content.tables)
        await archive.addPieces(`${name}/tables/${table.name}`, passed(copyTable(db, table), progress, signal));
      await archive.addPieces(`${name}/keys`, copyNamedKeys(db));
    }),
  );
}

type Files = Source & { blobs: Blobs; report: BackupReport };

async function writeFiles(archive: ArchiveWriter, { name, db, blobs, progress, signal, report }: Files): Promise<void> {
  for await (const keys of keysOf(archive.readPieces(`${name}/keys`))) {
    const sizes = await Promise.all(keys.map((key) => blobs.size(key)));
    for (const [index, key] of keys.entries()) {
      const size_bytes = sizes[index];
      const bytes = size_bytes === undefined ? undefined : await blobs.get(key);
      if (size_bytes === undefined || bytes === undefined) {
        progress.say(`${name}: the database lists ${key}, but the storage does not have it.`);
        report.missing++;
        continue;
      }
      await archive.add(`${name}/files/${key}`, size_bytes, passed(bytes, progress, signal));
      report.files++;
    }
    // The lock ends with this connection. A network may drop a connection that is silent for hours, so keep it
    // busy.
    await findSetting(db, "environment");
  }
}

/** A line is a key. */
async function* keysOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest = "";
  for await (const chunk of bytes) {
    const lines = (rest + chunk.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    for (let at = 0; at < lines.length; at += LOOKED_UP_AT_ONCE) yield lines.slice(at, at + LOOKED_UP_AT_ONCE);
  }
}

/** Counts the bytes, and stops when the user cancels. */
export async function* passed<T extends Uint8Array>(
  bytes: AsyncIterable<T>,
  progress: CopyProgress,
  signal: AbortSignal,
): AsyncGenerator<T> {
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    progress.sent(chunk.length);
    yield chunk;
  }
}
