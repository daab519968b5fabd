// A file that the service answers with, written to a file of the user or printed byte by byte.

import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Output } from "./output.ts";

export async function printBody({ body }: Response): Promise<void> {
  await pipeline(Readable.from(body ?? []), process.stdout, { end: false });
}

/** Prints it if there is no path. */
export async function writeBody(output: Output, reply: Response, path: string | undefined): Promise<void> {
  if (path === undefined || path === "-") return printBody(reply);
  // For this user alone: payouts have the numbers of accounts.
  await pipeline(Readable.from(reply.body ?? []), createWriteStream(path, { mode: 0o600 }));
  output.done(`Wrote ${path}.`);
}
