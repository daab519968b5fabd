// The built command line as a process of its own.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type Run = { code: number; out: string; err: string };

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** `segue` with these arguments, and no other variables than these. */
export function runSegue(args: readonly string[], variables: Record<string, string>, cwd = repository): Promise<Run> {
  const env = { PATH: process.env.PATH, ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(repository, "bin/segue"), ...args], { env, cwd }, (error, out, err) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, out, err });
    });
  });
}
