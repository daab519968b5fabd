import { Type } from "typebox";
import { type Route, route } from "../platform/http/route.ts";
import { OneOf } from "../platform/schema.ts";
import { assertOwnLabel } from "../releases/actions.ts";
import { judgeAhead } from "../releases/preflight/actions.ts";
import { Release, ReleaseChanges, reviewStatuses, statusOnPatch } from "../releases/release.ts";
import { sightOf } from "../rights/sight.ts";
import { changeRelease, getSubmission, rejectSubmission, withdrawSubmission } from "./actions.ts";
import { listAnySubmissions, listSubmissions } from "./queries.ts";
import { Rejection, Submission, SubmittedRelease } from "./submission.ts";

const tag = "Submissions";

export const submissionRoutes: Route[] = [
  // A change of a release that was submitted is reviewed too.
  route({
    method: "PATCH",
    path: "/v1/releases/{release_id}",
    operation: "updateRelease",
    tag: "Releases",
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
    handle: async (ctx, { principal, params, body }, judgement) => {
      if (body.label !== undefined) await assertOwnLabel(ctx, sightOf(principal), body.label);
      return changeRelease(ctx, { organization_id: principal.organization_id, id: params.release_id }, body, judgement);
    },
  }),
  route({
    method: "GET",
    path: "/v1/submissions",
    operation: "listSubmissions",
    tag,
    summary: "List submissions, newest first",
    access: { scope: "catalog:read" },
    query: Type.Object({
      release_id: Type.String({ maxLength: 100, description: "Only submissions of this release." }),
    }),
    success: { status: 200, schema: Submission, list: true },
    handle: (ctx, { principal, query: { release_id }, page }) =>
      listSubmissions(ctx.db, sightOf(principal), { ...page, ...(release_id !== undefined && { release_id }) }),
  }),
  route({
    method: "GET",
    path: "/v1/submissions/{submission_id}",
    operation: "getSubmission",
    tag,
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
    tag,
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
