// A submission with all that a reviewer must see and hear.

import type { SubmittedRelease } from "@segue/sdk";
import { segue } from "../api.ts";
import { useRead } from "../data.ts";

const MOST_SUBMISSIONS = 1_000;

async function readSubmission(submission_id: string): Promise<SubmittedRelease> {
  let seen = 0;
  for await (const submission of segue.operator.submissions.list({ limit: 100 })) {
    if (submission.submission_id === submission_id) return submission;
    if (++seen > MOST_SUBMISSIONS) break;
  }
  throw new Error("There is no such submission.");
}

export function useSubmission(submission_id: string) {
  return useRead(["operator.submissions.get", submission_id], () => readSubmission(submission_id));
}
