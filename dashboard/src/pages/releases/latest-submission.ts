import type { Submission } from "@segue/sdk";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";

/** Null where there is none, undefined until it is known. */
export function useLatestSubmission(release_id: string): Submission | null | undefined {
  const read = async () => (await segue.submissions.list({ release_id, limit: 1 })).data[0] ?? null;
  const { data } = useRead(["submissions.list", release_id, 1], read);
  // A review by the operator comes by itself.
  useRead(["submissions.list", release_id, 1], read, { isLive: data?.review_status === "pending_review" });
  return data;
}
