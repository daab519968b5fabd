// New work is announced after its commit: to this process's worker at once, to the others by NOTIFY. Inside the
// transaction NOTIFY would take a lock that all commits of the cluster wait for; a few commits share one. The name of a
// sender that has a worker ends with a mark, because its own worker is likely to take all of the work.

import { randomUUID } from "node:crypto";
import type { Database } from "../database/db.ts";

const CHANNEL = "segue_jobs";
const GATHER_MS = 2;
const WORKS = "+";

export type Announcer = {
  announce(lanes: ReadonlySet<string>): void;
  /** Wakes the worker from now on for every lane with new work, from any process. */
  connect(worker: WorkListener): Promise<void>;
};

export type WorkListener = {
  /** There may be new work in the lane. */
  wake(lane: string): void;
  /** Another process made new work. `is_taken`: that process has a worker, which knows of it already. */
  announced(lane: string, is_taken: boolean): void;
};

export function createAnnouncer(database: Database): Announcer {
  let sender: string = randomUUID();
  const gathered = new Set<string>();
  let wakeLocal: (lane: string) => void = () => undefined;
  let isGathering = false;

  /** Announces the first at once, and those of the next moment together. */
  function notifyOthers(): void {
    if (gathered.size === 0) return;
    const text = [sender, ...gathered].join(" ");
    gathered.clear();
    isGathering = true;
    setTimeout(endMoment, GATHER_MS);
    // A worker that misses it finds the job with the next poll, so it need not wait for the disk.
    database.db`select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${text})`.catch(
      () => undefined,
    );
  }
  function endMoment(): void {
    isGathering = false;
    notifyOthers();
  }

  return {
    announce(lanes) {
      for (const lane of lanes) {
        gathered.add(lane);
        wakeLocal(lane);
      }
      if (!isGathering) notifyOthers();
    },
    async connect({ wake, announced }) {
      wakeLocal = wake;
      sender += WORKS;
      await database.listen(CHANNEL, (text) => {
        const [from = "", ...lanes] = text.split(" ");
        if (from !== sender) for (const lane of lanes) announced(lane, from.endsWith(WORKS));
      });
    },
  };
}
