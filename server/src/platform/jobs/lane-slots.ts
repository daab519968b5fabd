// The slots of one lane in one worker: what they hold, and the claims that fill them.
//
// The problem. If a slot is free until the next claim has come back, short jobs wait for claims most of their time. If a
// worker fetches far ahead, jobs wait here while the slots of another worker have nothing to do.
//
// The procedure. A lane makes one claim at a time, for all hands that fell free in one turn of the event loop. It asks for
// as many jobs more as ended while the last claim was under way. They wait here, and a slot that falls free takes the next
// one at once, while the next claim is already under way. So short jobs are fetched ahead for the length of a claim, and
// long ones not at all. The queue counts jobs that wait here as in flight, so its limits per key and group hold. A claim tells
// whether it left ready jobs behind. If not, hands that fall free wait for an announcement or the next poll.
//
// When it fails. If the jobs get longer, those that still wait at the second poll are handed back for any worker, as if
// never tried. A worker that stops hands them back with the rest. If its lease expired, others have them: they are forgotten.

import type { Context } from "../context.ts";
import { append } from "../long-list.ts";
import { type Cursor, claimJobs, lastKey } from "./claim.ts";
import { fairShare } from "./fair-share.ts";
import { type Claimed, handBackJobs, type Lane } from "./queue.ts";

/** A claimed job, and the id of the worker at the time of the claim. */
export type InHand = { job: Claimed; held_as: string };

export type SlotsOptions = {
  ctx: Context;
  lane: Lane;
  workerId(): string;
  /** True: take no more jobs. */
  isIdle(): boolean;
  /** True: begin no more of those that were taken. */
  isStopping(): boolean;
  /** Never rejects. */
  perform(taken: InHand): Promise<void>;
  onFree(): void;
};

export class LaneSlots {
  readonly #options: SlotsOptions;
  readonly #running = new Map<string, Promise<void>>();
  #waiting: (InHand & { has_seen_poll?: true })[] = [];
  #cursor: Cursor | undefined;
  #isClaiming = false;
  #isWoken = false;
  /** There may be ready jobs that the last claim did not take. */
  #isMore = true;
  /** How many jobs ended since the last claim began. */
  #ended = 0;
  /** How many jobs to fetch ahead. */
  #ahead = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  isBusy(): boolean {
    return this.#isClaiming || this.#running.size > 0;
  }

  inHand(): Promise<void>[] {
    return [...this.#running.values()];
  }

  /** There may be new work. Answers whether jobs were found; undefined: no slot is free, or a claim is under way already. */
  async fill(): Promise<boolean | undefined> {
    this.#isMore = true;
    this.#isWoken = true;
    if (this.#isClaiming) return undefined;
    this.#isClaiming = true;
    let isFound: boolean | undefined;
    try {
      while (this.#isWoken && !this.#options.isIdle() && this.#missing() > 0) {
        this.#isWoken = false;
        const found = await this.#claim();
        isFound = isFound || found > 0;
      }
    } finally {
      this.#isClaiming = false;
    }
    return isFound;
  }

  /** At each poll. */
  async handBackLate(): Promise<void> {
    const late = this.#waiting.filter(({ has_seen_poll }) => has_seen_poll);
    this.#waiting = this.#waiting.filter(({ has_seen_poll }) => !has_seen_poll);
    for (const taken of this.#waiting) taken.has_seen_poll = true;
    if (late.length === 0) return;
    this.#ahead = 0;
    try {
      await handBackJobs(this.#options.ctx.db, late);
    } catch (error) {
      append(this.#waiting, late);
      throw error;
    }
  }

  /** Other workers have what was claimed under this id. */
  forget(worker_id: string): void {
    this.#waiting = this.#waiting.filter(({ held_as }) => held_as !== worker_id);
  }

  #missing(): number {
    const { lane } = this.#options;
    const free = lane.concurrency - this.#running.size - this.#waiting.length;
    // A lane that leaves room has many slots, and most of them wait for strangers.
    if (lane.leaves_room) return free;
    const hasEnough = free <= 0 && this.#waiting.length * 2 > this.#ahead;
    return hasEnough ? 0 : free + this.#ahead;
  }

  /** Answers with how many jobs it got. */
  async #claim(): Promise<number> {
    const { ctx, lane, workerId, isStopping } = this.#options;
    await endOfTurn();
    const asked = fairShare(lane, this.#missing());
    const held_as = workerId();
    this.#ended = 0;
    const { jobs, is_more } = await claimJobs(ctx.begin, { ...asked, worker_id: held_as, after: this.#cursor });
    this.#ahead = Math.min(this.#ended, lane.concurrency);
    // Claimed at the moment of the stop: they are handed back with the rest.
    if (isStopping()) return jobs.length;
    append(
      this.#waiting,
      jobs.map((job) => ({ job, held_as })),
    );
    this.#beginMore();
    this.#isMore = is_more || this.#isWoken;
    // A full slot means that there may be more to take; a walk that came to its end goes on from the beginning.
    const isFull = jobs.length >= asked.wanted;
    if (is_more && (isFull || this.#cursor)) this.#isWoken = true;
    this.#cursor = isFull && is_more ? lastKey(jobs) : undefined;
    return jobs.length;
  }

  #beginMore(): void {
    const { lane, isStopping } = this.#options;
    while ((lane.whole_keys || this.#running.size < lane.concurrency) && !isStopping()) {
      const taken = this.#waiting.shift();
      if (!taken) return;
      this.#begin(taken);
    }
  }

  #begin(taken: InHand): void {
    const { perform, onFree } = this.#options;
    const work = perform(taken).finally(() => {
      this.#running.delete(taken.job.id);
      this.#ended++;
      this.#beginMore();
      if (this.#isMore) onFree();
    });
    this.#running.set(taken.job.id, work);
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
