import type { Statement } from "@segue/sdk";
import type { ReactNode } from "react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { showDay, showMonth } from "../../values/format.ts";
import { statementsWords } from "./words.ts";

const columns: readonly Column<Statement>[] = [
  { title: statementsWords.month, cell: ({ period_start }) => showMonth(period_start.slice(0, 7)) },
  {
    title: statementsWords.gross,
    cell: (row) => <Money amount={row.gross_amount} currency={row.currency} />,
    isNumber: true,
    isExtra: true,
  },
  {
    title: statementsWords.fee,
    cell: (row) => <Money amount={row.fee_amount} currency={row.currency} />,
    isNumber: true,
    isExtra: true,
  },
  {
    title: statementsWords.tax,
    cell: (row) => <Money amount={row.tax_amount} currency={row.currency} />,
    isNumber: true,
    isExtra: true,
  },
  {
    title: statementsWords.net,
    cell: (row) => <Money amount={row.net_amount} currency={row.currency} />,
    isNumber: true,
  },
  { title: statementsWords.issued, cell: ({ created_at }) => showDay(created_at), width: 140, isExtra: true },
];

export function StatementsTable({ empty }: { empty: ReactNode }) {
  const list = useList(["statements.list"], (page) => segue.statements.list(page));
  return (
    <ListTable
      label={statementsWords.label}
      list={list}
      columns={columns}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/statements/${id}`}
      rowHeight={48}
      empty={empty}
    />
  );
}
