// The earnings of a release: by month and by store, and every royalty behind it with the statement it is on.

import { NativeSelect, Text } from "@mantine/core";
import type { Release, Royalty } from "@segue/sdk";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/section.tsx";
import { SkeletonRows } from "../../components/skeleton-rows.tsx";
import { Empty, Failed } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { takeFirst } from "../../data/catalog.ts";
import { PAGE_ROWS, useRead, wholeList } from "../../data/data.ts";
import { useIsSandbox } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import { useFilter } from "../../router.tsx";
import { showMonth } from "../../values/format.ts";
import { compareAmounts, sumAmounts } from "../../values/money.ts";
import { addMonths, monthsBetween } from "../../values/months.ts";
import { EarningsChart } from "../money/earnings-chart.tsx";
import { barsOf } from "../money/earnings-figures.tsx";
import { SandboxStatementButton } from "../money/sandbox-statement.tsx";
import classes from "./release-earnings.module.css";
import { releaseEarningsWords } from "./words.ts";

// A page must not ask without end.
const MOST_ROYALTIES = 2_000;
const MONTHS = 24;

export default function ReleaseEarnings({ release: { id } }: { release: Release }) {
  const royalties = useRead(["royalties.list", id], () =>
    takeFirst(segue.royalties.list({ release_id: id, limit: PAGE_ROWS }), MOST_ROYALTIES),
  );
  if (royalties.error && !royalties.data)
    return <Failed error={royalties.error} retry={() => void royalties.refetch()} />;
  if (!royalties.data) return <SkeletonRows />;
  return royalties.data.length === 0 ? <NothingEarned /> : <Earned royalties={royalties.data} />;
}

function NothingEarned() {
  const isSandbox = useIsSandbox();
  return (
    <Empty title={releaseEarningsWords.none} action={isSandbox ? <SandboxStatementButton /> : undefined}>
      {isSandbox ? releaseEarningsWords.noneHintInSandbox : releaseEarningsWords.noneHint}
    </Empty>
  );
}

function Earned({ royalties }: { royalties: readonly Royalty[] }) {
  const currencies = [...new Set(royalties.map(({ currency }) => currency))].sort();
  const [wanted, setWanted] = useFilter("currency");
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? "EUR");
  const own = royalties.filter((royalty) => royalty.currency === currency);
  const gross = sumAmounts(own.map(({ gross_amount }) => gross_amount));
  const net = sumAmounts(own.map(({ net_amount }) => net_amount));
  return (
    <div className={classes.parts}>
      <div className={classes.sums}>
        <p className={classes.sum}>
          <span className={classes.large}>
            <Money amount={net} currency={currency} />
          </span>
          <Text size="sm" c="dimmed" component="span">
            {releaseEarningsWords.afterFees} <Money amount={gross} currency={currency} /> {releaseEarningsWords.gross}
          </Text>
        </p>
        {currencies.length > 1 && (
          <NativeSelect
            aria-label={releaseEarningsWords.currency}
            data={currencies}
            value={currency}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
        )}
      </div>
      <Charts royalties={own} currency={currency} />
      <Section title={releaseEarningsWords.royalties}>
        <RoyaltyTable royalties={own} />
      </Section>
    </div>
  );
}

function Charts({ royalties, currency }: { royalties: readonly Royalty[]; currency: string }) {
  const nameOf = useStoreName();
  const byMonth = grossBy(royalties, monthOf);
  const byStore = grossBy(royalties, ({ store_id }) => store_id);
  const months = [...byMonth.keys()].sort();
  const last = months.at(-1) ?? "";
  const from = [months[0] ?? "", addMonths(last, 1 - MONTHS)].sort().at(-1) ?? "";
  const figures = monthsBetween(from, last).map((key) => ({
    key,
    name: showMonth(key),
    play_count: 0,
    earnings: byMonth.get(key) ?? "0.00",
  }));
  const stores = [...byStore]
    .sort(([, a], [, b]) => compareAmounts(b, a))
    .map(([key, earnings]) => ({ key, name: nameOf(key), play_count: 0, earnings }));
  return (
    <div className={classes.charts}>
      <Section title={releaseEarningsWords.byMonth}>
        <EarningsChart
          figures={figures}
          currency={currency}
          isOverTime
          earned={byMonth}
          label={releaseEarningsWords.byMonthLabel(currency)}
        />
      </Section>
      <Section title={releaseEarningsWords.byStore}>
        <EarningsChart
          figures={barsOf(stores)}
          currency={currency}
          isOverTime={false}
          label={releaseEarningsWords.byStoreLabel(currency)}
        />
      </Section>
    </div>
  );
}

const monthOf = ({ period_start }: Royalty) => period_start.slice(0, 7);

function grossBy(royalties: readonly Royalty[], keyOf: (royalty: Royalty) => string): Map<string, string> {
  const sums = new Map<string, string>();
  for (const royalty of royalties)
    sums.set(keyOf(royalty), sumAmounts([sums.get(keyOf(royalty)) ?? "0", royalty.gross_amount]));
  return sums;
}

function RoyaltyTable({ royalties }: { royalties: readonly Royalty[] }) {
  const nameOf = useStoreName();
  const amount = (field: "gross_amount" | "fee_amount" | "tax_amount" | "net_amount") => (royalty: Royalty) => (
    <Money amount={royalty[field]} currency={royalty.currency} />
  );
  const columns: readonly Column<Royalty>[] = [
    {
      id: "month",
      title: releaseEarningsWords.columns.month,
      cell: (royalty) => showMonth(monthOf(royalty)),
      width: 96,
    },
    { id: "store", title: releaseEarningsWords.columns.store, cell: ({ store_id }) => nameOf(store_id) },
    {
      id: "gross",
      title: releaseEarningsWords.columns.gross,
      cell: amount("gross_amount"),
      isNumber: true,
      width: 120,
      isExtra: true,
    },
    {
      id: "fee",
      title: releaseEarningsWords.columns.fee,
      cell: amount("fee_amount"),
      isNumber: true,
      width: 110,
      isExtra: true,
    },
    {
      id: "tax",
      title: releaseEarningsWords.columns.tax,
      cell: amount("tax_amount"),
      isNumber: true,
      width: 110,
      isExtra: true,
    },
    { id: "net", title: releaseEarningsWords.columns.net, cell: amount("net_amount"), isNumber: true, width: 120 },
  ];
  const rows = royalties.toSorted(
    (a, b) => b.period_start.localeCompare(a.period_start) || compareAmounts(b.gross_amount, a.gross_amount),
  );
  return (
    <ListTable
      label={releaseEarningsWords.label}
      list={wholeList(rows)}
      columns={columns}
      keyOf={({ id }) => id}
      linkOf={({ statement_id }) => `/statements/${statement_id}`}
      rowHeight={40}
      empty={null}
    />
  );
}
