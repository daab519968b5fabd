// The answers of a test's SFTP server: the files of one folder, and nothing outside it.

import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { join, posix } from "node:path";
import ssh2, { type SFTPWrapper } from "ssh2";
import type { SftpLie, SftpServer } from "./sftp-server.ts";

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

type Opened = { path: string; file?: FileHandle; names?: string[] };
type Served = { folder: string; server: SftpServer; cut: () => void; onCut: (listener: () => void) => void };

export function serveFolder(sftp: SFTPWrapper, { folder, server, cut, onCut }: Served): void {
  const handles = new Map<number, Opened>();
  let next = 0;
  const placeOf = (path: string) => join(folder, posix.resolve("/", path));
  const keep = (request: number, opened: Opened) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(next);
    handles.set(next++, opened);
    sftp.handle(request, handle);
  };
  const at = (handle: Buffer): Opened => {
    const opened = handles.get(handle.readUInt32BE());
    if (!opened) throw fault("EBADF");
    return opened;
  };
  const appeared = (path: string) => {
    const name = posix.resolve("/", path).slice(1);
    if (name.endsWith(".part")) return;
    server.arrivals.push(name);
    server.onArrival(name);
  };
  /** Answers, unless this is where the line breaks. */
  const answer = (request: number, work: () => Promise<unknown>) => {
    const { manners } = server;
    if (manners.is_silent) return;
    if (manners.lie === "packets of any length") return void sendLongPacket(sftp);
    if (manners.lie === "answers to something else") return void sftp.status(request, STATUS_CODE.OK);
    if (manners.cut_at_request !== undefined && --manners.cut_at_request <= 0) {
      manners.cut_at_request = undefined;
      return cut();
    }
    work().catch((error: NodeJS.ErrnoException) => sftp.status(request, statusOf(error)));
  };
  const done = (request: number, work: Promise<unknown>) => work.then(() => sftp.status(request, STATUS_CODE.OK));
  const refuseWhen = (isRefused: boolean | undefined, code: string) => {
    if (isRefused) throw fault(code);
  };

  sftp.on("OPEN", (request, path, flags) =>
    answer(request, async () => {
      const writes = (flags & OPEN_MODE.WRITE) !== 0;
      refuseWhen(writes && server.manners.is_read_only, "EACCES");
      const place = placeOf(path);
      const isNew = writes && !(await stat(place).catch(() => undefined));
      const file = await open(place, flagsOf(flags));
      if (isNew) appeared(path);
      keep(request, { path, file });
    }),
  );
  sftp.on("WRITE", (request, handle, offset, data) =>
    answer(request, async () => {
      const { file } = at(handle);
      const { manners } = server;
      // Counted before the write: others run at the same time.
      const length = Math.min(data.length, manners.cut_after_bytes ?? data.length);
      if (manners.cut_after_bytes !== undefined) manners.cut_after_bytes -= length;
      await file?.write(data, 0, length, offset);
      server.bytes_written += length;
      if (length < data.length) {
        manners.cut_after_bytes = undefined;
        return cut();
      }
      sftp.status(request, STATUS_CODE.OK);
    }),
  );
  sftp.on("READ", (request, handle, offset, length) =>
    answer(request, async () => {
      if (server.manners.lie === "a file without end") return void sftp.data(request, Buffer.alloc(length, "a"));
      if (server.manners.lie === "a file byte by byte") return void sftp.data(request, Buffer.alloc(1, "a"));
      const { bytesRead = 0, buffer } = (await at(handle).file?.read(Buffer.alloc(length), 0, length, offset)) ?? {};
      if (bytesRead === 0 || !buffer) sftp.status(request, STATUS_CODE.EOF);
      else sftp.data(request, buffer.subarray(0, bytesRead));
    }),
  );
  sftp.on("CLOSE", (request, handle) =>
    answer(request, async () => {
      const { file } = at(handle);
      handles.delete(handle.readUInt32BE());
      await file?.close();
      sftp.status(request, STATUS_CODE.OK);
    }),
  );
  const describe = async (request: number, path: string) => {
    if (server.manners.lie === "sizes without end") return void sftp.attrs(request, { size: 2 ** 53 } as never);
    const { mode, uid, gid, size, atimeMs, mtimeMs } = await lstat(placeOf(path));
    sftp.attrs(request, { mode, uid, gid, size, atime: atimeMs / 1000, mtime: mtimeMs / 1000 });
  };
  sftp.on("STAT", (request, path) => answer(request, () => describe(request, path)));
  sftp.on("LSTAT", (request, path) => answer(request, () => describe(request, path)));
  sftp.on("FSTAT", (request, handle) => answer(request, () => describe(request, at(handle).path)));
  sftp.on("OPENDIR", (request, path) =>
    answer(request, async () => keep(request, { path, names: await readdir(placeOf(path)) })),
  );
  sftp.on("READDIR", (request, handle) =>
    answer(request, async () => {
      const names = namesOf(server.manners.lie, () => next++);
      if (names) return void sftp.name(request, names);
      const some = at(handle).names?.splice(0, 100) ?? [];
      if (some.length === 0) return sftp.status(request, STATUS_CODE.EOF);
      const entries = some.map(async (filename) => {
        const { mode, uid, gid, size, atimeMs, mtimeMs } = await lstat(join(placeOf(at(handle).path), filename));
        const attrs = { mode, uid, gid, size, atime: atimeMs / 1000, mtime: mtimeMs / 1000 };
        return { filename, longname: filename, attrs: attrs as never };
      });
      sftp.name(request, await Promise.all(entries));
    }),
  );
  sftp.on("MKDIR", (request, path) =>
    answer(request, async () => {
      refuseWhen(server.manners.is_read_only, "EACCES");
      await done(request, mkdir(placeOf(path)));
    }),
  );
  sftp.on("RMDIR", (request, path) => answer(request, () => done(request, rmdir(placeOf(path)))));
  sftp.on("REMOVE", (request, path) => answer(request, () => done(request, rm(placeOf(path)))));
  sftp.on("RENAME", (request, from, to) =>
    answer(request, async () => {
      refuseWhen(server.manners.cannot_rename, "ENOSYS");
      // Version 3 of the protocol never replaces a file.
      refuseWhen((await stat(placeOf(to)).catch(() => undefined)) !== undefined, "EEXIST");
      await rename(placeOf(from), placeOf(to));
      appeared(to);
      sftp.status(request, STATUS_CODE.OK);
    }),
  );
  sftp.on("REALPATH", (request, path) =>
    answer(request, async () => {
      const filename = posix.resolve("/", path);
      sftp.name(request, [{ filename, longname: filename, attrs: {} as never }]);
    }),
  );
  onCut(() => {
    for (const { file } of handles.values()) void file?.close().catch(() => undefined);
  });
}

