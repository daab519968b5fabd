// Previews a contract that is not saved yet: 100 is divided by the arithmetic that the service shares with.

import type { ContractCost } from "@segue/sdk";
import { type RecoupableCost, rateOf, shareOut } from "../../../../server/src/contracts/sharing.ts";
import { isCurrency, minorDigits } from "../../../../server/src/standards/currency.ts";
import { add, compare, decimal, formatDecimal, parseDecimal, ZERO } from "../../../../server/src/standards/decimal.ts";

export type DraftTerm = { rate: string; store_ids: string[] | null; territories: string[] | null };
export type DraftShare = { payee_id: string; share: string };

/** The sale that is looked at. */
export type Sale = { store_id?: string | undefined; territory?: string | undefined };

/** As the service answers a preview. */
export type Outcome = {
  payable_amount: string;
  recouped_amount: string;
  shares: { payee_id: string; amount: string }[];
  organization_amount: string;
};

const AMOUNT = "100";
const ONE = decimal("1");

export const isKnownCurrency = isCurrency;

/** 100 with the digits of the currency. */
export function amountIn(currency: string): string {
  return formatDecimal(decimal(AMOUNT), minorDigits(currency));
}

/** A rate that the service would take: from 0 to 1. */
function isRate(text: string): boolean {
  const rate = parseDecimal(text);
  return rate !== undefined && compare(rate, ZERO) >= 0 && compare(rate, ONE) <= 0;
}

type Draft = { terms: readonly DraftTerm[]; shares: readonly DraftShare[] };

/** Whether all that is typed so far can be computed with. */
export function isComputable({ terms, shares }: Draft): boolean {
  if (!terms.every(({ rate }) => isRate(rate)) || !shares.every(({ share }) => isRate(share))) return false;
  return compare(shares.map(({ share }) => decimal(share)).reduce(add, ZERO), ONE) <= 0;
}

/** `costs`: of the contract, newest first as the service lists them. */
export function previewDraft(
  { terms, shares }: Draft,
  { currency, ...sale }: Sale & { currency: string },
  costs: readonly ContractCost[],
): Outcome {
  const digits = minorDigits(currency);
  const result = shareOut(
    {
      amount: decimal(AMOUNT),
      rate: rateOf(terms, sale),
      shares: shares.map(({ share }) => decimal(share)),
      costs: recoupable(costs, currency),
    },
    digits,
  );
  return {
    payable_amount: formatDecimal(result.payable, digits),
    recouped_amount: formatDecimal(result.recouped, digits),
    shares: shares.map(({ payee_id }, index) => ({
      payee_id,
      amount: formatDecimal(result.shares[index] ?? ZERO, digits),
    })),
    organization_amount: formatDecimal(result.rest, digits),
  };
}

function recoupable(costs: readonly ContractCost[], wanted: string): RecoupableCost[] {
  return costs
    .filter(({ currency, status }) => currency === wanted && status !== "cancelled")
    .map(({ id, amount, recouped_amount }) => ({ id, amount: decimal(amount), recouped: decimal(recouped_amount) }))
    .reverse();
}

/** A sale that this term gives the rate of; undefined if terms before it hold all of its sales. */
export function saleOf(terms: readonly DraftTerm[], index: number): Sale | undefined {
  const term = terms[index];
  if (!term) return undefined;
  const before = terms.slice(0, index);
  for (const store_id of term.store_ids ?? [undefined])
    for (const territory of term.territories ?? [undefined]) {
      const sale = { store_id, territory };
      if (!before.some((other) => holds(other, sale))) return sale;
    }
  return undefined;
}

/** A term with a condition does not hold a sale without that value. */
function holds({ store_ids, territories }: DraftTerm, { store_id, territory }: Sale): boolean {
  const has = (values: readonly string[] | null, value: string | undefined) =>
    values === null || (value !== undefined && values.includes(value));
  return has(store_ids, store_id) && has(territories, territory);
}
