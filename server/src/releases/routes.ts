import { Type } from "typebox";
import { type Links, type ThumbnailLinks, thumbnailLinks } from "../assets/links.ts";
import type { Context } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { mapPage, UpdatedSince } from "../platform/http/pagination.ts";
import { type Principal, type Route, route } from "../platform/http/route.ts";
import { OneOf } from "../platform/schema.ts";
import { foldText } from "../platform/search.ts";
import { parseIsrc } from "../standards/identifier.ts";
import { createRelease, deleteRelease, getRelease } from "./actions.ts";
import { CatalogEntry, catalogTypes } from "./catalog-entry.ts";
import { judgeAhead } from "./preflight/actions.ts";
import { listAnySubmissions, listReleases, listSubmissions } from "./queries.ts";
import {
  ListedRelease,
  NewRelease,
  Release,
  ReleaseChanges,
  releaseStatuses,
  reviewStatuses,
  statusOnPatch,
} from "./release.ts";
import {
  approveSubmission,
  changeRelease,
  getSubmission,
  rejectSubmission,
  submitRelease,
  withdrawSubmission,
} from "./review.ts";
import { findNamedReleases, listAnyCatalog } from "./search-queries.ts";
import { shownRelease } from "./stored-release.ts";
import { Approval, Rejection, Submission, SubmittedRelease } from "./submission.ts";

const tag = "Releases";
const submissions = "Submissions";

export const releaseRoutes = (links: Links): Route[] => [listRoute(thumbnailLinks(links)), ...otherRoutes];

const listRoute = (thumbnailUrl: ThumbnailLinks): Route =>
  route({
    method: "GET",
    path: "/v1/releases",
    operation: "listReleases",
    tag,
    summary: "List releases, newest first",
    access: { scope: "catalog:read" },
    query: Type.Object({
      status: OneOf(releaseStatuses),
      q: Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "A part of title, version, artist, label or UPC; a whole ISRC, for the releases of its tracks; or a whole id.",
      }),
      updated_since: UpdatedSince,
    }),
    success: { status: 200, schema: ListedRelease, list: true },
    handle: async (ctx, { principal, query: { q, ...query }, page }) => {
      const { organization_id } = principal;
      const filter = { ...query, ...page, ...(q && (await searchFor(ctx, principal, q))) };
      const now = ctx.clock.now();
      return mapPage(await listReleases(ctx.db, organization_id, filter), (stored) => {
        const { artwork_asset_id: asset_id } = stored;
        const artwork = asset_id && { thumbnail_url: thumbnailUrl({ organization_id, asset_id }, now) };
        return { ...shownRelease(stored), artwork: artwork || null };
      });
    },
  });

/** What `q` asks for: a text, and the releases that it names outright. */
async function searchFor({ db }: Context, { organization_id }: Pick<Principal, "organization_id">, q: string) {
  const isrc = parseIsrc(q);
  const isName = isrc !== undefined || q.startsWith("rel_");
  const named = isName ? await findNamedReleases(db, organization_id, { id: q, isrc }) : [];
  return { search: foldText(q), named };
}

const otherRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/releases",
    operation: "createRelease",
    tag,
    summary: "Create a release",
    description: "A title, one main artist and a release date suffice. The new release is a draft.",
    access: { scope: "catalog:write" },
    body: NewRelease,
    success: { status: 201, schema: Release },
    errors: ["territory_not_supported", "upc_pool_exhausted", "duplicate_submission"],
    handle: (ctx, { principal, body }) => createRelease(ctx, principal.organization_id, body),
  }),
  route({
    method: "GET",
    path: "/v1/releases/{release_id}",
    operation: "getRelease",
    tag,
    summary: "Read a release",
    access: { scope: "catalog:read" },
    success: { status: 200, schema: Release },
    handle: (ctx, { principal, params }) =>
      getRelease(ctx, { organization_id: principal.organization_id, id: params.release_id }),
  }),
  route({
    method: "PATCH",
    path: "/v1/releases/{release_id}",
    operation: "updateRelease",
    tag,
    summary: "Change a release",
    description:
      "Only the fields you send change. `territories` and `artists` replace the whole old value; null clears an optional field. " +
      "`upc` and `ean` do not change while a store has the release or is being sent it (409).",
    access: { scope: "catalog:write" },
    body: ReleaseChanges,
    success: { status: 200, schema: Release },
    errors: ["territory_not_supported", "feature_sunset", "asset_not_ready", "duplicate_submission", "invalid_state"],
    deprecated_fields: { status: statusOnPatch },
    ahead: async (ctx, { principal, params, body: { status, ...changes } }) =>
      status === undefined
        ? undefined
        : judgeAhead(ctx, { organization_id: principal.organization_id, id: params.release_id }, { changes }),
    handle: (ctx, { principal, params, body }, judgement) =>
      changeRelease(ctx, { organization_id: principal.organization_id, id: params.release_id }, body, judgement),
  }),
  route({
    method: "DELETE",
    path: "/v1/releases/{release_id}",
    operation: "deleteRelease",
    tag,
    summary: "Delete a draft",
    description:
      "One that was never delivered: a release that was at stores stays, with its deliveries and statements.",
    access: { scope: "catalog:write" },
    success: { status: 204 },
    errors: ["invalid_state"],
    handle: (ctx, { principal, params }) =>
      deleteRelease(ctx, { organization_id: principal.organization_id, id: params.release_id }),
  }),
  route({
    method: "POST",
    path: "/v1/releases/{release_id}/submit",
    operation: "submitRelease",
    tag: submissions,
    summary: "Submit a release",
    description:
      "The release needs a track, ready audio on every track, ready artwork and a release date later than today (UTC). " +
      "`issues` lists what else stores may reject.",
    access: { scope: "catalog:write" },
    success: { status: 200, schema: Submission },
    errors: ["validation_failed", "asset_not_ready", "duplicate_submission", "invalid_state"],
    ahead: (ctx, { principal, params }) =>
      judgeAhead(ctx, { organization_id: principal.organization_id, id: params.release_id }),
    handle: (ctx, { principal, params }, judgement) =>
      submitRelease(ctx, { organization_id: principal.organization_id, id: params.release_id }, judgement),
  }),
  route({
    method: "GET",
    path: "/v1/submissions",
    operation: "listSubmissions",
    tag: submissions,
    summary: "List submissions, newest first",
    access: { scope: "catalog:read" },
    query: Type.Object({
      release_id: Type.String({ maxLength: 100, description: "Only submissions of this release." }),
    }),
    success: { status: 200, schema: Submission, list: true },
    handle: (ctx, { principal: { organization_id }, query: { release_id }, page }) =>
      listSubmissions(ctx.db, organization_id, { ...page, ...(release_id !== undefined && { release_id }) }),
  }),
  route({
    method: "GET",
    path: "/v1/submissions/{submission_id}",
    operation: "getSubmission",
    tag: submissions,
    summary: "Read a submission",
    access: { scope: "catalog:read" },
    success: { status: 200, schema: Submission },
    handle: (ctx, { principal, params }) =>
      getSubmission(ctx, { organization_id: principal.organization_id, id: params.submission_id }),
  }),
  route({
    method: "POST",
    path: "/v1/submissions/{submission_id}/withdraw",
    operation: "withdrawSubmission",
    tag: submissions,
    summary: "Withdraw a submission",
    description:
      "Before its review: the release becomes a draft again, unless it was approved before; then only the new change is withdrawn. " +
      "After its approval: if it is the release's latest submission, no store has the release, and it is on its way to none. The release " +
      "becomes a draft again, also after it was taken down everywhere.",
    access: { scope: "catalog:write" },
    success: { status: 200, schema: Submission },
    errors: ["invalid_state"],
    handle: (ctx, { principal, params }) =>
      withdrawSubmission(ctx, { organization_id: principal.organization_id, id: params.submission_id }),
  }),
  route({
    method: "GET",
    path: "/v1/operator/catalog",
    operation: "searchCatalog",
    tag: "Operator",
    summary: "Find releases and tracks of all organizations, newest first",
    description:
      "Needs `q`. A track is also found by its release. A text that more than 1,000 have finds 1,000 of them: say more of it.",
    access: "operator",
    query: Type.Object({
      q: Type.String({
        minLength: 3,
        maxLength: 200,
        description: "A part of title, version, artist, label or UPC; a whole ISRC or a whole id.",
        examples: ["First Light"],
      }),
      type: OneOf(catalogTypes, { description: "Only releases, or only tracks." }),
      organization_id: Type.String({ maxLength: 100, description: "Only this organization's." }),
    }),
    success: { status: 200, schema: CatalogEntry, list: true },
    handle: (ctx, { query: { q, organization_id: only_of = null, ...query }, page }) => {
      if (q === undefined) throw new ApiError("invalid_request", "Say what to look for: `?q=First%20Light`.");
      return listAnyCatalog(ctx.db, { ...query, ...page, only_of, search: foldText(q), id: q, isrc: parseIsrc(q) });
    },
  }),
  route({
    method: "GET",
    path: "/v1/operator/submissions",
    operation: "listAllSubmissions",
    tag: "Operator",
    summary: "List the submissions of all organizations, newest first",
    access: "operator",
    query: Type.Object({ review_status: OneOf(reviewStatuses) }),
    success: { status: 200, schema: SubmittedRelease, list: true },
    handle: (ctx, { query: { review_status }, page }) =>
      listAnySubmissions(ctx.db, { ...page, ...(review_status && { review_status }) }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/submissions/{submission_id}/approve",
    operation: "approveSubmission",
    tag: "Operator",
    summary: "Approve a submission",
    description: "Send the `content_version` that you have read with the submission: only what was read is approved.",
    access: "operator",
    body: Approval,
    success: { status: 200, schema: SubmittedRelease },
    errors: ["invalid_state"],
    handle: (ctx, { params, body }) => approveSubmission(ctx, params.submission_id, body.content_version),
  }),
  route({
    method: "POST",
    path: "/v1/operator/submissions/{submission_id}/reject",
    operation: "rejectSubmission",
    tag: "Operator",
    summary: "Reject a submission",
    description: "The partner sees the reason and the issues, and the release becomes `rejected`.",
    access: "operator",
    body: Rejection,
    success: { status: 200, schema: SubmittedRelease },
    errors: ["invalid_state"],
    handle: (ctx, { params, body }) => rejectSubmission(ctx, params.submission_id, body),
  }),
];
