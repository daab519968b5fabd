// Records what an import has created, in a file beside its source, so that a later run can continue. The file is
// written whole after each step. A process may die between the service's commit and that write. Therefore the
// Idempotency-Key of a request is derived from its content: the next run sends the same key and gets the first answer.
// The service keeps keys for a day; the file is kept for ever.

import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { UsageError } from "../settings.ts";

/** `sent`: the digest of its request. `generation` counts how often it was created again after it was deleted. */
type Made = { id?: string; sent?: string; generation: number };

export type ImportState = {
  find(key: string): Made;
  /** Records everything that one request created at once: a part of it would be requested again, by a different request. */
  record(entries: readonly (readonly [key: string, made: Made])[]): void;
  /** Forgets something deleted, with all its parts. Its replacement is a new resource. */
  renew(key: string, below?: string): void;
};

/** One file for all services and organizations into which the source was imported: `target` names both. */
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
  // An import that cannot save its progress must not begin.
  save();
  return {
    find,
    record(entries) {
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
