// When a worker goes for new work of another process.
//
// The problem. All workers hear of new work at the same moment. One gets it, and the others have claimed for nothing. Or each gets a
// part of it, and the parts cost more than the whole.
//
// The procedure. A worker that got work the last time claims at once. One that came too late waits a moment, looks whether any work is
// left, and claims only then. Its pause doubles each time it finds nothing. If the process that made the work has a worker of its own,
// that one goes first as well. So many workers claim about as often as one, and the next one helps as soon as work is left lying.
//
// When it fails. An announcement that is lost, or a look that fails, is made good by the next poll.

export type HearingOptions = {
  /** Claims jobs of the lane. True: there were some. Undefined: no hand is free, or a claim is under way. */
  claim(lane: string): Promise<boolean | undefined>;
  /** Whether the lane has jobs that are ready. */
  look(lane: string): Promise<boolean>;
};

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 80;

export class Hearing {
  readonly #options: HearingOptions;
  /** Of the lanes whose work others took the last time. */
  readonly #pauses_ms = new Map<string, number>();
  readonly #paused = new Set<string>();

  constructor(options: HearingOptions) {
    this.#options = options;
  }

  /** `is_taken`: the process that made the work has a worker, which knows of it already. */
  async hear(lane: string, is_taken: boolean): Promise<void> {
    if (this.#paused.has(lane)) return;
    const pause_ms = this.#pauses_ms.get(lane) ?? (is_taken ? FIRST_PAUSE_MS : 0);
    const isLeft = pause_ms === 0 || (await this.#lookAfter(lane, pause_ms));
    const isFound = isLeft && (await this.#options.claim(lane));
    if (isFound) this.#pauses_ms.delete(lane);
    if (isFound === false)
      this.#pauses_ms.set(lane, Math.min(Math.max(2 * pause_ms, FIRST_PAUSE_MS), LONGEST_PAUSE_MS));
  }

  async #lookAfter(lane: string, pause_ms: number): Promise<boolean> {
    this.#paused.add(lane);
    await new Promise((resolve) => setTimeout(resolve, pause_ms).unref());
    // What is announced from here on may not be seen.
    this.#paused.delete(lane);
    return this.#options.look(lane);
  }
}
