// What the operator chooses from: the organizations and their catalogue, as the service finds them by a text.

import type { CatalogEntry } from "@segue/sdk";
import { segue } from "../../data/api.ts";
import type { Choice } from "../../forms/search-select.tsx";
import { searchWords } from "./words.ts";

const SHOWN = 20;

export async function searchOrganizations(q: string): Promise<Choice[]> {
  const { data } = await segue.operator.organizations.list({ q: q || undefined, limit: SHOWN });
  return data.map(({ id, name }) => ({ value: id, label: name, detail: id }));
}

export async function searchCatalog(
  q: string,
  { type, organization_id }: Pick<CatalogEntry, "type" | "organization_id">,
): Promise<Choice[]> {
  const within = organization_id || undefined;
  const { data } = await segue.operator.catalog.list({ q, type, organization_id: within, limit: SHOWN });
  return data.map((entry) => ({ value: entry.id, label: nameOf(entry), detail: detailOf(entry) }));
}

function nameOf({ artist, title, version }: CatalogEntry): string {
  return `${artist ?? searchWords.noArtist} – ${title}${version ? ` (${version})` : ""}`;
}

function detailOf({ type, isrc, upc, release_title, organization_name, status }: CatalogEntry): string {
  const numbers =
    type === "track" ? [isrc ?? searchWords.noIsrc, searchWords.on(release_title, upc)] : [searchWords.upc(upc)];
  return [...numbers, organization_name, ...(status === "draft" ? [searchWords.draft] : [])].join(" · ");
}
