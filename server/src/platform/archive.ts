// One file of many members, in the format of tar, so that any system's `tar` lists it and takes it apart.
//
// The problem. An archive may be larger than memory, its disk may fill up half way, and years later a bit of it may
// have flipped. Half an archive must never pass for a whole one.
//
// The procedure. The file is written under another name and renamed when its last byte is on the disk. Its last member is
// `checksum`, the SHA-256 of all bytes before that member. A tar needs a member's size before its bytes, so bytes of
// unknown length become several numbered members. A reader asks `verify` first, and then reads members where they lie.
//
// A stranger can make an archive whose checksum is right. So a header must be, bit by bit, one that the writer writes: a plain
// file, one name, one size. Links, longer names, sizes below zero and names that come twice are refused.

import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

const BLOCK = 512;
const WRITE_AT_ONCE = 1024 * 1024;
const READ_AT_ONCE = 1024 * 1024;
/** The length of a numbered member, which is held in memory. */
const PIECE_BYTES = 4 * 1024 * 1024;
const CHECKSUM = "checksum";
/** The limit of a member that is read as text: facts in JSON, or a key. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;
/** Eleven octal digits. */
const MAX_MEMBER_BYTES = 8 ** 11 - 1;

/** The file is not an archive of ours, or not whole. */
export class ArchiveDamaged extends Error {}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type ArchiveWriter = {
  /** Bytes whose number is known. */
  add(name: string, size_bytes: number, bytes: Bytes): Promise<void>;
  addText(name: string, text: string): Promise<void>;
  /** Bytes of any number: members `name/000001` and so on. */
  addPieces(name: string, bytes: Bytes): Promise<void>;
  /** Reads back the bytes that `addPieces` wrote under this name. */
  readPieces(name: string): AsyncGenerator<Buffer>;
  /** Gives the file its name. Answers with its size. */
  finish(): Promise<number>;
  /** Leaves nothing behind, unless it is finished. */
  discard(): Promise<void>;
};

/** Only its owner can read it. A file of this name is replaced when the new one is whole. */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const draft = `${path}.part`;
  // A killed process may have left one with unknown permissions.
  await rm(draft, { force: true });
  const file = await open(draft, "wx+", 0o600);
  const writer = bufferedWriter(file);
  const pieces = new Map<string, Member[]>();

  async function add(name: string, size_bytes: number, bytes: Bytes): Promise<void> {
    await writer.write(header(name, size_bytes));
    let written = 0;
    for await (const chunk of bytes) {
      written += chunk.length;
      await writer.write(chunk);
    }
    if (written !== size_bytes) throw new Error(`${name} has ${written} bytes, and ${size_bytes} were announced.`);
    await writer.write(padding(size_bytes));
  }
  return {
    add,
    addText: (name, text) => add(name, Buffer.byteLength(text), [Buffer.from(text)]),
    async addPieces(name, bytes) {
      const members: Member[] = [];
      pieces.set(name, members);
      for await (const { size_bytes, chunks } of cut(bytes)) {
        const member = `${name}/${String(members.length + 1).padStart(6, "0")}`;
        members.push(memberAt(file, { name: member, size_bytes, start: writer.length() + BLOCK }));
        await add(member, size_bytes, chunks);
      }
    },
    async *readPieces(name) {
      await writer.flush();
      for (const member of pieces.get(name) ?? []) yield* member.read();
    },
    async finish() {
      await writer.write(endOf(writer.digest()));
      await writer.flush();
      await file.sync();
      await file.close();
      await rename(draft, path);
      await syncFolder(dirname(path));
      return writer.length();
    },
    async discard() {
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

/** The member `checksum`, and the two empty blocks that end a tar. */
function endOf(digest: string): Buffer {
  const text = Buffer.from(`${digest}\n`);
  return Buffer.concat([header(CHECKSUM, text.length), text, padding(text.length), Buffer.alloc(2 * BLOCK)]);
}

function bufferedWriter(file: FileHandle) {
  const hash = createHash("sha256");
  let [waiting, waiting_bytes, length]: [Uint8Array[], number, number] = [[], 0, 0];
  const flush = async () => {
    if (waiting_bytes === 0) return;
    const bytes = Buffer.concat(waiting);
    [waiting, waiting_bytes] = [[], 0];
    // It goes on after what it has written already, until all is there.
    await file.writeFile(bytes);
  };
  return {
    flush,
    length: () => length,
    /** The hash of all bytes written so far. */
    digest: () => hash.copy().digest("hex"),
    async write(bytes: Uint8Array): Promise<void> {
      hash.update(bytes);
      // The caller may use its buffer again.
      waiting.push(Buffer.from(bytes));
      waiting_bytes += bytes.length;
      length += bytes.length;
      if (waiting_bytes >= WRITE_AT_ONCE) await flush();
    },
  };
}

/** The chunks of a piece are not joined: hashed and copied at once, they would hold the event loop of a worker for 10 ms. */
async function* cut(bytes: Bytes): AsyncGenerator<{ size_bytes: number; chunks: Uint8Array[] }> {
  let [chunks, size_bytes]: [Uint8Array[], number] = [[], 0];
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size_bytes += chunk.length;
    if (size_bytes < PIECE_BYTES) continue;
    yield { size_bytes, chunks };
    [chunks, size_bytes] = [[], 0];
  }
  if (size_bytes > 0) yield { size_bytes, chunks };
}

type Member = { name: string; size_bytes: number; read(): AsyncGenerator<Buffer>; text(): Promise<string> };

export type Archive = {
  size_bytes: number;
  /** Throws unless the file is what the writer has written, to the last byte. */
  verify(onRead: (bytes: number) => void): Promise<void>;
  /** In their order; those whose names begin so. */
  members(prefix: string): AsyncGenerator<Member>;
  close(): Promise<void>;
};

export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path, "r");
  const { size: size_bytes } = await file.stat();
  async function* all(): AsyncGenerator<Member & { start: number }> {
    for (let at = 0; ; ) {
      const found = readHeader(await readExactly(file, at, BLOCK));
      const start = at + BLOCK;
      if (start + found.size_bytes > size_bytes) throw new ArchiveDamaged("it ends too early");
      yield { ...memberAt(file, { ...found, start }), start };
      if (found.name === CHECKSUM) return;
      at = start + found.size_bytes + padding(found.size_bytes).length;
    }
  }
  return {
    size_bytes,
    async verify(onRead) {
      const names = new Set<string>();
      for await (const { name, start } of all()) {
        if (names.has(name)) throw new ArchiveDamaged(`it has ${name} twice`);
        names.add(name);
        if (name !== CHECKSUM) continue;
        const end = endOf(await digestUntil(file, start - BLOCK, onRead));
        const ending = await readExactly(file, start - BLOCK, end.length);
        if (!ending.equals(end) || start - BLOCK + end.length !== size_bytes)
          throw new ArchiveDamaged("its checksum is wrong");
      }
    },
    async *members(prefix) {
      for await (const { name, size_bytes, read, text } of all())
        if (name.startsWith(prefix)) yield { name, size_bytes, read, text };
    },
    close: () => file.close(),
  };
}

