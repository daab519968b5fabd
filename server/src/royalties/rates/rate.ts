import { type Static, Type } from "typebox";
import { Amount, Currency, GivenCurrency, GivenRate, pairIssues } from "../../ledger/amount.ts";
import { Id, Month, OneOf, Timestamp } from "../../platform/schema.ts";

/** The rate of a month: closes of this month convert by it. */
export const ExchangeRate = Type.Object(
  {
    id: Id("rat"),
    period: Type.String({ examples: ["2026-02"] }),
    from: Type.String({ ...Currency, examples: ["USD"] }),
    to: Currency,
    rate: Type.String({ description: "One of `from` in `to`.", examples: ["0.9214"] }),
    source: OneOf(["manual", "import"], { description: "`import`: it came with a file." }),
    created_at: Timestamp,
  },
  { title: "ExchangeRate" },
);
export type ExchangeRate = Static<typeof ExchangeRate>;

export const NewExchangeRate = Type.Object(
  {
    period: Month({ description: "The month that is closed with it." }),
    from: Type.String({ ...GivenCurrency, examples: ["USD"] }),
    to: GivenCurrency,
    rate: GivenRate,
  },
  { title: "NewExchangeRate", additionalProperties: false, rule: pairIssues },
);
export type NewExchangeRate = Static<typeof NewExchangeRate>;

export const ImportedRates = Type.Object(
  {
    created: Type.Integer({ minimum: 0, examples: [58] }),
    replaced: Type.Integer({ minimum: 0, description: "Pairs that had a rate before.", examples: [2] }),
  },
  { title: "ImportedRates" },
);
export type ImportedRates = Static<typeof ImportedRates>;

const MissingRate = Type.Object(
  {
    from: Type.String({ ...Currency, examples: ["GBP"] }),
    to: Currency,
    amount: Amount({ description: "The amount that waits for it, in `from`.", examples: ["200.10"] }),
    organizations: Type.Integer({ minimum: 1, description: "How many would be stated by it.", examples: [3] }),
    reports: Type.Integer({ minimum: 1, description: "How many have such amounts.", examples: [1] }),
  },
  { title: "MissingRate" },
);
export type MissingRate = Static<typeof MissingRate>;

export const MissingRates = Type.Object({ data: Type.Array(MissingRate) }, { title: "MissingRates" });
