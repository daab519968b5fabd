// A zip archive in the storage, read by its central directory. Only what people send is taken: files that are stored or deflated, not
// encrypted. Nothing is written by the names in it.

import { PassThrough, pipeline } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { ApiError } from "../../platform/errors.ts";

/** Reads the bytes from `first` to `last`, both included. */
export type RangeReader = (range: { first: number; last: number }) => Promise<AsyncIterable<Uint8Array>>;
export type ZipEntry = {
  name: string;
  packed: number;
  unpacked: number;
  crc: number;
  method: number;
  offset: number;
  is_file: boolean;
};
/** Counted over all entries of an archive. */
export type Unpacked = { bytes: number; archive_bytes: number };

const MAX_ENTRIES = 1_000;
const MAX_DIRECTORY_BYTES = 4 * 2 ** 20;
const MAX_UNPACKED_BYTES = 16 * 2 ** 30;
const MAX_RATIO = 200;
const FREE_OF_RATIO_BYTES = 64 * 2 ** 20;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const END64_BYTES = 56;
const LOCAL_BYTES = 30;
const ENTRY_BYTES = 46;
const MAX_COMMENT = 65_535;
const [END, LOCATOR, END64, ENTRY, LOCAL] = [0x06054b50, 0x07064b50, 0x06064b50, 0x02014b50, 0x04034b50];
const [STORED, DEFLATED] = [0, 8];
const WIDE = 0xffffffff;
const WIDE_COUNT = 0xffff;
const FILE_TYPE_MASK = 0xf000;
const REGULAR_FILE = 0x8000;
const MADE_BY_UNIX = 3;

export async function listZipEntries(read: RangeReader, size: number): Promise<ZipEntry[]> {
  const tail_first = Math.max(0, size - END_BYTES - LOCATOR_BYTES - MAX_COMMENT);
  const tail = await bytesOf(read, tail_first, size);
  const end = tail.lastIndexOf(signature(END));
  if (end < 0 || end + END_BYTES > tail.length) throw damaged("its end is missing");
  const directory = await directoryOf(read, tail, end);
  if (directory.count > MAX_ENTRIES) throw tooMany();
  if (directory.bytes > MAX_DIRECTORY_BYTES)
    throw new ApiError("payload_too_large", "The archive's list of names is too long.");
  if (directory.first + directory.bytes > size) throw damaged("its list of files is cut");
  const bytes = await bytesOf(read, directory.first, directory.first + directory.bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= bytes.length && entries.length < directory.count; ) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw damaged("its list of files is damaged");
    const lengths = bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (at + ENTRY_BYTES + lengths > bytes.length) throw damaged("its list of files is cut");
    entries.push(entryOf(bytes.subarray(at, at + ENTRY_BYTES + lengths)));
    at += ENTRY_BYTES + lengths;
  }
  if (entries.length !== directory.count) throw damaged("its list of files is cut");
  return entries;
}

async function directoryOf(read: RangeReader, tail: Buffer, end: number) {
  const count = tail.readUInt16LE(end + 10);
  const [bytes, first] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (count !== WIDE_COUNT && bytes !== WIDE && first !== WIDE) return { count, bytes, first };
  const locator = end - LOCATOR_BYTES;
  if (locator < 0 || tail.readUInt32LE(locator) !== LOCATOR) return { count, bytes, first };
  const at = wideNumber(tail, locator + 8);
  const end64 = await bytesOf(read, at, at + END64_BYTES);
  if (end64.length < END64_BYTES || end64.readUInt32LE(0) !== END64) throw damaged("its end is damaged");
  return { count: wideNumber(end64, 32), bytes: wideNumber(end64, 40), first: wideNumber(end64, 48) };
}

function entryOf(bytes: Buffer): ZipEntry {
  const name_bytes = bytes.readUInt16LE(28);
  const flags = bytes.readUInt16LE(8);
  const name = bytes.toString((flags & 0x800) !== 0 ? "utf8" : "latin1", ENTRY_BYTES, ENTRY_BYTES + name_bytes);
  const method = bytes.readUInt16LE(10);
  if ((flags & 1) !== 0) throw refused(name, "is encrypted");
  const [packed, unpacked, offset] = wideOr(bytes, [
    bytes.readUInt32LE(20),
    bytes.readUInt32LE(24),
    bytes.readUInt32LE(42),
  ]);
  const made_by = bytes.readUInt8(5);
  const type = (bytes.readUInt32LE(38) >>> 16) & FILE_TYPE_MASK;
  const isLink = made_by === MADE_BY_UNIX && type !== 0 && type !== REGULAR_FILE;
  const is_file = !name.endsWith("/") && !isLink;
  return { name, packed, unpacked, offset, method, crc: bytes.readUInt32LE(16), is_file };
}

