// The rows of a report, with whose they are and on which statement: all of them, or those behind a line of a statement.

import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { ReportedRow } from "@segue/sdk";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty, Ready } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useList, useRead } from "../../../data/data.ts";
import { Link, type PageProps, useFilter } from "../../../router.tsx";
import { showMonth, showNumber, showTerritory } from "../../../values/format.ts";
import { useOrganizationName } from "../organizations/organization-names.ts";
import { useOperatorStoreName } from "../stores/store-names.ts";
import { rowKey } from "./row-key.ts";
import { rowsWords, workWords } from "./words.ts";

export default function ReportRowsPage({ params: { report_id = "" } }: PageProps) {
  const [statement_id] = useFilter("statement_id");
  const [track_id] = useFilter("track_id");
  const [isrc] = useFilter("isrc");
  const [others] = useFilter("others");
  const report = useRead(["operator.salesReports.get", report_id], () => segue.operator.salesReports.get(report_id));
  const list = useList(["operator.salesReports.rows", report_id, statement_id, track_id, isrc], (page) =>
    segue.operator.salesReports.rows(report_id, {
      ...page,
      statement_id: statement_id || undefined,
      track_id: track_id || undefined,
      isrc: isrc || undefined,
    }),
  );
  const storeName = useOperatorStoreName();
  const nameOf = useOrganizationName();
  const back = statement_id
    ? { to: `/statements/${statement_id}`, label: rowsWords.statement }
    : { to: `/sales-reports/${report_id}`, label: rowsWords.report };
  return (
    <Ready of={report}>
      {({ store_id, period }) => (
        <>
          <PageHead
            title={rowsWords.title(storeName(store_id), showMonth(period))}
            about={aboutOf(report_id, { track_id, isrc })}
            back={back}
          />
          <Others ids={others ? others.split(",") : []} query={{ statement_id, track_id }} />
          <ListTable
            label={rowsWords.label}
            list={list}
            columns={columnsWith(nameOf)}
            keyOf={rowKey}
            rowHeight={52}
            empty={<Empty title={rowsWords.none} />}
          />
        </>
      )}
    </Ready>
  );
}

function aboutOf(report_id: string, { track_id, isrc }: { track_id: string; isrc: string }): string {
  if (track_id) return rowsWords.ofTrack(track_id, report_id);
  return isrc ? rowsWords.ofIsrc(isrc, report_id) : rowsWords.all(report_id);
}

/** A line may sum up rows of several reports. */
function Others({ ids, query }: { ids: readonly string[]; query: Record<string, string> }) {
  if (ids.length === 0) return null;
  return (
    <Group gap="xs" mb="md">
      <Text size="sm">{rowsWords.others}</Text>
      {ids.map((id) => (
        <Anchor
          key={id}
          component={Link}
          to={`/sales-reports/${id}/rows?${new URLSearchParams(query).toString()}`}
          size="sm"
          underline="always"
        >
          {id}
        </Anchor>
      ))}
    </Group>
  );
}

function columnsWith(nameOf: (organization_id: string) => string): readonly Column<ReportedRow>[] {
  return [
    { id: "line", title: rowsWords.columns.line, cell: ({ line }) => showNumber(line), width: 90 },
    {
      id: "work",
      title: rowsWords.columns.work,
      cell: ({ isrc, upc }) => isrc ?? (upc ? workWords.upc(upc) : rowsWords.noCode),
      width: 170,
    },
    {
      id: "territory",
      title: rowsWords.columns.territory,
      cell: ({ territory }) => showTerritory(territory),
      isExtra: true,
    },
    {
      id: "plays",
      title: rowsWords.columns.plays,
      cell: ({ play_count }) => showNumber(play_count),
      width: 110,
      isNumber: true,
    },
    {
      id: "rate",
      title: rowsWords.columns.rate,
      cell: ({ unit_rate, currency }) => `${unit_rate} ${currency}`,
      width: 150,
      isNumber: true,
      isExtra: true,
    },
    { id: "whose", title: rowsWords.columns.whose, cell: (row) => <Whose row={row} nameOf={nameOf} />, isExtra: true },
  ];
}

function Whose({ row, nameOf }: { row: ReportedRow; nameOf: (organization_id: string) => string }) {
  const { organization_id, reason, statement_id } = row;
  if (organization_id === null) return <Text size="sm">{rowsWords.reasons[reason ?? "unknown"]}</Text>;
  return (
    <Stack gap={0}>
      <Text size="sm" truncate>
        {nameOf(organization_id)}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {statement_id ? (
          <Anchor component={Link} to={`/statements/${statement_id}`} inherit underline="always">
            {statement_id}
          </Anchor>
        ) : (
          rowsWords.noStatement
        )}
      </Text>
    </Stack>
  );
}
