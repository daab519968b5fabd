import { handler } from "../platform/jobs/handler.ts";
import { judgeAhead } from "../releases/preflight/actions.ts";
import { verdictOf } from "../releases/preflight/judge.ts";
import { judgeSubmission } from "./job-definitions.ts";
import { addIssues } from "./queries.ts";

export const submissionJobs = [
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
