// A catalogue that moves from another distributor was released long ago, and only a date to come can be submitted. So a release
// whose date is past gets the date of the move, and keeps the old one as the date of its first release.

import { isCalendarDate } from "../../../server/src/standards/calendar-date.ts";
import { askText } from "../ask.ts";
import { counted } from "../counted.ts";
import { UsageError } from "../settings.ts";
import type { Plan, PlannedRelease } from "./plan.ts";

const OPTION = "--release-date";

type Wish = { release_date?: string | undefined; is_dry_run?: true | undefined; today: string };

/** Asks for the date in a terminal. Elsewhere it refuses, and names the option; a dry run only notes it. */
export async function withDates(plan: Plan, { release_date, is_dry_run, today }: Wish): Promise<Plan> {
  const old = plan.releases.filter(({ body }) => isCalendarDate(body.release_date) && body.release_date <= today);
  if (release_date !== undefined) assertDate(release_date, today);
  if (old.length === 0) return plan;
  if (release_date === undefined && is_dry_run) return { ...plan, notes: [...plan.notes, ...old.map(noteOf)] };
  const date = release_date ?? (await askDate(old, today));
  const releases = plan.releases.map((release) => (old.includes(release) ? movedTo(date, release) : release));
  return { ...plan, releases };
}

function movedTo(release_date: string, release: PlannedRelease): PlannedRelease {
  const { release_date: old, original_release_date = old, start_at: _, ...body } = release.body;
  return { ...release, body: { ...body, release_date, original_release_date } };
}

function noteOf({ where, body }: PlannedRelease) {
  const issue = `was released on ${body.release_date}, which is past: give ${OPTION}, and this date is kept as original_release_date`;
  return { where, issue };
}

async function askDate(old: readonly PlannedRelease[], today: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(
      `Nothing was imported: a release date is past. Give ${OPTION} YYYY-MM-DD, the date from which stores offer these again; the old date is kept as original_release_date.`,
      old.map(({ where, body }) => ({ field: where, issue: `was released on ${body.release_date}` })),
    );
  const question = `${counted(old.length, "release")} with a date in the past, such as ${old[0]?.body.release_date}. From which date shall stores offer them (YYYY-MM-DD)? `;
  const date = await askText(question);
  assertDate(date, today);
  return date;
}

function assertDate(date: string, today: string): void {
  if (isCalendarDate(date) && date > today) return;
  throw new UsageError(`${OPTION} must be a date after ${today}, not "${date}".`);
}
