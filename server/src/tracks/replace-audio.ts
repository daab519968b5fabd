// A wrong master of a release that was submitted is replaced. It is the same recording, so the track keeps its ISRC. Nothing goes to stores
// by itself: the next update or resubmission brings the other file. Under manual review the change is reviewed first, and until its approval
// stores get the audio of before (approved-content).

import { audit } from "../organizations/actions.ts";
import { type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, notFound, problem, throwIfAny } from "../platform/errors.ts";
import type { AuditEntry } from "../platform/http/audit-entry.ts";
import type { Owned } from "../platform/owned.ts";
import { beginChange } from "../releases/approved-content.ts";
import { reviewChange } from "../submissions/actions.ts";
import { getTrack, noAudio } from "./actions.ts";
import { findTrackRow, type HeldAudio, holdAudio, keepDeliveredLength, lockHomeOf, updateAudio } from "./queries.ts";
import type { ReplacedAudio, Track } from "./track.ts";

/** `by`: who replaces it, for the audit log. */
export async function replaceAudio(
  ctx: Transaction,
  { organization_id, id }: Owned,
  { audio_asset_id }: ReplacedAudio,
  by: Pick<AuditEntry, "principal_id" | "actor" | "request_id">,
): Promise<Track> {
  const own = { organization_id, id };
  // The lock comes first: the others see the state that it holds.
  const [home, before, [audio]] = await Promise.all([
    lockHomeOf(ctx.db, own),
    findTrackRow(ctx.db, own),
    holdAudio(ctx.db, organization_id, [audio_asset_id]),
  ]);
  if (!home || !before) throw notFound("track");
  assertReady(audio);
  if (home.status === "draft")
    throw new ApiError("invalid_state", "The release is draft: set `audio_asset_id` of the track by PATCH.");
  const isOther = before.audio_asset_id !== audio_asset_id;
  if (isOther) {
    const change = await beginChange(ctx, organization_id, home);
    await keepDeliveredLength(ctx.db, own);
    await updateAudio(ctx.db, own, { audio_asset_id, updated_at: timestamp(ctx) });
    await reviewChange(ctx, organization_id, change);
  }
  await audit(ctx, {
    ...by,
    operation: "replaceAudio",
    resource_id: id,
    fields: ["audio_asset_id", "keeps_isrc", ...(isOther ? replacedFields(ctx, before.audio_asset_id) : [])],
  });
  return getTrack(ctx, own);
}

function assertReady(audio: HeldAudio | undefined): void {
  if (!audio) throwIfAny([noAudio]);
  else if (audio.status !== "ready") {
    const issue = `names an asset that is not ready: it is ${audio.status}`;
    throwIfAny([problem("audio_asset_id", issue, "asset_not_ready")]);
  }
}

/** The values of before: the track shows those of now. */
function replacedFields(ctx: Transaction, former: string | null): string[] {
  return ["replaced_at", `replaced_at=${timestamp(ctx)}`, `audio_asset_id=${former ?? "null"}`];
}
