// One field for everything that can be gone to or done: typed, chosen with the arrows, taken with Enter.

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import classes from "./palette.module.css";
import { paletteWords } from "./words.ts";

export type PaletteItem = {
  key: string;
  /** Items of one group stand together. */
  group: string;
  name: string;
  about?: string | undefined;
  picture?: ReactNode;
  /** Its name is the title of a release or a track. */
  isWork?: boolean;
  run: () => void;
};

type PaletteProps = {
  query: string;
  onQuery: (query: string) => void;
  items: readonly PaletteItem[];
  /** Names the things that can be looked for. */
  hint: string;
  /** Shown while there are no items: that they are looked for, or that none was found. */
  status: string;
  close: () => void;
};

export function Palette(props: PaletteProps) {
  const { close } = props;
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
      aria-label={paletteWords.title}
      onClose={close}
      onPointerDown={({ target }) => closeBeside(target)}
    >
      <PaletteField {...props} />
    </dialog>
  );
}

/** The content of the dialog. */
export function PaletteField({ query, onQuery, items, hint, status, close }: PaletteProps) {
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
    const next = placeAfter(event.key, at, items.length);
    if (event.key === "Enter") take(items[at]);
    if (next !== undefined) go(next);
    if (next !== undefined || event.key === "Enter") event.preventDefault();
  };
  return (
    <div className={classes.inside}>
      <input
        className={classes.field}
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={list}
        aria-activedescendant={items[at] && `${list}-${at}`}
        aria-label={paletteWords.title}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setPlace(0);
          onQuery(event.currentTarget.value);
        }}
        onKeyDown={press}
      />
      <div id={list} className={classes.list} role="listbox" aria-label={paletteWords.results}>
        <Groups {...{ items, list, at, take }} />
      </div>
      <p className={classes.none} role="status">
        {items.length === 0 && status}
      </p>
      <p className={classes.keys} aria-hidden>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {paletteWords.choose} <kbd>{paletteWords.openKey}</kbd> {paletteWords.open}{" "}
        <kbd>{paletteWords.closeKey}</kbd> {paletteWords.close}
      </p>
    </div>
  );
}

/** Arrows go round. Undefined for a key that does not move. */
function placeAfter(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

type GroupsProps = {
  items: readonly PaletteItem[];
  list: string;
  at: number;
  take: (item: PaletteItem) => void;
};

function Groups({ items, list, at, take }: GroupsProps) {
  const names = [...new Set(items.map(({ group }) => group))];
  return names.map((name) => (
    // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups and options; a fieldset belongs to a form.
    <div key={name} role="group" aria-label={name} className={classes.group}>
      <div className={classes.heading} aria-hidden>
        {name}
      </div>
      {items.map(
        (item, index) =>
          item.group === name && (
            <Option key={item.key} {...{ item, take }} id={`${list}-${index}`} isAt={index === at} />
          ),
      )}
    </div>
  ));
}

type OptionProps = { item: PaletteItem; id: string; isAt: boolean; take: (item: PaletteItem) => void };

/** The field keeps the focus, and tells which option is meant. */
function Option({ item, id, isAt, take }: OptionProps) {
  return (
    <div
      id={id}
      className={classes.option}
      role="option"
      tabIndex={-1}
      aria-selected={isAt}
      onClick={() => take(item)}
      onKeyDown={() => undefined}
    >
      {item.picture}
      <span className={classes.name} data-work={item.isWork}>
        {item.name}
      </span>
      {item.about && <span className={classes.about}>{item.about}</span>}
    </div>
  );
}
