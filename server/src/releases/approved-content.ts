// Stores get the approved content of a release.
//
// The problem. Under manual review a release may change after its approval, while sends that were asked for before wait
// for their store. They must not carry unreviewed content.
//
// The procedure. Most releases never change after their approval, so nothing is copied then. A request that changes one
// begins the change under the release's lock: if the latest submission is approved, one statement copies the present
// content. The change then opens a submission, and until that is approved the copy is the approved content. The
// approval of a later submission removes the copy. Under automatic review the present content counts as approved, and
// nothing is copied.
//
// A message is built under the release's lock too: it sees all of a change or none of it. One that is built before,
// because a document takes time to write, is used only if nothing that it is made of has changed when the lock is held.

import type { Context, Transaction } from "../platform/context.ts";
import type { Owned } from "../platform/owned.ts";
import {
  findKeptContent,
  findReviewedRelease,
  keepContent,
  listContentTracks,
  type ReviewedRelease,
  type ReviewState,
} from "./queries.ts";
import type { ContentTrack, Release } from "./release.ts";
import { shownRelease } from "./stored-release.ts";

/** A change that has begun. A draft has nothing to review. */
export type Change = { release_id: string; state?: ReviewState };

/** Call it before changing a release or one of its tracks, while its lock is held; `reviewChange` ends the change. */
export async function beginChange(
  ctx: Transaction,
  organization_id: string,
  { id: release_id, status }: Pick<Release, "id" | "status">,
): Promise<Change> {
  if (status === "draft") return { release_id };
  return { release_id, state: await keepContent(ctx.db, { organization_id, id: release_id }) };
}

export type ApprovedContent = { release: Release; tracks: ContentTrack[] };

/**
 * The content of a message to a store. Read it under the release's lock, or with a version that is compared under it. `reviewed`: the
 * release, where the caller reads more with it.
 */
export async function getApprovedContent(
  ctx: Context,
  owned: Owned,
  reviewed = findReviewedRelease(ctx.db, owned),
): Promise<ApprovedContent> {
  const { approved } = await readContent(ctx, owned, reviewed);
  // Only a version that kept nothing can have left it so: what is not approved does not go out.
  if (!approved) throw new Error(`${owned.id} waits for its review: what was approved is lost.`);
  return approved;
}

/** The approved content; if that is lost, the present content. Only for messages that grant nothing, such as a takedown. */
export async function findContent(ctx: Context, owned: Owned): Promise<ApprovedContent | undefined> {
  const { approved, present } = await readContent(ctx, owned, findReviewedRelease(ctx.db, owned));
  return approved ?? present;
}

async function readContent(
  ctx: Context,
  own: Owned,
  reviewed: Promise<ReviewedRelease | undefined>,
): Promise<{ approved: ApprovedContent | undefined; present: ApprovedContent | undefined }> {
  const [release, tracks] = await Promise.all([reviewed, listContentTracks(ctx.db, own)]);
  const present = release && { release: shownRelease(release), tracks };
  if (release?.review_status === "approved") return { approved: present, present };
  const kept = await findKeptContent(ctx.db, own);
  if (kept?.review_status === "approved") return { approved: present, present };
  if (!kept?.release) return { approved: undefined, present };
  const { created_at, updated_at, start_at, ...stored } = { ...laterOfRelease, ...kept.release };
  const times = { created_at: utc(created_at), updated_at: utc(updated_at), start_at: start_at && utc(start_at) };
  const copied = kept.tracks.map(withLaterFields);
  return { approved: { release: shownRelease({ ...stored, ...times }), tracks: copied }, present };
}

// Copies that earlier versions made do not have these fields.
export const laterOfRelease = {
  start_at: null,
  ean: null,
  catalog_number: null,
  subgenre: null,
  translations: null,
  artwork_ai: "none",
} as const satisfies Partial<Release>;
export const laterOfTrack = {
  withheld: false,
  ai: "none",
  ai_parts: null,
  p_line: null,
  is_instrumental: false,
  is_cover: false,
  recording_year: null,
  recording_country: null,
  iswc: null,
  publishers: null,
  work: null,
  movement_number: null,
  movement_title: null,
  translations: null,
  lyrics: null,
  lyrics_synced: null,
  instant_gratification: false,
} as const satisfies Partial<ContentTrack>;
export function withLaterFields(track: ContentTrack): ContentTrack {
  if ("advisory" in track) return track;
  const { explicit } = track as ContentTrack;
  return { ...laterOfTrack, ...(track as ContentTrack), advisory: explicit ? "explicit" : "none" };
}

/** Inside JSON PostgreSQL writes times in its own way. */
function utc(time: string): string {
  return new Date(time).toISOString();
}
