// The money of these months: what can be paid out, and what each month of use has earned.

import type { Balance, Earning } from "@segue/sdk";
import { useState } from "react";
import { type Bar, TimeBars } from "../../charts/bars.tsx";
import { ChartTable } from "../../charts/chart.tsx";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/section.tsx";
import { Failed } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { showMoney, showMonth } from "../../values/format.ts";
import { addMonths, monthsBetween, thisMonth } from "../../values/months.ts";
import classes from "./overview.module.css";
import { moneyWords } from "./words.ts";

const MONTHS = 6;
const CHART_HEIGHT = 140;

export function Balances({ balances }: { balances: readonly Balance[] }) {
  return (
    <Section title={moneyWords.balance} more={{ to: "/balance", label: moneyWords.wholeBalance }}>
      {balances.length === 0 ? (
        <p className={classes.none}>
          <span className={classes.dot} />
          {moneyWords.noBalance}
        </p>
      ) : (
        <dl className={classes.figures}>
          {balances.map(({ currency, available, pending }) => (
            <div key={currency}>
              <dt>{moneyWords.available}</dt>
              <dd className={classes.large}>
                <Money amount={available} currency={currency} />
              </dd>
              {/[1-9]/.test(pending) && (
                <dd className={classes.beside}>
                  {moneyWords.beforePending} <Money amount={pending} currency={currency} /> {moneyWords.afterPending}
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

export function RecentEarnings() {
  const now = thisMonth();
  const months = monthsBetween(addMonths(now, 1 - MONTHS), now);
  const earnings = useRead(["earnings.list", "month", months[0]], () =>
    segue.earnings.list({ group_by: "month", from: months[0] }),
  );
  return (
    <Section title={moneyWords.earnings(MONTHS)} more={{ to: "/earnings", label: moneyWords.allEarnings }}>
      <div className={classes.earnings}>
        {earnings.data?.data.length === 0 && (
          <p className={classes.none}>
            <span className={classes.dot} />
            {moneyWords.noEarnings}
          </p>
        )}
        {earnings.data && earnings.data.data.length > 0 && (
          <ByCurrency earnings={earnings.data.data} months={months} now={now} />
        )}
        {earnings.error && !earnings.data && <Failed error={earnings.error} retry={() => void earnings.refetch()} />}
      </div>
    </Section>
  );
}

type ByCurrencyProps = { earnings: readonly Earning[]; months: readonly string[]; now: string };

function ByCurrency({ earnings, months, now }: ByCurrencyProps) {
  const currencies = [...new Set(earnings.map(({ currency }) => currency))];
  const [wanted, setWanted] = useState("");
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? "");
  const own = earnings.filter((one) => one.currency === currency);
  const bars = months.map((month): Bar => {
    const amount = own.find(({ key }) => key === month)?.earnings ?? "0";
    const shown = showMoney(amount, currency);
    return { key: month, name: showMonth(month), value: Number(amount), shown, isRunning: month === now };
  });
  const last = months.findLast((month) => own.some(({ key }) => key === month));
  const reported = own.find(({ key }) => key === last);
  const label = moneyWords.chart(currency);
  return (
    <>
      {last && reported && (
        <p className={classes.reported}>
          {showMonth(last)}: <Money amount={reported.earnings} currency={currency} /> {moneyWords.afterGross}{" "}
          {moneyWords.plays(reported.play_count)}
        </p>
      )}
      <TimeBars bars={bars} label={label} showTick={shortMoney(currency)} height={CHART_HEIGHT} />
      <ChartTable caption={label} rows={bars.map(({ name, shown }) => [name, shown] as const)} />
      {currencies.length > 1 && (
        // No select: the first page loads no fields.
        <fieldset className={classes.choice} aria-label={moneyWords.currency}>
          {currencies.map((one) => (
            <button
              key={one}
              type="button"
              className={classes.more}
              aria-pressed={one === currency}
              onClick={() => setWanted(one)}
            >
              {one}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** "€1.2K": there is little room beside a bar. The whole amount is in the table. */
function shortMoney(currency: string): (value: number) => string {
  const format = new Intl.NumberFormat(undefined, { style: "currency", currency, notation: "compact" });
  return (value) => format.format(value);
}
