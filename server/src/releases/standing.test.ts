import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasFrozenCodes, isAtNoStore, isTakenDownEverywhere, type SentStanding, settledStatus } from "./standing.ts";

/** `had queued`: it was delivered in this delivery before. */
const read = (text: string): SentStanding => {
  const status = text.replace(/had |unsent /, "") as SentStanding["status"];
  const was_delivered = /^(had|delivered|takedown_requested|taken_down)/.test(text);
  return { status, was_delivered, is_unsent: text.startsWith("unsent") };
};
const all = (texts: readonly string[]) => texts.map(read);

const never = ["queued", "sending", "ingesting", "stalled", "action_required", "rejected", "cancelled"];
const had = ["queued", "sending", "ingesting", "stalled", "action_required", "rejected"].map((one) => `had ${one}`);
const every = [...never, ...had, "delivered", "takedown_requested", "taken_down"];

describe("a release settles", () => {
  test.each<[string[], string | undefined]>([
    [[], undefined],
    [["cancelled"], undefined],
    [["delivered", "rejected"], "delivered"],
    [["taken_down", "had queued"], "delivered"],
    [["had sending", "action_required"], "delivered"],
    [["had ingesting"], "delivered"],
    [["had stalled"], "delivered"],
    [["takedown_requested", "rejected"], "delivered"],
    [["queued", "taken_down", "rejected"], "submitted"],
    [["sending", "rejected"], "submitted"],
    [["ingesting"], "submitted"],
    [["stalled"], "submitted"],
    [["had action_required", "rejected"], "submitted"],
    [["had rejected"], "rejected"],
    [["taken_down", "rejected", "cancelled"], "rejected"],
    [["taken_down", "taken_down", "cancelled"], "submitted"],
  ])("at stores that are %j as %s", (texts, expected) => {
    expect(settledStatus(all(texts))).toBe(expected);
    expect(settledStatus(all(texts).reverse())).toBe(expected);
  });
});

describe("a release that", () => {
  test("is taken down everywhere has a store where it is gone, and none where it is anything else", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...every), { maxLength: 5 }), (texts) => {
        const counting = texts.filter((text) => text !== "cancelled");
        const isGone = counting.length > 0 && counting.every((text) => text === "taken_down");
        expect(isTakenDownEverywhere(all(texts))).toBe(isGone);
        if (!isGone) return;
        expect([settledStatus(all(texts)), isAtNoStore(all(texts))]).toEqual(["submitted", true]);
      }),
    );
  });

  test("is at no store can be withdrawn: it was refused there at once, taken down or cancelled", () => {
    expect(every.filter((text) => isAtNoStore([read(text)]))).toEqual(["rejected", "cancelled", "taken_down"]);
    expect(isAtNoStore([])).toBe(true);
    expect(isAtNoStore(all(["taken_down", "had rejected"]))).toBe(false);
  });

  test("a store has, or is being sent, keeps its codes", () => {
    const free = ["queued", "rejected", "cancelled", "taken_down"];
    expect(every.filter((text) => !hasFrozenCodes([read(text)], false))).toEqual(free);
    expect(every.filter((text) => !hasFrozenCodes([read(text)], true))).toEqual(free.slice(1));
    expect(hasFrozenCodes(all(["taken_down", "had rejected"]), false)).toBe(true);
    expect(hasFrozenCodes(all(["unsent action_required"]), false)).toBe(false);
  });
});
