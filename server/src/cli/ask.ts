// Secrets are asked for, or read from a pipe. They are never arguments: other users of the machine can read those.

import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** What is typed is not shown. Without a terminal, it is what the standard input holds. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  terminal.on("SIGINT", () => process.exit(130));
  try {
    return (await terminal.question("")).trim();
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
