import type { Submission } from "@segue/sdk";
import { onApprovalWords } from "./words.ts";

/** Where a submission goes when it is approved; undefined where it was not asked for. */
export function sayOnApproval({ deliver }: Submission, nameOf: (store_id: string) => string): string | undefined {
  if (!deliver) return undefined;
  const { store_ids } = deliver;
  return typeof store_ids === "string" ? onApprovalWords.all : onApprovalWords.some(store_ids.map(nameOf));
}
