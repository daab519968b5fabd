// One statement: from gross to net, and every line behind it. It can be saved as CSV, and printed.

import { Button, Card, Divider, Group, Stack, Text, Title } from "@mantine/core";
import type { LineItem, Statement } from "@segue/sdk";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { segue } from "../api.ts";
import { type ListOf, useAct, useList, useRead } from "../data.ts";
import { showDate, showExactMoney, showMonth, showNumber, showRate, showTerritory, showTime } from "../format.ts";
import { type Column, ListTable } from "../list-table.tsx";
import { PageHead } from "../page-head.tsx";
import type { PageProps } from "../pages.tsx";
import { saveFile } from "../save-file.ts";
import { useSession } from "../session.ts";
import { Empty, Ready } from "../states.tsx";
import { useStoreName } from "../stores.ts";

// More would be hundreds of sheets. The CSV has all of them.
const MOST_PRINTED = 2_000;

export default function StatementPage({ params: { statement_id = "" } }: PageProps) {
  const statement = useRead(["statements.get", statement_id], () => segue.statements.get(statement_id));
  const items = useList(["statements.lineItems", statement_id], (page) =>
    segue.statements.lineItems(statement_id, page),
  );
  return (
    <Ready of={statement}>
      {(found) => (
        <>
          <Head statement={found} items={items} />
          <Amounts statement={found} />
          <Title order={2} size="h3" mt="lg" mb="sm">
            Line items
          </Title>
          <LineItems items={items} />
        </>
      )}
    </Ready>
  );
}

function Head({ statement, items }: { statement: Statement; items: ListOf<LineItem> }) {
  const { id, period_start, period_end, currency, line_item_count, created_at } = statement;
  const holder = useSession()?.session?.name;
  const month = period_start.slice(0, 7);
  const download = useAct(async () => {
    const answer = await segue.statements.lineItemsCsv(id);
    saveFile(`statement-${month}-${currency}-${id}.csv`, await answer.blob());
  });
  return (
    <PageHead
      title={`Statement of ${showMonth(month)}, ${currency}`}
      about={
        <>
          {holder && `${holder} · `}
          {showDate(period_start)} to {showDate(period_end)} · written {showTime(created_at)}
          <br />
          {id} · {showNumber(line_item_count)} line items
        </>
      }
      back={{ to: "/earnings?view=statements", label: "Statements" }}
    >
      <PrintButton items={items} count={line_item_count} />
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        Download CSV
      </Button>
    </PageHead>
  );
}

/** Loads the line items that are not there yet, then prints. */
function PrintButton({ items, count }: { items: ListOf<LineItem>; count: number }) {
  const [isWanted, setWanted] = useState(false);
  const { rows, error, hasMore, isLoadingMore, loadMore } = items;
  const isComplete = rows !== undefined && (!hasMore || rows.length >= MOST_PRINTED);
  useEffect(() => {
    if (!isWanted) return;
    if (error) return setWanted(false);
    if (isComplete) {
      setWanted(false);
      window.print();
    } else if (!isLoadingMore) loadMore();
  }, [isWanted, error, isComplete, isLoadingMore, loadMore]);
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      loading={isWanted}
      onClick={() => setWanted(true)}
    >
      {count > MOST_PRINTED ? `Print the first ${showNumber(MOST_PRINTED)}` : "Print"}
    </Button>
  );
}

function Amounts({ statement }: { statement: Statement }) {
  const { currency, gross_amount, fee_amount, tax_amount, net_amount, fee_rate } = statement;
  const show = (amount: string) => showExactMoney(amount, currency);
  return (
    <Card withBorder maw={480} component="section" aria-label="From gross to net">
      <Stack gap="xs">
        <Amount label="Gross, as stores reported" amount={show(gross_amount)} />
        <Amount label={`Distribution fee, ${showRate(fee_rate)}`} amount={show(negated(fee_amount))} />
        <Amount label={taxLabel(statement)} amount={show(negated(tax_amount))} />
        <Divider />
        <Amount label="Net, on your balance" amount={show(net_amount)} isStrong />
      </Stack>
    </Card>
  );
}

function taxLabel({ withholding_rate, withholding_territories }: Statement): string {
  const where = withholding_territories ? ` on use in ${withholding_territories.map(showTerritory).join(", ")}` : "";
  return `Withholding tax, ${showRate(withholding_rate)}${where}`;
}

function Amount({ label, amount, isStrong = false }: { label: string; amount: string; isStrong?: boolean }) {
  const weight = isStrong ? { fw: 700 } : {};
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm" {...weight}>
        {label}
      </Text>
      <Text size="sm" ta="right" {...weight} style={{ fontVariantNumeric: "tabular-nums" }}>
        {amount}
      </Text>
    </Group>
  );
}

function negated(amount: string): string {
  if (/^-?[0.]+$/.test(amount)) return amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}

function LineItems({ items }: { items: ListOf<LineItem> }) {
  const storeName = useStoreName();
  const columns: readonly Column<LineItem>[] = [
    { title: "ISRC", cell: ({ isrc }) => isrc, width: 150 },
    { title: "Store", cell: ({ store_id }) => storeName(store_id), isExtra: true },
    { title: "Territory", cell: ({ territory }) => showTerritory(territory), isExtra: true },
    { title: "Used in", cell: ({ usage_period }) => showMonth(usage_period), width: 110, isExtra: true },
    { title: "Plays", cell: ({ play_count }) => showNumber(play_count), isNumber: true, isExtra: true },
    { title: "Rate", cell: ({ unit_rate }) => unit_rate, isNumber: true, isExtra: true },
    { title: "Earnings", cell: (item) => showExactMoney(item.earnings, item.currency), isNumber: true },
  ];
  return (
    <ListTable
      label="Line items"
      list={items}
      columns={columns}
      keyOf={({ id }) => id}
      rowHeight={44}
      empty={<Empty title="This statement has no line items" />}
    />
  );
}
