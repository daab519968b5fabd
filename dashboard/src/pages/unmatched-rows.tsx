// Rows of a report that no track or release earns by yet. The operator gives them to one by hand.

import { Button, Stack, Text } from "@mantine/core";
import type { Assignment, SalesReport, UnmatchedRow } from "@segue/sdk";
import { useState } from "react";
import { ActModal } from "../act-modal.tsx";
import { segue } from "../api.ts";
import { errorAt, fieldErrors, useAct, useList } from "../data.ts";
import { showNumber, showTerritory } from "../format.ts";
import { type Column, ListTable } from "../list-table.tsx";
import { SearchSelect } from "../search-select.tsx";
import { Empty } from "../states.tsx";
import { searchCatalog, searchOrganizations } from "./operator-search.ts";

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
          aria-label={`Assign ${row.isrc ?? row.upc}, line ${row.line}`}
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
        keyOf={({ line }) => String(line)}
        rowHeight={52}
        empty={
          <Empty title={status === "importing" ? "The report is still being read" : "Every row is matched"}>
            {status === "importing"
              ? "Rows are matched when all of them are read."
              : "All of the money in this report has an owner."}
          </Empty>
        }
      />
      {chosen && <AssignForm key={chosen.line} report_id={id} row={chosen} close={() => setChosen(undefined)} />}
    </>
  );
}

function Work({ row: { isrc, upc, reason } }: { row: UnmatchedRow }) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600} truncate>
        {isrc ?? upc}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {isrc ? (upc ? `UPC ${upc}` : "ISRC") : "A whole release, by UPC"}
        <Text span inherit hiddenFrom="sm">{` · ${reasons[reason]}`}</Text>
      </Text>
    </Stack>
  );
}

type AssignFormProps = { report_id: string; row: UnmatchedRow; close: () => void };

/** A row with an ISRC goes to a track; the sale of a whole release, to a release. */
function AssignForm({ report_id, row: { isrc, upc }, close }: AssignFormProps) {
  const type = isrc ? "track" : "release";
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
    const body = isrc ? { isrc, track_id: id } : { upc: upc ?? undefined, release_id: id };
    assigning.mutate(body, { onError: (error) => setError(errorAt(fieldErrors(error), `${type}_id`)) });
  };
  return (
    <ActModal
      title={`Assign ${isrc ?? upc}`}
      isOpen
      close={close}
      action="Assign all of its rows"
      isBusy={assigning.isPending}
      error={assigning.error}
      onSubmit={submit}
    >
      <Text size="sm">
        {isrc
          ? `All unmatched rows of this report with the ISRC ${isrc} go to this track. The next close puts them on its owner's statement.`
          : `All unmatched sales of the release with the UPC ${upc} go to this release, divided among its tracks. The next close puts them on its owner's statement.`}
      </Text>
      <SearchSelect
        queryKey={["operator.catalog.list", type, organization_id]}
        search={(q) => searchCatalog(q, { type, organization_id })}
        from={3}
        label={isrc ? "Track" : "Release"}
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
