import { createHash } from "node:crypto";
import { chmod, lstat, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFolder } from "../make-folder.ts";

/** Part of the socket's name, and the default of clients. No port is opened. */
export const SOCKET_PORT = 5432;

const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** The shortest limit among the systems: sockaddr_un holds 104 bytes on macOS and 108 on Linux, one of them for the end. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * The folder of a data folder's socket. Only our user can enter it. Its name is short, however long the data folder's
 * is.
 */
export async function openSocketFolder(data_dir: string): Promise<string> {
  const uid = process.geteuid?.() ?? 0;
  // The hash includes the user, so that two users who start the same folder in turn get different sockets.
  const hash = createHash("sha256").update(`${uid}:${data_dir}`).digest("hex").slice(0, 16);
  const folder = [tmpdir(), "/tmp"].map((parent) => join(parent, `segue-${hash}`)).find(isShortEnough);
  if (folder === undefined) throw new Error(`The temporary folder ${tmpdir()} has too long a name for a socket.`);
  await makeFolder(folder);
  const stats = await lstat(folder);
  if (!stats.isDirectory() || stats.uid !== uid) {
    throw new Error(`${folder}, where PostgreSQL's socket goes, is not a folder of user ${uid}: remove it.`);
  }
  await chmod(folder, 0o700);
  return folder;
}

/** The file beside its socket in which the server notes its pid. */
export function socketLockPath(socket_dir: string): string {
  return join(socket_dir, `${SOCKET_NAME}.lock`);
}

/** A killed server leaves both files. The next one may run as another user, who could not read them. */
export async function removeSocketFiles(socket_dir: string): Promise<void> {
  await rm(join(socket_dir, SOCKET_NAME), { force: true });
  await rm(socketLockPath(socket_dir), { force: true });
}

export async function removeSocketFolder(socket_dir: string): Promise<void> {
  await rm(socket_dir, { force: true, recursive: true });
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES;
}
