// The months and their statements, for the operator: close a month, and see what was issued to whom.

import { Group, NativeSelect, Stack, Text, Title } from "@mantine/core";
import type { OperatorStatement } from "@segue/sdk";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { useFilter } from "../../../router.tsx";
import { showMonth } from "../../../values/format.ts";
import { addMonths, monthsBetween, thisMonth } from "../../../values/months.ts";
import { amountColumns } from "../../money/statement-columns.tsx";
import { useOrganizationName } from "../organizations/organization-names.ts";
import { ClosePeriod } from "./close-period.tsx";
import { allStatementsWords } from "./words.ts";

const MONTHS_BACK = 60;

export default function OperatorStatements() {
  const [period, setPeriod] = useFilter("period");
  const last = addMonths(thisMonth(), -1);
  const months = monthsBetween(addMonths(last, -MONTHS_BACK), last).reverse();
  const nameOf = useOrganizationName();
  const list = useList(["operator.statements.list", "period", period], (page) =>
    segue.operator.statements.list({ ...page, period: period || undefined }),
  );
  return (
    <>
      <PageHead title={allStatementsWords.title} about={allStatementsWords.about} />
      <ClosePeriod months={months} />
      <Group justify="space-between" mt="lg" mb="sm">
        <Title order={2} size="h3">
          {allStatementsWords.all}
        </Title>
        <NativeSelect
          aria-label={allStatementsWords.month}
          data={[
            { value: "", label: allStatementsWords.everyMonth },
            ...months.map((value) => ({ value, label: showMonth(value) })),
          ]}
          value={period}
          onChange={(event) => setPeriod(event.currentTarget.value)}
        />
      </Group>
      <ListTable
        label={allStatementsWords.title}
        list={list}
        columns={columnsWith(nameOf)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/statements/${id}`}
        empty={
          <Empty
            title={period ? allStatementsWords.noMatch(showMonth(period)) : allStatementsWords.none}
            example={`npx segue period close ${period || last}`}
          >
            {allStatementsWords.noneHint}
          </Empty>
        }
      />
    </>
  );
}

function columnsWith(nameOf: (organization_id: string) => string): readonly Column<OperatorStatement>[] {
  return [
    {
      id: "organization",
      title: allStatementsWords.organization,
      cell: ({ organization_id, period_start }) => (
        <Stack gap={0}>
          <Text size="sm" fw={600} truncate>
            {nameOf(organization_id)}
          </Text>
          <Text size="xs" c="dimmed">
            {showMonth(period_start.slice(0, 7))}
          </Text>
        </Stack>
      ),
    },
    ...amountColumns,
  ];
}
