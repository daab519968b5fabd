// The chart of earnings. It is loaded on its own: its library is larger than all the rest of the page.

import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { Box } from "@mantine/core";
import type { Figure } from "./earnings-figures.tsx";

type EarningsChartProps = { figures: readonly Figure[]; currency: string; label: string; isOverTime: boolean };

const CHART_HEIGHT = 320;
const NAME_LENGTH = 16;

// The height of a bar is no amount: the table has those, digit by digit.
export default function EarningsChart({ figures, currency, label, isOverTime }: EarningsChartProps) {
  const short = new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    notation: "compact",
    maximumSignificantDigits: 3,
  });
  const whole = new Intl.NumberFormat(undefined, { style: "currency", currency });
  const data = figures.map(({ key, name, earnings }) => ({ key, name, earnings: Number(earnings) }));
  const amounts = { tickFormatter: (value: number) => short.format(value) };
  const names = { tickFormatter: cut, interval: isOverTime ? ("preserveStartEnd" as const) : 0 };
  return (
    <Box role="img" aria-label={label}>
      <BarChart
        h={CHART_HEIGHT}
        data={data}
        dataKey="name"
        series={[{ name: "earnings", label: "Gross", color: "segue.7" }]}
        orientation={isOverTime ? "horizontal" : "vertical"}
        gridAxis={isOverTime ? "x" : "y"}
        valueFormatter={(value) => whole.format(value)}
        xAxisProps={isOverTime ? names : amounts}
        yAxisProps={isOverTime ? { ...amounts, width: 64 } : { ...names, width: 112 }}
        maxBarWidth={48}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </Box>
  );
}

function cut(name: string): string {
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name;
}
