// Amounts of money on the wire: decimal text, beside the currency that they are in.

import { Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { isCurrency, minorDigits, parseAmount } from "../standards/currency.ts";

export function Amount(options: { description?: string; examples: string[] }) {
  return Type.String({ pattern: "^-?\\d+(\\.\\d+)?$", ...options });
}

export const Currency = Type.String({
  pattern: "^[A-Z]{3}$",
  form: "a currency of ISO 4217, such as EUR",
  description: "ISO 4217.",
  examples: ["EUR"],
});

/** In a request, where it has to exist. */
export const GivenCurrency = Type.String({
  rule: (code: string): Issue[] =>
    isCurrency(code) ? [] : [problem("", "must be a currency of ISO 4217, such as EUR")],
  description: "ISO 4217.",
  examples: ["EUR"],
});

// Fifteen digits are more than all the money there is. They keep every later sum short.
const amountForm = /^\d{1,15}(\.\d{1,6})?$/;
const signedForm = /^-?\d{1,15}(\.\d{1,6})?$/;

/** In a request. Whether it is in whole minor units is a rule of the body, which knows the currency: `amountIssues`. */
export function GivenAmount(options: { description: string; is_signed: boolean; examples: string[] }) {
  const { is_signed, ...rest } = options;
  const form = is_signed ? signedForm : amountForm;
  const issue = `must be a decimal number as a string, such as "12.50"${is_signed ? "" : ", and not negative"}`;
  return Type.String({
    ...rest,
    rule: (text: string): Issue[] => (form.test(text) ? [] : [problem("", issue)]),
  });
}

/** A rate of exchange in a request: one of one currency in another. */
export const GivenRate = Type.String({
  rule: (text: string): Issue[] =>
    isRate(text) ? [] : [problem("", "must be a decimal above 0, with at most 12 digits on each side of the point")],
  description: "One of `from` in `to`.",
  examples: ["0.9214"],
});

export function isRate(text: string): boolean {
  return /^\d{1,12}(\.\d{1,12})?$/.test(text) && /[1-9]/.test(text);
}

/** The rule of a body with two currencies. */
export function pairIssues({ from, to }: { from?: unknown; to?: unknown }): Issue[] {
  return typeof from === "string" && from === to ? [problem("to", "must be another currency than `from`")] : [];
}

/** The rule of a body with `currency` and `amount`. Each field's own rule reports the problems of that field alone. */
export function amountIssues({ currency, amount }: { currency?: unknown; amount?: unknown }): Issue[] {
  if (typeof currency !== "string" || typeof amount !== "string" || !isCurrency(currency)) return [];
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return [];
  const parsed = parseAmount(amount, currency);
  if (parsed === undefined) {
    const digits = minorDigits(currency);
    const most = digits === 0 ? "no digits" : `at most ${digits} digits`;
    return [problem("amount", `must be in whole minor units: ${currency} has ${most} after the point`)];
  }
  return parsed.units === 0n ? [problem("amount", "must not be zero")] : [];
}
