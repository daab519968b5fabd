// The lines of a payee statement, by track or page by page.

import { Text } from "@mantine/core";
import type { PayeeLineItem } from "@segue/sdk";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { Empty } from "../../components/states.tsx";
import { useList } from "../../data/data.ts";
import { showMonth, showNumber, showRate, showTerritory } from "../../values/format.ts";
import classes from "../money/statement.module.css";
import { groupLines } from "../money/statement-lines.ts";
import { TrackTable } from "../money/track-table.tsx";
import own from "./document.module.css";
import type { PayeeLine } from "./payee-lines.ts";
import type { StatementSource } from "./statement-source.ts";
import { payeeStatementWords } from "./words.ts";

const words = payeeStatementWords.lines;

type LinesProps = { currency: string; storeName: (store_id: string) => string };

export function TrackLines({ lines, currency, storeName }: LinesProps & { lines: readonly PayeeLine[] }) {
  return (
    <TrackTable
      tracks={groupLines(lines, "track_id", "amount")}
      currency={currency}
      numbers={[words.earned, words.part]}
      amount={words.amount}
      first={own.first}
      line={(line) => <LineCells line={line} currency={currency} store={storeName(line.store_id)} />}
    />
  );
}

/** On a phone, the first cell also says what the columns say that have no room there. */
function LineCells({ line, currency, store }: { line: PayeeLine; currency: string; store: string }) {
  const { territory, usage_period, play_count, base_amount, rate, share, amount } = line;
  const where = showTerritory(territory);
  const month = showMonth(usage_period);
  const plays = showNumber(play_count);
  const part = words.parts(showRate(rate), showRate(share));
  return (
    <>
      <td>
        {store}
        <span className={classes.below}>{words.below({ territory: where, month, plays, part })}</span>
      </td>
      <td data-wide>{where}</td>
      <td data-wide>{month}</td>
      <td data-wide data-number>
        {plays}
      </td>
      <td data-wide data-number>
        <Money amount={base_amount} currency={currency} />
      </td>
      <td data-wide data-number>
        {part}
      </td>
      <td data-number>
        <Money amount={amount} currency={currency} />
      </td>
    </>
  );
}

type PagedLinesProps = LinesProps & { id: string; source: StatementSource };

export function PagedLines({ id, source, currency, storeName }: PagedLinesProps) {
  const list = useList([`${source.key}.lineItems`, id], (page) => source.lineItems(id, page));
  return (
    <ListTable
      label={words.label}
      list={list}
      columns={columnsOf(currency, storeName)}
      keyOf={({ id }) => id}
      rowHeight={48}
      empty={<Empty title={words.none} />}
    />
  );
}

function columnsOf(currency: string, storeName: LinesProps["storeName"]): readonly Column<PayeeLineItem>[] {
  return [
    {
      id: "track",
      title: words.track,
      cell: ({ isrc, store_id, territory }) => (
        <>
          {isrc}
          <Text span size="xs" c="dimmed" display="block">
            {[storeName(store_id), showTerritory(territory)].join(" · ")}
          </Text>
        </>
      ),
    },
    {
      id: "month",
      title: words.month,
      cell: ({ usage_period }) => showMonth(usage_period),
      width: 110,
      isExtra: true,
    },
    {
      id: "plays",
      title: words.plays,
      cell: ({ play_count }) => showNumber(play_count),
      isNumber: true,
      isExtra: true,
    },
    {
      id: "earned",
      title: words.earned,
      cell: ({ base_amount }) => <Money amount={base_amount} currency={currency} />,
      isNumber: true,
      isExtra: true,
    },
    {
      id: "part",
      title: words.part,
      cell: ({ rate, share }) => words.parts(showRate(rate), showRate(share)),
      isNumber: true,
      isExtra: true,
    },
    {
      id: "amount",
      title: words.amount,
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
      isNumber: true,
    },
  ];
}
