// Writes, reads, renames and removes files at a store's SFTP server.
//
// A file is written in packets, many of them on their way at once, because a store may be far away. A cut can leave
// holes in the last `WINDOW_BYTES` of a file: a later packet may arrive and an earlier one may not. So a call that
// continues a file begins that much before its end.

import type { SFTPWrapper } from "ssh2";
import { TransportFailure } from "../messages/message.ts";
import { OutsideLimit, readBeginning } from "../platform/outside-bytes.ts";
import type { ListedFile } from "./connector.ts";
import { Listing } from "./listing.ts";
import {
  type Ask,
  openSshConnection,
  Refusal,
  type SftpOpening,
  type SshConnection,
  STATUS,
} from "./ssh-connection.ts";

const PACKET_BYTES = 32 * 1024;
const PACKETS_AT_ONCE = 64;
export const WINDOW_BYTES = PACKET_BYTES * PACKETS_AT_ONCE;

/** The limit for one file that is read whole. */
const READ_WITHIN_MS = 30_000;

const SOMETHING_ELSE = "The store's server answered something else than it was asked.";

/** Flags of the protocol: write, and make the file if it is not there. */
const WRITE_OR_CREATE = 0x02 | 0x08;

export type SftpSession = {
  /** Undefined: there is no such file. */
  sizeOf(path: string): Promise<number | undefined>;
  /** Without folders. None if there is no such folder. */
  filesIn(path: string): Promise<ListedFile[]>;
  /** Makes the missing ones of the folders of this path. `made` names them, also one whose making was asked for and never answered. */
  makeFolders(path: string, made?: Set<string>): Promise<void>;
  /** Undefined: there is no such file. At most so many bytes of it. */
  read(path: string, max_bytes: number): Promise<Buffer | undefined>;
  /** Writes the bytes from this place on, until they end or `isOver` says so. Returns where it stopped. */
  write(path: string, bytes: (place: number) => Promise<AsyncIterable<Uint8Array>>, extent: Extent): Promise<number>;
  empty(path: string): Promise<void>;
  /** False: the new name is taken, or the old one is gone. */
  rename(from: string, to: string): Promise<boolean>;
  /** Whether the server has such a request at all. */
  canRename(folder: string): Promise<boolean>;
  /** A missing one counts as removed. */
  remove(path: string): Promise<void>;
  removeFolder(path: string): Promise<void>;
  end(): void;
};

/** `size_bytes`: of the whole file. */
type Extent = { from: number; size_bytes: number; isOver?: (at: number) => boolean };

export async function openSftp(opening: SftpOpening): Promise<SftpSession> {
  return sessionOn(await openSshConnection(opening));
}

export async function sessionOn({ client, ask, end }: SshConnection): Promise<SftpSession> {
  try {
    const sftp = await ask<SFTPWrapper>((done) => client.sftp(done));
    return session(sftp, ask, end);
  } catch (error) {
    end();
    throw error;
  }
}

function session(sftp: SFTPWrapper, ask: Ask, end: () => void): SftpSession {
  const sizeOf = async (path: string) =>
    (
      await unless(
        missing,
        ask<{ size: number }>((done) => sftp.stat(path, done)),
      )
    )?.size;
  const makeFolder = async (path: string, made: Set<string>): Promise<void> => {
    if ((await sizeOf(path)) !== undefined) return;
    made.add(path);
    try {
      await ask((done) => sftp.mkdir(path, done));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      made.delete(path);
      // Another worker made it in between.
      if ((await sizeOf(path)) === undefined) throw error;
    }
  };
  return {
    sizeOf,
    filesIn: (path) => filesIn(sftp, ask, path),
    async makeFolders(path, made = new Set()) {
      for (const folder of foldersOf(path)) await makeFolder(folder, made);
    },
    read: (path, max_bytes) => readFile(sftp, ask, { path, max_bytes }),
    async write(path, bytes, extent) {
      // Neither emptied nor appended to: packets say themselves where they belong.
      const handle = await handleOf(ask<Buffer>((done) => sftp.open(path, WRITE_OR_CREATE, done)));
      const at = await writePackets(await bytes(extent.from), extent, (packet, place) =>
        ask((done) => sftp.write(handle, packet, 0, packet.length, place, done)),
      );
      await ask((done) => sftp.close(handle, done));
      return at;
    },
    async empty(path) {
      const handle = await handleOf(ask<Buffer>((done) => sftp.open(path, "w", done)));
      await ask((done) => sftp.close(handle, done));
    },
    async rename(from, to) {
      const renamed = ask((done) => sftp.rename(from, to, done)).then(() => true);
      return (await unless(refused, renamed)) ?? false;
    },
    canRename: (folder) =>
      ask((done) => sftp.rename(`${folder}/.segue-no-file`, `${folder}/.segue-no-name`, done)).then(
        () => true,
        (error) => {
          if (error instanceof Refusal) return error.code !== STATUS.unsupported;
          throw error;
        },
      ),
    remove: async (path) =>
      void (await unless(
        missing,
        ask((done) => sftp.unlink(path, done)),
      )),
    removeFolder: async (path) =>
      void (await unless(
        missing,
        ask((done) => sftp.rmdir(path, done)),
      )),
    end,
  };
}