const NAMES_AT_ONCE = 50;

function namesOf(lie: SftpLie | undefined, count: () => number) {
  const nameOf: Partial<Record<SftpLie, () => string>> = {
    "names without end": () => `${count()}.xml`,
    "long names without end": () => `${count()}${"n".repeat(2_000)}.xml`,
    "one name again and again": () => "one.xml",
    "folders without end": () => `${count()}`,
  };
  const name = lie && nameOf[lie];
  if (!name) return undefined;
  const attrs = { mode: lie === "folders without end" ? 0o040755 : 0o100644, size: 1, mtime: 1 } as never;
  return Array.from({ length: NAMES_AT_ONCE }, () => ({ filename: name(), longname: "", attrs }));
}

/** It announces 4 GiB. ssh2 has no method for this. */
function sendLongPacket(sftp: SFTPWrapper): void {
  const channel = sftp as unknown as {
    outgoing: { id: number };
    _protocol: { channelData(id: number, data: Buffer): void };
  };
  channel._protocol.channelData(channel.outgoing.id, Buffer.alloc(20_000, 0xff));
}

function flagsOf(flags: number): number {
  const { READ, WRITE, APPEND, CREAT, TRUNC, EXCL } = OPEN_MODE;
  const reads = (flags & READ) !== 0;
  const writes = (flags & WRITE) !== 0;
  const also = {
    [APPEND]: constants.O_APPEND,
    [CREAT]: constants.O_CREAT,
    [TRUNC]: constants.O_TRUNC,
    [EXCL]: constants.O_EXCL,
  };
  const access = reads && writes ? constants.O_RDWR : writes ? constants.O_WRONLY : constants.O_RDONLY;
  return Object.entries(also).reduce((sum, [bit, flag]) => ((flags & Number(bit)) === 0 ? sum : sum | flag), access);
}

function fault(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === "ENOENT" || code === "ENOTDIR") return STATUS_CODE.NO_SUCH_FILE;
  if (code === "EACCES" || code === "EPERM") return STATUS_CODE.PERMISSION_DENIED;
  if (code === "ENOSYS") return STATUS_CODE.OP_UNSUPPORTED;
  return STATUS_CODE.FAILURE;
}
