// The columns of a list of statements, for those who earn and for the operator.

import type { Statement } from "@segue/sdk";
import type { Column } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { showDay, showMonth } from "../../values/format.ts";
import { statementsWords } from "./words.ts";

const amount = (name: "gross_amount" | "fee_amount" | "tax_amount" | "net_amount") => (row: Statement) => (
  <Money amount={row[name]} currency={row.currency} />
);

export const monthColumn: Column<Statement> = {
  id: "month",
  title: statementsWords.month,
  cell: ({ period_start }) => showMonth(period_start.slice(0, 7)),
};

/** From gross to net, and when it was issued. */
export const amountColumns: readonly Column<Statement>[] = [
  { id: "gross", title: statementsWords.gross, cell: amount("gross_amount"), isNumber: true, isExtra: true },
  { id: "fee", title: statementsWords.fee, cell: amount("fee_amount"), isNumber: true, isExtra: true },
  { id: "tax", title: statementsWords.tax, cell: amount("tax_amount"), isNumber: true, isExtra: true },
  { id: "net", title: statementsWords.net, cell: amount("net_amount"), isNumber: true },
  {
    id: "issued",
    title: statementsWords.issued,
    cell: ({ created_at }) => showDay(created_at),
    width: 140,
    isExtra: true,
  },
];