async function digestUntil(file: FileHandle, end: number, onRead: (bytes: number) => void): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of readRange(file, 0, end)) {
    hash.update(chunk);
    onRead(chunk.length);
  }
  return hash.digest("hex");
}

function memberAt(file: FileHandle, found: { name: string; size_bytes: number; start: number }): Member {
  const { name, size_bytes, start } = found;
  const read = () => readRange(file, start, start + size_bytes);
  return {
    name,
    size_bytes,
    read,
    async text() {
      if (size_bytes > MAX_TEXT_BYTES) throw new ArchiveDamaged(`${name} is too large`);
      const chunks: Buffer[] = [];
      for await (const chunk of read()) chunks.push(chunk);
      return Buffer.concat(chunks).toString("utf8");
    },
  };
}

async function* readRange(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += READ_AT_ONCE)
    yield await readExactly(file, at, Math.min(READ_AT_ONCE, end - at));
}

async function readExactly(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw new ArchiveDamaged("it ends too early");
    done += bytesRead;
  }
  return bytes;
}

// The fields of a header (ustar) that we use: offset and length.
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const SUM = [148, 8] as const;

function header(name: string, size_bytes: number): Buffer {
  if (!fits(name, size_bytes)) throw new Error(`${name} does not fit into an archive.`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  block.write(name, NAME[0], "utf8");
  octal(0o600, 100, 8);
  for (const owner of [108, 116]) octal(0, owner, 8);
  octal(size_bytes, SIZE[0], SIZE[1]);
  octal(0, 136, 12);
  block.write("0", 156, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  block.write(`${sumOf(block).toString(8).padStart(6, "0")}\0 `, SUM[0], "latin1");
  return block;
}

function fits(name: string, size_bytes: number): boolean {
  return Buffer.byteLength(name) < NAME[1] && size_bytes >= 0 && size_bytes <= MAX_MEMBER_BYTES;
}

function readHeader(block: Buffer): { name: string; size_bytes: number } {
  const field = ([at, length]: readonly [number, number]) =>
    block.toString("utf8", at, at + length).replace(/\0[\s\S]*$/, "");
  const [name, size_bytes] = [field(NAME), Number.parseInt(field(SIZE), 8)];
  if (!fits(name, size_bytes) || !block.equals(header(name, size_bytes)))
    throw new ArchiveDamaged("it is no backup, or a part of it was changed");
  return { name, size_bytes };
}

/** The sum of all bytes, with spaces in the place of the sum itself. */
function sumOf(block: Buffer): number {
  const isSum = (index: number) => index >= SUM[0] && index < SUM[0] + SUM[1];
  return block.reduce((sum, byte, index) => sum + (isSum(index) ? 0x20 : byte), 0);
}

function padding(size_bytes: number): Buffer {
  return Buffer.alloc((BLOCK - (size_bytes % BLOCK)) % BLOCK);
}

/** A name is on the disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
