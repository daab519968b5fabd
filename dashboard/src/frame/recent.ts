// The things one looked at last, for the palette. They are forgotten when one signs out.

import { useLayoutEffect, useRef } from "react";
import { keep, ownerOf, useKept } from "../data/kept.ts";

export type Place = {
  path: string;
  /** As its page is headed. */
  name: string;
  /** The kind of page, such as "Release". */
  about: string;
};

const MOST = 5;
const nowhere: readonly Place[] = [];
const shape = {
  name: "recent",
  none: nowhere,
  read: (kept: unknown) => (Array.isArray(kept) ? kept.filter(isPlace).slice(0, MOST) : undefined),
};

function isPlace(kept: unknown): kept is Place {
  if (typeof kept !== "object" || kept === null) return false;
  const { path, name, about } = kept as Partial<Record<keyof Place, unknown>>;
  return [path, name, about].every((text) => typeof text === "string");
}

export function useRecentPlaces(): readonly Place[] {
  return useKept(shape)[0];
}

export function forgetPlaces(): void {
  keep(shape, ownerOf(), nowhere);
}

/** Remembers a page of one thing when it is left, by its heading: that is still there while the page goes. */
export function useRemembered(path: string, about: string, isOfOneThing: boolean): void {
  const [places, setPlaces] = useKept(shape);
  const latest = useRef({ places, setPlaces });
  latest.current = { places, setPlaces };
  useLayoutEffect(
    () => () => {
      const name = document.querySelector("#page h1:not([role='alert'] *)")?.textContent?.trim();
      const { places, setPlaces } = latest.current;
      if (!isOfOneThing || !name) return;
      setPlaces([{ path, name, about }, ...places.filter((place) => place.path !== path)].slice(0, MOST));
    },
    [path, about, isOfOneThing],
  );
}
