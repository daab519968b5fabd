// What went wrong at the database, and whether the same again may succeed.

import { isConnectionFailure } from "./socket.ts";

// Of a socket to the database.
const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EACCES",
  // A socket whose queue is full, and a network without a way there.
  "EAGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ENETDOWN",
  "ECONNABORTED",
]);
export const READ_ONLY = "25006";
const DISK_FULL = "53100";
// Of the driver and of PostgreSQL. 58030 is a disk that does not answer as it should.
const unavailableCodes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  READ_ONLY,
  "58030",
  "55P03",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "25P03",
  "40001",
  "40P01",
]);

// A connection that failed, and resources that ran out: room on the disk, memory, connections.
const unavailableClasses = ["08", "53"];

/** True when the database is away, starting, stopping, read-only, or out of time or room: the caller may try the same again. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  if (code === undefined) return false;
  const isKnown = unavailableCodes.has(code) || unavailableClasses.includes(code.slice(0, 2));
  return isKnown || (connectionCodes.has(code) && isConnectionFailure(error));
}

/** True where the database answers and reads, but writes nothing. */
export function isWriteRefusal(error: unknown): boolean {
  return [READ_ONLY, DISK_FULL].includes(errorCode(error) ?? "");
}

/** Others were in the way: the same again may succeed. */
export function isLockedOut(error: unknown): boolean {
  return errorCode(error) === "55P03" || errorCode(error) === "40P01";
}

/** The statement took longer than it may. */
export function isTimedOut(error: unknown): boolean {
  return errorCode(error) === "57014";
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return errorCode(error) === "23505" && (error as { constraint_name?: string }).constraint_name === constraint;
}

/** A row that others name was to go, or one was named that is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  return errorCode(error) === "23503";
}

export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
