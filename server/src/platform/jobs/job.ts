import type { Transitions } from "../state-machine.ts";

export const jobStatuses = ["waiting", "ready", "running", "parked"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/**
 * A job that is done is deleted. The statements of the queue take the status that a move leads to from here. Statements
 * that look for jobs name the status themselves: PostgreSQL uses a partial index only if the statement has its very
 * condition.
 */
export const jobTransitions = {
  promote: { from: ["waiting"], to: "ready", event: "none" },
  claim: { from: ["ready"], to: "running", event: "none" },
  fail: { from: ["running"], to: "waiting", event: "none" },
  park: { from: ["running"], to: "parked", event: "none" },
  retry: { from: ["parked"], to: "ready", event: "none" },
  // The worker stops.
  hand_back: { from: ["running"], to: "ready", event: "none" },
  // Its worker's lease has expired. After the first time the job waits a little longer each time.
  revive: { from: ["running"], to: "ready", event: "none" },
  revive_later: { from: ["running"], to: "waiting", event: "none" },
} as const satisfies Transitions<JobStatus, never>;
