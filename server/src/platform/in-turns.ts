import { setImmediate } from "node:timers/promises";

// As long as nobody notices; all who work at the same time share it, since they come one after the other.
const TURN_MS = 5;
let working = 0;

/** Work of many steps: other requests have their turn in between. No step may be long. */
export async function inTurns<Result>(steps: Generator<undefined, Result, undefined>): Promise<Result> {
  working += 1;
  try {
    for (let began = performance.now(); ; ) {
      const { done, value } = steps.next();
      if (done) return value;
      if (performance.now() - began < TURN_MS / working) continue;
      await setImmediate();
      began = performance.now();
    }
  } finally {
    working -= 1;
  }
}

/** The same steps for what is small: a turn of its own would cost it more. */
export function atOnce<Result>(steps: Generator<undefined, Result, undefined>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
