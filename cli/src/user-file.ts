// Files that the commands keep for their user: in a folder that only this user can read, each written whole or not at
// all.

import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { makeFolder } from "../../server/src/platform/make-folder.ts";
import type { Variables } from "../../server/src/settings.ts";

export function userPath(variables: Variables, ...names: string[]): string {
  const folder = variables.XDG_CONFIG_HOME?.trim() || join(variables.HOME?.trim() || homedir(), ".config");
  return join(folder, "segue", ...names);
}

/** Undefined if there is no such file. */
export function readUserFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A parallel command reads either the old file or the new one. */
export async function writeUserFile(path: string, value: unknown): Promise<void> {
  await makeFolder(dirname(path));
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}
