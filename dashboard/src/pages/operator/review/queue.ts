// Where a submission stands among those that wait, and which one comes before and after it.

import { segue } from "../../../data/api.ts";
import { PAGE_ROWS, useRead } from "../../../data/data.ts";
import { decisionWords } from "./words.ts";

const readQueue = () => segue.operator.submissions.list({ review_status: "pending_review", limit: PAGE_ROWS });

export type Place = {
  /** "3 of 12", or nothing if the submission is not among the first. */
  shown: string | undefined;
  before: string | undefined;
  after: string | undefined;
};

export function usePlace(submission_id: string): Place {
  const { data } = useRead(["operator.submissions.queue"], readQueue);
  const ids = data?.data.map((submission) => submission.submission_id) ?? [];
  const index = ids.indexOf(submission_id);
  if (index < 0) return { shown: undefined, before: undefined, after: ids[0] };
  return {
    shown: decisionWords.place(index + 1, ids.length, data?.has_more === true),
    before: ids[index - 1],
    after: ids[index + 1],
  };
}
