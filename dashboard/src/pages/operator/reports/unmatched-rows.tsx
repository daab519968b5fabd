// Rows of a report that no track or release earns by yet. The operator gives them to one by hand.

import { Button, Stack, Text } from "@mantine/core";
import type { Assignment, SalesReport, UnmatchedRow } from "@segue/sdk";
import { useState } from "react";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { errorAt, fieldErrors, useAct, useList } from "../../../data/data.ts";
import { ActModal } from "../../../forms/act-modal.tsx";
import { SearchSelect } from "../../../forms/search-select.tsx";
import { showNumber, showTerritory } from "../../../values/format.ts";
import { searchCatalog, searchOrganizations } from "../search.ts";
import { rowKey } from "./row-key.ts";

const reasons = {
  unknown: "No submitted release has it",
  ambiguous: "Several organizations have it",
};

export function UnmatchedRows({ report: { id, status, reversed_by } }: { report: SalesReport }) {
  const [chosen, setChosen] = useState<UnmatchedRow>();
  const list = useList(["operator.salesReports.unmatched", id, status], (page) =>
    segue.operator.salesReports.unmatched(id, page),
  );
  const columns: readonly Column<UnmatchedRow>[] = [
    { title: "Work", cell: (row) => <Work row={row} /> },
    { title: "Line", cell: ({ line }) => showNumber(line), width: 90, isNumber: true, isExtra: true },
    { title: "Territory", cell: ({ territory }) => showTerritory(territory), isExtra: true },
    { title: "Plays", cell: ({ play_count }) => showNumber(play_count), width: 110, isNumber: true, isExtra: true },
    {
      title: "Rate",
      cell: ({ unit_rate, currency }) => `${unit_rate} ${currency}`,
      width: 150,
      isNumber: true,
      isExtra: true,
    },
    { title: "Why", cell: ({ reason }) => reasons[reason], isExtra: true },
    {
      title: "",
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setChosen(row)}
          aria-label={`Assign ${nameOf(row)}, line ${row.line}`}
        >
          Assign
        </Button>
      ),
      width: 100,
      isNumber: true,
    },
  ];
  return (
    <>
      <ListTable
        label="Unmatched rows"
        list={list}
        columns={reversed_by === null ? columns : columns.slice(0, -1)}
        keyOf={rowKey}
        rowHeight={52}
        empty={
          <Empty title={status === "importing" ? "The report is still being read" : "Every row is matched"}>
            {status === "importing"
              ? "Rows are matched when all of them are read."
              : reversed_by === null
                ? "All of the money in this report has an owner."
                : "When a report is taken back, rows without an owner are dropped."}
          </Empty>
        }
      />
      {chosen && <AssignForm key={chosen.line} report_id={id} row={chosen} close={() => setChosen(undefined)} />}
    </>
  );
}

const nameOf = ({ isrc, upc }: UnmatchedRow) => isrc ?? upc ?? "a row without a code";

function Work({ row }: { row: UnmatchedRow }) {
  const { isrc, upc, reason } = row;
  const kind = upc ? "A whole release, by UPC" : "The store reported no code";
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600} truncate>
        {nameOf(row)}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {isrc ? (upc ? `UPC ${upc}` : "ISRC") : kind}
        <Text span inherit hiddenFrom="sm">{` · ${reasons[reason]}`}</Text>
      </Text>
    </Stack>
  );
}

type AssignFormProps = { report_id: string; row: UnmatchedRow; close: () => void };

/** A row with an ISRC, or without any code, goes to a track; the sale of a whole release, to a release. */
function AssignForm({ report_id, row, close }: AssignFormProps) {
  const { isrc, upc, line } = row;
  const type = upc && !isrc ? "release" : "track";
  const [organization_id, setOrganization] = useState("");
  const [id, setId] = useState("");
  const [error, setError] = useState<string>();
  const assigning = useAct((body: Assignment) => segue.operator.salesReports.assign(report_id, body), {
    done: ({ matched, unmatched }) =>
      `Assigned. ${showNumber(matched)} rows are matched, ${showNumber(unmatched)} are not.`,
    isQuiet: true,
    onDone: close,
  });
  const submit = () => {
    if (!id) return setError(`Choose the ${type}.`);
    const named = isrc ? { isrc } : { line };
    const body = type === "track" ? { ...named, track_id: id } : { upc: upc ?? undefined, release_id: id };
    assigning.mutate(body, { onError: (error) => setError(errorAt(fieldErrors(error), `${type}_id`)) });
  };
  return (
    <ActModal
      title={`Assign ${nameOf(row)}`}
      isOpen
      close={close}
      action={isrc || upc ? "Assign all of its rows" : "Assign this line"}
      isBusy={assigning.isPending}
      error={assigning.error}
      onSubmit={submit}
    >
      <Text size="sm">{assignmentText(row)} The next close puts it on its owner's statement.</Text>
      <SearchSelect
        queryKey={["operator.catalog.list", type, organization_id]}
        search={(q) => searchCatalog(q, { type, organization_id })}
        from={3}
        label={type === "track" ? "Track" : "Release"}
        placeholder="Title, artist, ISRC, UPC or id"
        nothing={`No ${type} matches.`}
        value={id}
        onChange={(chosen) => {
          setId(chosen);
          setError(undefined);
        }}
        error={error}
        required
        data-autofocus
      />
      <SearchSelect
        queryKey={["operator.organizations.list", "choice"]}
        search={searchOrganizations}
        label="Only of this organization"
        placeholder="Every organization"
        nothing="No organization has this name or id."
        value={organization_id}
        onChange={setOrganization}
        clearable
      />
    </ActModal>
  );
}

function assignmentText({ isrc, upc, line }: UnmatchedRow): string {
  if (isrc) return `What all unmatched rows of this report with the ISRC ${isrc} earn goes to this track.`;
  if (upc) return `What the release with the UPC ${upc} sold goes to this release, divided among its tracks.`;
  return `What line ${line} earns goes to this track.`;
}
