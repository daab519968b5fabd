// A conversion moves a balance from one currency into another: two movements, one in each currency, each of which sums to zero by
// the account `exchange`. Both commit together.

import { getOrganization } from "../organizations/actions.ts";
import { lockOrganization } from "../organizations/queries.ts";
import { type Context, type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { mapPage, type Page, type PageAsked } from "../platform/http/pagination.ts";
import { newId } from "../platform/ids.ts";
import { minorDigits, shownAmount } from "../standards/currency.ts";
import {
  compare,
  cut,
  type Decimal,
  decimal,
  formatDecimal,
  multiply,
  negate,
  roundHalfEven,
  ZERO,
} from "../standards/decimal.ts";
import { postMany } from "./actions.ts";
import { type Conversion, type NewConversion, shownConversion } from "./conversion.ts";
import { findPayerOf, insertConversion, listConversions } from "./conversion-queries.ts";
import { findPayeeBalance, lockBalance } from "./queries.ts";

/**
 * The organization is locked first, as closes do: of two conversions in opposite directions, neither waits for a balance that the
 * other one holds.
 */
export async function convertBalance(
  ctx: Transaction,
  organization_id: string,
  given: NewConversion,
): Promise<Conversion> {
  if (!(await lockOrganization(ctx.db, organization_id))) throw notFound("organization");
  const { payee_id, from, to, rate, reason } = given;
  const balance = payee_id
    ? await getPayeeBalance(ctx, { organization_id, payee_id, currency: from })
    : await lockBalance(ctx.db, { organization_id, currency: from });
  const taken = amountOf(given, decimal(balance?.available ?? "0"));
  const brought = roundHalfEven(multiply(taken, decimal(rate)), minorDigits(to));
  if (brought.units === 0n)
    throw new ApiError(
      "invalid_state",
      `${shownAmount(formatDecimal(taken), from)} ${from} are less than the smallest coin of ${to}.`,
    );
  const row = {
    id: newId("cnv"),
    organization_id,
    payee_id: payee_id ?? null,
    from_currency: from,
    from_amount: formatDecimal(taken),
    to_currency: to,
    to_amount: formatDecimal(brought),
    rate: formatDecimal(decimal(rate)),
    reason,
    created_at: timestamp(ctx),
  };
  await withCommit(ctx, insertConversion(ctx.db, row));
  const cause = { organization_id, type: "conversion", source_id: row.id, description: reason } as const;
  const whose = payee_id === undefined ? cause : { ...cause, payee_id };
  const account = payee_id === undefined ? "available" : "payees";
  await postMany(ctx, [
    { ...whose, currency: from, entries: { [account]: negate(taken), exchange: taken } },
    { ...whose, currency: to, entries: { [account]: brought, exchange: negate(brought) } },
  ]);
  return shownConversion(row);
}

async function getPayeeBalance(
  ctx: Transaction,
  of: { organization_id: string; payee_id: string; currency: string },
): Promise<{ available: string } | undefined> {
  const payee = await findPayerOf(ctx.db, of);
  if (!payee) throw notFound("payee");
  if (payee.paid_by !== "operator")
    throw new ApiError(
      "invalid_state",
      "The organization pays this payee by itself: only balances that you pay out are converted.",
    );
  return findPayeeBalance(ctx.db, of);
}

/** The amount to convert: all of the balance in whole minor units, or the part that was asked for. */
function amountOf({ from, amount }: NewConversion, available: Decimal): Decimal {
  const all = cut(available, minorDigits(from));
  const shown = `${shownAmount(formatDecimal(available), from)} ${from}`;
  if (all.units === 0n) throw new ApiError("invalid_state", `${shown} are available: there is nothing to convert.`);
  if (amount === undefined) return all;
  const asked = decimal(amount);
  const isBeyond = all.units > 0n ? compare(asked, all) > 0 : compare(asked, all) < 0;
  const isOfSign = compare(asked, ZERO) === compare(all, ZERO);
  if (isBeyond || !isOfSign)
    throw new ApiError(
      "invalid_state",
      `${shown} are available: convert an amount of the same sign that is not beyond it.`,
      [{ field: "amount", issue: `must be between 0 and ${shownAmount(formatDecimal(all), from)}` }],
    );
  return asked;
}

export async function getConversions(
  ctx: Context,
  organization_id: string,
  page: PageAsked,
): Promise<Page<Conversion>> {
  await getOrganization(ctx, organization_id);
  return mapPage(await listConversions(ctx.db, { organization_id, ...page }), shownConversion);
}