/** A number that does not fit into four bytes stands in an extra field, in the order of unpacked, packed and place. */
function wideOr(entry: Buffer, [packed, unpacked, offset]: [number, number, number]): [number, number, number] {
  const start = ENTRY_BYTES + entry.readUInt16LE(28);
  const end = start + entry.readUInt16LE(30);
  for (let at = start; at + 4 <= end; at += 4 + entry.readUInt16LE(at + 2)) {
    if (entry.readUInt16LE(at) !== 1) continue;
    let place = at + 4;
    const wide = (given: number): number => {
      if (given !== WIDE) return given;
      if (place + 8 > end) throw damaged("its list of files is damaged");
      place += 8;
      return wideNumber(entry, place - 8);
    };
    const wide_unpacked = wide(unpacked);
    return [wide(packed), wide_unpacked, wide(offset)];
  }
  return [packed, unpacked, offset];
}

/** Its bytes, counted and compared with its checksum at the end. */
export async function* unpackEntry(read: RangeReader, entry: ZipEntry, all: Unpacked): AsyncGenerator<Buffer> {
  const { name, method, packed, offset } = entry;
  if (method !== STORED && method !== DEFLATED) throw refused(name, "is packed by a method other than deflate");
  const local = await bytesOf(read, offset, offset + LOCAL_BYTES);
  if (local.length < LOCAL_BYTES || local.readUInt32LE(0) !== LOCAL) throw refused(name, "is damaged");
  const first = offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  const raw = packed === 0 ? [] : await read({ first, last: first + packed - 1 });
  let bytes = 0;
  let crc = 0;
  try {
    for await (const chunk of method === STORED ? raw : inflated(raw)) {
      bytes += chunk.length;
      all.bytes += chunk.length;
      assertDensity(bytes, packed);
      assertDensity(all.bytes, all.archive_bytes);
      if (all.bytes > MAX_UNPACKED_BYTES)
        throw new ApiError("payload_too_large", "An archive unpacks to at most 16 GiB.");
      crc = crc32(chunk, crc);
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    }
  } catch (error) {
    throw isBroken(error) ? refused(name, "is damaged") : error;
  }
  if (bytes !== entry.unpacked || crc !== entry.crc) throw refused(name, "is damaged: its checksum or length is wrong");
}

function inflated(raw: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncIterable<Buffer> {
  const inflate = createInflateRaw();
  pipeline(raw, new PassThrough(), inflate, () => undefined);
  return inflate;
}

const isBroken = (error: unknown) => error instanceof Error && "code" in error && String(error.code).startsWith("Z_");

function assertDensity(unpacked: number, packed: number): void {
  if (unpacked > FREE_OF_RATIO_BYTES && unpacked > packed * MAX_RATIO)
    throw new ApiError("payload_too_large", `The archive unpacks to more than ${MAX_RATIO} times its length.`);
}

/** Those there are, if the archive ends before. */
async function bytesOf(read: RangeReader, first: number, end: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await read({ first, last: end - 1 })) pieces.push(piece);
  return Buffer.concat(pieces);
}

function wideNumber(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(MAX_UNPACKED_BYTES) * 4n) throw damaged("it names places that no archive has");
  return Number(value);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function refused(name: string, issue: string): ApiError {
  const shown = name.slice(0, 200);
  return new ApiError("validation_failed", `\`${shown}\` in the archive ${issue}.`, [{ field: shown, issue }]);
}

function damaged(why: string): ApiError {
  return new ApiError("validation_failed", `The body is no zip archive, or is damaged: ${why}.`);
}

function tooMany(): ApiError {
  return new ApiError("payload_too_large", `An archive has at most ${MAX_ENTRIES.toLocaleString("en")} entries.`);
}
