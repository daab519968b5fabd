// The one table: endless pages, and only the rows that are on the screen. The first column leads to the row's own page.
// Columns that a phone has no room for are left out there, so the first column should say what the row is. A list may be sorted by
// its columns and have rows that can be selected: by click, with Shift for all in between, and with the arrow keys.

import { Box, Loader, Table, Text, UnstyledButton } from "@mantine/core";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ListOf } from "../data/data.ts";
import { Link } from "../router.tsx";
import { CheckCell, HeadCheck, type RowSelection, useRowChecks } from "./list-selection.tsx";
import { ColumnHead, type Order } from "./list-sort.tsx";
import classes from "./list-table.module.css";
import { useIsPrinting } from "./printing.ts";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { Failed, Loading } from "./states.tsx";
import { listWords } from "./words.ts";

export type Column<Item> = {
  /** Unlike any other of the table. */
  id: string;
  title: string;
  cell: (item: Item) => ReactNode;
  width?: number | string;
  isNumber?: boolean;
  /** Left out on a phone. */
  isExtra?: boolean;
  /** The list can be sorted by it: in this order at first, such as "title" or "-created_at". */
  sortsBy?: string;
};

type ListTableProps<Item> = {
  /** Names the rows, for those who hear the table. */
  label: string;
  list: ListOf<Item>;
  columns: readonly Column<Item>[];
  /** `place`: in the list, for items that nothing else tells apart. */
  keyOf: (item: Item, place: number) => string;
  /** The page of a row. */
  linkOf?: (item: Item) => string;
  /** In place of a page: what a click does. */
  onOpen?: (item: Item) => void;
  empty: ReactNode;
  rowHeight?: number;
  /** The reader chooses the columns. If they need more than the page is wide, the table is moved sideways. */
  canBeWide?: boolean;
  order?: Order;
  selection?: RowSelection<Item>;
};

const ROW_HEIGHT = 52;
const AHEAD = 20;
/** Rows above and below the screen. A jump draws all of them in one task, so there are few. */
const OVERSCAN = 3;

export function ListTable<Item>(props: ListTableProps<Item>) {
  const { list, empty } = props;
  if (list.rows === undefined)
    return list.error ? (
      <Failed error={list.error} retry={list.retry} />
    ) : (
      <SkeletonRows rowHeight={props.rowHeight ?? ROW_HEIGHT} />
    );
  if (list.rows.length === 0 && list.hasMore) return <StillLooking list={list} />;
  if (list.rows.length === 0) return empty;
  return <FilledTable {...props} rows={list.rows} />;
}

/** A page may be empty while there are more: the service has looked through a part of a large list. */
function StillLooking<Item>({ list: { error, isLoadingMore, loadMore, retry } }: { list: ListOf<Item> }) {
  useEffect(() => {
    if (!isLoadingMore && !error) loadMore();
  }, [isLoadingMore, error, loadMore]);
  return error ? <Failed error={error} retry={retry} /> : <Loading />;
}

