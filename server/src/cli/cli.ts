// The command line: `segue serve`, and commands that are thin clients of the HTTP API.

import { CommanderError } from "commander";
import { StartRefused } from "../platform/errors.ts";
import { ConnectionError, ServiceError } from "./client.ts";
import { printFailure } from "./output.ts";
import { createProgram } from "./program.ts";
import { UsageError } from "./settings.ts";

const USAGE = 2;
const FAILURE = 1;

async function run(): Promise<void> {
  // Whoever reads us may have read enough: `segue job list | head -1`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  try {
    await createProgram(process.env).parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

/** What was wrong is told once: commander has told its own already. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  const isKnown = [UsageError, ServiceError, ConnectionError, StartRefused].some((kind) => error instanceof kind);
  if (!(error instanceof Error) || (!isKnown && !isFileError(error))) throw error;
  printFailure(error);
  return error instanceof UsageError ? USAGE : FAILURE;
}

/** Such as a folder that may not be read: the system's sentence names it. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "path" in error;
}

await run();
