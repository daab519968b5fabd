// The terms of an organization about money, besides its rates.

import { Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { Nullable } from "../platform/schema.ts";
import { isCurrency, minorDigits, parseAmount } from "../standards/currency.ts";
import { isDpid } from "../standards/identifier.ts";
import { isTerritory } from "../standards/territory.ts";

// Stores report usage in these besides the codes of ISO 3166-1: Kosovo, and where no territory is known.
const alsoReported = ["XK", "ZZ"];

export const WithholdingTerritories = Nullable(
  Type.Array(Type.String(), {
    minItems: 1,
    maxItems: 251,
    uniqueItems: true,
    rule: (codes: readonly unknown[]): Issue[] => codes.flatMap((code, index) => codeIssues(code, `[${index}]`)),
    description:
      "Territories whose usage is taxed: ISO 3166-1 alpha-2 codes, `XK`, and `ZZ` for usage of no known territory. Null: everywhere.",
    examples: [["US"]],
  }),
);

function codeIssues(code: unknown, field: string): Issue[] {
  if (typeof code !== "string" || isTerritory(code) || alsoReported.includes(code)) return [];
  return /^[A-Z]{2}$/.test(code)
    ? [problem(field, `names a territory that does not exist: ${code}`, "territory_not_supported")]
    : [problem(field, "must be two capital letters (ISO 3166-1 alpha-2)")];
}

export const MinimumPayouts = Type.Unsafe<Record<string, string>>({
  type: "object",
  additionalProperties: { type: "string", maxLength: 20 },
  rule: minimumIssues,
  description: "By currency, in whole minor units: the least that is paid out. It replaces the old value whole.",
  examples: [{ EUR: "50.00" }],
});

function minimumIssues(minimums: Readonly<Record<string, unknown>>): Issue[] {
  return Object.entries(minimums).flatMap(([currency, amount]): Issue[] => {
    if (!isCurrency(currency)) return [problem(currency, "is no currency of ISO 4217")];
    if (typeof amount !== "string" || (/^\d{1,15}(\.\d+)?$/.test(amount) && parseAmount(amount, currency))) return [];
    const digits = minorDigits(currency);
    return [problem(currency, `must be an amount such as "50", with at most ${digits} digits after the point`)];
  });
}

export const PayoutCurrency = Nullable(
  Type.String({
    rule: (code: string): Issue[] =>
      isCurrency(code) ? [] : [problem("", "must be a currency of ISO 4217, such as EUR")],
    description:
      "The one currency (ISO 4217) that the organization is stated in: closes that begin later convert all other currencies by the exchange " +
      "rates of their month. Null: one statement for each currency. Balances stay where they are.",
    examples: ["EUR"],
  }),
);

/** A DDEX Party Identifier. */
export const Dpid = Type.String({
  rule: (text: string): Issue[] =>
    isDpid(text)
      ? []
      : [problem("", "must be a DPID: PADPIDA and 11 capital letters or digits, such as PADPIDA2013020802I")],
  examples: ["PADPIDA2013020802I"],
});

export const DdexPartyId = Nullable(Type.String({ ...Dpid, description: "The organization's DDEX Party Identifier." }));
