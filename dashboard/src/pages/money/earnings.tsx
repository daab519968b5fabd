// What was earned: by month, store, territory and track, and the statements.

import { Group, Input, NativeSelect, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import type { Earning } from "@segue/sdk";
import { Money } from "../../components/money.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { PageTabs } from "../../components/page-tabs.tsx";
import { Empty, Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { useIsSandbox } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import { useFilter } from "../../router.tsx";
import { showMonth, showNumber } from "../../values/format.ts";
import { addMonths, monthsBetween } from "../../values/months.ts";
import { EarningsChart } from "./earnings-chart.tsx";
import { barsOf, EarningsTable, figuresOf, type Grouping, totalOf, withEmptyMonths } from "./earnings-figures.tsx";
import { SandboxStatementButton } from "./sandbox-statement.tsx";
import { StatementsTable } from "./statements-table.tsx";
import { TerritoryMap } from "./territory-map.tsx";
import { useTrackTitles } from "./track-titles.ts";
import { earningsWords } from "./words.ts";

export default function Earnings() {
  const isSandbox = useIsSandbox();
  const all = useRead(["earnings.list", "month", "all"], () => segue.earnings.list({ group_by: "month" }));
  return (
    <>
      <PageHead title={earningsWords.title} about={earningsWords.about}>
        {isSandbox && <SandboxStatementButton />}
      </PageHead>
      <PageTabs
        filter="view"
        titles={earningsWords.tabs}
        tabs={{
          charts: (
            <Ready of={all}>
              {({ data }) => (data.length === 0 ? <NothingEarned isSandbox={isSandbox} /> : <Charts all={data} />)}
            </Ready>
          ),
          statements: <StatementsTable empty={<NothingEarned isSandbox={isSandbox} />} />,
        }}
      />
    </>
  );
}

function NothingEarned({ isSandbox }: { isSandbox: boolean }) {
  return (
    <Empty
      title={earningsWords.none}
      example="npx segue statement list"
      action={isSandbox ? <SandboxStatementButton /> : undefined}
    >
      {isSandbox ? earningsWords.noneInSandbox : earningsWords.noneInProduction}
    </Empty>
  );
}

/** The months of the chosen range. Ranges end with the last month that a store has reported. */
function useRange(first: string, last: string) {
  const [range, setRange] = useFilter("range");
  const [from, setFrom] = useFilter("from");
  const [to, setTo] = useFilter("to");
  const chosen = range in earningsWords.ranges ? range : "12";
  const months = monthsBetween(first, last);
  const known = (month: string, otherwise: string) => (months.includes(month) ? month : otherwise);
  if (chosen === "custom")
    return { chosen, setRange, setFrom, setTo, months, from: known(from, first), to: known(to, last) };
  const begin = chosen === "all" ? first : addMonths(last, 1 - Number(chosen));
  const from_month = begin < first ? first : begin;
  return { chosen, setRange, setFrom, setTo, months, from: from_month, to: last };
}

function Charts({ all }: { all: readonly Earning[] }) {
  const currencies = [...new Set(all.map(({ currency }) => currency))].sort();
  const months = all
    .map(({ key }) => key ?? "")
    .filter(Boolean)
    .sort();
  const [wanted, setCurrency] = useFilter("currency");
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? "EUR");
  const [grouped, setGrouped] = useFilter("by");
  const by = (grouped in earningsWords.groupings ? grouped : "month") as Grouping;
  const range = useRange(months[0] ?? "", months.at(-1) ?? "");
  const monthOptions = range.months.map((value) => ({ value, label: showMonth(value) }));
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <Stack gap={4}>
          <Input.Label component="span" id="earnings-by">
            {earningsWords.groupedBy}
          </Input.Label>
          <SegmentedControl
            aria-labelledby="earnings-by"
            data={Object.entries(earningsWords.groupings).map(([value, label]) => ({ value, label }))}
            value={by}
            onChange={(value) => setGrouped(value === "month" ? "" : value)}
          />
        </Stack>
        <NativeSelect
          label={earningsWords.months}
          data={Object.entries(earningsWords.ranges).map(([value, label]) => ({ value, label }))}
          value={range.chosen}
          onChange={(event) => range.setRange(event.currentTarget.value)}
        />
        {range.chosen === "custom" && (
          <>
            <NativeSelect
              label={earningsWords.from}
              data={monthOptions}
              value={range.from}
              onChange={(event) => range.setFrom(event.currentTarget.value)}
            />
            <NativeSelect
              label={earningsWords.to}
              data={monthOptions}
              value={range.to}
              onChange={(event) => range.setTo(event.currentTarget.value)}
            />
          </>
        )}
        {currencies.length > 1 && (
          <NativeSelect
            label={earningsWords.currency}
            data={currencies}
            value={currency}
            onChange={(event) => setCurrency(event.currentTarget.value)}
          />
        )}
      </Group>
      <Figures by={by} currency={currency} from={range.from} to={range.to} earned={earnedByMonth(all, currency)} />
    </Stack>
  );
}

function earnedByMonth(all: readonly Earning[], currency: string): ReadonlyMap<string, string> {
  const own = all.filter((row) => row.currency === currency);
  return new Map(own.flatMap(({ key, earnings }) => (key === null ? [] : [[key, earnings]])));
}

type Asked = { by: Grouping; currency: string; from: string; to: string };
type Earned = { earned: ReadonlyMap<string, string> };

function Figures({ by, currency, from, to, earned }: Asked & Earned) {
  const read = useRead(["earnings.list", by, currency, from, to], async () => ({
    by,
    ...(await segue.earnings.list({ group_by: by, currency, from, to })),
  }));
  return (
    <Ready of={read}>
      {({ by: answered, data }) => <Shown by={answered} {...{ currency, from, to, earned, data }} />}
    </Ready>
  );
}

function Shown({ by, currency, from, to, earned, data }: Asked & Earned & { data: readonly Earning[] }) {
  const storeName = useStoreName(by === "store" ? data.flatMap(({ key }) => key ?? []) : []);
  const titles = useTrackTitles(by === "track" ? data.flatMap(({ key }) => key ?? []) : []);
  const rows = by === "month" ? withEmptyMonths(data, from, to, currency) : data;
  const figures = figuresOf(rows, by, by === "store" ? storeName : (key) => titles.get(key) ?? key);
  const { earnings, play_count } = totalOf(figures);
  const span = from === to ? showMonth(from) : earningsWords.span(showMonth(from), showMonth(to));
  return (
    <>
      <section>
        <Title order={2} size="h4">
          {span}
        </Title>
        <Group gap="lg" mb="md" mt={4}>
          <Text size="sm">
            <b>
              <Money amount={earnings} currency={currency} />
            </b>{" "}
            {earningsWords.afterGross}
          </Text>
          <Text size="sm">
            <b>{showNumber(play_count)}</b> {earningsWords.afterPlays}
          </Text>
        </Group>
        {by === "territory" && <TerritoryMap figures={figures} currency={currency} />}
        <EarningsChart
          figures={by === "month" ? figures : barsOf(figures)}
          currency={currency}
          isOverTime={by === "month"}
          earned={earned}
          label={earningsWords.chart(earningsWords.table(earningsWords.groupings[by], currency), span)}
        />
      </section>
      <EarningsTable figures={figures} by={by} currency={currency} from={from} to={to} />
    </>
  );
}
