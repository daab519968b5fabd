// The time that the work of a request has.

import type { Context } from "../context.ts";
import { outOfTime, withDeadline } from "../deadline.ts";
import type { RawRequest } from "./raw-request.ts";
import type { Answer, Route } from "./route.ts";

// The client gets an answer, even if the work hangs. This is longer than every timeout of the database.
export const ANSWER_WITHIN_MS = 40_000;

/** After the deadline the client gets an answer, and the signal ends the work. */
export function inTime({ signal }: RawRequest, answer: Promise<Answer>, answer_within_ms = ANSWER_WITHIN_MS) {
  return withDeadline(answer_within_ms, answer, () => {
    signal.end();
    return outOfTime();
  });
}

/** A stream ends with its bytes: the work on bytes already read is finished, though a proxy may have left. */
export function contextOf({ takes, outlives_request }: Route, ctx: Context, { signal }: RawRequest): Context {
  return takes === "stream" || outlives_request ? ctx : { ...ctx, signal };
}
