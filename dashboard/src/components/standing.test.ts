import type { AtStores } from "@segue/sdk";
import { expect, test } from "vitest";
import { standingOf } from "./standing.ts";

type Statuses = NonNullable<AtStores>["statuses"];

const none: Statuses = {
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

function standing(live: number, some: Partial<Statuses>) {
  const statuses = { ...none, ...some };
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0) - statuses.cancelled;
  const { tone, parts } = standingOf({ total, live, statuses });
  return `${tone}: ${parts.join(" · ")}`;
}

test("a release is live where it is live, whatever a few stores say", () => {
  expect(standing(29, { delivered: 29, rejected: 2, action_required: 1, stalled: 1, sending: 1 })).toBe(
    "needed: Live at 29 of 34 · 3 need you · 1 stalled · 1 on the way",
  );
  expect(standing(3, { delivered: 3 })).toBe("good: Live at all 3 stores");
  // It rejected an update, and has what it had.
  expect(standing(2, { delivered: 1, rejected: 1 })).toBe("needed: Live at both stores · 1 needs you");
});

test("a takedown is over only where the store has confirmed it", () => {
  expect(standing(1, { taken_down: 1, takedown_requested: 1 })).toBe(
    "running: Taken down at 1 of 2, the other is doing so",
  );
  expect(standing(2, { taken_down: 1, takedown_requested: 2 })).toBe("running: Taken down at 1 of 3, 2 are doing so");
  expect(standing(2, { takedown_requested: 2 })).toBe("running: Being taken down at both stores");
  expect(standing(0, { taken_down: 2 })).toBe("quiet: Taken down at both stores");
  expect(standing(1, { delivered: 1, taken_down: 1 })).toBe("good: Live at 1 of 2 · 1 taken down");
});

test("before it is live, it is on the way, refused or cancelled", () => {
  expect(standing(0, { queued: 1, sending: 2 })).toBe("running: On the way to all 3 stores");
  expect(standing(0, { rejected: 1 })).toBe("wrong: Not live yet · 1 needs you");
  expect(standing(0, { cancelled: 2 })).toBe("quiet: Cancelled");
});
