import { type Static, Type } from "typebox";
import { Amount, amountIssues, GivenAmount, GivenCurrency } from "../ledger/amount.ts";
import { UsageTerritory } from "../organizations/terms.ts";
import { Id, Month } from "../platform/schema.ts";
import { minorDigits } from "../standards/currency.ts";
import { decimal, formatDecimal, ZERO } from "../standards/decimal.ts";
import { type Contract, holdsMonth } from "./contract.ts";
import { type RecoupableCost, rateOf, shareOut } from "./sharing.ts";

export const PreviewedAmount = Type.Object(
  {
    currency: GivenCurrency,
    amount: GivenAmount({
      description: "A net amount, in whole minor units. A negative one is a return.",
      is_signed: true,
      examples: ["100.00"],
    }),
    store_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "Without it, the first term without stores applies.",
        examples: ["store_auralis"],
      }),
    ),
    territory: Type.Optional(UsageTerritory("Without it, the first term without territories applies.")),
    usage_period: Type.Optional(
      Month({ description: "The month of use. The contract shares nothing of a month that it does not hold." }),
    ),
  },
  { title: "PreviewedAmount", additionalProperties: false, rule: amountIssues },
);
export type PreviewedAmount = Static<typeof PreviewedAmount>;

export const ContractPreview = Type.Object(
  {
    contract_version: Type.Integer({ minimum: 1, examples: [1] }),
    payable_amount: Amount({ description: "Exact: the amount at the rate of the contract.", examples: ["80.00"] }),
    recouped_amount: Amount({ description: "Taken back for advances and costs first.", examples: ["0.00"] }),
    shares: Type.Array(
      Type.Object({ payee_id: Id("pye"), amount: Amount({ examples: ["40.00"] }) }, { title: "PreviewedShare" }),
    ),
    organization_amount: Amount({
      description: "All that no payee gets, with what was recouped.",
      examples: ["60.00"],
    }),
  },
  { title: "ContractPreview" },
);
export type ContractPreview = Static<typeof ContractPreview>;

/** `costs`: those in this currency that are not cancelled, the oldest first. */
export function previewOf(
  contract: Contract,
  { currency, amount, usage_period, ...usage }: PreviewedAmount,
  costs: readonly RecoupableCost[],
): ContractPreview {
  const digits = minorDigits(currency);
  const isHeld = usage_period === undefined || holdsMonth(contract, usage_period);
  const { payable, recouped, shares, rest } = shareOut(
    {
      amount: decimal(amount),
      rate: isHeld ? rateOf(contract.terms, usage) : ZERO,
      shares: contract.shares.map(({ share }) => decimal(share)),
      costs,
    },
    digits,
  );
  return {
    contract_version: contract.version,
    payable_amount: formatDecimal(payable, digits),
    recouped_amount: formatDecimal(recouped, digits),
    shares: contract.shares.map(({ payee_id }, index) => ({
      payee_id,
      amount: formatDecimal(shares[index] ?? ZERO, digits),
    })),
    organization_amount: formatDecimal(rest, digits),
  };
}
