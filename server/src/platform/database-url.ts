// A database's address in the form of libpq. What is said there about sockets and TLS is dealt with here and in
// database-tls.ts, and the driver does not see it: it would send what it does not know as settings of the session.

import { readFileSync } from "node:fs";
import { type Tls, type TlsMode, tlsModes } from "./database-tls.ts";
import { StartRefused } from "./errors.ts";

export type DatabaseAddress = string | { socket_dir: string; username: string; database: string };

/** The address in the driver's words, and how it is to be encrypted. */
export type DatabaseTarget = { url: string; parts: Record<string, string | number>; tls: Tls };

// Part of the socket's name. Named here, because the driver would otherwise look into PGPORT.
const SOCKET_PORT = 5432;

export function readAddress(address: DatabaseAddress): DatabaseTarget {
  if (typeof address === "string") return readUrl(address);
  const { socket_dir, username, database } = address;
  return { url: "", parts: { host: socket_dir, port: SOCKET_PORT, username, database }, tls: { mode: "disable" } };
}

/** Undefined if it is no URL. libpq takes `postgres://user@/database?host=/folder`, which needs a host to be one. */
export function parseDatabaseUrl(text: string): URL | undefined {
  const whole = text.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?])/, "$1localhost");
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

/** What the URL asks of TLS. Throws a sentence for the operator, without the URL: it may hold a password. */
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
  // As libpq: whoever names a certificate wants it checked.
  return root && (asked ?? "require") === "require" ? "verify-ca" : asked;
}

/** `allow` tries the two ways in the other order; neither promises anything. */
const synonyms: Record<string, TlsMode> = { allow: "prefer", true: "require", false: "disable" };

function readUrl(text: string): DatabaseTarget {
  const url = parseDatabaseUrl(text);
  if (!url) throw new StartRefused("The database's address is not a URL.");
  const { searchParams } = url;
  const mode = tlsModeOf(url);
  const ca = readRootCertificate(searchParams.get("sslrootcert"));
  const folder = socketFolder(url);
  const port = Number(searchParams.get("port") ?? url.port) || SOCKET_PORT;
  for (const name of ["sslmode", "ssl", "sslrootcert", "channel_binding"]) searchParams.delete(name);
  if (folder !== undefined) for (const name of ["host", "port"]) searchParams.delete(name);
  return {
    url: url.href,
    parts: folder === undefined ? {} : { host: folder, port },
    tls: { ...(mode && { mode }), ...(ca && { ca }) },
  };
}

/** `?host=/folder`, or the folder in place of the host as `%2Ffolder`. */
export function socketFolder({ searchParams, hostname }: URL): string | undefined {
  return [searchParams.get("host") ?? "", hostname.replaceAll(/%2f/gi, "/")].find((host) => host.startsWith("/"));
}

function readRootCertificate(path: string | null): string | undefined {
  if (!path || path === "system") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new StartRefused(`The root certificate of the database, ${path}, cannot be read.`);
  }
}
