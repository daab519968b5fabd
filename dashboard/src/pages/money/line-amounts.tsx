// The rate and the earnings of a line item, with what was reported where it was converted.

import { Text } from "@mantine/core";
import { Money } from "../../components/money.tsx";
import { showExactMoney } from "../../values/format.ts";
import { statementWords } from "./words.ts";

type Priced = {
  unit_rate: string;
  rate_is: string;
  earnings: string;
  /** Null or empty where nothing was converted, as the two below. */
  reported_currency: string | null;
  reported_earnings: string | null;
  exchange_rate: string | null;
};

export function LineRate({ line: { unit_rate, rate_is, reported_currency } }: { line: Priced }) {
  const rate = reported_currency ? `${unit_rate} ${reported_currency}` : unit_rate;
  if (rate_is !== "quotient") return <>{rate}</>;
  return (
    <span title={statementWords.lines.averageHint}>
      {rate}
      <Text span size="xs" c="dimmed" display="block">
        {statementWords.lines.average}
      </Text>
    </span>
  );
}

export function LineEarnings({ line, currency }: { line: Priced; currency: string }) {
  const { earnings, reported_currency, reported_earnings, exchange_rate } = line;
  return (
    <>
      <Money amount={earnings} currency={currency} />
      {reported_currency && reported_earnings && exchange_rate && (
        <Text span size="xs" c="dimmed" display="block">
          {statementWords.lines.converted(showExactMoney(reported_earnings, reported_currency), exchange_rate)}
        </Text>
      )}
    </>
  );
}
