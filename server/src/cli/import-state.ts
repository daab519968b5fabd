// What an import has made so far, in a file beside its source, so that a later run goes on where this one ended. The
// file is written whole after each step. A process may die between the service's commit and that write: therefore the
// Idempotency-Key of a request follows from what it makes, the next run sends the same one, and gets the first answer.
// That holds for as long as the service keeps keys, a day; what is in the file holds for ever.

import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { UsageError } from "./settings.ts";

/** `sent`: the digest of what it was made from. `generation` counts how often it was made anew, after it had gone. */
export type Made = { id?: string; sent?: string; generation: number };

export type ImportState = {
  find(key: string): Made;
  /** What one request made is written down at once: half of it would be asked for again, by another request. */
  record(...entries: readonly (readonly [key: string, made: Made])[]): void;
  /** Where something is gone, with all that stood on it: what is made in its place is another thing. */
  renew(key: string, below?: string): void;
};

/** One file for whatever service and organization the source was imported into: `target` names both. */
export function openImportState(path: string, target: string): ImportState {
  const before = readState(path);
  const made = before[target] ?? {};
  const all = { ...before, [target]: made };
  const save = () => {
    try {
      writeFileSync(`${path}.part`, `${JSON.stringify(all, null, 1)}\n`, { flush: true });
      renameSync(`${path}.part`, path);
    } catch (error) {
      throw new UsageError(`The progress of the import cannot be saved in ${path}: ${(error as Error).message}.`);
    }
  };
  const find = (key: string): Made => made[key] ?? { generation: 0 };
  // Whoever cannot write it down must not begin.
  save();
  return {
    find,
    record(...entries) {
      for (const [key, entry] of entries) made[key] = entry;
      save();
    },
    renew(key, below) {
      const generation = find(key).generation + 1;
      for (const other of Object.keys(made)) if (below !== undefined && other.startsWith(below)) delete made[other];
      made[key] = { generation };
      save();
    },
  };
}

function readState(path: string): Record<string, Record<string, Made>> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} was not written by an import; move it away to start a new import.`);
  }
}

export function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

/** In the form of a UUID v4. */
export function idempotencyKeyOf(...parts: unknown[]): string {
  const hex = digestOf(parts);
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
