// From a target to a connected socket: names are resolved, all addresses judged, one of them connected to, the connected
// address judged once more, and only then is the first byte written. Nothing between the check and the connection asks for
// the name again, so a name that changes its answer changes nothing.

import { Resolver } from "node:dns/promises";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { AddressBlock } from "../address-block.ts";
import { knownAddresses, refusalBefore, refusalOf, type Target } from "./address.ts";

export type Way = {
  allow: readonly AddressBlock[];
  /** No address is an empty list. Never dns.lookup: it shares four threads with everything else. */
  resolve: (name: string, signal: AbortSignal) => Promise<string[]>;
  /** Trusted instead of the authorities that Node trusts. */
  ca: string | undefined;
};

/** One connection keeps this for the next one to the same place. */
export type Memory = { tls_session?: Buffer };

/** The address rule: nothing was connected to. */
export class OutboundRefused extends Error {}

// A name may have many addresses, as many as a stranger likes. Each but the last has this long to connect.
const MAX_TRIES = 4;
const TRY_MS = 3_000;

/** TLS is always verified, for the host of the URL. */
export async function openSocket(way: Way, target: Target, memory: Memory, signal: AbortSignal): Promise<Socket> {
  const before = refusalBefore(target, way.allow);
  if (before !== undefined) throw new OutboundRefused(before);
  const addresses = await addressesOf(way, target, signal);
  const refusal = refusalOf(target, addresses, way.allow);
  if (refusal !== undefined) throw new OutboundRefused(refusal);
  if (addresses.length === 0) throw failure("ENOTFOUND");
  const socket = await connectToFirst(addresses.slice(0, MAX_TRIES), target.port, signal);
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) throw failure("ECONNRESET");
  const late_refusal = refusalOf(target, [remoteAddress], way.allow);
  if (late_refusal !== undefined) {
    socket.destroy();
    throw new OutboundRefused(late_refusal);
  }
  return target.is_https ? encrypt(socket, { target, memory, signal, ca: way.ca }) : socket;
}

export async function addressesOf({ allow, resolve }: Way, target: Target, signal: AbortSignal): Promise<string[]> {
  return knownAddresses(target, allow) ?? unlessAborted(resolve(target.host, signal), signal);
}

/**
 * Asks name servers, this machine's unless others are named, for both families; /etc/hosts is not read. IPv4 comes first:
 * it works everywhere.
 */
export async function resolveName(name: string, signal: AbortSignal, servers?: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  signal.removeEventListener("abort", cancel);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  // One address family may fail: we connect only to addresses that were resolved.
  const failed = answers.find((answer) => answer.status === "rejected" && !noSuchName.has(answer.reason?.code));
  if (addresses.length > 0 || failed?.status !== "rejected") return addresses;
  throw failed.reason;
}

const noSuchName = new Set<unknown>(["ENOTFOUND", "ENODATA", "EBADNAME"]);

async function connectToFirst(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  let first: unknown;
  for (const [index, host] of addresses.entries()) {
    const is_last = index === addresses.length - 1;
    const limit = is_last ? signal : AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]);
    try {
      const socket = connect({ host, port, noDelay: true, keepAlive: true, autoSelectFamily: false });
      return await whenReady(socket, "connect", limit);
    } catch (error) {
      // Report the first error. The last is often about IPv6 where there is none.
      first ??= error;
      if (signal.aborted) break;
    }
  }
  throw first;
}

type Encryption = { target: Target; memory: Memory; signal: AbortSignal; ca: string | undefined };

function encrypt(socket: Socket, { target, memory, signal, ca }: Encryption): Promise<Socket> {
  const secured = connectTls({
    socket,
    host: target.host,
    servername: target.is_address ? "" : target.host,
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    ...(memory.tls_session === undefined ? {} : { session: memory.tls_session }),
  });
  // Node reports a session only after it has verified the certificate.
  secured.on("session", (session) => {
    memory.tls_session = session;
  });
  return whenReady(secured, "secureConnect", signal);
}

function whenReady(socket: Socket, event: "connect" | "secureConnect", signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const abort = () => socket.destroy(failure("ETIMEDOUT"));
    signal.addEventListener("abort", abort, { once: true });
    // Keep this listener: until the socket is in use, an unhandled error event would end the process.
    socket.on("error", reject);
    socket.once("close", () => {
      signal.removeEventListener("abort", abort);
      reject(failure("ECONNRESET"));
    });
    socket.once(event, () => {
      signal.removeEventListener("abort", abort);
      resolve(socket);
    });
    if (signal.aborted) abort();
  });
}

function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown) => reject(failure("UNRESOLVED", cause));
    const abort = () => fail();
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    answer.then(resolve, fail).finally(() => signal.removeEventListener("abort", abort));
  });
}

function failure(code: string, cause?: unknown): Error {
  return Object.assign(new Error(code, { cause }), { code });
}
