// When a worker goes for new work of another process.
//
// The problem. All workers learn of new work at the same moment. One gets it, and the others have claimed for nothing. Or each gets a
// part of it, and the parts cost more than the whole.
//
// The procedure. A worker that got work the last time claims at once. One that came too late waits a moment, looks whether any work is
// left, and claims only then. Its pause doubles each time it finds nothing, and ends as soon as it gets work by any claim. If the process
// that made the work has a worker of its own, that one goes first as well. These pauses are counted apart: otherwise two workers that
// each do their own work would both be slow to take a third process's. So many workers claim about as often as one, and the next one
// helps as soon as work is left lying.
//
// When it fails. An announcement that is lost, or a look that fails, is made good by the next poll.

export type ClaimBackoffOptions = {
  /** Claims jobs of the lane. True: there were some. Undefined: no slot is free, or a claim is under way. */
  claim(lane: string): Promise<boolean | undefined>;
  /** Whether the lane has jobs that are ready. */
  look(lane: string): Promise<boolean>;
};

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 80;

export class ClaimBackoff {
  readonly #options: ClaimBackoffOptions;
  /**
   * The pauses of lanes whose work others took the last time. Processes with and without a worker are counted apart.
   */
  readonly #pauses_ms = new Map<string, number>();
  readonly #paused = new Set<string>();

  constructor(options: ClaimBackoffOptions) {
    this.#options = options;
  }

  /** `is_taken`: the process that made the work has a worker, which knows of it already. */
  async announced(lane: string, is_taken: boolean): Promise<void> {
    const kind = is_taken ? takenIn(lane) : lane;
    if (this.#paused.has(kind)) return;
    const pause_ms = this.#pauses_ms.get(kind) ?? (is_taken ? FIRST_PAUSE_MS : 0);
    if (pause_ms > 0) await this.#pause(kind, pause_ms);
    const isLeft = pause_ms === 0 || (await this.#options.look(lane));
    const isFound = isLeft && (await this.#options.claim(lane));
    if (isFound === false)
      this.#pauses_ms.set(kind, Math.min(Math.max(2 * pause_ms, FIRST_PAUSE_MS), LONGEST_PAUSE_MS));
  }

  /** A claim of this lane, for whatever reason, found jobs. */
  got(lane: string): void {
    this.#pauses_ms.delete(lane);
    this.#pauses_ms.delete(takenIn(lane));
  }

  /** Announcements count again after the pause: the look that follows may not see their work. */
  async #pause(kind: string, pause_ms: number): Promise<void> {
    this.#paused.add(kind);
    await new Promise((resolve) => setTimeout(resolve, pause_ms).unref());
    this.#paused.delete(kind);
  }
}

function takenIn(lane: string): string {
  return `taken ${lane}`;
}
