// The lines of a payee statement as its CSV has them, with the titles that the tracks had when it was issued.

import { recordsOf } from "../../values/csv.ts";
import { sumAmounts } from "../../values/money.ts";

export type PayeeLine = {
  id: string;
  isrc: string;
  title: string;
  artist: string;
  track_id: string;
  store_id: string;
  territory: string;
  play_count: number;
  usage_period: string;
  base_amount: string;
  rate: string;
  share: string;
  amount: string;
};

export function parsePayeeLines(csv: string): PayeeLine[] {
  return recordsOf(csv).map((row) => ({ ...row, play_count: Number(row.play_count) }) as PayeeLine);
}

/** The plays, and the amount that stores paid for them. */
export type Played = { plays: number; tracks: number; lines: number; earned: string };

export function playedIn(lines: readonly PayeeLine[]): Played {
  return {
    plays: lines.reduce((sum, { play_count }) => sum + play_count, 0),
    tracks: new Set(lines.map(({ track_id }) => track_id)).size,
    lines: lines.length,
    earned: sumAmounts(lines.map(({ base_amount }) => base_amount)),
  };
}
