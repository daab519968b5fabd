import type { Contract } from "@segue/sdk";
import { expect, test } from "vitest";
import { holderOf } from "./holder.ts";

const contract = (id: string, applies_to: Contract["applies_to"], more: Partial<Contract> = {}): Contract => ({
  id,
  name: id,
  applies_to,
  starts_on: null,
  ends_on: null,
  terms: [],
  shares: [],
  status: "active",
  recoupment: [],
  version: 1,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  ...more,
});

const track = { id: "trk_1" };
const release = { id: "rel_1", label: "Nightjar" };
const heldBy = (contracts: readonly Contract[]) => holderOf(contracts, track, release)?.contract.id;

const all = contract("all", { all: true });
const label = contract("label", { label: "Nightjar" });
const ofRelease = contract("release", { release_ids: ["rel_1"] });
const ofTrack = contract("track", { track_ids: ["trk_1"] });

test("the contract of the track comes first, then of its release, of its label, and of everything", () => {
  expect(heldBy([all, label, ofRelease, ofTrack])).toBe("track");
  expect(heldBy([all, label, ofRelease])).toBe("release");
  expect(heldBy([all, label])).toBe("label");
  expect(heldBy([all, contract("other", { label: "Nightjar Berlin" })])).toBe("all");
  expect(heldBy([])).toBeUndefined();
});

test("a draft, and one of other months, hold nothing", () => {
  expect(heldBy([all, { ...ofTrack, status: "draft" }])).toBe("all");
  expect(heldBy([all, { ...ofTrack, status: "ended", ends_on: "2020-12" }])).toBe("all");
  expect(heldBy([all, { ...ofTrack, starts_on: "2999-01" }])).toBe("all");
});
