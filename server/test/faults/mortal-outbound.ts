// HTTP to strangers by a process that ends itself as `kill -9` does, at a point of a call that a signal from outside would
// hardly ever hit.

import type { Outbound } from "../../src/platform/outbound/outbound.ts";
import { between } from "./scale.ts";

export const deathPoints = ["before sending", "while sending", "after the answer"] as const;

/** At that point of a call, after so many. */
export type Death = { at: (typeof deathPoints)[number]; after_calls: number };

/** From the first byte to the answer of a receiver that is not late. */
const WHILE_MS: [number, number] = [0, 15];

export function mortalOutbound(outbound: Outbound, death: Death | undefined): Outbound {
  let calls = 0;
  const isTime = (point: Death["at"]) => death?.at === point && calls >= death.after_calls;
  return {
    ...outbound,
    async post(request) {
      calls++;
      if (isTime("before sending")) die();
      if (isTime("while sending")) setTimeout(die, between(...WHILE_MS));
      const outcome = await outbound.post(request);
      if (outcome.status === 200 && isTime("after the answer")) die();
      return outcome;
    },
  };
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
}
