// The connection to a store's SFTP server. ssh2 speaks the protocol; this file turns its callbacks into promises, and every fault
// of the other side into a `TransportFailure` in our own words. The store's words are never passed on: partners read the reason.

import { createHash } from "node:crypto";
import type { Client, ConnectConfig } from "ssh2";
import { RequestRefused, TransportFailure } from "../messages/message.ts";

const READY_WITHIN_MS = 20_000;
/** With three of them unanswered, the connection counts as lost. */
const ASK_ALIVE_EVERY_MS = 10_000;

/** Numbers of the protocol's version 3. */
export const STATUS = { end: 1, no_such_file: 2, permission_denied: 3, failure: 4, unsupported: 8 } as const;

type SftpAddress = { host: string; port: number; username: string; host_key?: string };
type SftpSecrets = { password?: string; private_key?: string; passphrase?: string };

/** `onHostKey`: called with the key's fingerprint as soon as the host shows it, whether it is the right one or not. */
export type SftpOpening = {
  address: SftpAddress;
  secrets: SftpSecrets;
  signal: AbortSignal;
  onHostKey?: (fingerprint: string) => void;
};

export type Ask = <T = void>(call: (done: (error?: Error | null, value?: T) => void) => void) => Promise<T>;
/** `ask`: one request. It fails when the server refuses it, when the connection is lost, and when the call's time is over. */
export type SshConnection = { client: Client; ask: Ask; end(): void };

export async function openSshConnection({ address, secrets, signal, onHostKey }: SftpOpening): Promise<SshConnection> {
  // Loaded when the first store is reached: a start is quicker without it.
  const { default: ssh2 } = await import("ssh2");
  if (signal.aborted) throw new TransportFailure(LATE);
  const client = new ssh2.Client();
  const { lose, ...asking } = openAsk(client, signal);
  const verify = (fingerprint: string): boolean => {
    onHostKey?.(fingerprint);
    if (fingerprint === address.host_key) return true;
    lose(new TransportFailure(address.host_key === undefined ? NO_KEY : WRONG_KEY));
    return false;
  };
  try {
    await asking.ask((done: () => void) => {
      client.once("ready", () => done());
      client.connect(connectionTo(address, secrets, verify));
      // A request is small and waits for its answer: to hold it back for a fuller packet would cost 40 ms each.
      client.setNoDelay(true);
    });
    return { client, ...asking };
  } catch (error) {
    asking.end();
    // ssh2 throws while it reads the key, before it connects.
    throw error instanceof TransportFailure ? error : new TransportFailure(UNREADABLE_KEY);
  }
}

const LOST = "The connection to the store was lost.";
const LATE = "The store did not answer in time.";
const UNREADABLE_KEY = "The private key or its passphrase cannot be read: the operator must enter them again.";
const NO_KEY = "The store's host key is not set, so nothing was sent.";
const WRONG_KEY = "The store shows another host key than the one that was set, so nothing was sent.";

function connectionTo(
  { host, port, username }: SftpAddress,
  { password, private_key, passphrase }: SftpSecrets,
  verify: (fingerprint: string) => boolean,
): ConnectConfig {
  return {
    host,
    port,
    username,
    readyTimeout: READY_WITHIN_MS,
    keepaliveInterval: ASK_ALIVE_EVERY_MS,
    ...(password !== undefined && { password }),
    ...(private_key !== undefined && { privateKey: private_key }),
    ...(passphrase !== undefined && { passphrase }),
    // Nothing secret is sent before the host has shown the key that the operator named.
    hostVerifier: (key: Buffer) => verify(fingerprintOf(key)),
  };
}

/** As `ssh-keygen -l` shows it. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash("sha256")
    .update(key)
    .digest("base64")
    .replace(/(?<!=)=+$/, "")}`;
}

type Waiting = Omit<SshConnection, "client"> & { lose(error: TransportFailure): void };

/** Everything that waits for an answer fails when the connection is lost or the call's time is over. */
function openAsk(client: Client, signal: AbortSignal): Waiting {
  const waiting = new Set<(error: Error) => void>();
  let lost: TransportFailure | undefined;
  const lose = (error: TransportFailure) => {
    lost ??= error;
    signal.removeEventListener("abort", giveUp);
    for (const fail of waiting) fail(lost);
    waiting.clear();
    client.destroy();
  };
  const giveUp = () => lose(new TransportFailure(LATE));
  signal.addEventListener("abort", giveUp, { once: true });
  client.on("error", (error) => lose(new TransportFailure(reasonOf(error))));
  client.on("close", () => lose(new TransportFailure(LOST)));
  const ask: Ask = (call) =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost);
      waiting.add(reject);
      call((error, value) => {
        waiting.delete(reject);
        if (error) reject(lost ?? answered(error));
        else resolve(value as never);
      });
    });
  return {
    ask,
    lose,
    end() {
      lost ??= new TransportFailure("The connection to the store is closed.");
      signal.removeEventListener("abort", giveUp);
      client.end();
    },
  };
}

/** The server refused one request. `code` is its number in the protocol. */
export class Refusal extends RequestRefused {
  readonly code: number;
  constructor(code: number) {
    super(refusals[code] ?? "The store could not do what it was asked, and did not say why.");
    this.code = code;
  }
}

const refusals: Readonly<Record<number, string>> = {
  [STATUS.no_such_file]: "The store has no such file or folder.",
  [STATUS.permission_denied]: "The store does not allow this user to write or read here.",
  [STATUS.unsupported]: "The store's server does not know this request.",
};

/** An answer of the server has a number. Without one there was no answer. */
function answered({ code }: Error & { code?: number | string }): TransportFailure {
  return typeof code === "number" ? new Refusal(code) : new TransportFailure(LOST);
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The store refuses connections.",
  ENOTFOUND: "The name of the store's host is not known.",
  EAI_AGAIN: "The name of the store's host could not be looked up.",
  EHOSTUNREACH: "The store's host cannot be reached.",
  ENETUNREACH: "The store's host cannot be reached.",
  ETIMEDOUT: "The store's host does not answer.",
};

function reasonOf({ code, level }: Error & { code?: string; level?: string }): string {
  if (level === "client-authentication") return "The store refused the login.";
  if (level === "client-timeout") return "The store did not begin to talk in time.";
  return reasons[code ?? ""] ?? LOST;
}
