// Closing a month. It is never opened again, so it says first what will be issued, and what will stay behind.

import { Alert, Card, Group, List, NativeSelect, Stack, Text, Title } from "@mantine/core";
import { type MissingRate, type PeriodClose, type SalesReport, SegueError } from "@segue/sdk";
import { useState } from "react";
import { Ready } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useRead } from "../../../data/data.ts";
import { useIsSandbox, useMayOperate } from "../../../data/session.ts";
import { ConfirmButton } from "../../../forms/confirm-button.tsx";
import { showExactMoney, showMonth } from "../../../values/format.ts";
import { sumByCurrency } from "../../../values/money.ts";
import { MissingRates } from "./missing-rates.tsx";
import { closePeriodWords } from "./words.ts";

const words = closePeriodWords;

const MOST_REPORTS = 1_000;
const CLOSE_WITHIN_MS = 600_000;
const MOST_TRIES = 30;

type Outlook = {
  reports: number;
  importing: number;
  rows: number;
  unmatched: number;
  totals: SalesReport["totals"];
  unmatched_totals: SalesReport["totals"];
  /** Exchange rates without which the close is refused. */
  missing: readonly MissingRate[];
  /** A statement of it exists. In the sandbox that says nothing, because partners make statements themselves. */
  isStated: boolean;
};

async function readOutlook(period: string): Promise<Outlook> {
  const reports: SalesReport[] = [];
  for await (const report of segue.operator.salesReports.list({ period, limit: 100 })) {
    reports.push(report);
    if (reports.length >= MOST_REPORTS) break;
  }
  const { data } = await segue.operator.statements.list({ period, limit: 1 });
  const { data: missing } = await segue.operator.exchangeRates.missing({ period });
  const imported = reports.filter(({ status }) => status === "imported");
  return {
    reports: imported.length,
    importing: reports.length - imported.length,
    rows: imported.reduce((sum, { rows }) => sum + rows, 0),
    unmatched: imported.reduce((sum, { unmatched }) => sum + unmatched, 0),
    totals: sumByCurrency(imported.flatMap(({ totals }) => totals)),
    unmatched_totals: sumByCurrency(imported.flatMap(({ unmatched_totals }) => unmatched_totals)),
    missing,
    isStated: data.length > 0,
  };
}

/** A long close outlasts one request: the service continues it, and asking again waits for it. */
async function closeUntilDone(period: string): Promise<PeriodClose> {
  for (let tries = 1; ; tries++) {
    try {
      return await segue.operator.periods.close(period, { timeoutMs: CLOSE_WITHIN_MS });
    } catch (error) {
      const isGoingOn = error instanceof SegueError && error.code === "service_unavailable";
      if (!isGoingOn || tries >= MOST_TRIES) throw error;
    }
  }
}

export function ClosePeriod({ months }: { months: readonly string[] }) {
  const [period, setPeriod] = useState(months[0] ?? "");
  const mayClose = useMayOperate()("POST", "closePeriod");
  const outlook = useRead(["periods.outlook", period], async () => ({ period, ...(await readOutlook(period)) }));
  return (
    <Card withBorder component="section" aria-label={words.title}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {words.title}
        </Title>
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={words.month}
            data={months.map((value) => ({ value, label: showMonth(value) }))}
            value={period}
            onChange={(event) => setPeriod(event.currentTarget.value)}
          />
          {mayClose && (
            <CloseButton period={period} outlook={outlook.data?.period === period ? outlook.data : undefined} />
          )}
        </Group>
        <Ready of={outlook}>
          {(found) => (
            <>
              <OutlookText outlook={found} period={found.period} />
              <MissingRates period={found.period} missing={found.missing} />
            </>
          )}
        </Ready>
      </Stack>
    </Card>
  );
}

function CloseButton({ period, outlook }: { period: string; outlook: Outlook | undefined }) {
  const month = showMonth(period);
  return (
    <ConfirmButton
      label={words.close(month)}
      title={words.question(month)}
      isHarmless
      variant="filled"
      disabled={!outlook || outlook.missing.length > 0}
      act={() => closeUntilDone(period)}
      done={({ data, has_more }) =>
        data.length === 0 ? words.doneWithNone(month) : words.done(month, data.length, has_more)
      }
    >
      <Stack gap="xs">
        {outlook && <OutlookText outlook={outlook} period={period} />}
        <Text size="sm">{words.effects.title}</Text>
        <List size="sm" spacing={4}>
          <List.Item>{words.effects.statements}</List.Item>
          <List.Item>{words.effects.balances}</List.Item>
          <List.Item>{words.effects.lateRows}</List.Item>
          <List.Item>{words.effects.webhooks}</List.Item>
        </List>
        <Text size="sm" fw={600}>
          {words.effects.isFinal}
        </Text>
      </Stack>
    </ConfirmButton>
  );
}

function OutlookText({ outlook, period }: { outlook: Outlook; period: string }) {
  const { reports, importing, rows, unmatched, totals, unmatched_totals, isStated } = outlook;
  const isSandbox = useIsSandbox();
  const month = showMonth(period);
  return (
    <Stack gap={4}>
      {isStated && !isSandbox && (
        <Alert color="blue" py="xs">
          {words.closedAlready(month)}
        </Alert>
      )}
      <Text size="sm">
        {reports === 0 ? words.notReported(month) : words.reported(month, { reports, rows, sums: moneyOf(totals) })}
      </Text>
      {unmatched > 0 && <Text size="sm">{words.unmatched(unmatched, moneyOf(unmatched_totals))}</Text>}
      {importing > 0 && <Text size="sm">{words.importing(importing)}</Text>}
    </Stack>
  );
}

function moneyOf(totals: SalesReport["totals"]): string {
  const texts = totals.map(({ currency, amount }) => showExactMoney(amount, currency));
  return texts.length === 0 ? "" : `, ${texts.join(" + ")}`;
}
