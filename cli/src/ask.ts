// Questions that commands ask in a terminal. Secrets are asked for, or read from a pipe. They are never arguments: other users of the
// machine can read those.

import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { UsageError } from "./settings.ts";

/** Does not show what is typed. Without a terminal, it reads the first line of the standard input. */
export async function askSecret(question: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  for await (const line of lines) {
    lines.close();
    if (process.stdin.isTTY) process.stderr.write("\n");
    return line.trim();
  }
  throw new UsageError("Nothing was typed.");
}

/** Anything but a yes is a no. */
export async function askYes(question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await askText(question));
}

/** Empty if the input ends. */
export async function askText(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.once("close", () => resolve(""));
      lines.question(question, resolve);
    });
    return answer.trim();
  } finally {
    lines.close();
  }
}
