// Work ends when its request does.
//
// The problem. A request has an end: it is answered, at the latest after a time limit, or its client leaves. Work that
// goes on after that holds memory and locks for an answer that no client reads, and a client that repeats its request
// starts it once more.
//
// The procedure. A request's context carries a signal. Long work looks at it: `yielding` before each turn,
// `fairSemaphore` when a turn comes, a transaction before each statement. If the request is over, they throw, and the
// transaction is rolled back. Background work has no such signal, or that of its own deadline.

import { ApiError } from "./errors.ts";

/** An AbortSignal is one. */
export type Signal = { readonly aborted: boolean };

export function assertWanted(signal: Signal | undefined): void {
  if (signal?.aborted)
    throw new ApiError("invalid_request", "The request ended before its work did; nothing was changed.");
}
