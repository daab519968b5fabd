// Submitting and approving a release: its approval may deliver it, so these are routes of deliveries.

import { ApiError } from "../platform/errors.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { MessageJudge } from "../releases/preflight/actions.ts";
import { Approval, NewSubmission, Submission, SubmittedRelease } from "../submissions/submission.ts";
import { approveAndDeliver, judgeApproval, judgeSubmit, submitAndDeliver } from "./on-approval.ts";

export const approvalRoutes = (messages: MessageJudge): Route[] => [
  route({
    method: "POST",
    path: "/v1/releases/{release_id}/submit",
    operation: "submitRelease",
    tag: "Submissions",
    summary: "Submit a release",
    description:
      "The release needs a track, ready audio on every track, ready artwork and a release date later than today (UTC). " +
      "`issues` lists what else stores may reject. With `deliver` its approval also delivers it, which needs the scope `deliveries:write`. " +
      "It is judged now, as a new delivery is; a store that cannot get the release any more when it is approved is left out, and `issues` say why.",
    access: { scope: "catalog:write" },
    body: NewSubmission,
    success: { status: 200, schema: Submission },
    errors: [
      "validation_failed",
      "territory_not_supported",
      "asset_not_ready",
      "duplicate_submission",
      "invalid_state",
    ],
    ahead: (ctx, { principal, params, body: { deliver } }) =>
      judgeSubmit(ctx, { organization_id: principal.organization_id, id: params.release_id }, { deliver, messages }),
    handle: (ctx, { principal, params, body: { deliver } }, judgement) => {
      if (deliver && !principal.scopes.includes("deliveries:write")) throw mayNotDeliver();
      const own = { organization_id: principal.organization_id, id: params.release_id };
      return submitAndDeliver(ctx, own, { deliver, judgement });
    },
  }),
  route({
    method: "POST",
    path: "/v1/operator/submissions/{submission_id}/approve",
    operation: "approveSubmission",
    tag: "Operator",
    summary: "Approve a submission",
    description:
      "Send the `content_version` that you have read with the submission: only what was read is approved. If the submission has `deliver`, " +
      "the release is delivered, and the answer has `delivery_id`.",
    access: "operator",
    body: Approval,
    success: { status: 200, schema: SubmittedRelease },
    errors: ["invalid_state"],
    ahead: (ctx, { params }) => judgeApproval(ctx, params.submission_id, messages),
    handle: (ctx, { params, body }, judgement) => approveAndDeliver(ctx, { ...params, ...body }, judgement),
  }),
];

function mayNotDeliver(): ApiError {
  return new ApiError("insufficient_scope", "`deliver` needs the scope `deliveries:write`, too.");
}
