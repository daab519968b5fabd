// Every column that the list of releases can have. The first says what the row is, and is always shown.

import type { ListedRelease } from "@segue/sdk";
import { Picture } from "../../../components/artwork.tsx";
import type { Column } from "../../../components/list-table.tsx";
import { RowName } from "../../../components/row-name.tsx";
import { When } from "../../../components/when.tsx";
import { showArtists, showDate, showTerritories, showWord } from "../../../values/format.ts";
import { ReleaseState } from "../release-state.tsx";
import { releaseListWords } from "./words.ts";

const NONE = "–";

const first: Column<ListedRelease> = {
  id: "release",
  title: releaseListWords.columns.release,
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
    id: "status",
    title: releaseListWords.columns.status,
    cell: (release) => <ReleaseState release={release} />,
    width: "clamp(132px, 26vw, 300px)",
  },
  release_date: extra({
    id: "release_date",
    title: releaseListWords.columns.release_date,
    cell: ({ release_date }) => showDate(release_date),
    width: 130,
    sortsBy: "-release_date",
  }),
  upc: extra({ id: "upc", title: releaseListWords.columns.upc, cell: ({ upc }) => upc, width: 130 }),
  label: extra({ id: "label", title: releaseListWords.columns.label, cell: ({ label }) => label, width: 160 }),
  type: extra({
    id: "type",
    title: releaseListWords.columns.type,
    cell: ({ type }) => (type ? showWord(type) : NONE),
    width: 110,
  }),
  genre: extra({ id: "genre", title: releaseListWords.columns.genre, cell: ({ genre }) => genre ?? NONE, width: 130 }),
  catalog_number: extra({
    id: "catalog_number",
    title: releaseListWords.columns.catalog_number,
    cell: ({ catalog_number }) => catalog_number ?? NONE,
    width: 130,
  }),
  territories: extra({
    id: "territories",
    title: releaseListWords.columns.territories,
    cell: ({ territories }) => showTerritories(territories),
    width: 150,
  }),
  created_at: extra({
    id: "created_at",
    title: releaseListWords.columns.created_at,
    cell: ({ created_at }) => <When at={created_at} />,
    width: 130,
    sortsBy: "-created_at",
  }),
  updated_at: extra({
    id: "updated_at",
    title: releaseListWords.columns.updated_at,
    cell: ({ updated_at }) => <When at={updated_at} />,
    width: 130,
  }),
};

export const columnNames: readonly string[] = Object.keys(choices);
export const usualColumns: readonly string[] = ["status", "release_date", "upc"];

export const titleOfColumn = (name: string): string => choices[name]?.title ?? name;

/** In the order of the table above, whichever was chosen first. */
export function columnsOf(names: readonly string[]): Column<ListedRelease>[] {
  return [first, ...columnNames.flatMap((name) => (names.includes(name) && choices[name] ? [choices[name]] : []))];
}
