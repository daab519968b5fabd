// Lyrics come as text files beside the audio: plain, or timed (LRC).

import { readFileSync, statSync } from "node:fs";
import type { Plan, PlannedTrack, Problem } from "./plan.ts";

/** More than the service takes of any text. */
const MAX_BYTES = 200_000;

/** The text, or its problem. */
export function readLyrics(path: string): { text: string } | { issue: string } {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return { issue: "does not exist" };
  if (found.size === 0) return { issue: "is empty" };
  if (found.size > MAX_BYTES) return { issue: `is longer than ${MAX_BYTES} bytes` };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { issue: "is not text in UTF-8" };
  }
}

/** The plan with the texts that it names. */
export function withLyrics(plan: Plan): Plan {
  const problems: Problem[] = [];
  const read = (track: PlannedTrack): PlannedTrack => {
    const { where, lyrics_paths = {} } = track;
    const body = { ...track.body };
    for (const [field, path] of Object.entries(lyrics_paths)) {
      const found = readLyrics(path);
      if ("text" in found) body[field as keyof typeof lyrics_paths] = found.text;
      else problems.push({ where, issue: `${path} ${found.issue}` });
    }
    return { ...track, body };
  };
  const releases = plan.releases.map((release) => ({ ...release, tracks: release.tracks.map(read) }));
  return { ...plan, releases, problems: [...plan.problems, ...problems] };
}
