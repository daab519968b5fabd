// Chance that comes again with its seed: request number n of a seed is always the same request.

import fc from "fast-check";

export type Chance = {
  /** A whole number from 0 to `end`, without it. */
  below(end: number): number;
  happens(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Each entry as often as its weight. */
  pickByWeight<T extends { weight: number }>(from: readonly T[]): T;
  sample<T>(arbitrary: fc.Arbitrary<T>): T;
  /** UUID v4, as an Idempotency-Key must be. */
  uuid(): string;
};

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  // Mulberry32: small, quick, and good enough to pick from lists.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join("");
  return {
    below,
    happens: (share) => next() < share,
    pick<T>(from: readonly T[]): T {
      return from[below(from.length)] as T;
    },
    pickByWeight<T extends { weight: number }>(from: readonly T[]): T {
      let left = next() * from.reduce((sum, { weight }) => sum + weight, 0);
      for (const entry of from) {
        left -= entry.weight;
        if (left < 0) return entry;
      }
      return from.at(-1) as T;
    },
    sample: (arbitrary) => fc.sample(arbitrary, { seed: below(2 ** 31), numRuns: 1 })[0] as never,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${"89ab"[below(4)]}${hex(3)}-${hex(12)}`,
  };
}

/** Neighbouring numbers must not begin alike. */
export function seedOf(campaign_seed: number, number: number): number {
  return Math.imul(campaign_seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35);
}
