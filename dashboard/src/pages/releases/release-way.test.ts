import type { AtStores, Release, Submission } from "@segue/sdk";
import { expect, test } from "vitest";
import { wayOf } from "./release-way.ts";

const release = { status: "draft", release_date: "2027-03-01", created_at: "2027-01-02T10:00:00Z" } as Release;
const submission = { review_status: "approved", submitted_at: "2027-01-03T10:00:00Z", reviewed_at: null } as Submission;
const none = { queued: 0, sending: 0, ingesting: 0, stalled: 0, action_required: 0, rejected: 0 };
const statuses = { ...none, delivered: 0, takedown_requested: 0, taken_down: 0, cancelled: 0 };
const at = (counts: Partial<typeof statuses>, live: number): AtStores => ({
  total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  live,
  statuses: { ...statuses, ...counts },
});
const statesOf = (...known: Parameters<typeof wayOf>) => wayOf(...known).map(({ state }) => state);

test("a draft stands at its beginning, and says how much is missing", () => {
  const way = wayOf({ release, submission: null, blockers: 2, at_stores: at({}, 0) }, "2027-02-01");
  expect(way.map(({ state }) => state)).toEqual(["now", "later", "later", "later"]);
  expect(way[0]?.about).toBe("2 things are missing");
});

test("a rejection is where the way ends until it is submitted again", () => {
  const rejected = { ...submission, review_status: "rejected" } as Submission;
  const known = { release: { ...release, status: "rejected" } as Release, blockers: 0, at_stores: at({}, 0) };
  expect(statesOf({ ...known, submission: rejected }, "2027-02-01")).toEqual(["now", "wrong", "later", "later"]);
});

test("an approved release waits for its delivery, and is out once it is live and its day has come", () => {
  const submitted = { ...release, status: "submitted" } as Release;
  const known = { release: submitted, submission };
  expect(statesOf({ ...known, at_stores: at({}, 0) }, "2027-02-01")).toEqual(["done", "done", "now", "later"]);
  expect(statesOf({ ...known, at_stores: at({ delivered: 2 }, 2) }, "2027-02-01")).toEqual([
    "done",
    "done",
    "done",
    "later",
  ]);
  expect(statesOf({ ...known, at_stores: at({ delivered: 2 }, 2) }, "2027-03-01")).toEqual([
    "done",
    "done",
    "done",
    "done",
  ]);
});
