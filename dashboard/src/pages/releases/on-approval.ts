import type { Submission } from "@segue/sdk";
import { showTerritories } from "../../values/format.ts";
import { onApprovalWords } from "./words.ts";

/** Where a submission goes when it is approved. Undefined where it was not asked for, or has been decided. */
export function sayOnApproval(
  { review_status, deliver }: Submission,
  nameOf: (store_id: string) => string,
): string | undefined {
  if (!deliver || review_status !== "pending_review") return undefined;
  const { store_ids, territory_codes } = deliver;
  const stores = typeof store_ids === "string" ? onApprovalWords.all : onApprovalWords.stores(store_ids.map(nameOf));
  if (territory_codes.includes("WORLDWIDE")) return onApprovalWords.goes(stores);
  return onApprovalWords.goesIn(stores, showTerritories(territory_codes));
}
