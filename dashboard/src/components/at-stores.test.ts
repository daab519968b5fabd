import { expect, test } from "vitest";
import { sayAtStores } from "./at-stores.ts";

const none = {
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

test("one store that refuses does not hide those that have it", () => {
  const statuses = { ...none, delivered: 29, rejected: 2, action_required: 1, stalled: 1, ingesting: 1 };
  expect(sayAtStores({ total: 34, live: 29, statuses })).toEqual({
    tone: "needed",
    parts: ["Live at 29 of 34", "3 need you", "1 stalled", "1 on the way"],
  });
  expect(sayAtStores({ total: 1, live: 0, statuses: { ...none, rejected: 1 } })).toEqual({
    tone: "wrong",
    parts: ["Not live anywhere", "1 needs you"],
  });
});

test("a release is called live or on the way only where it is", () => {
  expect(sayAtStores({ total: 2, live: 2, statuses: { ...none, delivered: 2 } }).parts).toEqual([
    "Live at all 2 stores",
  ]);
  expect(sayAtStores({ total: 5, live: 0, statuses: { ...none, queued: 5 } })).toEqual({
    tone: "running",
    parts: ["On the way to 5 stores"],
  });
});

test("a takedown is said for as many stores as have done it", () => {
  const partly = { ...none, taken_down: 1, takedown_requested: 1 };
  expect(sayAtStores({ total: 2, live: 1, statuses: partly })).toEqual({
    tone: "running",
    parts: ["Taken down at 1 of 2, the other is doing so"],
  });
  expect(sayAtStores({ total: 2, live: 0, statuses: { ...none, taken_down: 2 } }).parts).toEqual([
    "Taken down at all 2 stores",
  ]);
});
