import { type Bar, NamedBars, TimeBars } from "../../charts/bars.tsx";
import { showMoney } from "../../values/format.ts";
import { addMonths, thisMonth } from "../../values/months.ts";
import type { Figure } from "./earnings-figures.tsx";

type EarningsChartProps = {
  figures: readonly Figure[];
  currency: string;
  label: string;
  isOverTime: boolean;
  /** By month, of all months: for the hairline of the year before. */
  earned?: ReadonlyMap<string, string>;
};

/** The height of a bar is no amount: the table has those, digit by digit. */
export function EarningsChart({ figures, currency, label, isOverTime, earned }: EarningsChartProps) {
  const short = new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    notation: "compact",
    maximumSignificantDigits: 3,
  });
  const bars = figures.map(({ key, name, earnings }): Bar => {
    const before = isOverTime ? earned?.get(addMonths(key, -12)) : undefined;
    return {
      key,
      name,
      value: Number(earnings),
      shown: showMoney(earnings, currency),
      before: before === undefined ? undefined : Number(before),
      isRunning: isOverTime && key === thisMonth(),
    };
  });
  if (!isOverTime) return <NamedBars bars={bars} label={label} />;
  return <TimeBars bars={bars} label={label} showTick={(value) => short.format(value)} />;
}
