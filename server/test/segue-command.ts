// The command line: in this process, as most tests run it, or the built one as a process of its own.

import { type ChildProcess, execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "../../cli/src/run.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

export type Run = { code: number; out: string; err: string };

export type RunningCommand = { child: ChildProcess; end: Promise<Run> };

let last: Promise<unknown> = Promise.resolve();

/**
 * `segue` with these arguments, without a process: a start costs more than most commands do. A command has streams, a folder
 * and an exit code to itself, so one runs after the other. For signals and standard input there is `startCommand`.
 */
export function runCommand(args: readonly string[], env: Record<string, string>, cwd: string): Promise<Run> {
  const mine = last.then(() => runHere(args, env, cwd));
  last = mine.catch(() => undefined);
  return mine;
}

async function runHere(args: readonly string[], env: Record<string, string>, cwd: string): Promise<Run> {
  const [out, err] = [capture(process.stdout), capture(process.stderr)];
  const [code_before, cwd_before] = [process.exitCode, process.cwd()];
  process.exitCode = undefined;
  process.chdir(cwd);
  try {
    await runProgram({ PATH: process.env.PATH, XDG_CONFIG_HOME: cwd, ...env }, args);
    return { code: Number(process.exitCode ?? 0), out: out.text(), err: err.text() };
  } finally {
    process.chdir(cwd_before);
    process.exitCode = code_before;
    out.end();
    err.end();
  }
}

/** Captures the text written to a stream until `end`, in place of writing it. */
function capture(stream: NodeJS.WriteStream): { text(): string; end(): void } {
  let text = "";
  const { write } = stream;
  stream.write = (chunk: string | Uint8Array) => {
    text += Buffer.from(chunk as Uint8Array).toString();
    return true;
  };
  return {
    text: () => text,
    end: () => {
      stream.write = write;
    },
  };
}

/** The built `segue` as a process; it has no other variables than these, works in this folder and keeps its keys there. */
export function startCommand(args: readonly string[], env: Record<string, string>, cwd: string): RunningCommand {
  let finish: (run: Run) => void = () => undefined;
  const end = new Promise<Run>((resolve) => {
    finish = resolve;
  });
  const variables = { PATH: process.env.PATH, TMPDIR: tmpdir(), XDG_CONFIG_HOME: cwd, ...env };
  const program = [join(repository, "bin/segue"), ...args];
  const child = execFile(process.execPath, program, { env: variables, cwd }, (error, out, err) => {
    finish({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, out, err });
  });
  return { child, end };
}
