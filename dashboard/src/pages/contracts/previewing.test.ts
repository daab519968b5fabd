import { expect, test } from "vitest";
import { isComputable, previewDraft, saleOf } from "./previewing.ts";

const term = (rate: string, store_ids: string[] | null = null, territories: string[] | null = null) => ({
  rate,
  store_ids,
  territories,
});
const shares = [
  { payee_id: "pye_a", share: "0.5" },
  { payee_id: "pye_b", share: "0.25" },
];
const advance = (amount: string, recouped_amount = "0.00") => ({
  id: "cst_1",
  contract_id: "con_1",
  kind: "advance" as const,
  amount,
  currency: "EUR",
  description: "Advance",
  recouped_amount,
  outstanding_amount: amount,
  status: "open" as const,
  created_at: "2026-01-01T00:00:00Z",
});

test("100 is shared by the first term that holds the sale", () => {
  const draft = { terms: [term("0.7", ["store_auralis"]), term("0.8")], shares };
  expect(previewDraft(draft, { currency: "EUR", store_id: "store_auralis" }, [])).toEqual({
    payable_amount: "70.00",
    recouped_amount: "0.00",
    shares: [
      { payee_id: "pye_a", amount: "35.00" },
      { payee_id: "pye_b", amount: "17.50" },
    ],
    organization_amount: "47.50",
  });
  expect(previewDraft(draft, { currency: "EUR" }, []).payable_amount).toBe("80.00");
  expect(previewDraft({ terms: [], shares }, { currency: "EUR" }, []).organization_amount).toBe("100.00");
});

test("advances in the currency are recouped first, and a cancelled one is not", () => {
  const draft = { terms: [term("0.8")], shares };
  const costs = [advance("30.00", "10.00"), { ...advance("50.00"), status: "cancelled" as const }];
  expect(previewDraft(draft, { currency: "EUR" }, costs)).toMatchObject({
    recouped_amount: "20.00",
    shares: [{ amount: "30.00" }, { amount: "15.00" }],
    organization_amount: "55.00",
  });
  expect(previewDraft(draft, { currency: "JPY" }, costs)).toMatchObject({ payable_amount: "80", recouped_amount: "0" });
});

test("a term after one that holds everything never applies", () => {
  expect(saleOf([term("0.8"), term("0.7", ["store_auralis"])], 1)).toBeUndefined();
  const terms = [term("0.7", ["store_auralis"]), term("0.5", ["store_auralis", "store_northwave"], ["DE"])];
  expect(saleOf(terms, 1)).toEqual({ store_id: "store_northwave", territory: "DE" });
});

test("only rates from 0 to 1, and shares of at most 1 together, can be computed with", () => {
  expect(isComputable({ terms: [term("0.8")], shares })).toBe(true);
  expect(isComputable({ terms: [term("")], shares })).toBe(false);
  expect(isComputable({ terms: [term("1.2")], shares })).toBe(false);
  expect(isComputable({ terms: [], shares: [...shares, { payee_id: "pye_c", share: "0.250001" }] })).toBe(false);
});
