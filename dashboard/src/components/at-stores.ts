// Where a release or a delivery stands at all of its stores together, as a sentence. One store that refuses does not hide the
// others that have it.

import type { AtStores } from "@segue/sdk";
import type { Tone } from "./status.tsx";

type Said = { tone: Tone; parts: string[] };

/** "Live at 29 of 34 · 3 need you · 1 stalled". */
export function sayAtStores({ total, live, statuses }: NonNullable<AtStores>): Said {
  const { stalled, takedown_requested, taken_down } = statuses;
  const needed = statuses.rejected + statuses.action_required;
  const moving = statuses.queued + statuses.sending + statuses.ingesting;
  if (taken_down + takedown_requested === total)
    return { tone: takedown_requested > 0 ? "running" : "quiet", parts: [sayTakedown(total, taken_down)] };
  const others = [
    needed > 0 && `${needed} ${needed === 1 ? "needs" : "need"} you`,
    stalled > 0 && `${stalled} stalled`,
    moving > 0 && live > 0 && `${moving} on the way`,
    takedown_requested > 0 && `${takedown_requested} being taken down`,
    taken_down > 0 && `${taken_down} taken down`,
  ];
  const parts = [sayLive(total, live, moving), ...others.filter((part) => part !== false)];
  return { tone: toneOf({ live, needed, stalled, moving }), parts };
}

function sayLive(total: number, live: number, moving: number): string {
  if (live === total) return total === 1 ? "Live at 1 store" : `Live at all ${total} stores`;
  if (live > 0) return `Live at ${live} of ${total}`;
  if (moving > 0) return `On the way to ${moving} ${moving === 1 ? "store" : "stores"}`;
  return "Not live anywhere";
}

/** "Taken down at 1 of 2, the other is doing so". */
function sayTakedown(total: number, done: number): string {
  const left = total - done;
  if (left === 0) return total === 1 ? "Taken down" : `Taken down at all ${total} stores`;
  if (done === 0) return `Being taken down at ${left} ${left === 1 ? "store" : "stores"}`;
  return `Taken down at ${done} of ${total}, ${left === 1 ? "the other is" : `${left} others are`} doing so`;
}

function toneOf({ live, needed, stalled, moving }: Record<"live" | "needed" | "stalled" | "moving", number>): Tone {
  if (needed > 0) return live > 0 ? "needed" : "wrong";
  if (stalled > 0) return "needed";
  if (moving > 0) return "running";
  return live > 0 ? "good" : "quiet";
}
