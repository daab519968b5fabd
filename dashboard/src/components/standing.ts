// How a release stands at all of its stores together, in words that are true: a single store that rejected it does not make it
// rejected, and a store that still takes it down does not make it taken down.

import type { AtStores, Delivery, DeliveryStore } from "@segue/sdk";
import type { Tone } from "./status.tsx";
import { standingWords } from "./words.ts";

type Counted = NonNullable<AtStores>;
type Standing = { tone: Tone; parts: string[] };

/** The most important first: "Live at 29 of 34", "3 need you", "1 stalled". */
export function standingOf(at: Counted): Standing {
  const { rejected, action_required, stalled, queued, sending, ingesting, taken_down, takedown_requested } =
    at.statuses;
  const needs = rejected + action_required;
  const underWay = queued + sending + ingesting;
  if (at.total === 0) return { tone: "quiet", parts: [standingWords.cancelled] };
  const isLeaving = at.live <= takedown_requested && taken_down + takedown_requested > 0;
  const first = isLeaving ? leaving(at) : whereLive(at, underWay);
  const others: (string | false)[] = [
    needs > 0 && standingWords.needs(needs),
    stalled > 0 && standingWords.stalled(stalled),
    underWay > 0 && (isLeaving || at.live > 0) && standingWords.underWay(underWay),
    !isLeaving && takedown_requested > 0 && standingWords.beingTakenDown(takedown_requested),
    !isLeaving && taken_down > 0 && standingWords.takenDown(taken_down),
  ];
  return { tone: toneOf(at, { isLeaving, underWay }), parts: [first, ...others.filter((part) => part !== false)] };
}

function leaving({ total, statuses: { taken_down, takedown_requested } }: Counted): string {
  if (taken_down === 0) return standingWords.leavingAt(shareOf(takedown_requested, total));
  const gone = standingWords.goneAt(shareOf(taken_down, total));
  if (takedown_requested === 0) return gone;
  const isOther = takedown_requested === 1 && total - taken_down === 1;
  return isOther ? standingWords.goneButOther(gone) : standingWords.goneBut(gone, takedown_requested);
}

function whereLive({ total, live }: Counted, underWay: number): string {
  if (live > 0) return standingWords.liveAt(shareOf(live, total));
  return underWay > 0 ? standingWords.onTheWayTo(shareOf(underWay, total)) : standingWords.notLive;
}

/** "29 of 34", "all 34 stores", "both stores", "1 store". */
function shareOf(count: number, total: number): string {
  return count < total ? standingWords.share(count, total) : standingWords.all(total);
}

function toneOf({ live, statuses }: Counted, { isLeaving, underWay }: { isLeaving: boolean; underWay: number }): Tone {
  if (statuses.rejected > 0 && live === 0 && underWay === 0) return "wrong";
  if (statuses.rejected + statuses.action_required + statuses.stalled > 0) return "needed";
  if (underWay + statuses.takedown_requested > 0) return "running";
  return isLeaving ? "quiet" : "good";
}

/** The same counts of one delivery. A store that rejected an update still has what it had. */
export function countAtStores({ stores }: Pick<Delivery, "stores">): Counted {
  const statuses: Counted["statuses"] = {
    queued: 0,
    sending: 0,
    ingesting: 0,
    stalled: 0,
    action_required: 0,
    delivered: 0,
    takedown_requested: 0,
    rejected: 0,
    taken_down: 0,
    cancelled: 0,
  };
  for (const { status } of stores) statuses[status] += 1;
  return { total: stores.length - statuses.cancelled, live: stores.filter(hasIt).length, statuses };
}

function hasIt({ status, history }: DeliveryStore): boolean {
  if (status === "taken_down" || status === "cancelled") return false;
  return history.some((step) => step.status === "delivered" && !step.is_ignored);
}
