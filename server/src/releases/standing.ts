// How a release stands at its stores, over the rows of all its deliveries. Its status, its fingerprint, its codes and whether its
// submission can be withdrawn follow from it.

const counted = {
  queued: "open",
  sending: "open",
  ingesting: "open",
  stalled: "open",
  action_required: "open",
  delivered: "there",
  takedown_requested: "there",
  rejected: "refused",
  taken_down: "gone",
  cancelled: "nothing",
} as const;

export type StandingStatus = keyof typeof counted;
export const standingStatuses = Object.keys(counted) as StandingStatus[];

/** One store in one delivery. `was_delivered`: the store took the release in this delivery, now or earlier. */
export type Standing = { status: StandingStatus; was_delivered: boolean };

const onItsWay: readonly StandingStatus[] = ["queued", "sending", "ingesting", "stalled"];

/** A store that has the release keeps it while an update, or a resubmission of one, is under way. */
function countsAs({ status, was_delivered }: Standing): (typeof counted)[StandingStatus] {
  return was_delivered && onItsWay.includes(status) ? "there" : counted[status];
}

// The first row with any of these stores decides.
const precedence = [
  ["there", "delivered"],
  ["open", "submitted"],
  ["refused", "rejected"],
  ["gone", "submitted"],
] as const;

/** Undefined: no store counts, and the release stays as it is. */
export function settledStatus(standings: readonly Standing[]): (typeof precedence)[number][1] | undefined {
  const found = new Set(standings.map(countsAs));
  return precedence.find(([counts]) => found.has(counts))?.[1];
}

/** Then its fingerprint is free, as that of a draft. */
export function isTakenDownEverywhere(standings: readonly Standing[]): boolean {
  const found = new Set(standings.map(countsAs));
  return found.has("gone") && !found.has("there") && !found.has("open") && !found.has("refused");
}

/** A store that rejects or flags an update still has what it took before. */
function hasIt(standing: Standing): boolean {
  const { status, was_delivered } = standing;
  return countsAs(standing) === "there" || (was_delivered && (status === "rejected" || status === "action_required"));
}

/** How many stores have the release, and how many stand where; a store where it was cancelled counts nowhere. */
export type AtStores = { total: number; live: number; statuses: Record<StandingStatus, number> };

/** Null for a release that no store was meant to get. */
export function countStores(standings: readonly (Standing & { stores: number })[]): AtStores | null {
  const statuses = Object.fromEntries(standingStatuses.map((status) => [status, 0])) as AtStores["statuses"];
  const at = { total: 0, live: 0, statuses };
  for (const standing of standings) {
    if (standing.status === "cancelled") continue;
    at.total += standing.stores;
    at.live += hasIt(standing) ? standing.stores : 0;
    statuses[standing.status] += standing.stores;
  }
  return at.total > 0 ? at : null;
}

/** No store has the release, and none waits for it: its submission can be withdrawn. */
export function isAtNoStore(standings: readonly Standing[]): boolean {
  return standings.every((standing) => !hasIt(standing) && countsAs(standing) !== "open");
}

// A store in one of these was sent, or is being sent, a message that names the codes.
const named: readonly StandingStatus[] = ["sending", "ingesting", "stalled", "action_required"];

/** `is_unsent`: nothing was sent, because the message would not have been valid. The partner is to correct it. */
export type SentStanding = Standing & { is_unsent: boolean };

/** `isCopied`: a send that waits carries a copy of what was approved, so it will name the present codes, too. */
export function hasFrozenCodes(standings: readonly SentStanding[], isCopied: boolean): boolean {
  return standings.some(
    (standing) =>
      hasIt(standing) ||
      (named.includes(standing.status) && !standing.is_unsent) ||
      (isCopied && standing.status === "queued"),
  );
}
