// One run of the command line: prints the error, and sets the exit code by its kind.

import { SegueArgumentError, SegueConnectionError, SegueError } from "@segue/sdk";
import { CommanderError } from "commander";
import type { Variables } from "../../server/src/settings.ts";
import { USUAL_NAME } from "./command-name.ts";
import { printFailure } from "./output.ts";
import { createProgram } from "./program.ts";
import { UsageError } from "./settings.ts";

const USAGE = 2;
const FAILURE = 1;

/** The arguments are the words after the name. The exit code is left in `process.exitCode`. */
export async function runProgram(variables: Variables, args: readonly string[], name = USUAL_NAME): Promise<void> {
  try {
    await createProgram(variables, name).parseAsync(args, { from: "user" });
  } catch (error) {
    process.exitCode = exitCodeOf(error, name);
  }
}

/** Prints the error once: commander has printed its own already. */
function exitCodeOf(error: unknown, name: string): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  const isUsage = error instanceof UsageError || error instanceof SegueArgumentError;
  const isKnown = error instanceof SegueError || error instanceof SegueConnectionError;
  if (!(error instanceof Error) || !(isUsage || isKnown || isRefusal(error) || isFileError(error))) throw error;
  printFailure(error, name);
  return isUsage ? USAGE : FAILURE;
}

/** The server refuses to start, or to copy. It is another build, so its class is not known here. */
function isRefusal(error: Error): boolean {
  return error.name === "StartRefused";
}

/** A system error, such as an unreadable folder. The system's message names the path. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "path" in error;
}
