// The lines of a statement as its CSV has them, with the titles that the tracks had when it was issued.

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

export type Group = { key: string; lines: readonly Line[]; play_count: number; earnings: string };

export function parseLines(csv: string): Line[] {
  const [head = [], ...rows] = cellsOf(csv);
  return rows.map((cells) => {
    const row = Object.fromEntries(head.map((name, index) => [name, plain(cells[index] ?? "")]));
    return { ...row, play_count: Number(row.play_count) } as Line;
  });
}

/** RFC 4180: a quoted cell may hold commas, line breaks and doubled quotes. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? "");
    if (end === "") break;
    if (end !== ",") rows.push([]);
  }
  return rows.filter((cells) => cells.length > 1);
}

/** Without the apostrophe that keeps spreadsheets from computing a title. */
function plain(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** The groups that earned most come first. */
export function groupLines(lines: readonly Line[], by: "track_id" | "release_id" | "store_id"): Group[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const own = groups.get(line[by]);
    if (own) own.push(line);
    else groups.set(line[by], [line]);
  }
  return [...groups]
    .map(([key, own]) => ({
      key,
      lines: own,
      play_count: own.reduce((sum, { play_count }) => sum + play_count, 0),
      earnings: sumAmounts(own.map(({ earnings }) => earnings)),
    }))
    .sort((a, b) => compareAmounts(b.earnings, a.earnings));
}
