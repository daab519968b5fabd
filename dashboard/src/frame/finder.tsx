// Ctrl-K: the pages, the acts, the places one was at, and what is found by a text or an id. It is loaded when it is first opened.

import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useEffect, useState } from "react";
import { Palette, type PaletteItem } from "../components/palette.tsx";
import type { Session } from "../data/api.ts";
import { textOf } from "../data/data.ts";
import { useMay, useMayOperate } from "../data/session.ts";
import { mayOpen, pages } from "../pages.tsx";
import { navigate } from "../router.tsx";
import { itemOfId } from "./finder-ids.ts";
import { type Found, isLike, useFoundByOperator, useFoundByPartner } from "./finder-search.tsx";
import { useLeave } from "./leave.ts";
import { useRecentPlaces } from "./recent.ts";
import { finderWords, shellWords } from "./words.ts";

type Kind = Session["kind"];

const PAUSE_MS = 150;

export default function Finder({ session, close }: { session: Session; close: () => void }) {
  const [query, setQuery] = useState("");
  const asked = usePaused(query.trim());
  const typing = { query, setQuery, isPaused: asked === query.trim(), close };
  const Finding = session.kind === "operator" ? ForOperator : ForPartner;
  return <Finding session={session} asked={asked} typing={typing} />;
}

type Typing = { query: string; setQuery: (query: string) => void; isPaused: boolean; close: () => void };
type FindingProps = { session: Session; asked: string; typing: Typing };

function ForPartner({ session, asked, typing }: FindingProps) {
  const found = useFoundByPartner(asked);
  return <Results session={session} found={found} typing={typing} hint={finderWords.hint} />;
}

function ForOperator({ session, asked, typing }: FindingProps) {
  const found = useFoundByOperator(asked);
  return <Results session={session} found={found} typing={typing} hint={finderWords.hintForOperator} />;
}

type ResultsProps = { session: Session; found: Found; typing: Typing; hint: string };

function Results({ session, found, typing, hint }: ResultsProps) {
  const { kind } = session;
  const { query, setQuery, isPaused, close } = typing;
  const text = query.trim();
  const acts = useActs(kind);
  const recent = useRecentPlaces().map(
    ({ path, name, about }): PaletteItem => ({
      key: `recent:${path}`,
      group: finderWords.groups.recent,
      name,
      about,
      run: () => navigate(path),
    }),
  );
  const isSearching = !isPaused || found.isFetching;
  // Results of the text before stay only if they fit the new one: Enter must not take another.
  const results = isSearching
    ? found.items.filter(({ name, about = "" }) => isLike(`${name} ${about}`, text))
    : found.items;
  const fixed = [...acts, ...pagesOf(session)].filter(({ name }) => isLike(name, text));
  const items = text ? [...itemOfId(kind, text), ...results, ...fixed] : [...recent, ...fixed];
  return (
    <Palette
      query={query}
      onQuery={setQuery}
      items={items}
      hint={hint}
      status={statusOf(text, isSearching, found.error)}
      close={close}
    />
  );
}

/** Said where nothing is found. */
function statusOf(text: string, isSearching: boolean, error: Error | null): string {
  if (isSearching) return finderWords.searching;
  if (error) return finderWords.failed(textOf(error));
  return finderWords.nothing(text);
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

/** The page of components is for those who change them, and new releases are made by an act. */
const unlisted = ["/releases/new", "/deliveries/new", "/components"];

function pagesOf(session: Session): PaletteItem[] {
  return pages
    .filter((page) => mayOpen(session, page) && !page.path.includes(":") && !unlisted.includes(page.path))
    .map(({ path, title }) => ({ key: path, group: finderWords.groups.pages, name: title, run: () => navigate(path) }));
}

function useActs(kind: Kind): PaletteItem[] {
  const may = useMay();
  const mayOperate = useMayOperate();
  const leave = useLeave();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme("light") === "dark" ? "light" : "dark";
  const act = (name: string, run: () => void): PaletteItem => ({
    key: `act:${name}`,
    group: finderWords.groups.actions,
    name,
    run,
  });
  const open = (name: string, path: string) => act(name, () => navigate(path));
  const ofPartner = [
    may("catalog:write") && open(finderWords.acts.release, "/releases/new"),
    may("deliveries:write") && open(finderWords.acts.delivery, "/deliveries/new"),
    may("webhooks:write") && open(finderWords.acts.endpoint, "/webhooks?new=endpoint"),
    may("keys:write") && open(finderWords.acts.key, "/developers?new=api-key"),
    may("members:write") && open(finderWords.acts.member, "/members?new=invitation"),
  ];
  const ofOperator = [
    mayOperate("POST", "createOrganization") && open(finderWords.acts.organization, "/organizations?new=organization"),
  ];
  return [
    ...(kind === "operator" ? ofOperator : ofPartner).filter((item) => item !== false),
    act(shellWords.useColors[other], () => setColorScheme(other)),
    act(shellWords.signOut, () => leave.mutate(undefined)),
  ];
}
