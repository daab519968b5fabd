// The dates of a release, of those that its message states and of the start of its deals.

import type { ErnRelease } from "../ddex/ern.ts";
import { hasZone, instantOf } from "../ddex/read-values.ts";
import { isCalendarDate } from "../standards/calendar-date.ts";
import { type MessageIssue, RELEASE_PATH } from "./received-message.ts";

type Stated = Pick<ErnRelease, "release_date" | "original_release_date">;
type Dates = {
  release_date: string;
  original_release_date: string | null;
  start_at: string | null;
  /** Where each of them stands in the message. */
  places: Readonly<Record<string, string>>;
};

const DEALS_PATH = "DealList";
const DAY_MS = 86_400_000;

/**
 * A release is out when its deals begin. If that is another day than the one that the message states, the stated day is
 * that of the original release.
 */
export function datesOf(release: Stated, start: string | null, issues: MessageIssue[]): Dates {
  const stated = release.release_date ?? release.original_release_date ?? "";
  const original = release.original_release_date;
  const places = placesOf(release);
  const asStated = { release_date: stated, original_release_date: original, places };
  if (start === null) return { ...asStated, start_at: null };
  const instant = start.includes("T") ? instantOf(start) : undefined;
  const isMoment = instant !== undefined && (hasZone(start) || !/T00:00:00(\.0*)?$/.test(start));
  const day = start.slice(0, 10);
  const utc_day = instant?.slice(0, 10) ?? day;
  const isNear = stated !== "" && Math.abs(Date.parse(stated) - Date.parse(utc_day)) <= DAY_MS;
  const start_at = isMoment ? instant : null;
  if (stated === day || (isMoment && isNear)) return { ...asStated, start_at };
  if (!isCalendarDate(day)) return { ...asStated, start_at: null };
  const kept = original ?? (stated || null);
  issues.push({ severity: "warning", path: DEALS_PATH, issue: otherDay(day, release, kept) });
  const from_deals = { ...places, release_date: DEALS_PATH };
  return { release_date: day, original_release_date: kept, start_at, places: from_deals };
}

function otherDay(day: string, { release_date }: Stated, kept: string | null): string {
  const not = release_date === null || release_date === kept ? "" : `, not ${release_date}`;
  return `starts on ${day}: that is the release date${not}${kept === null ? "" : `, and ${kept} is kept as the original one`}`;
}

/** One of the two that is missing has the value of the other. */
function placesOf({ release_date, original_release_date }: Stated): Dates["places"] {
  const [own, original] = [`${RELEASE_PATH}/ReleaseDate`, `${RELEASE_PATH}/OriginalReleaseDate`];
  return {
    release_date: release_date === null && original_release_date !== null ? original : own,
    original_release_date: original_release_date === null && release_date !== null ? own : original,
  };
}
