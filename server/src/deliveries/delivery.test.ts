import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  aggregateStatus,
  completesDelivery,
  type DeliveryStatus,
  deliveryStatuses,
  type StoreStatus,
  storeStatuses,
  storeTransitions,
} from "./delivery.ts";

describe("a delivery's status", () => {
  test.each<[StoreStatus[], DeliveryStatus]>([
    [["delivered", "delivered"], "delivered"],
    [["delivered", "ingesting"], "in_progress"],
    [["delivered", "queued", "rejected", "action_required"], "rejected"],
    [["delivered", "queued", "action_required"], "action_required"],
    [["stalled", "delivered"], "in_progress"],
    [["sending", "taken_down"], "in_progress"],
    [["takedown_requested", "taken_down", "delivered"], "delivered"],
    [["taken_down", "delivered"], "taken_down"],
    [["taken_down", "taken_down"], "taken_down"],
    [["cancelled", "cancelled"], "cancelled"],
    [["cancelled", "delivered"], "delivered"],
    [["cancelled", "rejected"], "rejected"],
  ])("of %j is %s", (stores, expected) => expect(aggregateStatus(stores)).toBe(expected));

  test("does not reach delivered until all stores confirm, and does not depend on their order", () => {
    const statuses = fc.array(fc.constantFrom(...storeStatuses), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(statuses, (stores) => {
        const status = aggregateStatus(stores);
        expect(aggregateStatus(stores.toReversed())).toBe(status);
        if (status !== "delivered") return;
        expect(
          stores.every((store) => ["delivered", "takedown_requested", "taken_down", "cancelled"].includes(store)),
        ).toBe(true);
      }),
    );
  });

  test("is completed on each way into delivered, rejected and action_required, except from taken_down", () => {
    for (const from of deliveryStatuses)
      for (const to of deliveryStatuses) {
        const isEnd = to === "delivered" || to === "rejected" || to === "action_required";
        expect(completesDelivery(from, to)).toBe(isEnd && from !== to && from !== "taken_down");
      }
  });
});

describe("the table of a store's steps", () => {
  test("an answer is taken from where it says, and rejections also from delivered", () => {
    const open = ["queued", "sending", "ingesting", "stalled", "rejected", "action_required"];
    expect(storeTransitions.confirm.from).toEqual(open);
    expect(storeTransitions.reject.from).toEqual([...open, "delivered"]);
    expect(storeTransitions.flag.from).toEqual([...open, "delivered"]);
  });

  test("every status but cancelled leads somewhere or is an end by name", () => {
    const left = new Set(Object.values(storeTransitions).flatMap(({ from }) => from as readonly string[]));
    expect(storeStatuses.filter((status) => !left.has(status))).toEqual(["taken_down", "cancelled"]);
  });
});
