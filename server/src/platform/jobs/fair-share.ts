// How many of its free hands a worker offers.
//
// The problem. When jobs may take long, shares alone do not help. Four groups with a third of the slots each can hold
// all slots, and the next group waits until one of their jobs is done.
//
// The procedure. In a lane that leaves room, a worker asks for half of what it has free, and only for groups that hold
// less than that half. Then it asks for half of the rest, until no group may have more. The more is held, the less a
// group may have: n groups that take what they can get have about 1/(n + 2) of the slots each. A group that is alone
// has its whole share, and one that holds nothing gets a slot as long as there is one.

import type { Lane } from "./queue.ts";

// The last few are asked for at once, so that claims are not many.
const LAST_FEW = 16;

export function fairShare(lane: Lane, free: number): { lane: Lane; wanted: number } {
  if (!lane.leaves_room) return { lane, wanted: free };
  const half = Math.max(1, Math.floor(free / 2));
  const per_group = Math.min(lane.per_group, half);
  return { lane: { ...lane, per_group }, wanted: Math.min(free, Math.max(half, LAST_FEW)) };
}
