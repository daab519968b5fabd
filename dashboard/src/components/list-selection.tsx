// Selecting rows of a list: one by one, all between two with Shift, and by the arrow keys.

import { Table } from "@mantine/core";
import { type KeyboardEvent, useCallback, useRef } from "react";
import type { Selection } from "../data/selection.ts";
import classes from "./list-table.module.css";
import { listWords } from "./words.ts";

export type RowSelection<Item> = Selection<Item> & {
  /** The name of a row, for those who hear it. */
  nameOf: (item: Item) => string;
  /** Enter leads to what can be done with the selected ones. */
  goToActs: () => void;
};

type Checked = { index: number; isChosen: boolean; isRange: boolean };
type RowChecks = {
  check: (checked: Checked) => void;
  press: (event: KeyboardEvent<HTMLElement>, index: number) => void;
};

/** The same functions for every row and every time, so that a row is drawn anew only when it changes. */
export function useRowChecks<Item>(
  rows: readonly Item[],
  keyOf: (item: Item, place: number) => string,
  selection: RowSelection<Item> | undefined,
): RowChecks {
  const latest = useRef({ rows, keyOf, selection });
  latest.current = { rows, keyOf, selection };
  // Where the next range begins: by its key, because the list may have grown at its top.
  const from = useRef<string>(undefined);
  const check = useCallback(({ index, isChosen, isRange }: Checked) => {
    const { rows, keyOf, selection } = latest.current;
    const start = isRange ? rows.findIndex((item, place) => keyOf(item, place) === from.current) : -1;
    const [first, last] = start < 0 ? [index, index] : [Math.min(start, index), Math.max(start, index)];
    const item = rows[index];
    if (item) from.current = keyOf(item, index);
    selection?.choose(rows.slice(first, last + 1), isChosen);
  }, []);
  const press = useCallback(
    (event: KeyboardEvent<HTMLElement>, index: number) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        const next = index + step;
        if (event.shiftKey) check({ index: next, isChosen: true, isRange: true });
        const row = event.currentTarget.closest("tbody")?.querySelector(`[aria-rowindex="${next + 1}"]`);
        row?.querySelector<HTMLElement>("input")?.focus();
      }
      if (event.key === "Escape") latest.current.selection?.clear();
      if (event.key === "Enter") latest.current.selection?.goToActs();
      if (step || event.key === "Escape" || event.key === "Enter") event.preventDefault();
    },
    [check],
  );
  return useRef({ check, press }).current;
}

type CheckCellProps = { check: RowChecks; name: string; index: number; isChosen: boolean };

/** All of the cell selects: beside it, the row opens. */
export function CheckCell({ check, name, index, isChosen }: CheckCellProps) {
  return (
    <td className={classes.check}>
      <label>
        <input
          type="checkbox"
          aria-label={listWords.select(name)}
          checked={isChosen}
          onChange={({ currentTarget, nativeEvent }) => {
            const isRange = (nativeEvent as MouseEvent).shiftKey;
            check.check({ index, isChosen: currentTarget.checked, isRange });
          }}
          onKeyDown={(event) => check.press(event, index)}
        />
      </label>
    </td>
  );
}

type HeadCheckProps<Item> = {
  rows: readonly Item[];
  keyOf: (item: Item, place: number) => string;
  selection: RowSelection<Item>;
};

export function HeadCheck<Item>({ rows, keyOf, selection }: HeadCheckProps<Item>) {
  const { chosen, choose, clear } = selection;
  const isWhole = chosen.size > 0 && rows.every((item, place) => chosen.has(keyOf(item, place)));
  return (
    <Table.Th className={classes.check} w={40}>
      <label>
        <input
          type="checkbox"
          aria-label={listWords.selectAll}
          checked={isWhole}
          ref={(box) => {
            if (box) box.indeterminate = chosen.size > 0 && !isWhole;
          }}
          onChange={() => (chosen.size > 0 ? clear() : choose(rows, true))}
        />
      </label>
    </Table.Th>
  );
}
