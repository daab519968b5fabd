import type { JobDefinition, Lane } from "../platform/jobs/queue.ts";

// Partners cause it, and a large release takes long: an organization's one after the other, and no sweep waits for any.
const lane: Lane = { name: "judging", concurrency: 2, per_key: 1, per_group: 1 };

/** A change of an approved release waits for its review: what stores may reject of it is added to its submission. */
export const judgeSubmission: JobDefinition<{ organization_id: string; release_id: string; submission_id: string }> = {
  name: "judge_submission",
  lane,
  retry_s: [1, 5, 30, 120, 600],
};
