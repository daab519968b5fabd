// The lines of a statement as its CSV has them, with the titles that the tracks had when it was issued.

import { recordsOf } from "../../values/csv.ts";
import { compareAmounts, sumAmounts } from "../../values/money.ts";

export type Line = {
  id: string;
  isrc: string;
  title: string;
  artist: string;
  track_id: string;
  release_id: string;
  store_id: string;
  territory: string;
  play_count: number;
  unit_rate: string;
  earnings: string;
  usage_period: string;
  rate_is: string;
  /** Empty where nothing was converted, as the two below. */
  reported_currency: string;
  reported_earnings: string;
  exchange_rate: string;
};

/** Several lines, summed. */
export type Group<Of> = { key: string; lines: readonly Of[]; play_count: number; amount: string };

export function parseLines(csv: string): Line[] {
  return recordsOf(csv).map((row) => ({ ...row, play_count: Number(row.play_count) }) as Line);
}

type Counted<Amount extends string> = { play_count: number } & Record<Amount, string>;

/** The groups that earned most come first. */
export function groupLines<Of extends Counted<Amount>, Amount extends string>(
  lines: readonly Of[],
  by: keyof Of,
  amount: Amount,
): Group<Of>[] {
  const groups = new Map<string, Of[]>();
  for (const line of lines) {
    const own = groups.get(String(line[by]));
    if (own) own.push(line);
    else groups.set(String(line[by]), [line]);
  }
  return [...groups]
    .map(([key, own]) => ({
      key,
      lines: own,
      play_count: own.reduce((sum, { play_count }) => sum + play_count, 0),
      amount: sumAmounts(own.map((line) => line[amount])),
    }))
    .sort((a, b) => compareAmounts(b.amount, a.amount));
}
