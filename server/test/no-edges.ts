import type { ChildProcessLimit } from "../src/platform/child-process-limit.ts";
import type { Clock } from "../src/platform/context.ts";
import type { Outbound } from "../src/platform/outbound/outbound.ts";
import type { Blobs } from "../src/platform/storage/blobs.ts";

/** This machine's clock, for programs that are not a node of the service. A node uses the database's. */
export const systemClock: Clock = { now: () => new Date() };

/** For code that works without files, strangers and child processes: each throws when it is used. */
export const noBlobs = untouchable<Blobs>("blobs");
export const noOutbound = untouchable<Outbound>("outbound");
export const noChildHands = untouchable<ChildProcessLimit>("child_process_limit");

function untouchable<Edge extends object>(noun: string): Edge {
  return new Proxy({} as Edge, {
    get(_target, name) {
      throw new Error(`This code must not use \`${noun}.${String(name)}\`.`);
    },
  });
}
