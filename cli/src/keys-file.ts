// The keys that `segue login` stores: one for each address, in a file that only its user can read.

import type { Variables } from "../../server/src/settings.ts";
import { readUserFile, userPath, writeUserFile } from "./user-file.ts";

export type Keys = {
  /** The address of the last login, which commands call by default. */
  current?: string | undefined;
  keys: Record<string, string>;
};

export function keysPath(variables: Variables): string {
  return userPath(variables, "keys.json");
}

export function readKeys(variables: Variables): Keys {
  return (readUserFile(keysPath(variables)) as Keys | undefined) ?? { keys: {} };
}

export async function writeKeys(variables: Variables, kept: Keys): Promise<void> {
  await writeUserFile(keysPath(variables), kept);
}
