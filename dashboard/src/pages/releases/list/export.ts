import type { ListedRelease } from "@segue/sdk";
import { csvOf, saveFile } from "../../../data/save-file.ts";
import { showToast } from "../../../data/toasts.ts";
import { showArtists } from "../../../values/format.ts";
import { selectionWords } from "./words.ts";

/** In the names of the API, so that programs read it as they read its answers. */
const fields: Readonly<Record<string, (release: ListedRelease) => string | number | null>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  version: ({ version }) => version,
  artists: ({ artists }) => showArtists(artists),
  label: ({ label }) => label,
  type: ({ type }) => type,
  genre: ({ genre }) => genre,
  release_date: ({ release_date }) => release_date,
  upc: ({ upc }) => upc,
  ean: ({ ean }) => ean,
  catalog_number: ({ catalog_number }) => catalog_number,
  territories: ({ territories }) => territories.join(" "),
  explicit: ({ explicit }) => String(explicit),
  status: ({ status }) => status,
  stores: ({ at_stores }) => at_stores?.total ?? null,
  live_stores: ({ at_stores }) => at_stores?.live ?? null,
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
};

/** The selected rows as they were loaded: at most a hundred, so the browser makes the file. */
export function exportReleases(releases: readonly ListedRelease[]): void {
  const rows = releases.map((release) => Object.values(fields).map((read) => read(release) ?? ""));
  const name = `releases-${new Date().toISOString().slice(0, 10)}.csv`;
  saveFile(name, csvOf([Object.keys(fields), ...rows]));
  showToast({ tone: "good", message: selectionWords.exported(releases.length, name) });
}
