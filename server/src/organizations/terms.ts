// The terms of an organization about money, besides its rates.

import { type Static, Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { Month, Nullable } from "../platform/schema.ts";
import { isCurrency, minorDigits, parseAmount } from "../standards/currency.ts";
import { isDpid } from "../standards/identifier.ts";
import { isTerritory } from "../standards/territory.ts";

// Stores report usage in these besides the codes of ISO 3166-1: Kosovo, and where no territory is known.
const alsoReported = ["XK", "ZZ"];

export const Rate = Type.String({
  rule: (text: string): Issue[] =>
    /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text)
      ? []
      : [problem("", 'must be a decimal from "0" to "1" with at most six digits, as a string')],
  examples: ["0.15"],
});

const UsageTerritories = (description: string) =>
  Type.Array(Type.String(), {
    minItems: 1,
    maxItems: 251,
    uniqueItems: true,
    rule: (codes: readonly unknown[]): Issue[] => codes.flatMap((code, index) => codeIssues(code, `[${index}]`)),
    description: `${description}: ISO 3166-1 alpha-2 codes, \`XK\`, and \`ZZ\` for usage of no known territory. Null: everywhere.`,
    examples: [["US"]],
  });

/** The territory of some usage, in a request. */
export const UsageTerritory = (description: string) =>
  Type.String({ rule: (code: string): Issue[] => codeIssues(code, ""), description, examples: ["DE"] });

export const WithholdingTerritories = Nullable(UsageTerritories("Territories whose usage is taxed"));

/** The usage that a term holds. */
export const termConditions = {
  store_ids: Type.Optional(
    Nullable(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: "Stores whose usage it holds. Null: all.",
        examples: [["store_auralis"]],
      }),
    ),
  ),
  territories: Type.Optional(Nullable(UsageTerritories("Territories whose usage it holds"))),
};

const FeeTerm = Type.Object(
  {
    rate: Rate,
    ...termConditions,
    from: Type.Optional(Nullable(Month({ description: "The first month of use that it holds. Null: all." }))),
  },
  { title: "FeeTerm", additionalProperties: false },
);

export const FeeTerms = Type.Array(FeeTerm, {
  maxItems: 20,
  description:
    "Fee rates of some stores, territories and months of use. The first that holds a line gives its rate; `fee_rate` is that of all other lines.",
});
export type FeeTerms = Static<typeof FeeTerms>;

/** Each condition is written out, also where a request leaves it out. */
export function wholeFeeTerms(terms: FeeTerms): FeeTerms {
  return terms.map(({ rate, store_ids = null, territories = null, from = null }) => ({
    rate,
    store_ids,
    territories,
    from,
  }));
}

/** The stores that the conditions name and that do not exist, each at its place. */
export function unknownStoreIssues(
  terms: readonly { store_ids?: readonly string[] | null }[],
  known: readonly string[],
  field: string,
): Issue[] {
  const existing = new Set(known);
  return terms.flatMap(({ store_ids }, index) =>
    (store_ids ?? []).flatMap((id, place) =>
      existing.has(id) ? [] : [problem(`${field}[${index}].store_ids[${place}]`, `is not a store: ${id}`)],
    ),
  );
}

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
