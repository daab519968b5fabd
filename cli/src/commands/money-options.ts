// Options that organizations and payees have alike.

import { InvalidArgumentError } from "commander";
import { parsed, readList, text } from "../option.ts";

export const moneyOptions = {
  withholding_rate: text("--withholding-rate <rate>", "tax withheld, such as 0.3"),
  withholding_territories: parsed(
    "--withholding-territories <codes>",
    "where it is withheld, comma-separated; `all` for everywhere",
    (codes) => (readList(codes)[0] === "all" ? null : readList(codes)),
  ),
  minimum_payouts: parsed(
    "--minimum-payout <currency=amount>",
    "such as EUR=50.00; may be given several times",
    readMinimum,
  ),
};

function readMinimum(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, currency, amount] = /^([A-Z]{3})=([\d.]+)$/.exec(text) ?? [];
  if (currency === undefined || amount === undefined)
    throw new InvalidArgumentError("It must be a currency and an amount, such as EUR=50.00.");
  return { ...before, [currency]: amount };
}
