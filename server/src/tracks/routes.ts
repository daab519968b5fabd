import { Type } from "typebox";
import { UpdatedSince } from "../platform/http/pagination.ts";
import { principalId } from "../platform/http/principal.ts";
import { type Route, route } from "../platform/http/route.ts";
import { Id } from "../platform/schema.ts";
import { sightOf } from "../rights/sight.ts";
import { createTrack, createTracks, deleteTrack, getTrack, updateTrack } from "./actions.ts";
import { assignIsrcs } from "./assign-isrcs.ts";
import { listTracks } from "./queries.ts";
import { replaceAudio } from "./replace-audio.ts";
import { MAX_BULK, NewTrack, NewTracks, ReplacedAudio, Track, TrackChanges } from "./track.ts";

const tag = "Tracks";
const BULK_BODY_LIMIT = 8 * 1_048_576;

const AssignedIsrcs = Type.Object(
  {
    data: Type.Array(Track),
    has_more: Type.Boolean({
      description:
        "True if the answer (about 4 MiB at most) does not show all tracks that got one; list the release's tracks.",
    }),
  },
  { title: "AssignedIsrcs" },
);

export const trackRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/tracks",
    operation: "createTrack",
    tag,
    summary: "Add a track to a release",
    description: "Possible while the release is `draft` or `rejected`. The audio may still be processing.",
    access: { scope: "catalog:write" },
    body: NewTrack,
    success: { status: 201, schema: Track },
    errors: ["invalid_isrc_format", "territory_not_supported", "invalid_state"],
    handle: (ctx, { principal, body }) => createTrack(ctx, principal.organization_id, body),
  }),
  route({
    method: "POST",
    path: "/v1/tracks/bulk",
    operation: "createTracks",
    tag,
    summary: "Add many tracks at once",
    description: `Up to ${MAX_BULK} tracks of one or several releases; all are added, or none. Problems name the entry: \`tracks[3].isrc\`.`,
    access: { scope: "catalog:write" },
    body: NewTracks,
    body_limit: BULK_BODY_LIMIT,
    parts: "tracks",
    success: { status: 201, schema: Type.Object({ data: Type.Array(Track) }, { title: "Tracks" }) },
    errors: ["invalid_isrc_format", "territory_not_supported", "invalid_state"],
    handle: (ctx, { principal, body }) => createTracks(ctx, principal.organization_id, body.tracks),
  }),
  route({
    method: "POST",
    path: "/v1/releases/{release_id}/assign-isrcs",
    operation: "assignIsrcs",
    tag,
    summary: "Assign an ISRC to every track that has none",
    description:
      "ISRCs come from the organization's `isrc_prefix`, in the order of discs and track numbers. Tracks that have one keep it. " +
      "The answer lists the tracks that got one.",
    access: { scope: "catalog:write" },
    success: { status: 200, schema: AssignedIsrcs },
    errors: ["invalid_state"],
    handle: (ctx, { principal, params }) =>
      assignIsrcs(ctx, { organization_id: principal.organization_id, id: params.release_id }),
  }),
  route({
    method: "GET",
    path: "/v1/tracks",
    operation: "listTracks",
    tag,
    summary: "List tracks, newest first",
    access: { scope: "catalog:read" },
    query: Type.Object({
      release_id: Id("rel", { maxLength: 100, description: "Only tracks of this release." }),
      updated_since: UpdatedSince,
    }),
    success: { status: 200, schema: Track, list: true },
    handle: (ctx, { principal, query, page }) => listTracks(ctx.db, sightOf(principal), { ...query, ...page }),
  }),
  route({
    method: "GET",
    path: "/v1/tracks/{track_id}",
    operation: "getTrack",
    tag,
    summary: "Read a track",
    access: { scope: "catalog:read" },
    success: { status: 200, schema: Track },
    handle: (ctx, { principal, params }) =>
      getTrack(ctx, { organization_id: principal.organization_id, id: params.track_id }),
  }),
  route({
    method: "PATCH",
    path: "/v1/tracks/{track_id}",
    operation: "updateTrack",
    tag,
    summary: "Change a track",
    description:
      "Only the fields you send change. Arrays replace the whole old value; null clears an optional field. Metadata can change in " +
      "every status of the release, `audio_asset_id` only while it is `draft` or `rejected`. An `isrc` does not change while a store has " +
      "the release or is being sent it (409).",
    access: { scope: "catalog:write" },
    body: TrackChanges,
    success: { status: 200, schema: Track },
    errors: ["invalid_isrc_format", "territory_not_supported", "invalid_state"],
    handle: (ctx, { principal, params, body }) =>
      updateTrack(ctx, { organization_id: principal.organization_id, id: params.track_id }, body),
  }),
  route({
    method: "POST",
    path: "/v1/tracks/{track_id}/replace-audio",
    operation: "replaceAudio",
    tag,
    summary: "Replace the audio of a track that was submitted",
    description:
      "For a wrong master: the recording stays the same, and so does its ISRC. Possible while the release is `submitted`, `delivered` or " +
      "`rejected`. Nothing goes to stores by itself: the next update or resubmission brings the new file. Where changes are reviewed, it opens " +
      "a submission, and stores get the former audio until that is approved.",
    access: { scope: "catalog:write" },
    body: ReplacedAudio,
    success: { status: 200, schema: Track },
    errors: ["asset_not_ready", "invalid_state"],
    audits_itself: true,
    handle: (ctx, { principal, params, body, request_id }) =>
      replaceAudio(ctx, { organization_id: principal.organization_id, id: params.track_id }, body, {
        principal_id: principalId(principal),
        actor: principal.actor,
        request_id,
      }),
  }),
  route({
    method: "DELETE",
    path: "/v1/tracks/{track_id}",
    operation: "deleteTrack",
    tag,
    summary: "Remove a track",
    description: "Possible while the release is `draft` or `rejected`.",
    access: { scope: "catalog:write" },
    success: { status: 204 },
    errors: ["invalid_state"],
    handle: (ctx, { principal, params }) =>
      deleteTrack(ctx, { organization_id: principal.organization_id, id: params.track_id }),
  }),
];
