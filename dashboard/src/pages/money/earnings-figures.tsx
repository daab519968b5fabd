// The figures behind the chart: the same rows, as a table and as a file.

import { Button, Group, Text } from "@mantine/core";
import type { Earning } from "@segue/sdk";
import { IconDownload } from "@tabler/icons-react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { wholeList } from "../../data/data.ts";
import { csvOf, saveFile } from "../../data/save-file.ts";
import { showMonth, showNumber, showTerritory } from "../../values/format.ts";
import { sumAmounts } from "../../values/money.ts";
import { monthsBetween } from "../../values/months.ts";
import { earningsWords } from "./words.ts";

export type Grouping = keyof typeof earningsWords.groupings;
export type Figure = { key: string; name: string; play_count: number; earnings: string };

const BARS = 10;
const OTHERS = "others";

type NameOf = (key: string) => string;

export function figuresOf(earnings: readonly Earning[], by: Grouping, nameOf: NameOf): Figure[] {
  return earnings.map(({ key, play_count, earnings }) => ({
    key: key ?? OTHERS,
    name: key === null ? earningsWords.others : labelOf(key, by, nameOf),
    play_count,
    earnings,
  }));
}

function labelOf(key: string, by: Grouping, nameOf: NameOf): string {
  if (by === "month") return showMonth(key);
  return by === "territory" ? showTerritory(key) : nameOf(key);
}

/** Months in which nothing was earned are shown, too. */
export function withEmptyMonths(earnings: readonly Earning[], from: string, to: string, currency: string): Earning[] {
  const known = new Map(earnings.map((row) => [row.key, row]));
  return monthsBetween(from, to).map((key) => known.get(key) ?? { key, currency, play_count: 0, earnings: "0.00" });
}

/** The largest, and the rest as one. */
export function barsOf(figures: readonly Figure[]): readonly Figure[] {
  if (figures.length <= BARS) return figures;
  return [
    ...figures.slice(0, BARS - 1),
    { ...totalOf(figures.slice(BARS - 1)), key: OTHERS, name: earningsWords.others },
  ];
}

export function totalOf(figures: readonly Pick<Figure, "play_count" | "earnings">[]) {
  return {
    play_count: figures.reduce((sum, { play_count }) => sum + play_count, 0),
    earnings: sumAmounts(figures.map(({ earnings }) => earnings)),
  };
}

type FiguresProps = { figures: readonly Figure[]; by: Grouping; currency: string; from: string; to: string };

export function EarningsTable({ figures, by, currency, from, to }: FiguresProps) {
  const columns: readonly Column<Figure>[] = [
    {
      id: "name",
      title: earningsWords.groupings[by],
      cell: ({ name }) => (
        <Text size="sm" truncate>
          {name}
        </Text>
      ),
    },
    {
      id: "plays",
      title: earningsWords.plays,
      cell: ({ play_count }) => showNumber(play_count),
      isNumber: true,
      width: "25%",
    },
    {
      id: "gross",
      title: earningsWords.gross,
      cell: ({ earnings }) => <Money amount={earnings} currency={currency} />,
      isNumber: true,
      width: "40%",
    },
  ];
  const save = () => {
    const rows = figures.map(({ key, name, play_count, earnings }) => [key, name, play_count, earnings, currency]);
    saveFile(
      `earnings-by-${by}-${from}-${to}.csv`,
      csvOf([[by, "name", "play_count", "earnings", "currency"], ...rows]),
    );
  };
  return (
    <>
      <Group justify="flex-end" mb="sm">
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} onClick={save}>
          {earningsWords.exportCsv}
        </Button>
      </Group>
      <ListTable
        label={earningsWords.table(earningsWords.groupings[by], currency)}
        list={wholeList(figures)}
        columns={columns}
        keyOf={({ key }) => key}
        rowHeight={40}
        empty={null}
      />
    </>
  );
}
