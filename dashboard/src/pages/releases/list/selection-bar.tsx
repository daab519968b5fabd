// What can be done with the selected releases. It stands in the place of order and columns, so nothing moves when it appears, and
// stays below the head of the page while the list is scrolled.

import { Button, CloseButton } from "@mantine/core";
import type { ListedRelease } from "@segue/sdk";
import { lazy, type ReactNode, type RefObject, Suspense, useState } from "react";
import type { Selection } from "../../../data/selection.ts";
import { useMay } from "../../../data/session.ts";
import type { ManyAct } from "./act-on-many.tsx";
import { exportReleases } from "./export.ts";
import classes from "./selection-bar.module.css";
import { selectionWords } from "./words.ts";

const ActOnMany = lazy(() => import("./act-on-many.tsx"));

/** So many requests take a minute or two. */
export const MOST_SELECTED = 100;

type SelectionBarProps = {
  selection: Selection<ListedRelease>;
  /** The list as it is now: a selected release may have changed since. */
  rows: readonly ListedRelease[] | undefined;
  place: RefObject<HTMLElement | null>;
  /** Shown while none is selected. */
  children: ReactNode;
};

export function SelectionBar({ selection: { chosen, clear }, rows, place, children }: SelectionBarProps) {
  const may = useMay();
  const [asked, setAsked] = useState<{ act: ManyAct; releases: readonly ListedRelease[] }>();
  const now = new Map(rows?.map((row) => [row.id, row]));
  const releases = [...chosen.values()].map((release) => now.get(release.id) ?? release);
  const canDeliver = may("deliveries:write");
  const ask = (act: ManyAct) => setAsked({ act, releases });
  return (
    <>
      <section className={classes.place} aria-label={selectionWords.label} ref={place} data-open={chosen.size > 0}>
        {chosen.size === 0 ? (
          children
        ) : (
          <div className={classes.bar}>
            <span className={classes.count} role="status">
              {chosen.size} <span>{selectionWords.selected}</span>
            </span>
            {canDeliver && (
              <Button size="compact-md" onClick={() => ask("deliver")}>
                {selectionWords.deliver}
              </Button>
            )}
            {canDeliver && (
              <Button size="compact-md" variant="default" onClick={() => ask("takedown")}>
                {selectionWords.takeDown}
              </Button>
            )}
            <Button size="compact-md" variant="default" onClick={() => exportReleases(releases)}>
              {selectionWords.export}
            </Button>
            <CloseButton aria-label={selectionWords.clear} onClick={clear} className={classes.clear} />
          </div>
        )}
      </section>
      {asked && (
        <Suspense fallback={null}>
          <ActOnMany {...asked} close={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  );
}
