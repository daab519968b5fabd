// The command line: `segue serve`, and commands that are thin clients of the HTTP API.

import { runProgram } from "./run.ts";

// The reader of a pipe may close it early: `segue job list | head -1`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

await runProgram(process.env, process.argv.slice(2));
