// The things one looked at last, for the palette. They are forgotten when one signs out.

import { useLayoutEffect } from "react";
import { keep, keptFor, readKept, useKept } from "../data/kept.ts";

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
  key: "recent",
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
  const owner = keptFor();
  if (owner) keep(shape, owner, nowhere);
}

/** Remembers a page of one thing when it is left, by its heading: that is still there while the page goes. */
export function useRemembered(path: string, about: string, isOfOneThing: boolean): void {
  useLayoutEffect(
    () => () => {
      const name = document.querySelector("#page h1:not([role='alert'] *)")?.textContent?.trim();
      // Signing out leaves the page too.
      const owner = keptFor();
      if (!isOfOneThing || !name || !owner) return;
      const others = readKept(shape, owner).filter((place) => place.path !== path);
      keep(shape, owner, [{ path, name, about }, ...others].slice(0, MOST));
    },
    [path, about, isOfOneThing],
  );
}
