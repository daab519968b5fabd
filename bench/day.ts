// A fiftieth of the world's day: 500 releases of 4 tracks over 50 organizations, each to 20 stores that answer at once, from
// the first request until the last event has been delivered. Beside it a bare program with the fewest commits that lose
// nothing, and, where SEGUE_BENCH_BEFORE names the folder of another checkout, the product of that checkout.

import { startDayFloor } from "./day-floor-side.ts";
import { dayStoreIds } from "./day-market.ts";
import { type DaySide, type DayTurn, dayReleases, openDay, startOne, WARM_UP_RELEASES } from "./day-product.ts";
import { median } from "./measure.ts";
import { code_before } from "./product.ts";
import type { Result } from "./report.ts";
import { startReceiver } from "./webhooks-endpoints.ts";

const FLOOR_MARK = 0.55;
const BEFORE_MARK = 1.1;
const MEMORY_MARK_MB = 300;
const RELEASES_A_DAY = 25_000;
const TURNS = Number(process.env.SEGUE_BENCH_TURNS ?? 3);

export async function benchDay(): Promise<Result[]> {
  const receiver = await startReceiver();
  const before = code_before ? await openDay(await startOne({ checkout: code_before }), receiver) : undefined;
  const product = await openDay(await startOne(), receiver);
  await product.turn(WARM_UP_RELEASES);
  const floor = await startDayFloor(product, receiver);
  const turns = await turnAbout(before ? [product, floor, before] : [product, floor]);
  await floor.stop();
  await product.stop();
  await before?.stop();
  receiver.stop();
  const [own = [], bare = [], earlier] = turns;
  return [...resultsOf(own, bare), ...(earlier ? [besideBefore(own, earlier)] : [])];
}

/** One side after the other, so that what the machine does meanwhile hits all of them. Answers with the turns of each. */
export async function turnAbout(sides: readonly Pick<DaySide, "turn">[]): Promise<DayTurn[][]> {
  const turns: DayTurn[][] = sides.map(() => []);
  for (const side of sides) await side.turn(WARM_UP_RELEASES);
  for (let round = 0; round < TURNS; round++)
    for (const [place, side] of sides.entries()) {
      const turn = await side.turn(dayReleases);
      process.stdout.write(`side ${place + 1}, turn ${round + 1}: ${turn.seconds.toFixed(1)} s\n`);
      turns[place]?.push(turn);
    }
  return turns;
}

/** Times of the first as parts of those of the second, turn by turn. */
export function ratiosOf(first: readonly DayTurn[], second: readonly DayTurn[]): { ratio: number; spread: string } {
  const ratios = first
    .map(({ seconds }, turn) => seconds / (second[turn]?.seconds ?? Number.NaN))
    .sort((a, b) => a - b);
  return { ratio: median(ratios), spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}` };
}

function resultsOf(product: readonly DayTurn[], floor: readonly DayTurn[]): Result[] {
  const { ratio, spread } = ratiosOf(floor, product);
  const seconds = middle(product, ({ seconds }) => seconds);
  const whole_min = (seconds * RELEASES_A_DAY) / dayReleases / 60;
  const peak_mb = Math.max(...product.map(({ peak_mb }) => peak_mb));
  return [
    {
      what: `${dayReleases} releases to ${dayStoreIds.length} stores, from the first request to the last event delivered`,
      value: `${seconds.toFixed(1)} s`,
      floor: `${middle(floor, ({ seconds }) => seconds).toFixed(1)} s`,
      ratio,
      spread,
      mark: { text: `≥ ${FLOOR_MARK}`, isMet: ratio >= FLOOR_MARK },
    },
    { what: "a whole day of 25,000 releases would take", value: `${whole_min.toFixed(1)} min` },
    ...(["intake", "stores", "events", "webhooks"] as const).map((phase) => ({
      what: `the last of ${phase} was done after`,
      value: `${middle(product, (turn) => turn[`${phase}_s`]).toFixed(1)} s`,
      floor: `${middle(floor, (turn) => turn[`${phase}_s`]).toFixed(1)} s`,
    })),
    ...costsOf(product, floor),
    {
      what: "most memory of Node",
      value: `${peak_mb.toFixed(0)} MB`,
      mark: { text: `≤ ${MEMORY_MARK_MB} MB`, isMet: peak_mb <= MEMORY_MARK_MB },
    },
  ];
}

/** For each delivery to one store. */
function costsOf(product: readonly DayTurn[], floor: readonly DayTurn[]): Result[] {
  const each = (turns: readonly DayTurn[], cost: (turn: DayTurn) => number) =>
    middle(turns, (turn) => cost(turn) / (turn.releases * dayStoreIds.length));
  const shown = (what: string, cost: (turn: DayTurn) => number, unit: string): Result => {
    const [value, least] = [each(product, cost), each(floor, cost)];
    return { what, value: `${value.toFixed(2)}${unit}`, floor: `${least.toFixed(2)}${unit}`, ratio: least / value };
  };
  return [
    shown("processor time of Node a store delivery", ({ costs }) => costs.node_s * 1000, " ms"),
    shown("processor time of PostgreSQL a store delivery", ({ costs }) => costs.postgres_s * 1000, " ms"),
    shown("transactions that wrote, a store delivery", ({ costs }) => costs.commits, ""),
    shown("statements a store delivery", ({ costs }) => costs.statements, ""),
    shown("WAL a store delivery", ({ costs }) => costs.wal_bytes / 1000, " kB"),
  ];
}

function besideBefore(product: readonly DayTurn[], before: readonly DayTurn[]): Result {
  const { ratio, spread } = ratiosOf(product, before);
  return {
    what: "the same, beside the code before",
    value: `${middle(product, ({ seconds }) => seconds).toFixed(1)} s`,
    floor: `${middle(before, ({ seconds }) => seconds).toFixed(1)} s`,
    ratio,
    spread,
    mark: { text: `≤ ${BEFORE_MARK}`, isMet: ratio <= BEFORE_MARK },
  };
}

export function middle(turns: readonly DayTurn[], figure: (turn: DayTurn) => number): number {
  return median(turns.map(figure));
}
