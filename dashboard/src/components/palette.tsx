// One field for everything that can be gone to or done: typed, chosen with the arrows, taken with Enter.

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import classes from "./palette.module.css";

export type PaletteItem = { key: string; group: string; name: string; about?: string | undefined; run: () => void };

type PaletteProps = {
  query: string;
  onQuery: (query: string) => void;
  items: readonly PaletteItem[];
  isSearching?: boolean;
  close: () => void;
};

export function Palette({ query, onQuery, items, isSearching = false, close }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const closeBeside = (target: EventTarget) => {
    if (target === dialog.current) close();
  };
  return (
    <dialog
      ref={dialog}
      className={classes.palette}
      aria-label="Find or do"
      onClose={close}
      onPointerDown={({ target }) => closeBeside(target)}
    >
      <PaletteField {...{ query, onQuery, items, isSearching, close }} />
    </dialog>
  );
}

/** The content of the dialog. */
export function PaletteField({ query, onQuery, items, isSearching = false, close }: PaletteProps) {
  const list = useId();
  const [place, setPlace] = useState(0);
  const at = Math.min(place, items.length - 1);
  const take = (item: PaletteItem | undefined) => {
    if (!item) return;
    close();
    item.run();
  };
  const go = (next: number) => {
    setPlace(next);
    document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (event.key === "Enter") take(items[at]);
    if (move) go((at + move + items.length) % Math.max(1, items.length));
    if (move || event.key === "Enter") event.preventDefault();
  };
  return (
    <div className={classes.inside}>
      <input
        className={classes.field}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={items[at] && `${list}-${at}`}
        aria-label="Find or do"
        placeholder="Search releases, ids, pages and actions"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setPlace(0);
          onQuery(event.currentTarget.value);
        }}
        onKeyDown={press}
      />
      <div id={list} className={classes.list} role="listbox" aria-label="Results">
        {items.map((item, index) => (
          <Option
            key={item.key}
            {...{ item, index, list }}
            isAt={index === at}
            isFirst={items[index - 1]?.group !== item.group}
            take={take}
          />
        ))}
      </div>
      {items.length === 0 && (
        <p className={classes.none} role="status">
          {isSearching ? "Searching…" : "Nothing found"}
        </p>
      )}
    </div>
  );
}

type OptionProps = {
  item: PaletteItem;
  index: number;
  list: string;
  isAt: boolean;
  isFirst: boolean;
  take: (item: PaletteItem) => void;
};

/** The field keeps the focus, and tells which option is meant. */
function Option({ item, index, list, isAt, isFirst, take }: OptionProps) {
  return (
    <div
      id={`${list}-${index}`}
      className={classes.option}
      role="option"
      tabIndex={-1}
      aria-selected={isAt}
      data-group={isFirst ? item.group : undefined}
      onClick={() => take(item)}
      onKeyDown={() => undefined}
    >
      <span className={classes.name}>{item.name}</span>
      {item.about && <span className={classes.about}>{item.about}</span>}
    </div>
  );
}
