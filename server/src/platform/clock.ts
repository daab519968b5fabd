// The time of the service: the database's, which all nodes share.
//
// The problem. The time decides which data is kept, which has expired and which is due. A node whose clock is two days
// ahead would fail every waiting upload and forget every idempotency key. One that is behind would accept expired keys.
//
// The procedure. At the start, and every second and a half, the node asks the database for its time. Between two
// answers the time advances by the machine's counter of milliseconds, which cannot be set. An answer was true at some
// moment between the question and its arrival. So the time now lies between the answer and the answer plus the round
// trip. Our time is moved into that span and no further, so that network delays do not make it jump. The machine's own
// clock decides nothing. It is only compared: if it differs from the database's by more than a few seconds, one of the
// two is wrong, and the node cannot tell which. Then the node says so and is not ready, and its worker takes no job,
// makes none ready and sweeps nothing, until both agree.
//
// When it fails. A machine that was suspended may wake with a counter that stood still. The time is then behind by the
// length of the sleep, until the next answer. Requests in these one or two seconds may still accept a credential that
// expired meanwhile. The worker waits, because the machine's clock and the counter no longer agree about how much time
// has passed. After a process was only stopped, its counter is right. While the database is unavailable, the time
// advances by the counter.

import type { Clock } from "./context.ts";
import type { Db } from "./database/db.ts";
import type { Log } from "./logging.ts";

export type ServiceClock = Clock & {
  now_ms(): number;
  /** Asks the database. */
  compare(db: Db): Promise<void>;
  /** The fault of this machine's clock as a sentence, or undefined. */
  fault(): string | undefined;
  /** How far this machine's clock was ahead of the database's at the last comparison. */
  ahead_s(): number;
};

/** The machine's two clocks: the time as it is set, and a counter of milliseconds that only advances. */
export type MachineTime = { wall_ms(): number; counter_ms(): number };

export const machineTime: MachineTime = { wall_ms: () => Date.now(), counter_ms: () => performance.now() };

export const COMPARE_EVERY_MS = 1_500;
const TOLERATED_MS = 5_000;
/** For a step back of up to this much, the time stands still instead of going back. */
const STAND_STILL_MS = 1_000;

/** Unusable before its first comparison with the database. */
export function createClock({ wall_ms, counter_ms }: MachineTime, log: Log): ServiceClock {
  // The time when the counter was zero, and the machine's own then: by the last comparison.
  let origin_ms: number | undefined;
  let wall_origin_ms = 0;
  let ahead_ms = 0;
  let was_right = true;
  let latest_ms = 0;

  const isBeyond = (difference_ms: number) => Math.abs(difference_ms) > TOLERATED_MS;
  const isMoved = () => isBeyond(wall_ms() - counter_ms() - wall_origin_ms);

  async function compare(db: Db): Promise<void> {
    const asked_ms = counter_ms();
    const [row] = await db<{ now_ms: number }[]>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`;
    const [database_ms, wall, counter] = [row?.now_ms ?? Number.NaN, wall_ms(), counter_ms()];
    const trip_ms = counter - asked_ms;
    const within = (time_ms: number) => Math.min(Math.max(time_ms, database_ms), database_ms + trip_ms);
    const present_ms = origin_ms === undefined ? database_ms + trip_ms / 2 : within(origin_ms + counter);
    origin_ms = present_ms - counter;
    wall_origin_ms = wall - counter;
    // Correct only by what is certain, however long the answer took.
    ahead_ms = wall - within(wall);
    logFault();
  }

  function logFault(): void {
    const is_right = !isBeyond(ahead_ms);
    if (is_right === was_right) return;
    was_right = is_right;
    if (is_right) log.warn({}, "This machine's clock agrees with the database's again; background work continues");
    else log.error({}, sentence(ahead_ms));
  }

  function now_ms(): number {
    if (origin_ms === undefined) throw new Error("The clock was read before it was set from the database.");
    const time_ms = Math.floor(origin_ms + counter_ms());
    if (time_ms < latest_ms && latest_ms - time_ms < STAND_STILL_MS) return latest_ms;
    latest_ms = time_ms;
    return time_ms;
  }

  return {
    now_ms,
    now: () => new Date(now_ms()),
    compare,
    fault() {
      if (isBeyond(ahead_ms)) return sentence(ahead_ms);
      return isMoved()
        ? "This machine slept, or its clock was changed: work waits until the clock is compared with the database's."
        : undefined;
    },
    ahead_s: () => ahead_ms / 1_000,
  };
}

function sentence(ahead_ms: number): string {
  const seconds = Math.round(Math.abs(ahead_ms) / 1_000);
  const side = ahead_ms > 0 ? "ahead of" : "behind";
  return `This machine's clock is ${seconds} s ${side} the database's: correct the wrong one (use NTP on both).`;
}
