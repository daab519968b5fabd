// Turns of product and floor, one after the other, so that what the machine does meanwhile hits both.

import autocannon from "autocannon";

export const CONNECTIONS = 16;
/** The slots of the workers whose queues are compared. */
export const SLOTS = 32;
const TURNS = 6;
const TURN_S = 4;
const WARM_UP_S = 3;

/** Answers with requests (or jobs, or rows) per second. */
export type Turn = (seconds: number) => Promise<number>;

export async function sideBySide(
  product: Turn,
  floor: Turn,
): Promise<{ product: number; floor: number; ratio: number; spread: string }> {
  await product(WARM_UP_S);
  await floor(WARM_UP_S);
  const pairs: { product: number; floor: number }[] = [];
  for (let turn = 0; turn < TURNS; turn++) pairs.push({ product: await product(TURN_S), floor: await floor(TURN_S) });
  const ratios = pairs.map((pair) => pair.product / pair.floor).sort((a, b) => a - b);
  return {
    product: median(pairs.map((pair) => pair.product)),
    floor: median(pairs.map((pair) => pair.floor)),
    ratio: median(ratios),
    spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Requests per second that were answered as they should be; anything else stops the benchmark. */
export async function requestsPerSecond(seconds: number, options: autocannon.Options, status: number): Promise<number> {
  const result = await autocannon({ connections: CONNECTIONS, duration: seconds, ...options });
  const counts = result.statusCodeStats as Record<string, { count?: number } | undefined>;
  const others = Object.keys(counts).filter((code) => code !== String(status));
  if (others.length > 0 || result.errors > 0) {
    throw new Error(`Unexpected answers: ${JSON.stringify(counts)}, ${result.errors} errors`);
  }
  return (counts[status]?.count ?? 0) / result.duration;
}
