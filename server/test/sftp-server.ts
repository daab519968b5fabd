// A store's SFTP server for tests: ssh2's, over a folder of this machine, with a host key that never changes. It can
// cut a connection in the middle, refuse to rename, and tells of every file that appears under its final name. If
// OpenSSH is installed, its own sftp-server can serve the same folder.

import { spawn } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ssh2, { type AuthContext, type Connection, type Session } from "ssh2";
import { serveFolder } from "./sftp-folder.ts";

/** It guards nothing but these tests. */
const host_key = readFileSync(new URL("./sftp/host.key", import.meta.url));
const user_key = newKey();

/** Node makes it: of the keys that ssh2 makes, one in 500 lacks a leading zero and cannot be read. */
export function newKey(): string {
  const privateKeyEncoding = { type: "sec1", format: "pem" } as const;
  const publicKeyEncoding = { type: "spki", format: "pem" } as const;
  return generateKeyPairSync("ec", { namedCurve: "P-256", privateKeyEncoding, publicKeyEncoding }).privateKey;
}

export type SftpManners = {
  /** Cuts the connection instead of answering this request, counted from the one after the call, or after so many bytes. */
  cut_at_request?: number | undefined;
  cut_after_bytes?: number | undefined;
  /** Servers in front of object storage often cannot. */
  cannot_rename?: boolean;
  /** Answers no request any more, and keeps the connection. */
  is_silent?: boolean;
  is_read_only?: boolean;
  lie?: SftpLie | undefined;
};

/** The lies that a server can be set to tell. */
export const sftpLies = [
  "names without end",
  "long names without end",
  "one name again and again",
  "folders without end",
  "a file without end",
  "a file byte by byte",
  "sizes without end",
  "answers to something else",
  "packets of any length",
  "another host key",
] as const;
export type SftpLie = (typeof sftpLies)[number];

export type SftpServer = {
  folder: string;
  port: number;
  /** As an operator writes them. */
  settings: { host: string; port: number; username: string; host_key: string };
  secrets: { password: string };
  private_key: string;
  manners: SftpManners;
  /** Every final name in the order of its appearance, below the folder. A name that ends in `.part` is none. */
  arrivals: string[];
  /** Called while a file appears; the store looks at the same moment. */
  onArrival: (path: string) => void;
  bytes_written: number;
  /** Tries to log in, right or wrong. */
  logins: number;
  /** Connections that were ever made, and the most that were open at a time. */
  calls: number;
  most_at_once: number;
  connections(): number;
  cutAll(): void;
  stop(): Promise<void>;
};

export const openssh_server = ["/usr/lib/openssh/sftp-server", "/usr/libexec/openssh/sftp-server"].find(existsSync);

const [username, password] = ["segue", "a password for tests"];

/** `host_key`: another than the one that its settings name. */
export async function startSftpServer(
  options: { program?: string | undefined; folder?: string; host_key?: string } = {},
): Promise<SftpServer> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "segue-sftp-")));
  await mkdir(folder, { recursive: true });
  const open = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [options.host_key ?? host_key] }, (connection) => {
    open.add(connection);
    store.calls++;
    store.most_at_once = Math.max(store.most_at_once, open.size);
    // A method that the types forget.
    (connection as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true);
    connection.on("authentication", (asked) => {
      store.logins++;
      authenticate(asked);
    });
    connection.on("ready", () => connection.on("session", (accept) => serve(accept(), connection)));
    connection.on("error", () => undefined);
    connection.on("close", () => open.delete(connection));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const serve = (session: Session, connection: Connection) =>
    options.program
      ? session.on("subsystem", (accept) => runProgram(options.program ?? "", folder, accept()))
      : session.on("sftp", (accept) => {
          const onCut = (listener: () => void) => void connection.once("close", listener);
          serveFolder(accept(), { folder, server: store, cut: () => cut(connection), onCut });
        });
  const { port } = server.address() as AddressInfo;
  const store: SftpServer = {
    ...{
      folder,
      port,
      secrets: { password },
      private_key: user_key,
      manners: {},
      arrivals: [],
      bytes_written: 0,
      logins: 0,
      calls: 0,
      most_at_once: 0,
    },
    settings: { host: "127.0.0.1", port, username, host_key: fingerprint() },
    onArrival: () => undefined,
    connections: () => open.size,
    cutAll: () => open.forEach(cut),
    async stop() {
      for (const connection of open) cut(connection);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (!options.folder) await rm(folder, { recursive: true, force: true });
    },
  };
  return store;
}

/** As `ssh-keygen -l` shows it. */
function fingerprint(): string {
  const parsed = ssh2.utils.parseKey(host_key);
  if (parsed instanceof Error) throw parsed;
  return `SHA256:${createHash("sha256").update(parsed.getPublicSSH()).digest("base64").replace(/=+$/, "")}`;
}

function authenticate(asked: AuthContext): void {
  if (isRight(asked)) asked.accept();
  else asked.reject(["password", "publickey"]);
}

function isRight(asked: AuthContext): boolean {
  if (asked.username !== username) return false;
  if (asked.method === "password") return asked.password === password;
  const key = ssh2.utils.parseKey(user_key);
  if (asked.method !== "publickey" || key instanceof Error || !key.getPublicSSH().equals(asked.key.data)) return false;
  // The client asks first whether the key would do, and signs then.
  return asked.signature === undefined || key.verify(asked.blob ?? Buffer.alloc(0), asked.signature) === true;
}

/** As a broken line does: no goodbye. */
function cut(connection: Connection): void {
  // ssh2 has no method for this, only for a proper end.
  (connection as unknown as { _sock: { destroy(): void } })._sock.destroy();
}

function runProgram(program: string, folder: string, channel: NodeJS.ReadWriteStream): void {
  const child = spawn(program, ["-d", folder], { stdio: ["pipe", "pipe", "ignore"] });
  channel.pipe(child.stdin).on("error", () => undefined);
  child.stdout.pipe(channel);
  channel.on("close", () => child.kill());
}
