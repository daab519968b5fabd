// Pages by address: the path after /dashboard, and filters in the query, so that each view has a link of its own.

import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useEffect, useSyncExternalStore } from "react";
import { tabWords } from "./words.ts";

const BASE = "/dashboard";

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
window.addEventListener("popstate", tell);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The path within the dashboard, "/" for its first page. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname.slice(BASE.length).replace(/(?<!\/)\/+$/, "") || "/");
}

/** The part of a page that a link leads to: "store_x" of "/deliveries/dlv_x#store_x". */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1));
}

/** A filter that is kept in the address. The empty text is "not set". */
export function useFilter(name: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get(name) ?? "");
  const set = (wanted: string) => {
    const query = new URLSearchParams(location.search);
    if (wanted) query.set(name, wanted);
    else query.delete(name);
    const text = query.toString();
    history.replaceState(null, "", location.pathname + (text && `?${text}`));
    tell();
  };
  return [value, set];
}

function hrefOf(path: string): string {
  return BASE + (path === "/" ? "" : path);
}

export function navigate(path: string, { replaces = false } = {}): void {
  if (replaces) history.replaceState(null, "", hrefOf(path));
  else history.pushState(null, "", hrefOf(path));
  tell();
  window.scrollTo(0, 0);
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { to: string; children?: ReactNode };

/** A link to a page of the dashboard. A click with a key held down opens a new tab, as with every link. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={hrefOf(to)} onClick={follow} />;
}

/** The tab of the browser is named by its page. */
export function useTabTitle(page: string): void {
  useEffect(() => {
    document.title = tabWords(page);
  }, [page]);
}

/** A page is given the values of its address: of "/releases/:release_id", the release_id. */
export type PageProps = { params: Readonly<Record<string, string>> };

/** The values of a pattern such as "/releases/:release_id", or undefined if the path is another. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":") && value) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}
