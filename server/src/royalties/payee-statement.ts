// The shares of a payee in one statement of its organization.

import { type Static, Type } from "typebox";
import { Amount, Currency } from "../ledger/amount.ts";
import { Id, OneOf, onlyFieldsOf, Timestamp } from "../platform/schema.ts";
import { shownAmount } from "../standards/currency.ts";
import { daysOf, PeriodEnd, PeriodStart, PlayCount, rateText, ShownRate } from "./statement.ts";

const SharedContract = Type.Object(
  {
    contract_id: Id("con"),
    name: Type.String({ description: "As it was when the statement was written.", examples: ["Album deal 2026"] }),
    version: Type.Integer({ minimum: 1, description: "The version that it was shared by.", examples: [1] }),
    payable_amount: Amount({ description: "The net of its lines by its rates, exactly.", examples: ["238"] }),
    recouped_amount: Amount({
      description: "The part that paid back advances and costs. Negative if a return gave back what was recouped.",
      examples: ["100.00"],
    }),
    share: { ...ShownRate(["0.5"]), description: "The payee's share of the rest." },
    share_amount: Amount({ description: "The rest × the share, rounded once.", examples: ["69.00"] }),
  },
  { title: "SharedContract" },
);

export const PayeeStatement = Type.Object(
  {
    id: Id("pst"),
    payee_id: Id("pye"),
    payee_name: Type.String({ description: "As it was.", examples: ["Ada Lund"] }),
    statement_id: Id("stm"),
    period_start: PeriodStart,
    period_end: PeriodEnd,
    currency: Currency,
    share_amount: Amount({ description: "The sum of the shares of all contracts.", examples: ["69.00"] }),
    taxable_amount: Amount({ description: "The part of it that was taxed.", examples: ["69.00"] }),
    tax_rate: { ...ShownRate(["0"]), description: "As it was used." },
    tax_amount: Amount({ description: "Withholding tax.", examples: ["0.00"] }),
    net_amount: Amount({ description: "The shares less the tax.", examples: ["69.00"] }),
    balance_before: Amount({
      description: "The payee's balance when the statement was written. `net_amount` was then added to it.",
      examples: ["12.50"],
    }),
    paid_by: OneOf(["operator", "organization"], { description: "As it was." }),
    contracts: Type.Array(SharedContract),
    line_item_count: Type.Integer({ minimum: 0, examples: [412] }),
    created_at: Timestamp,
  },
  { title: "PayeeStatement" },
);
export type PayeeStatement = Static<typeof PayeeStatement>;

/** As it is kept. */
export type PayeeStatementRow = Omit<PayeeStatement, "period_start" | "period_end"> & {
  organization_id: string;
  period: string;
  organization_name: string;
};

export function shownPayeeStatement(row: Omit<PayeeStatementRow, "organization_name">): PayeeStatement {
  const { id, payee_id, payee_name, statement_id, currency, paid_by, line_item_count, created_at } = row;
  const shown = (amount: string) => shownAmount(amount, currency);
  return {
    id,
    payee_id,
    payee_name,
    statement_id,
    ...daysOf(row.period),
    currency,
    share_amount: shown(row.share_amount),
    taxable_amount: shown(row.taxable_amount),
    tax_rate: rateText(row.tax_rate),
    tax_amount: shown(row.tax_amount),
    net_amount: shown(row.net_amount),
    balance_before: shown(row.balance_before),
    paid_by,
    contracts: row.contracts.map(({ contract_id, name, version, share, ...amounts }) => ({
      contract_id,
      name,
      version,
      payable_amount: shown(amounts.payable_amount),
      recouped_amount: shown(amounts.recouped_amount),
      share: rateText(share),
      share_amount: shown(amounts.share_amount),
    })),
    line_item_count,
    created_at,
  };
}

export const PayeeLineItem = Type.Object(
  {
    id: Id("lin"),
    contract_id: Id("con"),
    isrc: Type.String({ examples: ["QZ-ABC-26-00001"] }),
    track_id: Id("trk"),
    release_id: Id("rel"),
    store_id: Type.String({ examples: ["store_auralis"] }),
    territory: Type.String({ description: "`ZZ` if the territory is not known.", examples: ["DE"] }),
    play_count: PlayCount({ description: "Negative for returns and corrections.", examples: [18_204] }),
    usage_period: Type.String({ description: "The month in which it was played.", examples: ["2026-02"] }),
    base_amount: Amount({
      description: "The earnings less fee and tax of the organization, exactly.",
      examples: ["54.1569"],
    }),
    rate: {
      ...ShownRate(["0.8"]),
      description: "The rate of the first term of the contract that holds the line; 0 without one.",
    },
    share: { ...ShownRate(["0.5"]), description: "The payee's share in the contract." },
    amount: Amount({
      description: "`base_amount` × `rate` × `share`, exactly: before anything was recouped.",
      examples: ["21.66276"],
    }),
  },
  { title: "PayeeLineItem" },
);
export type PayeeLineItem = Static<typeof PayeeLineItem>;

export function shownPayeeLineItem(row: PayeeLineItem, currency: string): PayeeLineItem {
  const { base_amount, rate, share, amount } = row;
  return {
    ...lineFields(row),
    base_amount: shownAmount(base_amount, currency),
    rate: rateText(rate),
    share: rateText(share),
    amount: shownAmount(amount, currency),
  };
}

const lineFields = onlyFieldsOf(PayeeLineItem);
