// The lines of a payee statement by track. Open, a track shows what each store and territory gave.

import { Text } from "@mantine/core";
import type { PayeeLineItem } from "@segue/sdk";
import { Fragment, useState } from "react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { useIsPrinting } from "../../components/printing.ts";
import { Empty } from "../../components/states.tsx";
import { WorkTitle } from "../../components/work-title.tsx";
import { useList } from "../../data/data.ts";
import { showMonth, showNumber, showRate, showTerritory } from "../../values/format.ts";
import classes from "../money/statement.module.css";
import { type Group, groupLines } from "../money/statement-lines.ts";
import own from "./document.module.css";
import type { PayeeLine } from "./payee-lines.ts";
import type { StatementSource } from "./statement-source.ts";
import { payeeStatementWords } from "./words.ts";

const words = payeeStatementWords.lines;

type LinesProps = { currency: string; storeName: (store_id: string) => string };

/** So few lines need no fold. */
const FEW_LINES = 20;

export function TrackLines({ lines, currency, storeName }: LinesProps & { lines: readonly PayeeLine[] }) {
  const isPrinting = useIsPrinting();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isAllOpen = isPrinting || lines.length <= FEW_LINES;
  const toggle = (key: string) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  return (
    <table className={classes.table} aria-label={words.label}>
      <thead>
        <tr>
          <th scope="col" className={own.first}>
            {words.trackAndStore}
          </th>
          <th scope="col" data-wide>
            {words.territory}
          </th>
          <th scope="col" data-wide>
            {words.month}
          </th>
          {[words.plays, words.earned, words.part].map((name) => (
            <th scope="col" key={name} data-wide data-number>
              {name}
            </th>
          ))}
          <th scope="col" data-number>
            {words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {groupLines(lines, "track_id", "amount").map((track) => {
          const isOpen = isAllOpen || opened.has(track.key);
          return (
            <Fragment key={track.key}>
              <TrackRow {...{ track, currency, isOpen }} onClick={isAllOpen ? undefined : () => toggle(track.key)} />
              {isOpen &&
                track.lines.map((line) => (
                  <LineRow key={line.id} line={line} currency={currency} store={storeName(line.store_id)} />
                ))}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

type TrackRowProps = {
  track: Group<PayeeLine>;
  currency: string;
  isOpen: boolean;
  onClick: (() => void) | undefined;
};

function TrackRow({ track, currency, isOpen, onClick }: TrackRowProps) {
  const [first] = track.lines;
  const name = (
    <span className={classes.title}>
      <WorkTitle>{first?.title || first?.isrc}</WorkTitle>
      <Text span size="xs" c="dimmed" display="block">
        {[first?.artist, first?.isrc].filter(Boolean).join(" · ")}
      </Text>
    </span>
  );
  return (
    <tr data-track>
      <th scope="row">
        {onClick ? (
          <button type="button" aria-expanded={isOpen} className={classes.fold} onClick={onClick}>
            {name}
          </button>
        ) : (
          <span className={classes.fold}>{name}</span>
        )}
      </th>
      <td data-wide colSpan={2}>
        {words.count(track.lines.length)}
      </td>
      <td data-wide data-number>
        {showNumber(track.play_count)}
      </td>
      <td data-wide colSpan={2} />
      <td data-number>
        <Money amount={track.amount} currency={currency} />
      </td>
    </tr>
  );
}

/** On a phone, the first cell also says what the columns say that have no room there. */
function LineRow({ line, currency, store }: { line: PayeeLine; currency: string; store: string }) {
  const { territory, usage_period, play_count, base_amount, rate, share, amount } = line;
  const where = showTerritory(territory);
  const month = showMonth(usage_period);
  const plays = showNumber(play_count);
  const part = words.parts(showRate(rate), showRate(share));
  return (
    <tr data-line>
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
    </tr>
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
