// Works of a report that no track or release earns by yet, the most money first. The operator assigns several at once.

import { Anchor, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import type { SalesReport, UnmatchedWork } from "@segue/sdk";
import { useState } from "react";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { Money } from "../../../components/money.tsx";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { Link } from "../../../router.tsx";
import { showNumber } from "../../../values/format.ts";
import { AssignWorks } from "./assign-works.tsx";
import { canJoin, detailOf, keyOf, nameOf, sumOf } from "./chosen-works.ts";
import classes from "./unmatched-works.module.css";
import { unmatchedWords } from "./words.ts";

export function UnmatchedWorks({ report: { id, status, reversed_by } }: { report: SalesReport }) {
  const [chosen, setChosen] = useState<readonly UnmatchedWork[]>([]);
  const [isAsked, setAsked] = useState(false);
  const list = useList(["operator.salesReports.unmatchedWorks", id, status], (page) =>
    segue.operator.salesReports.unmatchedWorks(id, page),
  );
  const choose = (work: UnmatchedWork, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, work] : before.filter((other) => keyOf(other) !== keyOf(work))));
  const clear = () => {
    setChosen([]);
    setAsked(false);
  };
  const isOpen = status === "imported" && reversed_by === null;
  return (
    <>
      <ListTable
        label={unmatchedWords.title}
        list={list}
        columns={[...(isOpen ? [choiceColumn(chosen, choose)] : []), ...columnsOf(id)]}
        keyOf={keyOf}
        rowHeight={52}
        empty={<NothingUnmatched status={status} isReversed={reversed_by !== null} />}
      />
      {chosen.length > 0 && (
        <Group className={classes.bar ?? ""} gap="sm" role="region" aria-label={unmatchedWords.chosen}>
          <Text size="sm" fw={500} role="status">
            {sumOf(chosen)}
          </Text>
          <Group gap="xs" ml="auto">
            <Button variant="default" onClick={clear}>
              {unmatchedWords.clear}
            </Button>
            <Button onClick={() => setAsked(true)}>{unmatchedWords.assign}</Button>
          </Group>
        </Group>
      )}
      {isAsked && <AssignWorks report_id={id} works={chosen} close={() => setAsked(false)} onDone={clear} />}
    </>
  );
}

type Choose = (work: UnmatchedWork, isChosen: boolean) => void;

function choiceColumn(chosen: readonly UnmatchedWork[], choose: Choose): Column<UnmatchedWork> {
  const keys = new Set(chosen.map(keyOf));
  return {
    id: "choice",
    title: "",
    width: 40,
    cell: (work) => {
      const isChosen = keys.has(keyOf(work));
      const why = isChosen ? undefined : canJoin(work, chosen);
      return (
        <Checkbox
          aria-label={unmatchedWords.choose(nameOf(work), work.isrc === null ? null : work.upc)}
          title={why}
          disabled={why !== undefined}
          checked={isChosen}
          onChange={(event) => choose(work, event.currentTarget.checked)}
        />
      );
    },
  };
}

function columnsOf(report_id: string): readonly Column<UnmatchedWork>[] {
  return [
    { id: "work", title: unmatchedWords.columns.work, cell: (work) => <Work work={work} /> },
    {
      id: "why",
      title: unmatchedWords.columns.why,
      cell: ({ reason }) => unmatchedWords.reasons[reason],
      isExtra: true,
    },
    {
      id: "rows",
      title: unmatchedWords.columns.rows,
      cell: ({ isrc, rows }) =>
        isrc ? (
          <Anchor
            component={Link}
            to={`/sales-reports/${report_id}/rows?isrc=${isrc}`}
            inherit
            underline="always"
            aria-label={unmatchedWords.rowsOf(isrc, rows)}
          >
            {showNumber(rows)}
          </Anchor>
        ) : (
          showNumber(rows)
        ),
      width: 110,
      isNumber: true,
      isExtra: true,
    },
    {
      id: "money",
      title: unmatchedWords.columns.money,
      cell: ({ totals }) => (
        <Stack gap={0}>
          {totals.map(({ currency, amount }) => (
            <Money key={currency} amount={amount} currency={currency} />
          ))}
        </Stack>
      ),
      width: 130,
      isNumber: true,
    },
  ];
}

function Work({ work }: { work: UnmatchedWork }) {
  return (
    <Stack gap={0} miw={0}>
      <Text size="sm" fw={600} truncate>
        {nameOf(work)}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {detailOf(work)}
        <Text span inherit hiddenFrom="sm">{` · ${unmatchedWords.shortReasons[work.reason]}`}</Text>
      </Text>
    </Stack>
  );
}

function NothingUnmatched({ status, isReversed }: { status: SalesReport["status"]; isReversed: boolean }) {
  if (status === "importing") return <Empty title={unmatchedWords.importing}>{unmatchedWords.importingHint}</Empty>;
  return (
    <Empty title={unmatchedWords.none}>{isReversed ? unmatchedWords.noneOfReversed : unmatchedWords.noneHint}</Empty>
  );
}
