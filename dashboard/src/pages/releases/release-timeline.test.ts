import type { Delivery, DeliveryStore, Submission } from "@segue/sdk";
import { expect, test } from "vitest";
import { timelineOf } from "./release-timeline.ts";

const release = { id: "rel_1", created_at: "2027-01-01T08:00:00Z" };
const submission = {
  submission_id: "sub_1",
  review_status: "approved",
  submitted_at: "2027-01-02T08:00:00Z",
  reviewed_at: "2027-01-03T08:00:00Z",
  reason: null,
} as Submission;
const nameOf = (store_id: string) => store_id.replace("store_", "");

function at(
  store_id: string,
  history: DeliveryStore["history"],
  rejection_reason: string | null = null,
): DeliveryStore {
  const status = history.at(-1)?.status;
  return { store_id, status, history, rejection_reason, stalled_reason: null } as DeliveryStore;
}

function titlesOf(stores: DeliveryStore[]) {
  const delivery = { id: "dlv_1", created_at: "2027-01-04T08:00:00Z", stores } as Delivery;
  const timeline = timelineOf({ release, submissions: [submission], deliveries: [delivery], nameOf });
  return timeline.map(({ title, about, to }) => [title, about, to]);
}

test("stores that did the same within an hour are one entry, the newest first", () => {
  const stores = ["a", "b", "c", "d"].map((name, index) =>
    at(`store_${name}`, [
      { status: "queued", at: "2027-01-04T08:00:00Z" },
      { status: "delivered", at: `2027-01-04T09:0${index}:00Z` },
    ]),
  );
  expect(titlesOf(stores)).toEqual([
    ["Live at 4 stores", undefined, "/deliveries/dlv_1"],
    ["Delivery to 4 stores", undefined, "/deliveries/dlv_1"],
    ["Approved in review", undefined, undefined],
    ["Submitted for review", undefined, undefined],
    ["Draft created", undefined, undefined],
  ]);
});

test("a store that rejected it and took it the next day has two entries, and only a present reason is shown", () => {
  const rejected = { status: "rejected", at: "2027-01-04T09:00:00Z" } as const;
  const first = at("store_a", [rejected, { status: "delivered", at: "2027-01-05T09:00:00Z" }]);
  const other = at("store_b", [{ ...rejected, at: "2027-01-05T08:00:00Z" }], "The cover is blurred.");
  expect(titlesOf([first, other]).slice(0, 4)).toEqual([
    ["Live at a", undefined, "/deliveries/dlv_1#store_a"],
    ["Rejected by b", "The cover is blurred.", "/deliveries/dlv_1#store_b"],
    ["Rejected by a", undefined, "/deliveries/dlv_1#store_a"],
    ["Delivery to a and b", undefined, "/deliveries/dlv_1"],
  ]);
});
