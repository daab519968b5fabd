// The columns of a list of payee statements, for the organization and for the payee.

import { Stack, Text } from "@mantine/core";
import type { PayeeStatement } from "@segue/sdk";
import type { Column } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { showDay, showMonth } from "../../values/format.ts";
import { payeeStatementsWords } from "./words.ts";

const words = payeeStatementsWords.columns;

const amount = (name: "share_amount" | "tax_amount" | "net_amount") => (row: PayeeStatement) => (
  <Money amount={row[name]} currency={row.currency} />
);

const named = (first: string, below: string) => (
  <Stack gap={0} miw={0}>
    <Text size="sm" fw={600} truncate>
      {first}
    </Text>
    <Text size="xs" c="dimmed" truncate>
      {below}
    </Text>
  </Stack>
);

const monthOf = ({ period_start }: PayeeStatement) => showMonth(period_start.slice(0, 7));

/** The payee first, for those who have many. */
export const payeeColumn: Column<PayeeStatement> = {
  id: "payee",
  title: words.payee,
  cell: (row) => named(row.payee_name, monthOf(row)),
};

/** The month first, for a payee. */
export const monthColumn: Column<PayeeStatement> = {
  id: "month",
  title: words.month,
  cell: (row) => named(monthOf(row), row.payee_name),
};

export const amountColumns: readonly Column<PayeeStatement>[] = [
  { id: "share", title: words.share, cell: amount("share_amount"), isNumber: true, isExtra: true },
  { id: "tax", title: words.tax, cell: amount("tax_amount"), isNumber: true, isExtra: true },
  { id: "net", title: words.net, cell: amount("net_amount"), isNumber: true },
  {
    id: "issued",
    title: words.issued,
    cell: ({ created_at }) => showDay(created_at),
    width: 140,
    isExtra: true,
  },
];
