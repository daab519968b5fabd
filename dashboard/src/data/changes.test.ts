import { expect, test } from "vitest";
import { noteWrite, takeChanges } from "./changes.ts";

test("after a change, only reads that show it are out of date", () => {
  noteWrite("/v1/operator/sales-reports/rep_1/assign");
  const isChanged = takeChanges();
  expect(["operator.salesReports.get", "operator.statements.list", "operator.overview.get"].map(isChanged)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["operator.stores.list", "releases.list"].map(isChanged)).toEqual([false, false]);
});

test("every change is in the logs", () => {
  noteWrite("/v1/operator/stores/store_1");
  expect(["operator.auditLog.list", "requestLog.list"].map(takeChanges())).toEqual([true, true]);
});

test("a change is told once, and an act that wrote nothing asks for nothing", () => {
  noteWrite("/v1/payouts/pay_1/cancel");
  expect(takeChanges()("balance.get")).toBe(true);
  expect(takeChanges()("balance.get")).toBe(false);
});

test("a noun that nothing is known of may show everywhere", () => {
  noteWrite("/v1/new-nouns");
  expect(takeChanges()("releases.list")).toBe(true);
});
