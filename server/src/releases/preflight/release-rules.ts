// Timing, type, territories and rights.

import { greatest } from "../../platform/long-list.ts";
import { WORLD } from "../../standards/territory.ts";
import type { Release } from "../release.ts";
import { typeLimits, typeOfTracks } from "../stored-release.ts";
import { eachTrack, type Finding, type Rule, releaseRule, type SubjectChanges } from "./rule.ts";
import type { TrackFacts } from "./subject.ts";

export const releaseRules: readonly Rule[] = [
  releaseRule({
    code: "lead_time_short",
    standard: "warning",
    summary: "A new release is submitted at least five business days before its date, a change two.",
    thresholds: { lead_time_business_days: 5, update_business_days: 2 },
    check: ({ release: { release_date, status }, today }, limits) => {
      const isUpdate = status === "submitted" || status === "delivered";
      const needed = isUpdate ? limits.update_business_days : limits.lead_time_business_days;
      const days = businessDays(today, release_date, needed);
      const issue = `is ${days} business days away; stores ask for ${needed}`;
      return release_date > today && days < needed ? [{ field: "release_date", issue }] : [];
    },
    examples: {
      passes: ["in three weeks", {}],
      fails: ["tomorrow", { release: { release_date: "2026-06-02" } }],
    },
  }),
  releaseRule({
    code: "original_release_date_later",
    standard: "warning",
    summary: "The original release was not later than this one.",
    check: ({ release: { release_date, original_release_date } }) =>
      original_release_date !== null && original_release_date > release_date
        ? [{ field: "original_release_date", issue: `is later than release_date, ${release_date}` }]
        : [],
    examples: {
      passes: ["2020-01-01, released 2026-06-22", { release: { original_release_date: "2020-01-01" } }],
      fails: ["2030-01-01, released 2026-06-22", { release: { original_release_date: "2030-01-01" } }],
    },
  }),
  releaseRule({
    code: "release_type_mismatch",
    standard: "warning",
    summary:
      "A single has up to 3 tracks of less than 10 minutes; an EP up to 6 and 30 minutes in all; an album is longer.",
    thresholds: typeLimits,
    check: ({ release: { type }, tracks }, limits) => {
      const derived = typeOf(tracks, limits);
      return type === null || type === "compilation" || derived === undefined || type === derived
        ? []
        : [{ field: "type", issue: `is ${type}; by its tracks it is ${derived}`, suggestion: derived }];
    },
    examples: {
      passes: ["single, one track of 3:00", { release: { type: "single" } }],
      fails: ["album, one track of 3:00", { release: { type: "album" } }],
    },
  }),
  releaseRule({
    code: "explicit_flag_values",
    standard: "warning",
    summary: "A release is explicit because a track is.",
    check: ({ release, tracks }) =>
      release.explicit && tracks.length > 0 && !tracks.some(({ explicit }) => explicit)
        ? [{ field: "explicit", issue: "is set, while no track is explicit; mark the tracks" }]
        : [],
    examples: {
      passes: ["explicit, with an explicit track", { release: { explicit: true }, tracks: [{ explicit: true }] }],
      fails: ["explicit, no track is", { release: { explicit: true }, tracks: [{ explicit: false }] }],
    },
  }),
  releaseRule({
    code: "explicit_territory",
    standard: "info",
    summary: "Some territories do not sell explicit music as downloads.",
    thresholds: { territories: ["BF", "BY", "IN", "NP", "UZ"] as readonly string[] },
    check: ({ release, tracks }, limits) => {
      const isExplicit = release.explicit || tracks.some(({ explicit }) => explicit);
      const isWorld = release.territories[0] === WORLD;
      const met = limits.territories.filter((code) => isWorld || release.territories.includes(code));
      const issue = `include some where explicit downloads are not sold: ${met.join(", ")}`;
      return isExplicit && met.length > 0 ? [{ field: "territories", issue }] : [];
    },
    examples: {
      passes: ["explicit, in DE", { release: { explicit: true, territories: ["DE"] } }],
      fails: ["explicit, in IN", { release: { explicit: true, territories: ["IN"] } }],
    },
  }),
  releaseRule({
    code: "track_territory_superset",
    standard: "blocker",
    scope: "track",
    summary: "A track's territories are among the release's.",
    check: ({ release: { territories }, tracks }) => {
      const isAnywhere = territories[0] === WORLD;
      const own = new Set(territories);
      return eachTrack({ tracks }, ({ territory }, index) => {
        const outside = isAnywhere ? [] : (territory ?? []).filter((code) => !own.has(code));
        const issue = `goes beyond the release's territories: ${outside.join(", ")}`;
        return outside.length > 0 ? [{ field: `tracks[${index}].territory`, issue }] : [];
      });
    },
    examples: {
      passes: [
        "DE, of a release for DE and FR",
        { release: { territories: ["DE", "FR"] }, tracks: [{ territory: ["DE"] }] },
      ],
      fails: [
        "JP, of a release for DE and FR",
        { release: { territories: ["DE", "FR"] }, tracks: [{ territory: ["JP"] }] },
      ],
    },
  }),
  releaseRule({
    code: "store_territory_unsupported",
    standard: "blocker",
    of_store: ({ store_id }) => [store_id],
    of_delivery: true,
    summary: "A store serves at least one of the release's territories that you have a licence for.",
    check: ({ release, licensed_territories, store }) =>
      !store || haveOneInCommon([release.territories, licensed_territories, store.territories])
        ? []
        : [{ field: "territories", issue: unservedIssue(store.store_id) }],
    examples: {
      passes: ["DE, at a store for DE", { release: { territories: ["DE"] }, store: { territories: ["DE"] } }],
      fails: ["DE, at a store for JP", { release: { territories: ["DE"] }, store: { territories: ["JP"] } }],
    },
  }),
  releaseRule({
    code: "genre_restricted",
    standard: "warning",
    summary: "A karaoke track or release has the genre Karaoke.",
    check: ({ release, tracks }) => {
      const isKaraoke = [release, ...tracks].some(({ title, version }) =>
        /\bkaraoke\b/iu.test(`${title} ${version ?? ""}`),
      );
      return isKaraoke && release.genre?.toLowerCase() !== "karaoke"
        ? [{ field: "genre", issue: "must be Karaoke: a title or version says so", suggestion: "Karaoke" }]
        : [];
    },
    examples: {
      passes: ["Karaoke Version, genre Karaoke", karaoke("Karaoke")],
      fails: ["Karaoke Version, genre Pop", karaoke("Pop")],
    },
  }),
  releaseRule({
    code: "p_line_c_line_missing",
    standard: "warning",
    summary: "℗ and © are given, each as a year and an owner.",
    check: ({ release }) => [...lineFindings(release, "p_line"), ...lineFindings(release, "c_line")],
    examples: {
      passes: [
        "2026 Nightjar Records",
        { release: { p_line: "2026 Nightjar Records", c_line: "2026 Nightjar Records" } },
      ],
      fails: ["null", { release: { p_line: null, c_line: null } }],
    },
  }),
];

