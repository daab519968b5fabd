// How the balance came to be: a step for each movement, and a notch where money was paid out.

import { Text } from "@mantine/core";
import type { Balance, BalanceTransaction } from "@segue/sdk";
import { type Step, Steps } from "../../charts/steps.tsx";
import { segue } from "../../data/api.ts";
import { PAGE_ROWS, useRead } from "../../data/data.ts";
import { showDay, showMoney, showTime } from "../../values/format.ts";
import { negated, sumAmounts } from "../../values/money.ts";
import { balanceWords } from "./words.ts";

/** The newest movements of one currency: one request. */
export function BalanceSteps({ balance }: { balance: Balance }) {
  const { currency } = balance;
  const read = useRead(["balance.steps", currency], () =>
    segue.balance.transactions({ currency, limit: PAGE_ROWS }).then(({ data }) => ({ currency, data })),
  );
  const found = read.data?.currency === currency ? read.data.data : [];
  if (found.length < 2) return null;
  const short = new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    notation: "compact",
    maximumSignificantDigits: 3,
  });
  return (
    <section aria-label={balanceWords.chart.title(currency)}>
      <Steps
        steps={stepsOf(balance, found)}
        label={balanceWords.chart.label(currency)}
        showTick={(value) => short.format(value)}
      />
      <Text size="xs" c="dimmed">
        {balanceWords.chart.caption(found.length, currency)}
      </Text>
    </section>
  );
}

/** Back from what is there now: each movement tells what was there before it. */
function stepsOf({ available, currency }: Balance, newestFirst: readonly BalanceTransaction[]): Step[] {
  let level = available;
  const days = new Set(newestFirst.map(({ created_at }) => showDay(created_at)));
  const showWhen = days.size > 1 ? showDay : showTime;
  const steps = newestFirst.map(({ id, created_at, type, amount, description }) => {
    const step: Step = {
      key: id,
      at: created_at,
      value: Number(level),
      shown: balanceWords.chart.step(description, showMoney(amount, currency), showMoney(level, currency)),
      when: showWhen(created_at),
      isNotch: type === "payout",
    };
    level = sumAmounts([level, negated(amount)]);
    return step;
  });
  return steps.reverse();
}
