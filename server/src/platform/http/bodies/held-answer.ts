// Answers that their clients do not read.
//
// An answer stays in memory until the network has taken it, and a client that does not read takes nothing. So a client
// that is silent for too long is cut, and large answers reserve memory in open-bodies.ts: a client with many unread
// answers is told to wait. The answer to a write is never refused, because the write has happened.

import type { ServerResponse } from "node:http";
import { onClosed } from "../on-closed.ts";
import { isWrite } from "../route.ts";
import { STREAM_IDLE_MS } from "./body-stream.ts";
import type { BodyCaller, BodyRooms } from "./open-bodies.ts";

// The network usually takes smaller answers at once.
const LARGE_BYTES = 65_536;

/** Throws if there is no room for one more. */
export function holdAnswer(
  { answers, strangersAnswers }: BodyRooms,
  response: ServerResponse,
  { principal_id, addressKey, payload }: BodyCaller & { payload: unknown },
): void {
  response.setTimeout(STREAM_IDLE_MS, () => response.destroy());
  const bytes = typeof payload === "string" || Buffer.isBuffer(payload) ? payload.length : 0;
  if (bytes < LARGE_BYTES || isWrite(response.req)) return;
  const open =
    principal_id === undefined ? strangersAnswers.open(addressKey(), bytes) : answers.open(principal_id, bytes);
  onClosed(response, open.close);
}
