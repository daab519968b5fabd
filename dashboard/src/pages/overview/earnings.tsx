// Earnings, month by month.

import { Button, Group, Text } from "@mantine/core";
import type { Earning } from "@segue/sdk";
import { useState } from "react";
import { type Bar, TimeBars } from "../../charts/bars.tsx";
import { ChartTable } from "../../charts/chart.tsx";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { showMoney, showMonth } from "../../values/format.ts";

const MONTHS = 6;
const CHART_HEIGHT = 220;

/** The last months, the oldest first, as "2027-03". */
function lastMonths(now = new Date()): string[] {
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1 + index, 1)).toISOString().slice(0, 7),
  );
}

export function EarningsBars() {
  const months = lastMonths();
  const earnings = useRead(["earnings.list", "month", months[0]], () =>
    segue.earnings.list({ group_by: "month", from: months[0] }),
  );
  return (
    <Section title={`Earnings of the last ${MONTHS} months`} more={{ to: "/earnings", label: "All earnings" }}>
      <Ready of={earnings}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing earned in these months. Stores report some weeks after a month has ended.
            </Text>
          ) : (
            <ByCurrency earnings={data} months={months} />
          )
        }
      </Ready>
    </Section>
  );
}

function ByCurrency({ earnings, months }: { earnings: readonly Earning[]; months: readonly string[] }) {
  const currencies = [...new Set(earnings.map(({ currency }) => currency))];
  const [wanted, setWanted] = useState("");
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? "");
  const bars = months.map((month): Bar => {
    const amount = earnings.find((one) => one.key === month && one.currency === currency)?.earnings ?? "0";
    return {
      key: month,
      name: showMonth(month),
      value: Number(amount),
      shown: showMoney(amount, currency),
      isRunning: month === months.at(-1),
    };
  });
  return (
    <>
      {currencies.length > 1 && (
        // No select: the first page loads no fields.
        <Group gap={4} mb="xs" role="group" aria-label="Currency">
          {currencies.map((one) => (
            <Button
              key={one}
              size="compact-sm"
              variant={one === currency ? "light" : "default"}
              aria-pressed={one === currency}
              onClick={() => setWanted(one)}
            >
              {one}
            </Button>
          ))}
        </Group>
      )}
      <TimeBars
        bars={bars}
        label={`Gross earnings by month, ${currency}`}
        showTick={shortMoney(currency)}
        height={CHART_HEIGHT}
      />
      <ChartTable
        caption={`Gross earnings by month, ${currency}`}
        rows={bars.map(({ name, shown }) => [name, shown] as const)}
      />
      <Text size="xs" c="dimmed" mt="xs">
        Gross, by the month of use.
      </Text>
    </>
  );
}

/** "€1.2K": there is little room beside a bar. The whole amount is in the table. */
function shortMoney(currency: string): (value: number) => string {
  const format = new Intl.NumberFormat(undefined, { style: "currency", currency, notation: "compact" });
  return (value) => format.format(value);
}
