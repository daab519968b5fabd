import { type Semaphore, semaphore } from "./semaphore.ts";

/** The child processes of one environment: how many at a time, and their priority (0 to 19, as in `nice`). */
export type ChildProcessLimit = { semaphore: Semaphore; niceness: number };

export function childProcessLimit({ at_once, niceness }: { at_once: number; niceness: number }): ChildProcessLimit {
  return { semaphore: semaphore(at_once), niceness };
}
