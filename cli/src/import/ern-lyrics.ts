// Messages name lyrics as files. The service takes none from a message, so the import gives them to the tracks that it made.

import { type ReceivedMessage, type Segue, SegueError } from "@segue/sdk";
import { TEXT_PATH } from "../../../server/src/exchange/received-release.ts";
import { pagesOf } from "../invocation.ts";
import type { PlannedLyrics, PlannedMessage } from "./ern-plan.ts";
import { readLyrics } from "./lyrics.ts";
import type { ImportState } from "./state.ts";

type Issues = ReceivedMessage["issues"];
type Run = { client: Segue; state: ImportState };
const MAX_TRACKS = 1_000;

/** Returns the issues of the message without the one that this settles. Texts that were given once are the partner's own from then on. */
export async function setLyrics(
  { client, state }: Run,
  { lyrics, digest }: Pick<PlannedMessage, "lyrics" | "digest">,
  { release_id, issues }: Pick<ReceivedMessage, "release_id" | "issues">,
): Promise<Issues> {
  if (lyrics.length === 0 || release_id === null) return issues;
  const entry = `lyrics ${digest}`;
  const refused = state.find(entry).sent === undefined ? await giveAll(client, release_id, lyrics) : [];
  if (refused.length === 0) state.record([[entry, { sent: release_id, generation: 0 }]]);
  return [...issues.filter(({ path }) => path !== TEXT_PATH), ...refused];
}

async function giveAll(client: Segue, release_id: string, lyrics: readonly PlannedLyrics[]): Promise<Issues> {
  const { data } = await pagesOf(MAX_TRACKS, (page) => client.tracks.list({ release_id, ...page }));
  const refused: Issues = [];
  for (const { disc_number, track_number, field, file } of lyrics) {
    const track = data.find((one) => one.disc_number === disc_number && one.track_number === track_number);
    const read = readLyrics(file);
    const issue = "issue" in read ? read.issue : track ? await give(client, track, { [field]: read.text }) : undefined;
    if (issue !== undefined) refused.push({ severity: "warning", path: TEXT_PATH, issue: `${file} ${issue}` });
  }
  return refused;
}

type Given = { lyrics?: string; lyrics_synced?: string };

async function give(client: Segue, track: { id: string }, given: Given): Promise<string | undefined> {
  try {
    await client.tracks.update(track.id, given);
    return undefined;
  } catch (error) {
    if (!(error instanceof SegueError) || error.status !== 422) throw error;
    return error.details.map(({ issue }) => issue).join("; ") || error.message;
  }
}
