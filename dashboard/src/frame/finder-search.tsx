// The palette looks for a text. Releases, organizations and ids are looked for by the service; the other lists are short, so
// they are read once and looked through here.

import { SegueError } from "@segue/sdk";
import { Picture } from "../components/artwork.tsx";
import type { PaletteItem } from "../components/palette.tsx";
import { segue } from "../data/api.ts";
import { PAGE_ROWS, useFound, useRead } from "../data/data.ts";
import { useMay } from "../data/session.ts";
import { useStores } from "../data/stores.ts";
import { navigate } from "../router.tsx";
import { showArtists, showMonth } from "../values/format.ts";
import { findById, isId } from "./finder-ids.ts";
import { finderWords } from "./words.ts";

/** How many of each kind are shown. */
const FOUND = 6;
const SHORTEST = 2;
/** The service looks through all organizations only for a text that few have. */
const SHORTEST_ANYWHERE = 3;

export type Found = { items: readonly PaletteItem[]; isFetching: boolean; error: Error | null };

/** Every word is somewhere in the text. */
export function isLike(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}

const matching = (items: readonly PaletteItem[], asked: string): PaletteItem[] =>
  asked.length < SHORTEST
    ? []
    : items.filter(({ name, about = "" }) => isLike(`${name} ${about}`, asked)).slice(0, FOUND);

/** For a partner: releases by title, UPC and ISRC, stores, endpoints, and ids. */
export function useFoundByPartner(asked: string): Found {
  const may = useMay();
  const isAsked = asked.length >= SHORTEST;
  const found = useFound(["finder", asked], (signal) => searchCatalogue(asked, signal), {
    isEnabled: isAsked && may("catalog:read"),
  });
  const stores = useStores({ isEnabled: isAsked && may("catalog:read") && may("deliveries:write") });
  const webhooks = useRead(["webhooks.list", "finder"], () => segue.webhooks.list({ limit: PAGE_ROWS }), {
    isEnabled: isAsked && may("webhooks:read"),
    isSteady: true,
  });
  const storeItems = (stores.data ?? [])
    .filter(({ status }) => status === "active")
    .map(({ store_id, name }) =>
      item(finderWords.groups.stores, finderWords.deliverTo(name), store_id, `/deliveries/new?store_id=${store_id}`),
    );
  const endpoints = (webhooks.data?.data ?? []).map(({ id, url, description }) =>
    item(finderWords.groups.endpoints, url, description ?? id, `/webhooks/${id}`),
  );
  const near = [...matching(storeItems, asked), ...matching(endpoints, asked)];
  return { items: [...(isAsked ? (found.data ?? []) : []), ...near], isFetching: found.isFetching, error: found.error };
}

/** For the operator: organizations, what is in their catalogues, stores and sales reports. */
export function useFoundByOperator(asked: string): Found {
  const isAsked = asked.length >= SHORTEST;
  const found = useFound(["finder", "operator", asked], (signal) => searchEverything(asked, signal), {
    isEnabled: isAsked,
  });
  const once = { isEnabled: isAsked, isSteady: true };
  const stores = useRead(
    ["operator.stores.list", "finder"],
    () => segue.operator.stores.list({ limit: PAGE_ROWS }),
    once,
  );
  const reports = useRead(
    ["operator.salesReports.list", "finder"],
    () => segue.operator.salesReports.list({ limit: PAGE_ROWS }),
    once,
  );
  const storeItems = (stores.data?.data ?? []).map(({ store_id, name }) =>
    item(finderWords.groups.stores, name, store_id, `/stores/${store_id}`),
  );
  const nameOf = (store_id: string) => stores.data?.data.find((store) => store.store_id === store_id)?.name ?? store_id;
  const reportItems = (reports.data?.data ?? []).map(({ id, store_id, period }) =>
    item(
      finderWords.groups.reports,
      finderWords.report(nameOf(store_id), showMonth(period)),
      `${period} · ${store_id}`,
      `/sales-reports/${id}`,
    ),
  );
  const near = [...matching(storeItems, asked), ...matching(reportItems, asked)];
  return { items: [...(isAsked ? (found.data ?? []) : []), ...near], isFetching: found.isFetching, error: found.error };
}

function item(group: string, name: string, about: string, path: string): PaletteItem {
  return { key: path, group, name, about, run: () => navigate(path) };
}

async function searchCatalogue(q: string, signal: AbortSignal): Promise<PaletteItem[]> {
  if (isId(q)) return findById("organization", q, signal).catch(noneIfMissing);
  const { data } = await segue.releases.list({ q, limit: FOUND }, { signal });
  return data.map(({ id, title, artists, upc, artwork }) => ({
    ...item(finderWords.groups.releases, title, `${showArtists(artists)} · ${upc}`, `/releases/${id}`),
    isWork: true,
    picture: <Picture link={artwork?.thumbnail_url} title={title} size={24} />,
  }));
}

async function searchEverything(q: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const [organizations, catalogue] = await Promise.all([
    segue.operator.organizations.list({ q, limit: FOUND }, { signal }),
    q.length < SHORTEST_ANYWHERE ? undefined : segue.operator.catalog.list({ q, limit: FOUND }, { signal }),
  ]);
  return [
    ...organizations.data.map(({ id, name }) =>
      item(finderWords.groups.organizations, name, id, `/organizations/${id}`),
    ),
    ...(catalogue?.data ?? []).map((entry) => ({
      ...item(
        finderWords.groups.catalogues,
        entry.title,
        `${entry.artist ?? ""} · ${entry.organization_name}`,
        `/organizations/${entry.organization_id}`,
      ),
      key: entry.id,
      isWork: true,
    })),
  ];
}

/** An id that names nothing finds nothing. */
function noneIfMissing(error: unknown): PaletteItem[] {
  if (error instanceof SegueError && error.status === 404) return [];
  throw error;
}
