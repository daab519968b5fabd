// Reading and changing what the service keeps. A query is named by what it asks, so the same question is asked once. After a
// change, what shows it is asked again: changes.ts says what that is, which no page can forget. A long list is asked again only
// where it is on the screen. Pages before that stay as they are, and those after it are asked when they are scrolled to.

import { type List, SegueConnectionError, SegueError } from "@segue/sdk";
import {
  hashKey,
  type InfiniteData,
  keepPreviousData,
  QueryCache,
  QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { takeChanges } from "./changes.ts";
import { showToast } from "./toasts.ts";
import { errorWords } from "./words.ts";

const LIVE_MS = 2_000;
const SLOWLY_MS = 20_000;
const STEADY_MS = 60_000;
export const PAGE_ROWS = 100;
export const sessionKey: QueryKey = ["session"];

export const queryClient = new QueryClient({
  // A session that has ended is found out by whichever question is asked next: the sign-in page then shows.
  queryCache: new QueryCache({ onError: (error) => void leaveIfSignedOut(error) }),
  defaultOptions: { queries: { retry: false, staleTime: 1_000 } },
});

function leaveIfSignedOut(error: unknown): Promise<void> | undefined {
  return error instanceof SegueError && error.status === 401
    ? queryClient.invalidateQueries({ queryKey: sessionKey })
    : undefined;
}

type ReadOptions = {
  /** Asks every two seconds while the page is visible; `slowly` suits what takes several requests. */
  isLive?: boolean | "slowly";
  isEnabled?: boolean;
  /** It hardly changes: asked again after a minute, or after an act. */
  isSteady?: boolean;
};

export function useRead<Value>(key: QueryKey, read: () => Promise<Value>, options: ReadOptions = {}) {
  const { isLive = false, isEnabled = true, isSteady = false } = options;
  return useQuery({
    queryKey: key,
    queryFn: read,
    enabled: isEnabled,
    refetchInterval: ({ state }) => isLive && (isLive === "slowly" ? SLOWLY_MS : liveInterval(state)),
    placeholderData: keepPreviousData,
    ...(isSteady && { staleTime: STEADY_MS }),
  });
}

/** Each new question takes the error away that stands in the place of the answer, and people must have the time to read it. */
function liveInterval({ data, status }: { data: unknown; status: string }): number {
  return data === undefined && status === "error" ? SLOWLY_MS : LIVE_MS;
}

/** For a search while one types: a question that is no longer asked is cancelled. */
export function useFound<Value>(
  key: QueryKey,
  read: (signal: AbortSignal) => Promise<Value>,
  { isEnabled }: { isEnabled: boolean },
) {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read(signal),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}

type Pages = InfiniteData<{ data: unknown[] }, string>;
/** By list: the first and the last of its pages that are on the screen. One that is not shown will be shown from the top. */
const inView = new Map<string, readonly [first: number, last: number]>();
const topOnly = [0, 0] as const;

/** Which page holds this row. */
function pageOf(pages: readonly { data: unknown[] }[], row: number): number {
  let before = 0;
  const found = pages.findIndex(({ data }) => {
    before += data.length;
    return row < before;
  });
  return found === -1 ? Math.max(pages.length - 1, 0) : found;
}

/** A page before those on the screen, as it was read. */
function keptPage(key: QueryKey, cursor: string): unknown {
  const read = queryClient.getQueryData<Pages>(key);
  const index = read?.pageParams.indexOf(cursor) ?? -1;
  const [first] = inView.get(hashKey(key)) ?? topOnly;
  return index >= 0 && index < first ? read?.pages[index] : undefined;
}

/** Time alone makes only a short list be asked again: each page of a long one would be a request. */
const isShort = ({ state }: { state: { data: { pages: readonly unknown[] } | undefined } }) =>
  (state.data?.pages.length ?? 0) <= 2;

/** Reads that show something that has changed since are out of date. A list keeps one page below the screen, so that it need not be asked for at once. */
export function askAgain(): void {
  const isChanged = takeChanges();
  const predicate = ({ queryKey: [read] }: { queryKey: QueryKey }) => typeof read === "string" && isChanged(read);
  for (const query of queryClient.getQueryCache().findAll({ predicate })) {
    const read = query.state.data as Partial<Pages> | undefined;
    if (!read?.pages || !read.pageParams) continue;
    const [, last] = inView.get(query.queryHash) ?? topOnly;
    const kept = last + 2;
    if (read.pages.length > kept)
      query.setData({ pages: read.pages.slice(0, kept), pageParams: read.pageParams.slice(0, kept) });
  }
  void queryClient.invalidateQueries({ predicate });
}

/** A list, page by page. A live list is asked again only while its first page is all of it that was asked for. */
export function useList<Item>(
  key: QueryKey,
  read: (page: { limit: number; cursor?: string }) => List<Item>,
  { isLive = false, isEnabled = true }: ReadOptions = {},
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam }) => {
      const kept = keptPage(key, pageParam);
      if (kept) return kept as Awaited<List<Item>>;
      return read(pageParam ? { limit: PAGE_ROWS, cursor: pageParam } : { limit: PAGE_ROWS });
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
    enabled: isEnabled,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
    refetchInterval: ({ state }) => isLive && (state.data?.pages.length ?? 0) <= 1 && liveInterval(state),
    placeholderData: keepPreviousData,
  });
  const hash = hashKey(key);
  const pages = query.data?.pages;
  const seen = useCallback(
    (first: number, last: number) => {
      if (pages) inView.set(hash, [pageOf(pages, first), pageOf(pages, last)]);
    },
    [hash, pages],
  );
  useEffect(() => () => void inView.delete(hash), [hash]);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.data), [query.data]);
  return {
    rows,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
    /** Told by the table: the first and the last row on the screen. */
    seen,
  };
}

