// Answers of the database about credentials, kept for a moment.

// Revocation must work within 5 s.
const REMEMBER_MS = 3_000;
// A flood of made-up credentials must not fill the memory; a dropped entry is looked up again.
const MAX_REMEMBERED = 10_000;

export type Remembered<Answer> = {
  find(name: string): Answer | undefined;
  /** Asks, and keeps the answer unless everything was forgotten while it was on its way. */
  ask(name: string, look: () => Promise<Answer>): Promise<Answer>;
  forget(): void;
};

/** `name` tells credentials apart without being one. */
export function ttlCache<Answer>(): Remembered<Answer> {
  const remembered = new Map<string, { answer: Answer; until_ms: number }>();
  // Counts how often the cache was cleared. An answer that was requested before a clear is not cached.
  let era = 0;
  return {
    find(name) {
      const known = remembered.get(name);
      return known && known.until_ms > performance.now() ? known.answer : undefined;
    },
    async ask(name, look) {
      const asked_in = era;
      const asked_ms = performance.now();
      const answer = await look();
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      if (asked_in === era) remembered.set(name, { answer, until_ms: asked_ms + REMEMBER_MS });
      return answer;
    },
    forget() {
      era++;
      remembered.clear();
    },
  };
}
