// Tracks and the findings of preflight as lines of text, for the commands that show a release.

import type { Preflight, PreflightIssue, Severity, Track } from "@segue/sdk";
import { alignedRows, cell } from "../output.ts";
import { durationText } from "../progress.ts";

export function trackLines(tracks: readonly Track[]): string[] {
  const rows = tracks.map((track) => [
    `${track.disc_number}-${track.track_number}`,
    track.id,
    track.version ? `${track.title} (${track.version})` : track.title,
    track.isrc,
    track.duration_ms === null ? null : durationText(track.duration_ms),
    track.audio_asset_id,
  ]);
  return alignedRows([
    ["track", "id", "title", "isrc", "duration", "audio_asset_id"],
    ...rows.map((row) => row.map(cell)),
  ]);
}

/** Lists only the stores that would refuse it. */
export function storeLines(stores: NonNullable<Preflight["stores"]>): string[] {
  const rows = stores.filter(({ ready }) => !ready).map(({ store_id, blockers }) => [store_id, blockers.join(", ")]);
  const heading = `Stores that would refuse it (${rows.length} of ${stores.length}):`;
  return rows.length === 0 ? [] : [heading, ...alignedRows(rows).map((line) => `  ${line}`), ""];
}

const groups: Readonly<Record<Severity, string>> = { blocker: "Blockers", warning: "Warnings", info: "Notes" };

export function issueLines(issues: readonly PreflightIssue[]): string[] {
  return Object.entries(groups).flatMap(([severity, heading]) => {
    const rows = issues.filter((issue) => issue.severity === severity).map(issueCells);
    return rows.length === 0 ? [] : [`${heading}:`, ...alignedRows(rows).map((line) => `  ${line}`), ""];
  });
}

function issueCells({ field, issue, suggestion, store_id, code }: PreflightIssue): string[] {
  const advice = suggestion ? `${issue} (try: ${suggestion})` : issue;
  return [field || "release", `${code}${store_id ? ` at ${store_id}` : ""}`, advice].map(cell);
}
