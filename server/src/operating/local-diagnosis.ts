// Examines a service that does not answer, from its machine and its settings: it looks at what a start would need, without
// starting anything.

import { access, constants } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import { examineDisks, examineMail, examineSettings, examineStorage, runChecks } from "../diagnosis/actions.ts";
import type { Check, CheckFinding } from "../diagnosis/diagnosis.ts";
import { openTransport } from "../mail/transport.ts";
import { StartRefused } from "../platform/errors.ts";
import { openBlobs, type Storage } from "../platform/storage/storage.ts";
import { assertPortsFree } from "../ports.ts";
import { findRunning } from "../running.ts";
import { schemasMissing } from "../schema-folder.ts";
import type { EnvironmentName, Variables } from "../settings.ts";
import { unknownNames } from "../unknown-names.ts";
import { assertOwnStorage, databaseChecks } from "./local-database.ts";

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
    ["disk", () => unlessNew(config, "", () => examineDisks(storageOf(config)))],
    ["storage", () => unlessNew(config, environment, () => examineOwnStorage(config, environment)), adviseOnStorage],
    ["mail", () => examineWay(config, environment)],
  ]);
  return [await examineProcess(config), ...others];
}

function settingsOf({ ddex_schemas }: Config, variables: Variables) {
  return { unknown_settings: unknownNames(variables), missing_schemas: schemasMissing(ddex_schemas) };
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
async function unlessNew(
  { storage }: Config,
  below: string,
  examine: () => Promise<CheckFinding>,
): Promise<CheckFinding> {
  if (storage.kind === "s3") return examine();
  const path = join(storage.path, below);
  if (await canWrite(path)) return examine();
  const parent = await nearestFolder(path);
  if (parent !== path && (await canWrite(parent)))
    return { detail: `${path} does not exist yet: the first start makes it.` };
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

/** The files are compared with the database first, so that nothing is written to the storage of another one. */
async function examineOwnStorage(config: Config, environment: EnvironmentName): Promise<CheckFinding> {
  const blobs = await openBlobs(storageOf(config), environment);
  await assertOwnStorage(config, environment, blobs);
  return examineStorage(blobs);
}

function adviseOnStorage(error: unknown): string {
  if (error instanceof StartRefused) return "Change this, and start the service again.";
  return "Look whether SEGUE_STORAGE can be reached, and its user may write, read and delete there.";
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
