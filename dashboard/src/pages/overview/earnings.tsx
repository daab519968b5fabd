// What came in, month by month. Plain SVG: the first page loads no library of charts.

import { Button, Card, Group, Table, Text, VisuallyHidden } from "@mantine/core";
import type { Earning } from "@segue/sdk";
import { useState } from "react";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { showMoney, showMonth } from "../../values/format.ts";
import classes from "./overview.module.css";

const MONTHS = 6;

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
      <Card withBorder>
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
      </Card>
    </Section>
  );
}

function ByCurrency({ earnings, months }: { earnings: readonly Earning[]; months: readonly string[] }) {
  const currencies = [...new Set(earnings.map(({ currency }) => currency))];
  const [wanted, setWanted] = useState("");
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? "");
  const rows = months.map((month) => ({
    month,
    amount: earnings.find((one) => one.key === month && one.currency === currency)?.earnings ?? "0",
  }));
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
      <Bars rows={rows} currency={currency} />
      <VisuallyHidden>
        <Table>
          <Table.Caption>Gross earnings by month, {currency}</Table.Caption>
          <Table.Tbody>
            {rows.map(({ month, amount }) => (
              <Table.Tr key={month}>
                <Table.Th scope="row">{showMonth(month)}</Table.Th>
                <Table.Td>{showMoney(amount, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </VisuallyHidden>
      <Text size="xs" c="dimmed" mt="xs">
        Gross, by the month of use.
      </Text>
    </>
  );
}

type BarsProps = { rows: readonly { month: string; amount: string }[]; currency: string };

const WIDTH = 340;
const HEIGHT = 190;
const TOP = 20;
const BOTTOM = 24;

/** The height of a bar is only drawn, so a float will do here. */
function Bars({ rows, currency }: BarsProps) {
  const most = Math.max(...rows.map(({ amount }) => Math.abs(Number(amount))), Number.MIN_VALUE);
  const step = WIDTH / rows.length;
  const tall = HEIGHT - TOP - BOTTOM;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes.bars} aria-hidden="true" focusable="false">
      {rows.map(({ month, amount }, index) => {
        const height = (Math.max(Number(amount), 0) / most) * tall;
        const middle = index * step + step / 2;
        return (
          <g key={month}>
            <rect
              className={classes.bar}
              x={index * step + step * 0.2}
              y={TOP + tall - height}
              width={step * 0.6}
              height={height}
              rx={3}
            />
            <text className={classes.label} x={middle} y={TOP + tall - height - 6} textAnchor="middle">
              {showShort(amount, currency)}
            </text>
            <text className={classes.label} x={middle} y={HEIGHT - 6} textAnchor="middle">
              {showMonth(month).split(" ")[0]}
            </text>
          </g>
        );
      })}
      <line className={classes.axis} x1={0} x2={WIDTH} y1={TOP + tall} y2={TOP + tall} />
    </svg>
  );
}

/** "€1.2K": there is little room above a bar. The whole amount is in the table. */
function showShort(amount: string, currency: string): string {
  const format = new Intl.NumberFormat(undefined, { style: "currency", currency, notation: "compact" });
  return format.format(amount as Intl.StringNumericLiteral);
}
