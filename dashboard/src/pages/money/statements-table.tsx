import type { Statement } from "@segue/sdk";
import type { ReactNode } from "react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { showDay, showMonth } from "../../values/format.ts";

const columns: readonly Column<Statement>[] = [
  { title: "Month", cell: ({ period_start }) => showMonth(period_start.slice(0, 7)) },
  {
    title: "Gross",
    cell: (row) => <Money amount={row.gross_amount} currency={row.currency} />,
    isNumber: true,
    isExtra: true,
  },
  {
    title: "Fee",
    cell: (row) => <Money amount={row.fee_amount} currency={row.currency} />,
    isNumber: true,
    isExtra: true,
  },
  {
    title: "Tax",
    cell: (row) => <Money amount={row.tax_amount} currency={row.currency} />,
    isNumber: true,
    isExtra: true,
  },
  { title: "Net", cell: (row) => <Money amount={row.net_amount} currency={row.currency} />, isNumber: true },
  { title: "Issued", cell: ({ created_at }) => showDay(created_at), width: 140, isExtra: true },
];

export function StatementsTable({ empty }: { empty: ReactNode }) {
  const list = useList(["statements.list"], (page) => segue.statements.list(page));
  return (
    <ListTable
      label="Statements"
      list={list}
      columns={columns}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/statements/${id}`}
      rowHeight={48}
      empty={empty}
    />
  );
}
