// What stores reported, for the operator: import a report, and see how much of each is matched.

import { Group, NativeSelect, Stack, Text, Title } from "@mantine/core";
import type { SalesReport } from "@segue/sdk";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { useFilter } from "../../../router.tsx";
import { showAgo, showMonth, showNumber } from "../../../values/format.ts";
import { addMonths, monthsBetween, thisMonth } from "../../../values/months.ts";
import { useOperatorStoreName, useOperatorStores } from "../stores/store-names.ts";
import { showTotals } from "./report-totals.ts";
import { ReportImport } from "./sales-report-import.tsx";

const MONTHS_BACK = 60;

export default function SalesReports() {
  const [store_id, setStore] = useFilter("store_id");
  const [period, setPeriod] = useFilter("period");
  const stores = useOperatorStores().data ?? [];
  const nameOf = useOperatorStoreName();
  const months = monthsBetween(addMonths(thisMonth(), -MONTHS_BACK), thisMonth()).reverse();
  const list = useList(
    ["operator.salesReports.list", store_id, period],
    (page) =>
      segue.operator.salesReports.list({ ...page, store_id: store_id || undefined, period: period || undefined }),
    { isLive: true },
  );
  return (
    <>
      <PageHead title="Sales reports" about="What stores report becomes statements when you close the month." />
      <ReportImport stores={stores} months={months} />
      <Group justify="space-between" mt="lg" mb="sm">
        <Title order={2} size="h3">
          Imported reports
        </Title>
        <Group gap="sm">
          <NativeSelect
            aria-label="Store"
            data={[
              { value: "", label: "Every store" },
              ...stores.map((store) => ({ value: store.store_id, label: store.name })),
            ]}
            value={store_id}
            onChange={(event) => setStore(event.currentTarget.value)}
          />
          <NativeSelect
            aria-label="Month of the reports"
            data={[{ value: "", label: "Every month" }, ...months.map((value) => ({ value, label: showMonth(value) }))]}
            value={period}
            onChange={(event) => setPeriod(event.currentTarget.value)}
          />
        </Group>
      </Group>
      <ListTable
        label="Sales reports"
        list={list}
        columns={columnsWith(nameOf)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sales-reports/${id}`}
        empty={
          store_id || period ? (
            <Empty title="No report matches">Choose another store or month.</Empty>
          ) : (
            <Empty
              title="No reports yet"
              example={`npx segue report import january.csv --store store_auralis --period ${addMonths(thisMonth(), -1)}`}
            >
              Drop a store's report above: CSV with the columns isrc, territory, play_count, unit_rate and currency, or
              a DDEX DSR file.
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
      title: "Report",
      cell: ({ store_id, period, reverses, reversed_by, unmatched }) => (
        <Stack gap={0}>
          <Text size="sm" fw={600} truncate>
            {nameOf(store_id)}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {showMonth(period)}
            {reverses && " · takes another back"}
            {reversed_by && " · taken back"}
            <Text span inherit hiddenFrom="sm">
              {unmatched > 0 && ` · ${showNumber(unmatched)} unmatched`}
            </Text>
          </Text>
        </Stack>
      ),
    },
    { title: "Status", cell: ({ status }) => <Status value={status} />, width: 120 },
    { title: "Rows", cell: ({ rows }) => showNumber(rows), isNumber: true, width: 110, isExtra: true },
    {
      title: "Money",
      cell: ({ totals }) => (
        <Text size="sm" truncate>
          {showTotals(totals)}
        </Text>
      ),
      isNumber: true,
      isExtra: true,
    },
    {
      title: "Unmatched",
      cell: ({ unmatched }) => (unmatched === 0 ? "None" : showNumber(unmatched)),
      isNumber: true,
      width: 110,
      isExtra: true,
    },
    { title: "Imported", cell: ({ created_at }) => showAgo(created_at), width: 150, isExtra: true },
  ];
}
