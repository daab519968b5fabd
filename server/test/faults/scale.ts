// How large a campaign is, and what it says at its end.

/**
 * `npm test` runs a short form of every campaign, `npm run test:all` a longer one where it names one (`whole`), and
 * `npm run test:faults` each at its full size.
 */
const size = process.env.FAULTS;
/** `npm run test:faults -- million` runs one campaign alone. */
export const isMillion = size === "million";

export function atScale<T>(sizes: { short: T; whole?: T; full: T }): T {
  if (size === "full") return sizes.full;
  return size === "whole" ? (sizes.whole ?? sizes.short) : sizes.short;
}

/** For a whole campaign, as the third argument of `test`. It is for what hangs: a busy machine takes an hour for the longest. */
export const CAMPAIGN_LIMIT_MS = atScale({ short: 300_000, full: 7_200_000 });

/** One line: `faults: kill postmaster: 20 rounds, 3,412 writes sent, …`. Past the test runner, which would frame it. */
export function report(campaign: string, ...counts: string[]): void {
  process.stdout.write(`faults: ${campaign}: ${counts.join(", ")}\n`);
}

export function count(number: number, what: string): string {
  return `${number.toLocaleString("en-US")} ${what}`;
}

export function seconds(length_ms: number): string {
  return `${(length_ms / 1000).toFixed(1)} s`;
}

export function between(low: number, high: number): number {
  return low + Math.random() * (high - low);
}
