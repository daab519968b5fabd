import type { Asset, SubmissionUnderReview } from "@segue/sdk";
import { segue } from "../../../data/api.ts";
import { useRead } from "../../../data/data.ts";

/** A submission with all that a reviewer must see and hear. */
export function useSubmission(submission_id: string) {
  return useRead(["operator.submissions.get", submission_id], () => segue.operator.submissions.get(submission_id), {
    isSteady: true,
  });
}

export function artworkOf(submission: SubmissionUnderReview | undefined): Asset | undefined {
  return submission?.assets.find(({ id }) => id === submission.release.artwork_asset_id);
}
