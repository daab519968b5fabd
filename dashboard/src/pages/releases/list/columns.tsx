// Every column that the list of releases can have. The first says what the row is, and is always shown.

import type { ListedRelease } from "@segue/sdk";
import { Picture } from "../../../components/artwork.tsx";
import type { Column } from "../../../components/list-table.tsx";
import { RowName } from "../../../components/row-name.tsx";
import { When } from "../../../components/when.tsx";
import { showArtists, showDate, showTerritories, showType } from "../../../values/format.ts";
import { ReleaseState } from "../release-state.tsx";

const NONE = "–";

const first: Column<ListedRelease> = {
  title: "Release",
  cell: ({ title, version, artists, artwork }) => (
    <RowName
      picture={<Picture link={artwork?.thumbnail_url} title={title} size={32} />}
      title={version ? `${title} (${version})` : title}
      below={showArtists(artists)}
    />
  ),
  sortsBy: "title",
};

const extra = (column: Column<ListedRelease>): Column<ListedRelease> => ({ ...column, isExtra: true });

/** By name, which saved views keep. */
const choices: Readonly<Record<string, Column<ListedRelease>>> = {
  status: {
    title: "Status",
    cell: (release) => <ReleaseState release={release} />,
    width: "clamp(132px, 26vw, 300px)",
  },
  release_date: extra({
    title: "Release date",
    cell: ({ release_date }) => showDate(release_date),
    width: 130,
    sortsBy: "-release_date",
  }),
  upc: extra({ title: "UPC", cell: ({ upc }) => upc, width: 130 }),
  label: extra({ title: "Label", cell: ({ label }) => label, width: 160 }),
  type: extra({ title: "Type", cell: ({ type }) => (type ? showType(type) : NONE), width: 110 }),
  genre: extra({ title: "Genre", cell: ({ genre }) => genre ?? NONE, width: 130 }),
  catalog_number: extra({ title: "Catalogue no.", cell: ({ catalog_number }) => catalog_number ?? NONE, width: 130 }),
  territories: extra({ title: "Territories", cell: ({ territories }) => showTerritories(territories), width: 150 }),
  created_at: extra({
    title: "Created",
    cell: ({ created_at }) => <When at={created_at} />,
    width: 130,
    sortsBy: "-created_at",
  }),
  updated_at: extra({ title: "Changed", cell: ({ updated_at }) => <When at={updated_at} />, width: 130 }),
};

export const columnNames: readonly string[] = Object.keys(choices);
export const usualColumns: readonly string[] = ["status", "release_date", "upc"];

export const titleOfColumn = (name: string): string => choices[name]?.title ?? name;

/** In the order of the table above, whichever was chosen first. */
export function columnsOf(names: readonly string[]): Column<ListedRelease>[] {
  return [first, ...columnNames.flatMap((name) => (names.includes(name) && choices[name] ? [choices[name]] : []))];
}
