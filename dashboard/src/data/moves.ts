// What can be done from where a resource stands, by the service's own tables of moves.

import { deliveryStoreMoves, type Release, releaseMoves, type StoreAnswerStatus, storeAnswers } from "@segue/sdk";

export function canStart({ from }: { from: readonly string[] }, status: string): boolean {
  return from.includes(status);
}

/** What can be submitted can still be changed. */
export function canChange({ status }: Pick<Release, "status">): boolean {
  return canStart(releaseMoves.submit, status);
}

/** The move that each answer of a store makes. */
const answered = {
  delivered: "confirm",
  rejected: "reject",
  action_required: "flag",
  taken_down: "confirm_takedown",
} as const satisfies Record<StoreAnswerStatus, keyof typeof deliveryStoreMoves>;

/** What a store can answer from where it stands. */
export function answersFrom(status: string): StoreAnswerStatus[] {
  return storeAnswers.filter((answer) => canStart(deliveryStoreMoves[answered[answer]], status));
}
