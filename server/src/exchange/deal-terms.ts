// The terms that the deals of a message give: territories, start, and for which of its releases.

import { type Deal, type NewReleaseMessage, WORLDWIDE_TERRITORY } from "../ddex/ern.ts";
import { territoryCodes, WORLD } from "../standards/territory.ts";

/** Sets of territories as the bits of a number: a message may have thousands of deals with hundreds of codes each. */
type Reach = bigint;

export type DealTerms = {
  /** No deal is left: the message is a takedown. */
  isTakedown: boolean;
  /** Deals end some territories, and none offers others: nothing says where the release stays. */
  isUnclear: boolean;
  /** As releases have them. Undefined where no deal names a territory that we know. */
  territories: string[] | undefined;
  /** The territory of a release, by its reference. Null: that of the release. Undefined: it has no deal of its own. */
  territoryOf(reference: string): string[] | null | undefined;
  /** The earliest start, as it is written. */
  start: string | null;
  /** References whose deals reach further than those of the release. */
  wider: readonly string[];
};

const bits = new Map([WORLDWIDE_TERRITORY, ...territoryCodes].map((code, index) => [code, 1n << BigInt(index)]));
const EVERYWHERE = 1n;
const ALL_CODES = (1n << BigInt(bits.size)) - 2n;

/** `now`: deals that ended before it count no more. */
export function* readDeals(
  { releases, deals }: Pick<NewReleaseMessage, "releases" | "deals">,
  now: string,
): Generator<undefined, DealTerms, undefined> {
  const offered = new Map<string, Reach>();
  const ended = new Map<string, Reach>();
  let start: string | null = null;
  for (const { release_references, deals: terms } of deals) {
    let reach: Reach = 0n;
    let out: Reach = 0n;
    for (const deal of terms.filter((deal) => !hasEnded(deal, now))) {
      if (deal.is_takedown) {
        out |= reachOf(deal);
        continue;
      }
      reach |= reachOf(deal);
      // A pre-order comes before the start.
      const begins = deal.is_pre_order ? null : deal.start;
      if (begins !== null && (start === null || comparable(begins) < comparable(start))) start = begins;
      yield;
    }
    for (const reference of new Set(release_references)) {
      if (reach !== 0n) offered.set(reference, (offered.get(reference) ?? 0n) | reach);
      if (out !== 0n) ended.set(reference, (ended.get(reference) ?? 0n) | out);
    }
    yield;
  }
  const main = releases[0]?.reference ?? "";
  const reaches = leftOf(offered, ended);
  const isOut = ended.has(main) && !reaches.has(main) && (offered.has(main) || isAll(ended.get(main) ?? 0n));
  const whole = reaches.get(main) ?? [...reaches.values()].reduce((all, one) => all | one, 0n);
  const within = (reach: Reach) => (isEverywhere(whole) ? reach : isEverywhere(reach) ? whole : reach & whole);
  return {
    isTakedown: isOut || deals.every(({ deals }) => deals.every((deal) => hasEnded(deal, now))),
    isUnclear: !isOut && reaches.size === 0 && ended.size > 0,
    territories: whole === 0n ? undefined : codesOf(whole),
    territoryOf(reference) {
      const reach = reaches.get(reference);
      if (reach === undefined) return undefined;
      const left = within(reach);
      return left === whole || isEverywhere(left) ? null : codesOf(left);
    },
    start,
    wider: [...reaches].flatMap(([reference, reach]) =>
      isEverywhere(whole) || (reach & ~whole & ALL_CODES) === 0n ? [] : [reference],
    ),
  };
}

/** The territories that are offered and not taken down; no entry where none is left. */
function leftOf(offered: ReadonlyMap<string, Reach>, ended: ReadonlyMap<string, Reach>): Map<string, Reach> {
  const left = new Map<string, Reach>();
  for (const [reference, reach] of offered) {
    const out = ended.get(reference) ?? 0n;
    const rest = out === 0n ? reach : isAll(out) ? 0n : (isEverywhere(reach) ? ALL_CODES : reach) & ~out;
    if (rest !== 0n) left.set(reference, rest);
  }
  return left;
}

function reachOf({ territories, excluded_territories }: Deal): Reach {
  const named = territories.reduce((reach, code) => reach | bitOf(code), 0n);
  if (excluded_territories.length === 0) return named;
  const out = excluded_territories.reduce((reach, code) => reach | bitOf(code), 0n);
  return (named === 0n || isEverywhere(named) ? ALL_CODES : named) & ~out;
}

/** The rules refuse a code that is none. */
const bitOf = (code: string): Reach => bits.get(code) ?? 0n;

const isAll = (reach: Reach) => isEverywhere(reach) || (reach & ALL_CODES) === ALL_CODES;

const isEverywhere = (reach: Reach) => (reach & EVERYWHERE) !== 0n;

function codesOf(reach: Reach): string[] {
  return isEverywhere(reach) ? [WORLD] : territoryCodes.filter((code) => ((bits.get(code) ?? 0n) & reach) !== 0n);
}

/** A date's last day counts whole, everywhere on earth. */
function hasEnded({ end }: Deal, now: string): boolean {
  return end !== null && comparable(end) < comparable(/T/.test(end) ? now : dayBefore(now));
}

function dayBefore(now: string): string {
  return new Date(Date.parse(now) - 36 * 3_600_000).toISOString().slice(0, 10);
}

/** The moment of a text; a date, or a time without a zone, counts as UTC. Text that is no time counts as long past. */
function comparable(text: string): number {
  const moment = Date.parse(/T/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(moment) ? Number.NEGATIVE_INFINITY : moment;
}
