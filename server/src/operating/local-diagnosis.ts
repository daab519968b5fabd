// Examines a service that does not answer, from its machine and its settings: it looks at what a start would need, without
// starting anything.

import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import { migrations_dir } from "../databases.ts";
import {
  type Examination,
  examineDatabase,
  examineDisks,
  examineMail,
  examineMigrations,
  examineSettings,
  examineStorage,
  runChecks,
} from "../diagnosis/actions.ts";
import type { Check, CheckFinding } from "../diagnosis/diagnosis.ts";
import { openTransport } from "../mail/transport.ts";
import { checkDatabase } from "../platform/database/check.ts";
import { openDatabase } from "../platform/database/db.ts";
import { openBlobs, type Storage } from "../platform/storage/storage.ts";
import { assertPortsFree } from "../ports.ts";
import { findRunning } from "../running.ts";
import { schemasMissing } from "../schema-folder.ts";
import type { EnvironmentName, Variables } from "../settings.ts";
import { unknownNames } from "../unknown-names.ts";

/** Checks that only this machine can make have other names than those of the service. */
export type LocalCheck = Omit<Check, "name"> & { name: string };

export async function diagnoseLocally(variables: Variables, environment: EnvironmentName): Promise<LocalCheck[]> {
  let config: Config;
  try {
    config = readConfig(variables);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = "Correct this setting: the service does not start before.";
    return [{ name: "settings", ok: false, detail: error.message, advice, ms: 0 }];
  }
  const others = await runChecks([
    ["settings", () => examineSettings(settingsOf(config, variables))],
    ...databaseChecks(config, environment),
    ["disk", () => unlessNew(config, () => examineDisks(storageOf(config)))],
    ["storage", () => unlessNew(config, async () => examineStorage(await openBlobs(storageOf(config), environment)))],
    ["mail", () => examineWay(config, environment)],
  ]);
  return [await examineProcess(config), ...others];
}

function settingsOf({ ddex_schemas }: Config, variables: Variables) {
  return { unknown_settings: unknownNames(variables), missing_schemas: schemasMissing(ddex_schemas) };
}

function databaseChecks({ database_urls }: Config, environment: EnvironmentName): Examination[] {
  if (!database_urls) {
    const detail = "It comes with Segue and runs only while `segue serve` does.";
    return [["database", () => ({ detail })]];
  }
  const url = database_urls[environment];
  const asked = async (examine: (db: ReturnType<typeof openDatabase>["db"]) => Promise<CheckFinding>) => {
    await checkDatabase(url);
    const database = openDatabase(url, 1);
    try {
      return await examine(database.db);
    } finally {
      await database.close();
    }
  };
  return [
    ["database", () => asked(examineDatabase)],
    ["migrations", () => asked((db) => examineMigrations(db, migrations_dir))],
  ];
}

/** The process that should answer. */
async function examineProcess(config: Config): Promise<LocalCheck> {
  const running = findRunning(config.data_dir);
  const common = { name: "process", ok: false, ms: 0 };
  if (running)
    return {
      ...common,
      detail: `Process ${running.pid} serves ${config.data_dir} at ${running.production_url}, but this command has no answer of it.`,
      advice: "It may still start: wait. Otherwise read its log, and restart it.",
    };
  try {
    await assertPortsFree(config);
  } catch (error) {
    const detail = error instanceof Error ? error.message : "The ports cannot be opened.";
    return { ...common, detail, advice: "Stop the other program, or set another port or address." };
  }
  const start = "Start the service with `segue serve`; it says in one line why it cannot.";
  return { ...common, detail: `No service runs on the data folder ${config.data_dir}.`, advice: start };
}

/** The first start makes the data folder. A check makes none. */
async function unlessNew(config: Config, examine: () => Promise<CheckFinding>): Promise<CheckFinding> {
  const { storage } = config;
  if (storage.kind === "s3") return examine();
  if (await canWrite(storage.path)) return examine();
  const parent = await nearestFolder(storage.path);
  if (parent !== storage.path && (await canWrite(parent)))
    return { detail: `${storage.path} does not exist yet: the first start makes it.` };
  return { detail: `This user may not write to ${parent}.`, advice: "Run Segue as the user that owns the folder." };
}

function canWrite(path: string): Promise<boolean> {
  return access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** The path, or the folder above it that exists. */
async function nearestFolder(path: string): Promise<string> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function examineWay({ mail }: Config, environment: EnvironmentName): Promise<CheckFinding> {
  const { way } = mail[environment];
  if (way.kind === "file") return { detail: `Mails are written as files to ${way.path}.` };
  const transport = openTransport(way);
  try {
    return await examineMail(transport);
  } finally {
    transport.close();
  }
}

/** The embedded database is on the disk of the data folder. */
function storageOf({ storage, database_urls, data_dir }: Config): Storage {
  return { ...storage, database: database_urls ? undefined : { path: data_dir } };
}
