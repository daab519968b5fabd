import { expect, test } from "vitest";
import { bodyOf, formErrors, newContract, newShare, newTerm } from "./contract-values.ts";

test("rows in which nothing was typed are not sent, and errors find their row all the same", () => {
  const values = {
    ...newContract("pye_1"),
    name: " Albums ",
    terms: [newTerm, { ...newTerm, percent: "80" }],
    shares: [newShare(), { payee_id: "pye_1", percent: "33.3333" }],
  };
  expect(bodyOf(values)).toEqual({
    name: "Albums",
    applies_to: { all: true },
    starts_on: null,
    ends_on: null,
    terms: [{ rate: "0.8", store_ids: null, territories: null }],
    shares: [{ payee_id: "pye_1", share: "0.333333" }],
  });
  const errors = { "terms.0.rate": "a", "shares.0.payee_id": "b", shares: "c", "applies_to.label": "d" };
  expect(formErrors(errors, values)).toEqual({
    "terms.1.percent": "a",
    "shares.1.payee_id": "b",
    shares: "c",
    "applies_to.label": "d",
  });
});
