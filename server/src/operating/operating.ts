// Commands that run on the machine of the service. `segue` loads this file from the server's build, if there is one.

import { stat } from "node:fs/promises";
import manifest from "../../package.json" with { type: "json" };
import { readConfig } from "../config.ts";
import { ArchiveDamaged } from "../platform/archive.ts";
import { StartRefused } from "../platform/errors.ts";
import { type EnvironmentName, environments, type Variables } from "../settings.ts";
import type { BackupReport, CopyProgress } from "./backup-run.ts";
import type { LocalCheck } from "./local-diagnosis.ts";
import type { MailPreview } from "./mail-preview.ts";
import type { CheckReport, RestoreReport } from "./restore-run.ts";

export type CopyTask = { path: string; begin: (total_bytes: number) => CopyProgress; signal: AbortSignal };

/** Each loads its work when it is called: a command that needs a key does not wait for the service. */
export const operating = {
  /** `command_name`: the words that start a command in the operator's shell. */
  async serve(command_name: string): Promise<void> {
    const { serve } = await import("../main.ts");
    await serve(command_name, async (config, plan, signal) => {
      const { makeScheduledBackup } = await import("./scheduled-backup.ts");
      await makeScheduledBackup({ config, plan, version: manifest.version, signal });
    });
  },

  async backup(variables: Variables, task: CopyTask): Promise<BackupReport> {
    const { runBackup } = await import("./backup-run.ts");
    const config = readConfig(variables);
    return inOneLine(task.path, runBackup({ config, version: manifest.version, ...task }));
  },

  async restore(variables: Variables, task: CopyTask): Promise<RestoreReport> {
    await assertFile(task.path);
    const { runRestore } = await import("./restore-run.ts");
    return inOneLine(task.path, runRestore({ config: readConfig(variables), ...task }));
  },

  /** Reads a backup through without restoring it. */
  async check(task: CopyTask): Promise<CheckReport> {
    await assertFile(task.path);
    const { runCheck } = await import("./restore-run.ts");
    return inOneLine(task.path, runCheck(task));
  },

  /** Examines a service that does not answer. */
  async diagnose(variables: Variables, environment: EnvironmentName): Promise<LocalCheck[]> {
    const { diagnoseLocally } = await import("./local-diagnosis.ts");
    return diagnoseLocally(variables, environment);
  },

  /** Writes a mail of every kind, with sample data, into the folder. */
  async previewMails(variables: Variables, folder: string): Promise<MailPreview[]> {
    const { writePreviews } = await import("./mail-preview.ts");
    return inOneLine(folder, writePreviews(readConfig(variables), folder));
  },

  /** The key of the sandbox's demo organization. It follows from the service's secret: undefined where that is not known. */
  async findDemoKey({ SEGUE_DATA_DIR, SEGUE_SECRET }: Variables): Promise<string | undefined> {
    const { demoKey, findSecrets } = await import("../secrets.ts");
    const config = readConfig({ SEGUE_DATA_DIR, SEGUE_SECRET });
    const { secret } = await findSecrets(config.data_dir, config);
    return secret && demoKey(secret, environments.sandbox.key_prefix);
  },
};

/** The system's own words would be a code and a call. */
async function assertFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new StartRefused(`There is no file ${path}.`);
    throw error;
  });
  if (found.isDirectory()) throw new StartRefused(`${path} is a folder: name the file of a backup in it.`);
}

/** An error that the operator can fix is one line, as at a start of the service. A bug shows its stack. */
async function inOneLine<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isBug = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
    if (!(error instanceof Error) || isBug) throw error;
    if (error instanceof ArchiveDamaged)
      throw new StartRefused(
        `${path} cannot be restored: ${error.message}. Nothing was restored; take another backup.`,
      );
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
    throw new StartRefused(`${error.message}${cause}`);
  }
}