const missing = (error: Refusal) => error.code === STATUS.no_such_file;
const atEnd = (error: Refusal) => error.code === STATUS.end;
const refused = (error: Refusal) => error.code === STATUS.no_such_file || error.code === STATUS.failure;

async function unless<T>(isExpected: (error: Refusal) => boolean, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && isExpected(error)) return undefined;
    throw error;
  }
}

/** `/a/b` → `/a`, `/a/b`. */
function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/")).filter((folder) => folder !== "");
}

type Entry = { filename: string; attrs?: { mode?: number; size?: number; mtime?: number } };
const [KIND_OF_FILE, FOLDER] = [0o170000, 0o040000];

async function filesIn(sftp: SFTPWrapper, ask: Ask, path: string): Promise<ListedFile[]> {
  const handle = await opened(ask<Buffer>((done) => sftp.opendir(path, done)));
  if (!handle) return [];
  const listing = new Listing();
  for (let goesOn = true; goesOn; ) {
    const some = await unless(
      atEnd,
      ask<Entry[]>((done) => sftp.readdir(handle, done as never)),
    );
    if (some !== undefined && !Array.isArray(some)) throw new TransportFailure(SOMETHING_ELSE);
    if (!some || some.length === 0) break;
    goesOn = listing.take(some.flatMap(listed));
  }
  await ask((done) => sftp.close(handle, done));
  return listing.files();
}

function listed({ filename: name, attrs = {} }: Entry): ListedFile[] {
  const { mode = 0, size, mtime } = attrs;
  return (mode & KIND_OF_FILE) === FOLDER ? [] : [{ name, version: `${size ?? ""} ${mtime ?? ""}` }];
}

async function readFile(
  sftp: SFTPWrapper,
  ask: Ask,
  { path, max_bytes }: { path: string; max_bytes: number },
): Promise<Buffer | undefined> {
  const handle = await opened(ask<Buffer>((done) => sftp.open(path, "r", done)));
  if (!handle) return undefined;
  async function* packets(): AsyncGenerator<Uint8Array> {
    const room = Buffer.alloc(PACKET_BYTES);
    for (let at = 0; ; ) {
      const read = await ask<number>((done) => sftp.read(handle as Buffer, room, 0, room.length, at, done));
      if (!(read > 0)) return;
      yield room.subarray(0, read);
      at += read;
    }
  }
  try {
    const bytes = await readBeginning(packets(), { max_bytes, within_ms: READ_WITHIN_MS });
    await ask((done) => sftp.close(handle, done));
    return bytes;
  } catch (error) {
    throw error instanceof OutsideLimit ? new TransportFailure("The store did not send a file in time.") : error;
  }
}

/** Undefined: it is not there. */
async function opened(asked: Promise<Buffer>): Promise<Buffer | undefined> {
  return unless(missing, handleOf(asked));
}

/** A server may answer with anything, also with a success that names no file. */
async function handleOf(asked: Promise<Buffer>): Promise<Buffer> {
  const handle = await asked;
  if (Buffer.isBuffer(handle)) return handle;
  throw new TransportFailure(SOMETHING_ELSE);
}

/** Never more than a window is on its way: memory stays flat, whatever the size of the file. */
async function writePackets(
  bytes: AsyncIterable<Uint8Array>,
  { from, size_bytes, isOver = () => false }: Extent,
  send: (packet: Buffer, place: number) => Promise<void>,
): Promise<number> {
  const line: { sending: number; failure?: Error; wake?: () => void } = { sending: 0 };
  const untilAtMost = async (count: number) => {
    while (line.sending > count && !line.failure) await new Promise<void>((resolve) => (line.wake = resolve));
    if (line.failure) throw line.failure;
  };
  const ended = () => {
    line.sending--;
    line.wake?.();
  };
  const failed = (error: Error) => {
    line.failure ??= error;
    ended();
  };
  let at = from;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += PACKET_BYTES) {
      const length = Math.min(PACKET_BYTES, chunk.length - start);
      // The last one goes when the others have arrived. So a file of the full size has no holes.
      if (at + length >= size_bytes) await untilAtMost(0);
      line.sending++;
      void send(Buffer.from(chunk.buffer, chunk.byteOffset + start, length), at).then(ended, failed);
      at += length;
      await untilAtMost(PACKETS_AT_ONCE - 1);
    }
    if (isOver(at)) break;
  }
  await untilAtMost(0);
  return at;
}
