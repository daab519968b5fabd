// A database's address in the form of libpq. This file and tls.ts handle its parameters for sockets and TLS. The driver
// does not see them, because it would send unknown parameters as session settings.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartRefused } from "../errors.ts";
import { type Tls, type TlsMode, tlsModes } from "./tls.ts";

export type DatabaseAddress = string | { socket_dir: string; username: string; database: string };

/** One server: on a network, or by its socket on this machine. */
export type DatabaseHost = { host: string; port: number } | { path: string };

/** The address in the driver's terms, its servers, its TLS settings, and what it asks of a session. */
export type DatabaseTarget = {
  url: string;
  parts: Record<string, string | number>;
  hosts: readonly DatabaseHost[];
  tls: Tls;
  settings: Readonly<Record<string, string>>;
};

// Part of the socket's name. Named here, because the driver would otherwise look into PGPORT.
const DEFAULT_PORT = 5432;

export function readAddress(address: DatabaseAddress): DatabaseTarget {
  if (typeof address === "string") return readUrl(address);
  const { socket_dir, username, database } = address;
  return {
    url: "",
    parts: { host: socket_dir, port: DEFAULT_PORT, username, database },
    hosts: [hostAt(socket_dir, DEFAULT_PORT)],
    tls: { mode: "disable" },
    settings: {},
  };
}

/**
 * Undefined if it is no URL. libpq takes two forms that are none: `postgres://user@/database?host=/folder`, which needs a
 * host to be one, and `user@a:5432,b:5433`, which becomes `user@a:5432` with `?host=a,b&port=5432,5433`: libpq reads
 * that too.
 */
export function parseDatabaseUrl(text: string): URL | undefined {
  const [, start = "", servers = "", rest = ""] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(text) ?? [];
  const [first = "", ...others] = servers.split(",");
  const whole = start === "" ? text : start + (first || (rest && "localhost")) + rest;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (others.length === 0) return url;
  const parsed = [first, ...others].map((server) =>
    URL.canParse(`x://${server}`) ? new URL(`x://${server}`) : undefined,
  );
  if (parsed.some((server) => !server?.hostname)) return undefined;
  url.searchParams.set("host", parsed.map((server) => server?.hostname).join(","));
  url.searchParams.set("port", parsed.map((server) => server?.port || DEFAULT_PORT).join(","));
  return url;
}

export function databaseName(text: string): string {
  return decodeURIComponent(parseDatabaseUrl(text)?.pathname.slice(1) ?? "");
}

/** Two addresses of the same server give the same text. */
export function serverName(url: URL): string {
  return JSON.stringify(hostsOf(url));
}

/** Host and port of each server, for messages. It leaves out the rest of the URL, which may hold a password. */
export function describeServers(text: string): string {
  const url = parseDatabaseUrl(text);
  const hosts = url ? hostsOf(url) : [];
  return hosts.map((host) => ("path" in host ? host.path : `${host.host}:${host.port}`)).join(", ");
}

const sessionKinds = ["any", "read-write", "primary"];

/**
 * Throws a sentence for the operator if the URL asks for something unsupported. It leaves out the URL, which may hold a
 * password.
 */
export function assertReadable(url: URL): void {
  tlsModeOf(url);
  const kind = url.searchParams.get("target_session_attrs") ?? "any";
  if (sessionKinds.includes(kind)) return;
  throw new StartRefused(
    `target_session_attrs must be one of ${sessionKinds.join(", ")}, not "${kind}", because Segue must write.`,
  );
}

/** The TLS settings of the URL. Throws a sentence for the operator, without the URL, which may hold a password. */
export function tlsModeOf({ searchParams }: URL): TlsMode | undefined {
  if (searchParams.get("channel_binding") === "require") {
    throw new StartRefused("channel_binding=require is not supported; sslmode=verify-full gives the same certainty.");
  }
  const root = searchParams.get("sslrootcert");
  if (root === "system") return "verify-full";
  const text = searchParams.get("sslmode") ?? searchParams.get("ssl") ?? undefined;
  const asked = text === undefined ? undefined : (synonyms[text] ?? tlsModes.find((mode) => mode === text));
  if (text !== undefined && asked === undefined) {
    throw new StartRefused(`sslmode must be one of ${tlsModes.join(", ")}, not "${text}".`);
  }
  // As in libpq: naming a root certificate means that it must be checked.
  return root && (asked ?? "require") === "require" ? "verify-ca" : asked;
}

/** `allow` tries the two ways in the other order; neither promises anything. */
const synonyms: Record<string, TlsMode> = { allow: "prefer", true: "require", false: "disable" };

// Parameters that the driver reads from the URL, or sends in its first message. All others are session settings.
const driversOwn = new Set([
  "max",
  "idle_timeout",
  "connect_timeout",
  "max_lifetime",
  "max_pipeline",
  "backoff",
  "keep_alive",
  "prepare",
  "debug",
  "fetch_types",
  "publications",
  "options",
]);
const oursAlone = ["sslmode", "ssl", "sslrootcert", "channel_binding", "host", "port", "target_session_attrs"];

function readUrl(text: string): DatabaseTarget {
  const url = parseDatabaseUrl(text);
  if (!url) throw new StartRefused("The database's address is not a URL.");
  assertReadable(url);
  const { searchParams } = url;
  const mode = tlsModeOf(url);
  const ca = readRootCertificate(searchParams.get("sslrootcert"));
  const hosts = hostsOf(url);
  for (const name of oursAlone) searchParams.delete(name);
  const settings = Object.fromEntries([...searchParams].filter(([name]) => !driversOwn.has(name)));
  for (const name of Object.keys(settings)) searchParams.delete(name);
  return {
    url: url.href,
    parts: driversHost(hosts),
    hosts,
    tls: { ...(mode && { mode }), ...(ca && { ca }) },
    settings,
  };
}

/** The driver connects through our sockets. It uses this host and port only in its error messages. */
function driversHost([first]: readonly DatabaseHost[]): DatabaseTarget["parts"] {
  if (first === undefined) return {};
  return "path" in first ? { host: dirname(first.path), port: DEFAULT_PORT } : first;
}

/** `?host=` and `?port=` override the URL's own host and port. The host may also be a folder, as `%2Ffolder`. */
function hostsOf({ searchParams, hostname, port }: URL): DatabaseHost[] {
  const hosts = (searchParams.get("host") || hostname || "localhost").replaceAll(/%2f/gi, "/").split(",");
  const ports = (searchParams.get("port") || port).split(",");
  return hosts.map((host, index) => hostAt(host, Number(ports[index] ?? ports[0]) || DEFAULT_PORT));
}

function hostAt(host: string, port: number): DatabaseHost {
  if (host.startsWith("/")) return { path: join(host, `.s.PGSQL.${port}`) };
  // An address of IPv6 stands in brackets only within a URL.
  return { host: host.replaceAll(/^\[|\]$/g, ""), port };
}

function readRootCertificate(path: string | null): string | undefined {
  if (!path || path === "system") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new StartRefused(`The root certificate of the database, ${path}, cannot be read.`);
  }
}
