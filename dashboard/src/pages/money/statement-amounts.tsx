// From gross to net, for those who earn it and for the operator.

import { Card, Divider, Group, Stack, Text } from "@mantine/core";
import type { Statement } from "@segue/sdk";
import type { ReactNode } from "react";
import { Money } from "../../components/money.tsx";
import { showRate, showTerritory } from "../../values/format.ts";
import { negated } from "../../values/money.ts";
import { statementWords } from "./words.ts";

export function StatementAmounts({ statement, net }: { statement: Statement; net: string }) {
  const { currency, gross_amount, fee_amount, tax_amount, net_amount, fee_rate } = statement;
  const show = (amount: string) => <Money amount={amount} currency={currency} />;
  return (
    <Card withBorder maw={480} component="section" aria-label={statementWords.amounts.label}>
      <Stack gap="xs">
        <Amount label={statementWords.amounts.gross} amount={show(gross_amount)} />
        <Converted statement={statement} />
        <Amount label={statementWords.amounts.fee(showRate(fee_rate))} amount={show(negated(fee_amount))} />
        <Amount label={taxLabel(statement)} amount={show(negated(tax_amount))} />
        <Divider />
        <Amount label={net} amount={show(net_amount)} isStrong />
      </Stack>
    </Card>
  );
}

/** The rates by which stores' other currencies became the statement's. */
function Converted({ statement: { currency, exchange_rates } }: { statement: Statement }) {
  if (exchange_rates.length === 0) return null;
  const words = statementWords.amounts;
  return (
    <Text size="xs" c="dimmed" component="div">
      {words.converted}
      {exchange_rates.map(({ from, rate, source }) => (
        <div key={`${from} ${rate} ${source}`}>
          {words.rate({ from, to: currency, rate })}, {words.sources[source]}
        </div>
      ))}
    </Text>
  );
}

function taxLabel({ withholding_rate, withholding_territories }: Statement): string {
  const rate = showRate(withholding_rate);
  if (!withholding_territories) return statementWords.amounts.tax(rate);
  return statementWords.amounts.taxIn(rate, withholding_territories.map(showTerritory).join(", "));
}

function Amount({ label, amount, isStrong = false }: { label: string; amount: ReactNode; isStrong?: boolean }) {
  const weight = isStrong ? { fw: 700 } : {};
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm" {...weight}>
        {label}
      </Text>
      <Text size="sm" ta="right" {...weight} style={{ fontVariantNumeric: "tabular-nums" }}>
        {amount}
      </Text>
    </Group>
  );
}