function FilledTable<Item>(props: ListTableProps<Item> & { rows: readonly Item[] }) {
  const {
    label,
    list,
    columns,
    keyOf,
    linkOf,
    onOpen,
    rows,
    rowHeight = ROW_HEIGHT,
    order,
    selection,
    canBeWide,
  } = props;
  // The same function for every row and every time, whatever the page passes.
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const open = useCallback((item: Item) => latest.current?.(item), []);
  const { body, shown, before, after } = useRowsOnScreen(list, rows.length, rowHeight);
  const check = useRowChecks(rows, keyOf, selection);
  return (
    <div className={classes.place} ref={body} data-wide={canBeWide || undefined}>
      <Table
        className={classes.table}
        layout="fixed"
        aria-rowcount={list.hasMore ? -1 : rows.length}
        verticalSpacing={0}
        {...(canBeWide && { style: { "--least": `${leastWidth(columns)}px` } })}
      >
        <Table.Caption className={classes.caption}>{label}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {selection && <HeadCheck rows={rows} keyOf={keyOf} selection={selection} />}
            {columns.map((column) => (
              <ColumnHead key={column.id} column={column} order={order} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer height={before} />
          {shown.map(({ index }) => {
            const item = rows[index];
            if (!item) return null;
            const key = keyOf(item, index);
            const lead = { link: linkOf?.(item), onOpen: onOpen && open };
            const chosen = { check, name: selection?.nameOf(item), isChosen: selection?.chosen.has(key) };
            return <Row key={key} {...lead} {...chosen} {...{ columns, item, index }} height={rowHeight} />;
          })}
          <Spacer height={after} />
        </Table.Tbody>
      </Table>
      <Foot list={list} count={rows.length} />
    </div>
  );
}

/** Room for a column that takes what is left, or a part of the screen. */
const LEAST_WIDTH = 280;

function leastWidth(columns: readonly Column<never>[]): number {
  return columns.reduce((sum, { width }) => sum + (typeof width === "number" ? width : LEAST_WIDTH), 0);
}

/** The rows to draw, the room of those above and below them, and more of the list when its end comes near. */
function useRowsOnScreen<Item>(list: ListOf<Item>, count: number, rowHeight: number) {
  const body = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  // Content above the table may load later and push it down.
  useLayoutEffect(() => {
    const measure = () => {
      if (body.current) setOffset(body.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: offset,
  });
  const onScreen = virtual.getVirtualItems();
  const first = onScreen[0]?.index ?? 0;
  const last = onScreen.at(-1)?.index ?? 0;
  const { hasMore, isLoadingMore, loadMore, error, seen } = list;
  useEffect(() => seen(first, last), [seen, first, last]);
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error && last >= count - AHEAD) loadMore();
  }, [hasMore, isLoadingMore, loadMore, error, last, count]);
  const before = (onScreen[0]?.start ?? offset) - offset;
  const after = virtual.getTotalSize() - ((onScreen.at(-1)?.end ?? offset) - offset);
  // Paper has no screen to scroll: it gets every row that is loaded.
  const isPrinting = useIsPrinting();
  if (isPrinting) return { body, shown: Array.from({ length: count }, (_, index) => ({ index })), before: 0, after: 0 };
  return { body, shown: onScreen, before, after };
}

/** One cell: to span columns that a phone leaves out would make new ones. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

type RowProps<Item> = {
  columns: readonly Column<Item>[];
  link: string | undefined;
  onOpen: ((item: Item) => void) | undefined;
  item: Item;
  index: number;
  height: number;
  check: ReturnType<typeof useRowChecks>;
  /** Only a row that can be selected has one. */
  name: string | undefined;
  isChosen: boolean | undefined;
};

/** Plain elements, and drawn once: a list that scrolls quickly shows dozens of new rows at each step. */
function PlainRow<Item>(props: RowProps<Item>) {
  const { columns, link, onOpen, item, index, height, check, name, isChosen = false } = props;
  const isOpenable = link !== undefined || onOpen !== undefined;
  return (
    <tr
      aria-rowindex={index + 1}
      style={{ height }}
      className={isOpenable ? classes.open : classes.row}
      data-chosen={isChosen || undefined}
    >
      {name !== undefined && <CheckCell {...{ check, name, index, isChosen }} />}
      {columns.map(({ id, cell, isNumber, isExtra }, column) => (
        <td key={id} className={isExtra ? classes.extra : classes.cell} data-number={isNumber}>
          {column === 0 && link !== undefined ? (
            <Link to={link} className={classes.link}>
              {cell(item)}
            </Link>
          ) : column === 0 && onOpen ? (
            <UnstyledButton onClick={() => onOpen(item)} className={classes.link}>
              {cell(item)}
            </UnstyledButton>
          ) : (
            cell(item)
          )}
        </td>
      ))}
    </tr>
  );
}

const Row = memo(PlainRow) as typeof PlainRow;

function Foot<Item>({ list, count }: { list: ListOf<Item>; count: number }) {
  return (
    <Box px="xs" py="xs" className={classes.foot} aria-live="polite">
      {list.error ? (
        <Failed error={list.error} retry={list.loadMore} />
      ) : list.isLoadingMore ? (
        <Loader type="dots" size="sm" />
      ) : (
        <Text size="xs" c="dimmed">
          {list.hasMore ? listWords.loaded(count) : listWords.entries(count)}
        </Text>
      )}
    </Box>
  );
}
