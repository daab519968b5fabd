// Works that the operator has chosen to assign together, in words, and as the API takes them.

import type { Assignment, UnmatchedWork } from "@segue/sdk";
import { sumByCurrency } from "../../../values/money.ts";
import { showTotals } from "./report-totals.ts";
import { workWords } from "./words.ts";

/** As many as the service assigns at once. */
const MOST_WORKS = 100;

export const keyOf = ({ isrc, upc, line }: UnmatchedWork) => `${isrc ?? ""} ${upc ?? ""} ${line ?? ""}`;

export function nameOf({ isrc, upc, line }: UnmatchedWork): string {
  return isrc ?? (upc ? workWords.upc(upc) : workWords.line(line));
}

export function detailOf({ isrc, upc }: UnmatchedWork): string {
  if (isrc) return upc ? workWords.upc(upc) : workWords.withoutUpc;
  return upc ? workWords.wholeRelease : workWords.noCode;
}

/** What can earn by a work: recordings go to a track, whole releases to a release, lines without a code to either. */
function ownerOf({ isrc, upc }: UnmatchedWork): "track" | "release" | undefined {
  if (isrc) return "track";
  return upc ? "release" : undefined;
}

export function ownerOfAll(works: readonly UnmatchedWork[]): "track" | "release" {
  return works.map(ownerOf).find((owner) => owner !== undefined) ?? "track";
}

/** Why a work cannot be assigned together with these; undefined if it can. */
export function canJoin(work: UnmatchedWork, works: readonly UnmatchedWork[]): string | undefined {
  if (works.length >= MOST_WORKS) return workWords.most(MOST_WORKS);
  const [own, theirs] = [ownerOf(work), works.map(ownerOf).find((owner) => owner !== undefined)];
  if (own === undefined || theirs === undefined || own === theirs) return undefined;
  return own === "track" ? workWords.toTrack : workWords.toRelease;
}

export function sumOf(works: readonly UnmatchedWork[]): string {
  return workWords.sum(works.length, showTotals(sumByCurrency(works.flatMap(({ totals }) => totals))));
}

export function assignmentOf(works: readonly UnmatchedWork[], id: string): Assignment {
  const named = works.map(({ isrc, upc, line }) => ({
    ...(isrc !== null && { isrc }),
    ...(upc !== null && { upc }),
    ...(line !== null && { line }),
  }));
  return { works: named, ...(ownerOfAll(works) === "track" ? { track_id: id } : { release_id: id }) };
}
