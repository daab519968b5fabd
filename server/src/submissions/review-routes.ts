// The review page of a submission: the release with its tracks, their files, and the result of preflight.

import { type TSchema, Type } from "typebox";
import { Asset } from "../assets/asset.ts";
import { type Links, showAsset } from "../assets/links.ts";
import { listAssetsOf } from "../assets/queries.ts";
import type { Context } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Owned } from "../platform/owned.ts";
import { Nullable } from "../platform/schema.ts";
import { getRelease } from "../releases/actions.ts";
import { type MessageJudge, preflightRelease } from "../releases/preflight/actions.ts";
import { findContentVersion } from "../releases/preflight/queries.ts";
import { Preflight } from "../releases/preflight/routes.ts";
import { Release } from "../releases/release.ts";
import { findEarlierDecision, listChanges } from "./change-queries.ts";
import { findAnySubmission } from "./queries.ts";
import { ContentVersion, MAX_CHANGES, SinceReview, SubmittedRelease } from "./submission.ts";

/** The tracks of a release, and how they are shown. Tracks are a later rank, which is handed to the page. */
type TracksShown = {
  schema: TSchema;
  show: (
    ctx: Context,
    own: Owned,
  ) => Promise<{ rows: readonly { audio_asset_id: string | null }[]; has_more: boolean }>;
};

type ReviewParts = { links: Links; messages: MessageJudge; tracks: TracksShown };

const submissionUnderReview = (track: TSchema) =>
  Type.Object(
    {
      ...SubmittedRelease.properties,
      release: Release,
      tracks: Type.Array(track, { description: "In the order of the release." }),
      has_more_tracks: Type.Boolean({
        description: "True if the answer (about 4 MiB at most) does not show all of them.",
        examples: [false],
      }),
      assets: Type.Array(Asset, { description: "The artwork and the audio of the tracks shown, with their links." }),
      preflight: Preflight,
      content_version: ContentVersion,
      since_review: Nullable(SinceReview),
    },
    { title: "SubmissionUnderReview" },
  );

export const reviewRoutes = (parts: ReviewParts): Route[] => [
  route({
    method: "GET",
    path: "/v1/operator/submissions/{submission_id}",
    operation: "getAnySubmission",
    tag: "Operator",
    summary: "Read a submission with everything that its review needs",
    description:
      "The release as it is now, with its tracks, links to artwork and audio for ten minutes, and preflight. If a reviewer has " +
      "decided about the release before, `since_review` has that decision and what has changed since. Approve it with " +
      "its `content_version`: a change that you have not seen is not approved.",
    access: "operator",
    success: { status: 200, schema: submissionUnderReview(parts.tracks.schema) },
    handle: (ctx, { params }) => showSubmission(ctx, parts, params.submission_id),
  }),
];

async function showSubmission(ctx: Context, { links, messages, tracks }: ReviewParts, id: string) {
  const submission = await findAnySubmission(ctx.db, id);
  if (!submission) throw notFound("submission");
  const { organization_id, release_id } = submission;
  const own = { organization_id, id: release_id };
  // Read first: if the release changes while the rest is read, its version will differ.
  const content_version = await findContentVersion(ctx.db, own);
  const release = await getRelease(ctx, own);
  const { rows, has_more } = await tracks.show(ctx, own);
  const used = [release.artwork_asset_id, ...rows.map(({ audio_asset_id }) => audio_asset_id)];
  const ids = [...new Set(used.filter((asset_id) => asset_id !== null))];
  const files = await listAssetsOf(ctx.db, organization_id, ids);
  const assets = files.map((row) => showAsset(links, organization_id, row, ctx.clock.now()));
  const preflight = await preflightRelease(ctx, organization_id, { release_id, store_id: undefined, messages });
  const since_review = await findSinceReview(ctx, own, id);
  const shown = { release, tracks: rows, has_more_tracks: has_more, assets };
  return { ...submission, ...shown, preflight, content_version, since_review };
}

async function findSinceReview(ctx: Context, own: Owned, submission_id: string): Promise<SinceReview | null> {
  const earlier = await findEarlierDecision(ctx.db, own, submission_id);
  if (!earlier) return null;
  const changes = await listChanges(ctx.db, own, MAX_CHANGES + 1);
  return { ...earlier, changes: changes.slice(0, MAX_CHANGES), has_more_changes: changes.length > MAX_CHANGES };
}
