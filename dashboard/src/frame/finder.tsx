// Ctrl-K: the pages, the acts, and what the service finds by a text or an id. It is loaded when it is first opened.

import { useEffect, useState } from "react";
import { Palette, type PaletteItem } from "../components/palette.tsx";
import { type Session, segue } from "../data/api.ts";
import { useRead } from "../data/data.ts";
import { useMay } from "../data/session.ts";
import { pages } from "../pages.tsx";
import { navigate } from "../router.tsx";
import { showArtists } from "../values/format.ts";

type Kind = Session["kind"];

/** The page of an id, by its prefix. */
const places: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  organization: {
    rel: "/releases",
    dlv: "/deliveries",
    stm: "/statements",
    pay: "/payouts",
    whk: "/webhooks",
    evt: "/events",
  },
  operator: { sub: "/review", stm: "/statements", rep: "/sales-reports", org: "/organizations" },
};

const FOUND = 6;
const PAUSE_MS = 150;
const SHORTEST = 2;

export default function Finder({ kind, close }: { kind: Kind; close: () => void }) {
  const [query, setQuery] = useState("");
  const asked = usePaused(query.trim());
  const may = useMay();
  const found = useRead(["finder", kind, asked], () => search(kind, asked), {
    isEnabled: asked.length >= SHORTEST && (kind === "operator" || may("catalog:read")),
  });
  const isSearching = query.trim() !== asked || found.isFetching;
  const items = [
    ...itemOfId(kind, query.trim()),
    ...(asked.length >= SHORTEST ? (found.data ?? []) : []),
    ...[...actsOf(kind, may), ...pagesOf(kind)].filter(({ name }) => isLike(name, query)),
  ];
  return <Palette query={query} onQuery={setQuery} items={items} isSearching={isSearching} close={close} />;
}

/** The text, once the typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

function isLike(name: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => name.toLowerCase().includes(word));
}

function itemOfId(kind: Kind, text: string): PaletteItem[] {
  const [, prefix = ""] = /^([a-z]{3})_[0-9a-z]{26}$/.exec(text) ?? [];
  const place = places[kind][prefix];
  return place ? [{ key: text, group: "Id", name: text, run: () => navigate(`${place}/${text}`) }] : [];
}

function pagesOf(kind: Kind): PaletteItem[] {
  return pages
    .filter((page) => page.for === kind && !page.path.includes(":") && page.path !== "/releases/new")
    .map(({ path, title }) => ({ key: path, group: "Pages", name: title, run: () => navigate(path) }));
}

function actsOf(kind: Kind, may: ReturnType<typeof useMay>): PaletteItem[] {
  if (kind === "operator") return [];
  const go = (name: string, path: string): PaletteItem => ({
    key: `act ${path}`,
    group: "Actions",
    name,
    run: () => navigate(path),
  });
  return [
    ...(may("catalog:write") ? [go("New release", "/releases/new")] : []),
    ...(may("deliveries:write") ? [go("New delivery", "/deliveries/new")] : []),
  ];
}

async function search(kind: Kind, q: string): Promise<PaletteItem[]> {
  if (kind === "operator") {
    const { data } = await segue.operator.organizations.list({ q, limit: FOUND });
    return data.map(({ id, name }) => ({
      key: id,
      group: "Organizations",
      name,
      about: id,
      run: () => navigate(`/organizations/${id}`),
    }));
  }
  const { data } = await segue.releases.list({ q, limit: FOUND });
  return data.map(({ id, title, artists }) => ({
    key: id,
    group: "Releases",
    name: title,
    about: showArtists(artists),
    run: () => navigate(`/releases/${id}`),
  }));
}
