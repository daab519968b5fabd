// Says to the operator in plain words why the database cannot be used, and what to do: the start and `segue doctor` share it.

import { StartRefused } from "../errors.ts";
import { messageOf } from "../logging.ts";
import { errorCode, isUnavailable, READ_ONLY } from "./failure.ts";
import { isConnectionFailure } from "./socket.ts";

/** The database failed, or the way to it. */
export function isDatabaseTrouble(error: unknown): boolean {
  return (
    isUnavailable(error) || isConnectionFailure(error) || (error instanceof Error && error.name === "PostgresError")
  );
}

/** A clause for the middle of a line, with the raw code in brackets. It shows no password. */
export function databaseTrouble(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) return messageOf(error);
  const words = plainWords[code]?.(error as Place) ?? messageOf(error);
  return words ? `${words} (${code})` : `the server cannot be reached (${code})`;
}

/** Fields of Node's errors. An error that stands for several tries has none of them. */
type Place = { address?: string; port?: number; hostname?: string };

const lostWords = () => "the connection was lost before an answer came";
const lateWords = () => "the server did not answer in time";
const roadWords = ({ address }: Place) => `there is no way through the network to ${address ?? "the server"}`;

const plainWords: Readonly<Record<string, (place: Place) => string>> = {
  CONNECT_TIMEOUT: lateWords,
  ETIMEDOUT: lateWords,
  CONNECTION_CLOSED: lostWords,
  CONNECTION_DESTROYED: lostWords,
  CONNECTION_ENDED: lostWords,
  ECONNRESET: lostWords,
  EPIPE: lostWords,
  ECONNREFUSED: (place) => `nothing takes connections at ${placeWords(place)}`,
  ENOENT: (place) => `there is no socket ${placeWords(place)}`,
  EACCES: (place) => `this user may not use the socket ${placeWords(place)}`,
  ENOTFOUND: ({ hostname }) => `there is no host with the name ${hostname ?? "that was given"}`,
  EAI_AGAIN: ({ hostname }) => `the name ${hostname ?? "of the host"} cannot be looked up now`,
  EHOSTUNREACH: roadWords,
  EHOSTDOWN: roadWords,
  ENETUNREACH: roadWords,
  ENETDOWN: roadWords,
};

function placeWords({ address, port }: Place): string {
  if (address === undefined) return "that address";
  if (port === undefined) return address;
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

/** `variable` names the database. Undefined: the database comes with Segue. */
export function databaseAdvice(error: unknown, variable: string | undefined): string {
  const code = errorCode(error);
  if (error instanceof StartRefused) return "Change this, and start the service again.";
  if (code === "53300") return "Raise max_connections of PostgreSQL, or run fewer processes.";
  if (variable === undefined) return "Look into the log of the service: the database runs as a part of it.";
  if (code === "28P01" || code === "28000") return `Correct user and password in ${variable}.`;
  if (code === "3D000") return `Create the database, or name another in ${variable}.`;
  if (code === READ_ONLY) return readOnlyAdvice(variable);
  return `Look whether PostgreSQL runs, and whether ${variable} names it.`;
}

export function readOnlyAdvice(variable: string | undefined): string {
  const name = variable === undefined ? "" : `, or name the writable server in ${variable}`;
  return `Promote the standby, make room on the server's disk${name}.`;
}
