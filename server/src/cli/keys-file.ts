// The keys that `segue login` keeps: one for each address, in a file that only its user can read.

import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Variables } from "../config.ts";
import { makeFolder } from "../platform/make-folder.ts";

export type Keys = {
  /** The address of the last login: where commands go that name none. */
  current?: string | undefined;
  keys: Record<string, string>;
};

export function keysPath(variables: Variables): string {
  const folder = variables.XDG_CONFIG_HOME?.trim() || join(variables.HOME?.trim() || homedir(), ".config");
  return join(folder, "segue", "keys.json");
}

export function readKeys(variables: Variables): Keys {
  try {
    return JSON.parse(readFileSync(keysPath(variables), "utf8")) as Keys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { keys: {} };
    throw error;
  }
}

/** Whole or not at all: a command that runs beside this one reads the old file or the new one. */
export async function writeKeys(variables: Variables, kept: Keys): Promise<void> {
  const path = keysPath(variables);
  await makeFolder(dirname(path));
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}
