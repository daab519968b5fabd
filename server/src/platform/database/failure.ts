// Classifies database failures, and says which of them a retry may pass.

import { isConnectionFailure } from "./socket.ts";

// Error codes of a socket to the database.
const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EACCES",
  // A socket whose queue is full, and a network without a route.
  "EAGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ENETDOWN",
  "ECONNABORTED",
]);
export const READ_ONLY = "25006";
const DISK_FULL = "53100";
// Error codes of the driver and of PostgreSQL. 58030 is an I/O error of the disk.
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
  // The connection no longer has the prepared statement: the driver prepares it anew the next time.
  "26000",
]);

// A connection that failed, and resources that ran out: room on the disk, memory, connections.
const unavailableClasses = ["08", "53"];

// PostgreSQL's functions that find that a migration has changed what a prepared statement returns or takes: see rows.ts.
const replanning = new Set(["RevalidateCachedQuery", "transformAssignedExpr"]);

/** True when the database is unavailable, starting, stopping, read-only, or out of time or space: the caller may retry. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  if (code === undefined) return false;
  const isKnown = unavailableCodes.has(code) || unavailableClasses.includes(code.slice(0, 2));
  const isReplanned = replanning.has((error as { routine?: string }).routine ?? "");
  return isKnown || isReplanned || (connectionCodes.has(code) && isConnectionFailure(error));
}

/** True when the database answers reads but refuses writes. */
export function isWriteRefusal(error: unknown): boolean {
  return [READ_ONLY, DISK_FULL].includes(errorCode(error) ?? "");
}

/** The statement conflicted with another transaction: a retry may succeed. */
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

/** A foreign key failed: the deleted row is still referenced, or a referenced row does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return errorCode(error) === "23503";
}

export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
