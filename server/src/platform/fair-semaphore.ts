// Limits work that takes much memory or time: a few pieces run at once, and one for each key. Keys take turns, so a key
// with a hundred pieces delays another key by one piece, not by a hundred. A key with too many waiting pieces is
// refused.

import { ApiError } from "./errors.ts";
import { assertWanted, type Signal } from "./signal.ts";

/** Does the work when its turn comes; refuses it when that takes too long. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

// For one key. Work behind this many others would only time out.
const MAX_WAITING = 32;

/** Skips work whose request is over when its turn comes. */
export function fairSemaphore(
  at_once: number,
  patience_ms: number,
): (key: string, signal: Signal | undefined) => InTurn {
  const waiting = new Map<string, Set<() => void>>();
  const busy = new Set<string>();

  function goOn(): void {
    for (const [key, starts] of waiting) {
      if (busy.size >= at_once) return;
      const [start] = starts;
      if (busy.has(key) || !start) continue;
      busy.add(key);
      start();
      // Its remaining work comes after the other keys.
      waiting.delete(key);
      if (starts.size > 0) waiting.set(key, starts);
    }
  }
  function stand(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const starts = waiting.get(key) ?? new Set();
      if (starts.size >= MAX_WAITING) return reject(tooManyAtOnce());
      const leave = () => {
        clearTimeout(timer);
        starts.delete(start);
        if (starts.size === 0) waiting.delete(key);
      };
      const start = () => {
        leave();
        resolve();
      };
      const timer = setTimeout(() => {
        leave();
        reject(tooBusy());
      }, patience_ms);
      waiting.set(key, starts.add(start));
      goOn();
    });
  }
  return (key, signal) => async (work) => {
    await stand(key);
    try {
      assertWanted(signal);
      return await work();
    } finally {
      busy.delete(key);
      goOn();
    }
  };
}

function tooBusy(): ApiError {
  const message = "The service is busy with large requests; send the same request again later, or ask for less.";
  return new ApiError("service_unavailable", message, [], { "retry-after": "5" });
}

function tooManyAtOnce(): ApiError {
  const message = `More than ${MAX_WAITING} of your large requests are already waiting; send fewer at once.`;
  return new ApiError("rate_limit_exceeded", message, [], { "retry-after": "5" });
}
