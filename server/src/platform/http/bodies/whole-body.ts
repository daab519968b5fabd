// A body that is read whole before anything is done with it.
//
// Everything about it is limited. The route limits its length. Its memory is reserved in open-bodies.ts before the
// first byte is read, or as it arrives if no length was announced. Its time is limited too: every window must bring a
// minimum of bytes, or the end, and the whole body must arrive within a few minutes. A body that stops just before its
// end is cut as soon as one that never began.

import type { IncomingMessage } from "node:http";
import { ApiError } from "../../errors.ts";
import { isWrite } from "../route.ts";
import type { BodyCaller, BodyRooms, OpenBody } from "./open-bodies.ts";

// 1 KiB a second is slower than any usable mobile network, and 20 s outlast a short interruption.
export const LEAST_BYTES_PER_S = 1_024;
const WINDOW_S = 20;
const WHOLE_BODY_WITHIN_S = 300;

/** The first reservation of a body without a length, doubled as it arrives. Nearly all bodies are smaller. */
const GROW_BYTES = 65_536;

/** A body's reservation in open-bodies.ts, and its maximum length. */
export type RoomTaken = { limit_bytes: number; taken_bytes: number; open: OpenBody };

/** Runs before a body is read, and before the client gets `100 Continue`. Undefined if there is no body. */
export function takeRoom(
  { callers, strangers }: BodyRooms,
  { method, headers }: IncomingMessage,
  { limit_bytes, principal_id, addressKey }: BodyCaller & { limit_bytes: number },
): RoomTaken | undefined {
  const isChunked = headers["transfer-encoding"] !== undefined;
  const announced = Number(headers["content-length"] ?? 0);
  if (!isWrite({ method }) || !(isChunked || announced > 0)) return undefined;
  if (announced > limit_bytes) throw tooLarge();
  const taken_bytes = isChunked ? Math.min(GROW_BYTES, limit_bytes) : announced;
  const open =
    principal_id === undefined ? strangers.open(addressKey(), taken_bytes) : callers.open(principal_id, taken_bytes);
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
    // The rest is read and dropped after the answer. If it breaks off, nothing waits for it.
    if (error) request.on("error", () => undefined);
    open.arrived();
    if (error) done(error);
    else done(null, bytes?.subarray(0, came));
  }
  request.on("data", onData).on("end", onEnd).on("error", onError);
}

/** Copied into one piece: a list of single bytes would take hundreds of times the length of the body. */
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