/** A delivery is refused in the same words. */
export function unservedIssue(store_id: string): string {
  return `${store_id} serves none of these territories`;
}

function haveOneInCommon(lists: readonly (readonly string[])[]): boolean {
  const [first, ...others] = lists.filter(([code]) => code !== WORLD);
  return !first || first.some((code) => others.every((list) => list.includes(code)));
}

const DAY_MS = 86_400_000;

/** Working days after `from` up to `to`; Saturdays and Sundays do not count. Stops counting at `enough`. */
function businessDays(from: string, to: string, enough: number): number {
  const end = Date.parse(to);
  let count = 0;
  for (let day = Date.parse(from) + DAY_MS; day <= end && count < enough; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6) count += 1;
  }
  return count;
}

/** Undefined until the length of every track is known. */
function typeOf(tracks: readonly TrackFacts[], limits: typeof typeLimits): "single" | "ep" | "album" | undefined {
  const lengths = tracks.map(({ audio }) => audio?.audio?.duration_ms);
  const known = lengths.filter((length) => length !== undefined);
  if (tracks.length === 0 || known.length < tracks.length) return undefined;
  const total_ms = known.reduce((sum, length) => sum + length, 0);
  return typeOfTracks({ count: tracks.length, longest_ms: greatest(known), total_ms }, limits);
}

function lineFindings(release: Release, field: "p_line" | "c_line"): Finding[] {
  const line = release[field];
  if (line && /^(?:[℗©]|\([PC]\))?\s*\d{4}\s+\S/iu.test(line)) return [];
  const year = (release.original_release_date ?? release.release_date).slice(0, 4);
  const issue = line ? "must begin with a year, followed by the owner" : "is missing: a year and the owner";
  return [{ field, issue, suggestion: `${year} ${line ?? release.label}` }];
}

function karaoke(genre: string): SubjectChanges {
  return { release: { genre }, tracks: [{ version: "Karaoke Version" }] };
}
