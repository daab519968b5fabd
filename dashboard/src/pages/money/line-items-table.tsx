import type { LineItem } from "@segue/sdk";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Empty } from "../../components/states.tsx";
import type { ListOf } from "../../data/data.ts";
import { showMonth, showNumber, showTerritory } from "../../values/format.ts";
import { LineEarnings, LineRate } from "./line-amounts.tsx";
import classes from "./statement.module.css";
import { statementWords } from "./words.ts";

type LineItemsProps = {
  items: ListOf<LineItem>;
  storeName: (store_id: string) => string;
  /** Where a line leads. */
  linkOf?: (item: LineItem) => string;
};

export function LineItemsTable({ items, storeName, linkOf }: LineItemsProps) {
  const columns: readonly Column<LineItem>[] = [
    {
      id: "isrc",
      title: statementWords.lines.isrc,
      // On a phone, store and territory wrap below.
      cell: ({ isrc, store_id, territory }) => (
        <>
          {isrc}
          <span className={classes.below}>{`${storeName(store_id)} · ${showTerritory(territory)}`}</span>
        </>
      ),
    },
    { id: "store", title: statementWords.lines.store, cell: ({ store_id }) => storeName(store_id), isExtra: true },
    {
      id: "territory",
      title: statementWords.lines.territory,
      cell: ({ territory }) => showTerritory(territory),
      isExtra: true,
    },
    {
      id: "month",
      title: statementWords.lines.month,
      cell: ({ usage_period }) => showMonth(usage_period),
      width: 110,
      isExtra: true,
    },
    {
      id: "plays",
      title: statementWords.lines.plays,
      cell: ({ play_count }) => showNumber(play_count),
      isNumber: true,
      isExtra: true,
    },
    {
      id: "rate",
      title: statementWords.lines.rate,
      cell: (line) => <LineRate line={line} />,
      isNumber: true,
      isExtra: true,
    },
    {
      id: "earnings",
      title: statementWords.lines.earnings,
      cell: (line) => <LineEarnings line={line} currency={line.currency} />,
      isNumber: true,
    },
  ];
  return (
    <ListTable
      label={statementWords.lines.label}
      list={items}
      columns={columns}
      keyOf={({ id }) => id}
      {...(linkOf && { linkOf })}
      rowHeight={48}
      empty={<Empty title={statementWords.lines.none} />}
    />
  );
}
