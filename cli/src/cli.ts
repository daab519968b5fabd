// The command line: `segue serve`, and commands that are thin clients of the HTTP API.

import { findCommandName } from "./command-name.ts";
import { runProgram } from "./run.ts";

// The reader of a pipe may close it early: `segue job list | head -1`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const [, program = "", ...args] = process.argv;
const name = findCommandName({ program, path: process.env.PATH, cwd: process.cwd() });
await runProgram(process.env, args, name);
