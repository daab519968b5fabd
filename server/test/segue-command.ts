// The built command line as a process of its own.

import { type ChildProcess, execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

export type Run = { code: number; out: string; err: string };

export type RunningCommand = { child: ChildProcess; end: Promise<Run> };

/** `segue` with these arguments; it has no other variables than these, works in this folder and keeps its keys there. */
export function startCommand(args: readonly string[], env: Record<string, string>, cwd: string): RunningCommand {
  let finish: (run: Run) => void = () => undefined;
  const end = new Promise<Run>((resolve) => {
    finish = resolve;
  });
  const variables = { PATH: process.env.PATH, XDG_CONFIG_HOME: cwd, ...env };
  const program = [join(repository, "bin/segue"), ...args];
  const child = execFile(process.execPath, program, { env: variables, cwd }, (error, out, err) => {
    finish({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, out, err });
  });
  return { child, end };
}
