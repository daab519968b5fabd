// What stores reported, for the operator: import a report, and see how much of each is matched.

import { Group, NativeSelect, Stack, Text, Title } from "@mantine/core";
import type { SalesReport } from "@segue/sdk";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { useMayOperate } from "../../../data/session.ts";
import { useFilter } from "../../../router.tsx";
import { showAgo, showMonth, showNumber } from "../../../values/format.ts";
import { addMonths, monthsBetween, thisMonth } from "../../../values/months.ts";
import { useOperatorStoreName, useOperatorStores } from "../stores/store-names.ts";
import { showTotals } from "./report-totals.ts";
import { ReportImport } from "./sales-report-import.tsx";
import { reportsWords } from "./words.ts";

const MONTHS_BACK = 60;

export default function SalesReports() {
  const [store_id, setStore] = useFilter("store_id");
  const [period, setPeriod] = useFilter("period");
  const stores = useOperatorStores().data ?? [];
  const nameOf = useOperatorStoreName();
  const mayImport = useMayOperate()("POST", "importSalesReport");
  const months = monthsBetween(addMonths(thisMonth(), -MONTHS_BACK), thisMonth()).reverse();
  const list = useList(
    ["operator.salesReports.list", store_id, period],
    (page) =>
      segue.operator.salesReports.list({ ...page, store_id: store_id || undefined, period: period || undefined }),
    { isLive: true },
  );
  return (
    <>
      <PageHead title={reportsWords.title} about={reportsWords.about} />
      {mayImport && <ReportImport stores={stores} months={months} />}
      <Group justify="space-between" mt="lg" mb="sm">
        <Title order={2} size="h3">
          {reportsWords.imported}
        </Title>
        <Group gap="sm">
          <NativeSelect
            aria-label={reportsWords.store}
            data={[
              { value: "", label: reportsWords.everyStore },
              ...stores.map((store) => ({ value: store.store_id, label: store.name })),
            ]}
            value={store_id}
            onChange={(event) => setStore(event.currentTarget.value)}
          />
          <NativeSelect
            aria-label={reportsWords.month}
            data={[
              { value: "", label: reportsWords.everyMonth },
              ...months.map((value) => ({ value, label: showMonth(value) })),
            ]}
            value={period}
            onChange={(event) => setPeriod(event.currentTarget.value)}
          />
        </Group>
      </Group>
      <ListTable
        label={reportsWords.title}
        list={list}
        columns={columnsWith(nameOf)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sales-reports/${id}`}
        empty={
          store_id || period ? (
            <Empty title={reportsWords.noMatch}>{reportsWords.noMatchHint}</Empty>
          ) : (
            <Empty
              title={reportsWords.none}
              example={`npx segue report import january.csv --store store_auralis --period ${addMonths(thisMonth(), -1)}`}
            >
              {reportsWords.noneHint}
            </Empty>
          )
        }
      />
    </>
  );
}

function columnsWith(nameOf: (store_id: string) => string): readonly Column<SalesReport>[] {
  return [
    {
      id: "report",
      title: reportsWords.columns.report,
      cell: ({ store_id, period, reverses, reversed_by, unmatched }) => (
        <Stack gap={0}>
          <Text size="sm" fw={600} truncate>
            {nameOf(store_id)}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {showMonth(period)}
            {reverses && ` · ${reportsWords.reverses}`}
            {reversed_by && ` · ${reportsWords.reversed}`}
            <Text span inherit hiddenFrom="sm">
              {unmatched > 0 && ` · ${reportsWords.unmatched(unmatched)}`}
            </Text>
          </Text>
        </Stack>
      ),
    },
    { id: "status", title: reportsWords.columns.status, cell: ({ status }) => <Status value={status} />, width: 120 },
    {
      id: "rows",
      title: reportsWords.columns.rows,
      cell: ({ rows }) => showNumber(rows),
      isNumber: true,
      width: 110,
      isExtra: true,
    },
    {
      id: "money",
      title: reportsWords.columns.money,
      cell: ({ totals }) => (
        <Text size="sm" truncate>
          {showTotals(totals)}
        </Text>
      ),
      isNumber: true,
      isExtra: true,
    },
    {
      id: "unmatched",
      title: reportsWords.columns.unmatched,
      cell: ({ unmatched }) => (unmatched === 0 ? reportsWords.noneUnmatched : showNumber(unmatched)),
      isNumber: true,
      width: 110,
      isExtra: true,
    },
    {
      id: "imported",
      title: reportsWords.columns.imported,
      cell: ({ created_at }) => showAgo(created_at),
      width: 150,
      isExtra: true,
    },
  ];
}
