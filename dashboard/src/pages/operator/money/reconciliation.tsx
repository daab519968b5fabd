// By store and month: what was reported, what was received, and what became of it.

import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import type { ReconciledAmount } from "@segue/sdk";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { Money } from "../../../components/money.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { useFilter } from "../../../router.tsx";
import { showMonth } from "../../../values/format.ts";
import { addMonths, monthsBetween, thisMonth } from "../../../values/months.ts";
import { useOperatorStoreName, useOperatorStores } from "../stores/store-names.ts";
import { reconciliationWords as words } from "./words.ts";

const MONTHS_BACK = 60;

export default function Reconciliation() {
  const [store_id, setStore] = useFilter("store_id");
  const [period, setPeriod] = useFilter("period");
  const stores = useOperatorStores().data ?? [];
  const nameOf = useOperatorStoreName();
  const months = monthsBetween(addMonths(thisMonth(), -MONTHS_BACK), thisMonth()).reverse();
  const list = useList(["operator.reconciliation.list", store_id, period], (page) =>
    segue.operator.reconciliation.list({ ...page, store_id: store_id || undefined, period: period || undefined }),
  );
  return (
    <>
      <PageHead title={words.title} about={words.about}>
        <Group gap="sm">
          <NativeSelect
            aria-label={words.store}
            data={[
              { value: "", label: words.everyStore },
              ...stores.map((store) => ({ value: store.store_id, label: store.name })),
            ]}
            value={store_id}
            onChange={(event) => setStore(event.currentTarget.value)}
          />
          <NativeSelect
            aria-label={words.month}
            data={[
              { value: "", label: words.everyMonth },
              ...months.map((value) => ({ value, label: showMonth(value) })),
            ]}
            value={period}
            onChange={(event) => setPeriod(event.currentTarget.value)}
          />
        </Group>
      </PageHead>
      <ListTable
        label={words.title}
        list={list}
        columns={columnsWith(nameOf)}
        keyOf={({ period, store_id, currency }) => `${period} ${store_id} ${currency}`}
        linkOf={({ period, store_id }) => `/sales-reports?store_id=${store_id}&period=${period}`}
        rowHeight={64}
        empty={
          store_id || period ? (
            <Empty title={words.noMatch}>{words.noMatchHint}</Empty>
          ) : (
            <Empty title={words.none}>{words.noneHint}</Empty>
          )
        }
      />
    </>
  );
}

function columnsWith(nameOf: (store_id: string) => string): readonly Column<ReconciledAmount>[] {
  const money = (amount: string | null, currency: string, hasSign = false) =>
    amount === null ? "–" : <Money amount={amount} currency={currency} hasSign={hasSign} />;
  return [
    {
      id: "store",
      title: words.columns.store,
      cell: ({ store_id, period, currency, reports, received }) => (
        <Stack gap={0}>
          <Text size="sm" fw={600} truncate>
            {nameOf(store_id)}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {words.reports(showMonth(period), currency, reports)}
          </Text>
          {received === null && (
            <Text size="xs" c="dimmed" hiddenFrom="sm" truncate>
              {words.notReceived}
            </Text>
          )}
        </Stack>
      ),
    },
    { id: "reported", title: words.columns.reported, cell: (row) => money(row.reported, row.currency), isNumber: true },
    {
      id: "received",
      title: words.columns.received,
      cell: (row) => money(row.received, row.currency),
      isNumber: true,
      isExtra: true,
    },
    {
      id: "difference",
      title: words.columns.difference,
      cell: (row) => money(row.difference, row.currency, true),
      isNumber: true,
    },
    {
      id: "unmatched",
      title: words.columns.unmatched,
      cell: (row) => money(row.unmatched, row.currency),
      isNumber: true,
      isExtra: true,
    },
    {
      id: "stated",
      title: words.columns.stated,
      cell: (row) => money(row.stated, row.currency),
      isNumber: true,
      isExtra: true,
    },
  ];
}
