import { handler } from "../platform/jobs/handler.ts";
import type { JobDefinition, Lane } from "../platform/jobs/queue.ts";
import { judgeAhead } from "./preflight/actions.ts";
import { verdictOf } from "./preflight/judge.ts";
import { addIssues } from "./queries.ts";

// Partners cause it, and a large release takes long: an organization's one after the other, and no sweep waits for any.
const lane: Lane = { name: "judging", concurrency: 2, per_key: 1, per_group: 1 };

/** A change of an approved release waits for its review: what stores may reject of it is added to its submission. */
export const judgeSubmission: JobDefinition<{ organization_id: string; release_id: string; submission_id: string }> = {
  name: "judge_submission",
  lane,
  retry_s: [1, 5, 30, 120, 600],
};

export const releaseJobs = [
  handler(judgeSubmission, {
    prepare: (ctx, { payload: { organization_id, release_id } }) =>
      judgeAhead(ctx, { organization_id, id: release_id }),
    handle: async (ctx, { payload: { organization_id, submission_id } }, judgement) => {
      if (judgement)
        await addIssues(ctx.db, { organization_id, id: submission_id }, verdictOf(judgement.judged).issues);
    },
    parked: "The submission waits for a person, who sees the release itself; only the list of remarks is missing.",
  }),
];