export type ListOf<Item> = ReturnType<typeof useList<Item>>;

/** Rows that are all there, for a table of a list. */
export function wholeList<Item>(rows: readonly Item[]): ListOf<Item> {
  const nothing = () => undefined;
  return {
    rows: [...rows],
    error: null,
    hasMore: false,
    isLoadingMore: false,
    loadMore: nothing,
    retry: nothing,
    seen: nothing,
  };
}

type ActOptions<Output> = {
  /** Said when it is done. */
  done?: string | ((output: Output) => string);
  onDone?: (output: Output) => void;
  /** The form shows the error itself. */
  isQuiet?: boolean;
};

export function useAct<Input, Output>(act: (input: Input) => Promise<Output>, options: ActOptions<Output> = {}) {
  const { done, onDone, isQuiet = false } = options;
  return useMutation({
    mutationFn: act,
    onSuccess: (output) => {
      if (done) showToast({ tone: "good", message: typeof done === "string" ? done : done(output) });
      onDone?.(output);
    },
    onError: (error) => {
      if (!isQuiet) showToast({ tone: "bad", title: errorWords.failed, message: textOf(error) });
      void leaveIfSignedOut(error);
    },
    onSettled: askAgain,
  });
}

/** An error as a person reads it: the message, each field that is wrong, and the id to quote. */
export function textOf(error: Error): string {
  if (error instanceof SegueError) {
    const details = error.details.map(({ field, issue }) => `${field}: ${issue}`);
    return [error.message, ...details, errorWords.request(error.request_id)].join(" · ");
  }
  if (error instanceof SegueConnectionError) return errorWords.unreachable;
  return error.message;
}

/** The issues of a refused form by field, in the form's own names. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof SegueError)) return {};
  return Object.fromEntries(error.details.map(({ field, issue }) => [field.replace(/\[(\d+)\]/g, ".$1"), issue]));
}

/** The issue of a field, or the first one of its parts, as a sentence. */
export function errorAt(errors: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const found = Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];
  return typeof found === "string" ? errorWords.ofField(found) : undefined;
}
