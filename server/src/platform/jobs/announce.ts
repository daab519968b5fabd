// New work is announced after its commit: to this process's worker at once, to the others by NOTIFY. Inside the
// transaction NOTIFY would take a lock that all commits of the cluster wait for; a few commits share one.

import { randomUUID } from "node:crypto";
import type { Database } from "../database/db.ts";

const CHANNEL = "segue_jobs";
const GATHER_MS = 2;

export type Announcer = {
  announce(lanes: ReadonlySet<string>): void;
  /** From now on `wake` is called for every lane with new work, from any process. */
  connect(wake: (lane: string) => void): Promise<void>;
};

export function createAnnouncer(database: Database): Announcer {
  const sender = randomUUID();
  const gathered = new Set<string>();
  let wakeLocal: (lane: string) => void = () => undefined;
  let isGathering = false;

  /** Announces the first at once, and those of the next moment together. */
  function tellOthers(): void {
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
    tellOthers();
  }

  return {
    announce(lanes) {
      for (const lane of lanes) {
        gathered.add(lane);
        wakeLocal(lane);
      }
      if (!isGathering) tellOthers();
    },
    async connect(wake) {
      wakeLocal = wake;
      await database.listen(CHANNEL, (text) => {
        const [from, ...lanes] = text.split(" ");
        if (from !== sender) lanes.forEach(wake);
      });
    },
  };
}
