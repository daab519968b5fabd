// Files as libxml2 reads them: opened, read in pieces, closed.

import { closeSync, openSync, readSync } from "node:fs";

export function openBuffer(path: string | undefined): number | undefined {
  if (path === undefined) return undefined;
  try {
    return openSync(path, "r");
  } catch {
    // libxml2 reports a schema that cannot be read, with its name.
    return undefined;
  }
}

export function readBuffer(file: number, into: Uint8Array): number {
  return readSync(file, into, 0, into.byteLength, null);
}

export function closeBuffer(file: number): boolean {
  closeSync(file);
  return true;
}
