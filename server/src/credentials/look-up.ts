// Asks the database for the holder of a credential that this process does not know.
//
// The problem. An attacker can make up any number of keys, and each would cost the database a statement. The rate limit
// slows the attacker's address, but only after the keys are known to be wrong. A valid key that was not seen before
// looks the same, and may come from the same address.
//
// The procedure. If the address is within its limit, or the credential was once found valid, the database is asked at
// once. All other credentials wait in a line and are looked up together, in one statement, PAUSE_MS after the last one.
// So strangers cost the database at most ten statements a second, and a valid key waits only a moment. An address has a
// few places in the line; more requests are refused with 429. A key that was once found valid needs no place again.

import { setTimeout as sleep } from "node:timers/promises";
import { withDeadline } from "../platform/deadline.ts";
import { ApiError } from "../platform/errors.ts";
import type { Origin } from "../platform/http/guards/guards.ts";
import { batched } from "../platform/jobs/batched.ts";

const PAUSE_MS = 100;
const MAX_IN_LINE = 500;
const MAX_OF_ADDRESS = 20;
const MAX_PROVEN = 10_000;

// One look into one index: a database that takes longer for it hangs.
const FIND_WITHIN_MS = 10_000;

export type LookUp<By, Found> = (by: By, name: string, origin: Origin | undefined) => Promise<Found | undefined>;

/** `find` answers with those that there are; `name` tells credentials apart without being one. */
export function createLookUp<By extends string | Buffer, Found extends { by: By }>(
  find: (wanted: readonly By[]) => Promise<readonly Found[]>,
): LookUp<By, Found> {
  const proven = new Set<string>();
  const line = semaphore(find);

  async function ask(by: By, name: string, origin: Origin | undefined): Promise<Found | undefined> {
    if (origin && !proven.has(name) && (await origin.isOverLimit())) return line(by, origin.addressKey());
    const [found] = await find([by]);
    return found;
  }
  return async (by, name, origin) => {
    const found = await withDeadline(FIND_WITHIN_MS, ask(by, name, origin));
    // Put last, so that the one that was not used for longest goes first.
    proven.delete(name);
    if (found) proven.add(name);
    const [oldest] = proven;
    if (proven.size > MAX_PROVEN && oldest !== undefined) proven.delete(oldest);
    return found;
  };
}

function semaphore<By extends string | Buffer, Found extends { by: By }>(
  find: (wanted: readonly By[]) => Promise<readonly Found[]>,
) {
  const waiting = new Map<string, number>();
  let in_line = 0;
  let asked_ms = Number.NEGATIVE_INFINITY;

  const findTogether = batched<By, Found | undefined | { error: unknown }>(MAX_IN_LINE, async (wanted) => {
    const left_ms = asked_ms + PAUSE_MS - performance.now();
    if (left_ms > 0) await sleep(left_ms);
    asked_ms = performance.now();
    try {
      const found = new Map((await find(wanted)).map((one) => [textOf(one.by), one]));
      return wanted.map((by) => found.get(textOf(by)));
    } catch (error) {
      // Ask for all of them in one statement; one by one they would be a flood again.
      return wanted.map(() => ({ error }));
    }
  });

  return async (by: By, address_key: string): Promise<Found | undefined> => {
    const of_address = waiting.get(address_key) ?? 0;
    if (in_line >= MAX_IN_LINE || of_address >= MAX_OF_ADDRESS) throw lineIsFull();
    in_line++;
    waiting.set(address_key, of_address + 1);
    try {
      const answer = await findTogether(by);
      if (answer && "error" in answer) throw answer.error;
      return answer;
    } finally {
      in_line--;
      const left = (waiting.get(address_key) ?? 1) - 1;
      if (left > 0) waiting.set(address_key, left);
      else waiting.delete(address_key);
    }
  };
}

function textOf(by: string | Buffer): string {
  return typeof by === "string" ? by : by.toString("hex");
}

/** The message says nothing about the credential, because it was not looked up. */
function lineIsFull(): ApiError {
  const message = "Too many requests from your address carry an unknown credential; wait 1 s before the next.";
  return new ApiError("rate_limit_exceeded", message, [], { "retry-after": "1" });
}
