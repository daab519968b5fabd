// The files of a report that came as a zip archive: those whose names fit, in the order of their names.

import { createHash } from "node:crypto";
import { ApiError } from "../../platform/errors.ts";
import type { SentFile } from "./report-reader.ts";
import { listZipEntries, type RangeReader, refused, unpackEntry, type ZipEntry } from "./zip-archive.ts";

const textNames = ["*.csv", "*.txt", "*.tsv"];
const archiveNames = ["*.zip", "*.gz", "*.tgz", "*.tar", "*.7z", "*.rar", "*.bz2", "*.xz"];
const archiveStarts = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b],
];
const MAX_NAME = 1_000;

export type ZipFiles = {
  files: AsyncGenerator<SentFile>;
  /** One for each file that was read. */
  digests: Buffer[];
  /** Known at the end. */
  warnings(): string[];
};

/** `patternOf` is asked before each file: the first one may tell the format. */
export async function zipFiles(
  read: RangeReader,
  size: number,
  patternOf: () => string | undefined,
): Promise<ZipFiles> {
  const entries = (await listZipEntries(read, size)).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const [place, { name }] of entries.entries()) {
    if (name.length > MAX_NAME) throw refused(name, `has a name of more than ${MAX_NAME} characters`);
    // PostgreSQL keeps no text with a NUL.
    if (name.includes("\0")) throw refused(name.replaceAll("\0", ""), "has a name with a NUL");
    if (entries[place - 1]?.name === name) throw refused(name, "is there twice");
    if (archiveNames.some((pattern) => fits(lastPart(name), pattern)))
      throw refused(name, "is an archive: put the files themselves into the zip");
  }
  const digests: Buffer[] = [];
  const all = { bytes: 0, archive_bytes: size };
  let left_out = 0;
  async function* files(): AsyncGenerator<SentFile> {
    for (const entry of entries) {
      if (!isChosen(entry, patternOf())) left_out += 1;
      else yield { name: entry.name, bytes: digested(entry.name, unpackEntry(read, entry, all), digests) };
    }
    if (digests.length === 0) throw nothingFits(patternOf());
  }
  const warnings = () =>
    left_out === 0
      ? []
      : [
          `${left_out} ${left_out === 1 ? "entry" : "entries"} of the archive ${left_out === 1 ? "was" : "were"} left out: no file whose name fits.`,
        ];
  return { files: files(), digests, warnings };
}

function isChosen({ name, is_file }: ZipEntry, pattern: string | undefined): boolean {
  // Archives of macOS have a file of properties beside each file.
  if (!is_file || name.startsWith("__MACOSX/")) return false;
  const last = lastPart(name);
  return (pattern === undefined ? textNames : [pattern]).some((pattern) => fits(last, pattern));
}

const lastPart = (name: string) => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);

/** `*` stands for any characters, `?` for one. Case does not matter. */
function fits(name: string, pattern: string): boolean {
  const [text, wanted] = [name.toLowerCase(), pattern.toLowerCase()];
  let [at, place] = [0, 0];
  // Where the last `*` stands, and how far it reaches.
  let [star, reach] = [-1, 0];
  while (at < text.length) {
    if (wanted[place] === "*") [star, reach, place] = [place, at, place + 1];
    else if (wanted[place] === "?" || (place < wanted.length && wanted[place] === text[at]))
      [at, place] = [at + 1, place + 1];
    else if (star >= 0) [reach, at, place] = [reach + 1, reach + 1, star + 1];
    else return false;
  }
  while (wanted[place] === "*") place++;
  return place === wanted.length;
}

async function* digested(name: string, bytes: AsyncGenerator<Buffer>, digests: Buffer[]): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let isFirst = true;
  for await (const chunk of bytes) {
    if (isFirst && archiveStarts.some((start) => chunk.subarray(0, start.length).equals(Buffer.from(start))))
      throw refused(name, "is an archive: put the files themselves into the zip");
    isFirst = false;
    hash.update(chunk);
    yield chunk;
  }
  digests.push(hash.digest());
}

function nothingFits(pattern: string | undefined): ApiError {
  const wanted = pattern === undefined ? "a name that ends with .csv, .txt or .tsv" : `a name like ${pattern}`;
  return new ApiError("validation_failed", `No file in the archive has ${wanted}.`);
}
