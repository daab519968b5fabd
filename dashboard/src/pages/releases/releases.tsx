// The catalogue: every release, found by title, artist, UPC, ISRC or id, in the order and with the columns that the reader chose.

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMemo, useRef } from "react";
import { ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { useSelection } from "../../data/selection.ts";
import { useMay } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import { columnsOf } from "./list/columns.tsx";
import { Arrangement, Filters } from "./list/filters.tsx";
import { MOST_SELECTED, SelectionBar } from "./list/selection-bar.tsx";
import { ViewBar } from "./list/view-bar.tsx";
import { useShown } from "./list/views.ts";
import { catalogueWords } from "./words.ts";

export default function Releases() {
  const may = useMay();
  const shown = useShown();
  const { q, status, order } = shown;
  const list = useList(["releases.list", q, status, order], (page) =>
    segue.releases.list({ ...page, q: q || undefined, status, sort: order }),
  );
  const columns = useMemo(() => columnsOf(shown.columns), [shown.columns]);
  const selection = useSelection<NonNullable<typeof list.rows>[number]>([q, status, order].join(), MOST_SELECTED);
  const bar = useRef<HTMLElement>(null);
  return (
    <>
      <PageHead title={catalogueWords.title}>
        {may("catalog:write") && (
          <Button component={Link} to="/releases/new" leftSection={<IconPlus size={16} aria-hidden />}>
            {catalogueWords.create}
          </Button>
        )}
      </PageHead>
      <ViewBar list={shown} />
      <Filters list={shown} />
      <SelectionBar selection={selection} rows={list.rows} place={bar}>
        <Arrangement list={shown} />
      </SelectionBar>
      <ListTable
        label={catalogueWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/releases/${id}`}
        canBeWide
        order={{ value: order, onChange: shown.setOrder }}
        selection={{
          ...selection,
          nameOf: ({ title }) => title,
          goToActs: () => bar.current?.querySelector("button")?.focus(),
        }}
        empty={shown.isFiltered ? <NoMatch /> : <NoReleases canCreate={may("catalog:write")} />}
      />
    </>
  );
}

function NoMatch() {
  return <Empty title={catalogueWords.noMatch}>{catalogueWords.noMatchHint}</Empty>;
}

function NoReleases({ canCreate }: { canCreate: boolean }) {
  return (
    <Empty
      title={catalogueWords.none}
      example={`npx segue release create --title "First light" --artist "The Example" --label Example --date 2027-01-29`}
      action={
        canCreate && (
          <Button component={Link} to="/releases/new">
            {catalogueWords.createFirst}
          </Button>
        )
      }
    >
      {catalogueWords.noneHint}
    </Empty>
  );
}
