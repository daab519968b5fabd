// The file of a sales report, before it is sent.

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { UsageError } from "../settings.ts";

// Of an archive with files, and of one without.
const zipMarks = ["PK\x03\x04", "PK\x05\x06"];

/** A zip is told by its first bytes, whatever its name is. */
export function lookAt(file: string): { size: number; contentType: string } {
  const { size } = statSync(file);
  if (size === 0) throw new UsageError(`${file} is empty.`);
  if (zipMarks.includes(firstBytes(file))) return { size, contentType: "application/zip" };
  const isTabbed = /\.(tsv|txt)(\.gz)?$/.test(file);
  return { size, contentType: isTabbed ? "text/tab-separated-values" : "text/csv" };
}

function firstBytes(file: string): string {
  const opened = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(4);
    return bytes.toString("latin1", 0, readSync(opened, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(opened);
  }
}
