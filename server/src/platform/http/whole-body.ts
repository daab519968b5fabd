// A body that is read whole before anything is done with it.
//
// It is bounded in every direction. Its length is the route's. Its memory was taken from open-bodies.ts before the first
// byte is read, or is taken as it comes where no length was announced. Its time: in every window it brings a least number of
// bytes, or its end, and all of it comes within a few minutes. A body that is nearly there and then waits is cut as soon
// as one that never began.

import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors.ts";
import type { BodyCaller, BodyRooms, OpenBody } from "./open-bodies.ts";
import { isWrite } from "./route.ts";

// 1 KiB a second is less than any network brings that a phone still calls one; 20 s outlast a bad moment of it.
export const LEAST_BYTES_PER_S = 1_024;
const WINDOW_S = 20;
const WHOLE_BODY_WITHIN_S = 300;

/** What a body without a length takes at first, and doubles as it comes: more than nearly all of them have. */
const GROW_BYTES = 65_536;

/** What a body has of open-bodies.ts, and how long it may be. */
export type RoomTaken = { limit_bytes: number; taken_bytes: number; open: OpenBody };

/** Before a body is read, and before its client is told to go on. Undefined: there is none. */
export function takeRoom(
  { callers, strangers }: BodyRooms,
  { method, headers }: IncomingMessage,
  { limit_bytes, organization_id, addressKey }: BodyCaller & { limit_bytes: number },
): RoomTaken | undefined {
  const isChunked = headers["transfer-encoding"] !== undefined;
  const announced = Number(headers["content-length"] ?? 0);
  if (!isWrite({ method }) || !(isChunked || announced > 0)) return undefined;
  if (announced > limit_bytes) throw tooLarge();
  const taken_bytes = isChunked ? Math.min(GROW_BYTES, limit_bytes) : announced;
  const open =
    organization_id === undefined
      ? strangers.open(addressKey(), taken_bytes)
      : callers.open(organization_id, taken_bytes);
  return { limit_bytes, taken_bytes, open };
}

/** With a callback, as the framework asks for it: a promise for each body is not free. */
export function readWhole(
  request: IncomingMessage,
  { limit_bytes, taken_bytes, open }: RoomTaken,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  let bytes: Buffer | undefined;
  let came = 0;
  let taken = taken_bytes;
  const watch = watchPace(() => came, finish);

  function onData(chunk: Buffer): void {
    try {
      if (came + chunk.length > limit_bytes) throw tooLarge();
      for (; taken < came + chunk.length; taken *= 2) open.grow(taken);
      bytes = keep(bytes, { chunk, at: came, room: taken });
      came += chunk.length;
    } catch (error) {
      finish(error as Error);
    }
  }
  function onEnd(): void {
    finish(null);
  }
  function onError(): void {
    finish(new ApiError("invalid_request", "The body ended before it was complete."));
  }
  function finish(error: Error | null): void {
    clearInterval(watch);
    request.off("data", onData).off("end", onEnd).off("error", onError);
    // The rest is read and dropped after the answer. Where it breaks off, nobody waits for it.
    if (error) request.on("error", () => undefined);
    open.arrived();
    if (error) done(error);
    else done(null, bytes?.subarray(0, came));
  }
  request.on("data", onData).on("end", onEnd).on("error", onError);
}

/** Copied into one piece: a body that comes byte by byte would take hundreds of times its length as a list of pieces. */
function keep(bytes: Buffer | undefined, { chunk, at, room }: { chunk: Buffer; at: number; room: number }): Buffer {
  // Most come in one.
  if (bytes === undefined) return chunk;
  const kept = bytes.length < at + chunk.length ? Buffer.allocUnsafeSlow(room) : bytes;
  if (kept !== bytes) bytes.copy(kept, 0, 0, at);
  chunk.copy(kept, at);
  return kept;
}

/** Calls `late` at the end of a window that brought too little. */
function watchPace(cameSoFar: () => number, late: (error: Error) => void): NodeJS.Timeout {
  let seen = 0;
  let elapsed_s = 0;
  return setInterval(() => {
    const came = cameSoFar();
    elapsed_s += WINDOW_S;
    if (came - seen < WINDOW_S * LEAST_BYTES_PER_S || elapsed_s >= WHOLE_BODY_WITHIN_S) late(tooSlow());
    seen = came;
  }, WINDOW_S * 1_000);
}

function tooSlow(): ApiError {
  return new ApiError("invalid_request", "The body arrived too slowly, or stopped before its end.");
}

function tooLarge(): ApiError {
  return new ApiError("payload_too_large", "The body is larger than this operation takes.");
}
