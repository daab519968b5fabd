// What the list of releases shows: filters and order in the address, columns in the browser. A name for all of it is a view.

import { releaseStatuses } from "@segue/sdk";
import { useKept } from "../../../data/kept.ts";
import { navigate, useFilter } from "../../../router.tsx";
import { columnNames, usualColumns } from "./columns.tsx";
import { releaseListWords } from "./words.ts";

export const { orders } = releaseListWords;
type Order = keyof typeof orders;

const NEWEST: Order = "-created_at";
/** More than a row of tabs can show. */
const MOST_VIEWS = 20;
export const LONGEST_NAME = 40;

/** Texts as in the address: an empty one is not set. */
type Shown = { q: string; status: string; sort: string; columns: readonly string[] };
export type View = Shown & { name: string };

const columnsShape = {
  key: "release-columns",
  none: usualColumns,
  read: (kept: unknown) => (isTexts(kept) ? kept.filter((name) => columnNames.includes(name)) : undefined),
};

const noViews: readonly View[] = [];
const viewsShape = {
  key: "release-views",
  none: noViews,
  read: (kept: unknown) => (Array.isArray(kept) ? kept.filter(isView).slice(0, MOST_VIEWS) : undefined),
};

function isTexts(kept: unknown): kept is string[] {
  return Array.isArray(kept) && kept.every((one) => typeof one === "string");
}

function isView(kept: unknown): kept is View {
  if (typeof kept !== "object" || kept === null) return false;
  const { name, q, status, sort, columns } = kept as Partial<Record<keyof View, unknown>>;
  return [name, q, status, sort].every((text) => typeof text === "string") && isTexts(columns);
}

/** The list as it is asked for now. */
export function useShown() {
  const [q] = useFilter("q");
  const [status, setStatus] = useFilter("status");
  const [sort, setSort] = useFilter("sort");
  const [columns, setColumns] = useKept<readonly string[]>(columnsShape);
  const order: Order = sort in orders ? (sort as Order) : NEWEST;
  return {
    q,
    status: releaseStatuses.find((known) => known === status),
    order,
    columns,
    isFiltered: q !== "" || status !== "",
    now: { q, status, sort: order === NEWEST ? "" : order, columns } satisfies Shown,
    setStatus,
    setOrder: (value: string) => setSort(value === NEWEST ? "" : value),
    setColumns,
    show(view: Shown): void {
      const { columns: wanted, ...filters } = view;
      setColumns(wanted);
      const set = Object.entries(filters).filter(([, value]) => value !== "");
      const query = new URLSearchParams(set).toString();
      navigate(`/releases${query && `?${query}`}`, { replaces: true });
    },
  };
}

export type ShownList = ReturnType<typeof useShown>;

export const everything: Shown = { q: "", status: "", sort: "", columns: usualColumns };

/** The same content under whatever name. */
export function isSame(one: Shown, other: Shown): boolean {
  const isSameColumns = columnNames.every((name) => one.columns.includes(name) === other.columns.includes(name));
  return one.q === other.q && one.status === other.status && one.sort === other.sort && isSameColumns;
}

export function useViews() {
  const [views, setViews] = useKept<readonly View[]>(viewsShape);
  const without = (name: string) => views.filter((view) => view.name !== name);
  return {
    views,
    isFull: views.length >= MOST_VIEWS,
    /** A view of this name is replaced, in its place. */
    save(view: View): void {
      const has = views.some(({ name }) => name === view.name);
      setViews(has ? views.map((one) => (one.name === view.name ? view : one)) : [...views, view]);
    },
    rename(from: string, to: string): void {
      const kept = from === to ? views : without(to);
      setViews(kept.map((view) => (view.name === from ? { ...view, name: to } : view)));
    },
    remove: (name: string): void => setViews(without(name)),
  };
}
