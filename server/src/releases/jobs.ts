import { handler } from "../platform/job-handler.ts";
import { housekeeping, type JobDefinition } from "../platform/queue.ts";
import { judgeAhead } from "./preflight/actions.ts";
import { verdictOf } from "./preflight/judge.ts";
import { addIssues } from "./queries.ts";

/** A change of an approved release waits for its review: what stores may reject of it is added to its submission. */
export const judgeSubmission: JobDefinition<{ organization_id: string; release_id: string; submission_id: string }> = {
  name: "judge_submission",
  lane: housekeeping,
  retry_s: [1, 5, 30, 120, 600],
};

export const releaseJobs = [
  handler(judgeSubmission, {
    prepare: (ctx, { payload: { organization_id, release_id } }) => judgeAhead(ctx, organization_id, release_id),
    handle: async (ctx, { payload: { organization_id, submission_id } }, judgement) => {
      if (judgement) await addIssues(ctx.db, organization_id, submission_id, verdictOf(judgement.judged).issues);
    },
    parked: "The submission waits for a person, who sees the release itself; only the list of remarks is missing.",
  }),
];
