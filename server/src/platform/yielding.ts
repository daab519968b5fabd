import { setImmediate } from "node:timers/promises";
import { assertWanted, type Signal } from "./signal.ts";

// Too short for a client to notice. Concurrent work shares this time, because it runs one piece after the other.
const TURN_MS = 5;
let working = 0;

/** Work of many steps: other requests have their turn in between. No step may be long. It ends when it is no longer wanted. */
export async function yielding<Result>(
  steps: Generator<undefined, Result, undefined>,
  signal: Signal | undefined,
): Promise<Result> {
  working += 1;
  try {
    assertWanted(signal);
    for (let began = performance.now(); ; ) {
      const { done, value } = steps.next();
      if (done) return value;
      if (performance.now() - began < TURN_MS / working) continue;
      await setImmediate();
      assertWanted(signal);
      began = performance.now();
    }
  } finally {
    working -= 1;
  }
}

/** The same steps in one go, for small work: a turn of its own would cost more. */
export function atOnce<Result>(steps: Generator<undefined, Result, undefined>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
