import { Type } from "typebox";
import { mapPage } from "../platform/http/pagination.ts";
import { type Route, route } from "../platform/http/route.ts";
import { Id } from "../platform/schema.ts";
import { createAdjustment } from "./actions.ts";
import { Currency } from "./amount.ts";
import { Adjustment, AnyBalance, Balances, BalanceTransaction, NewAdjustment, withShownAmounts } from "./balance.ts";
import { answerWithCheck, LedgerCheck } from "./check.ts";
import { Conversion, NewConversion } from "./conversion.ts";
import { convertBalance, getConversions } from "./convert.ts";
import { listAnyBalances, listBalances, listTransactions } from "./queries.ts";

const tag = "Payouts";
const access = { scope: "payouts:read" };

export const ledgerRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/balance",
    operation: "getBalance",
    tag,
    summary: "Read your balance in every currency",
    description:
      "`available` is the sum of statements, adjustments and conversions, minus every payout that is not `failed` or `cancelled`.",
    access,
    success: { status: 200, schema: Balances },
    handle: async (ctx, { principal }): Promise<Balances> => {
      const rows = await listBalances(ctx.db, principal.organization_id);
      return { data: rows.map((row) => withShownAmounts(row, ["available", "pending"])) };
    },
  }),
  route({
    method: "GET",
    path: "/v1/balance/transactions",
    operation: "listBalanceTransactions",
    tag,
    summary: "List what changed your balance, newest first",
    description: "The amounts of a currency sum to its `available`.",
    access,
    query: Type.Object({ currency: Currency }),
    success: { status: 200, schema: BalanceTransaction, list: true },
    handle: async (ctx, { principal: { organization_id }, query: { currency }, page }) => {
      const filter = { ...page, organization_id, ...(currency !== undefined && { currency }) };
      return mapPage(await listTransactions(ctx.db, filter), (row) => withShownAmounts(row, ["amount"]));
    },
  }),
  route({
    method: "GET",
    path: "/v1/operator/balances",
    operation: "listAllBalances",
    tag: "Operator",
    summary: "List the balances of all organizations, newest first",
    description: "One for each organization and currency, ordered by when its first movement was made.",
    access: "operator",
    query: Type.Object({ organization_id: Id("org", { maxLength: 100, description: "Only of this organization." }) }),
    success: { status: 200, schema: AnyBalance, list: true },
    handle: async (ctx, { query: { organization_id }, page }) => {
      const shown = (row: AnyBalance) => withShownAmounts(row, ["available", "pending"]);
      return mapPage(await listAnyBalances(ctx.db, { ...page, only_of: organization_id ?? null }), shown);
    },
  }),
  route({
    method: "GET",
    path: "/v1/operator/ledger/check",
    operation: "checkLedger",
    tag: "Operator",
    summary: "Check the books, from the rows of reports to the balances",
    description:
      "Proves that the rows of every report are on statements, open or unmatched; that statements are what their closes took, what their " +
      "royalties are and what their line items are; and that every balance is what the entries of the ledger, the transactions that " +
      "partners see, and statements, adjustments, conversions and payouts add up to; the same for every payee, and that costs are recouped as " +
      "statements say. Beside it, what was booked on each account. It reads everything: on a " +
      "large installation the answer begins at once and ends after minutes.",
    access: "operator",
    success: { status: 200, schema: LedgerCheck },
    gives: "answer",
    handle: async (ctx, { method }) => answerWithCheck(ctx, method),
  }),
  route({
    method: "POST",
    path: "/v1/operator/organizations/{org_id}/adjustments",
    operation: "createAdjustment",
    tag: "Operator",
    summary: "Add to a balance, or take from it",
    description:
      "For money that no store reported: an advance, costs, a correction. The partner sees it, with its reason, among the " +
      "transactions of the balance. It cannot be changed: correct a mistake with another adjustment.",
    access: "operator",
    body: NewAdjustment,
    success: { status: 201, schema: Adjustment },
    handle: (ctx, { params, body }) => createAdjustment(ctx, params.org_id, body),
  }),
  route({
    method: "POST",
    path: "/v1/operator/organizations/{org_id}/conversions",
    operation: "createConversion",
    tag: "Operator",
    summary: "Move a balance into another currency",
    description:
      "For balances in other currencies than the organization's payout currency, or of one of its payees. The partner sees both movements, with the reason. The new " +
      "amount is rounded half to even at the minor digits of `to`.",
    access: "operator",
    body: NewConversion,
    success: { status: 201, schema: Conversion },
    errors: ["invalid_state"],
    handle: (ctx, { params, body }) => convertBalance(ctx, params.org_id, body),
  }),
  route({
    method: "GET",
    path: "/v1/operator/organizations/{org_id}/conversions",
    operation: "listConversions",
    tag: "Operator",
    summary: "List the conversions of an organization's balances, newest first",
    access: "operator",
    success: { status: 200, schema: Conversion, list: true },
    handle: (ctx, { params, page }) => getConversions(ctx, params.org_id, page),
  }),
];
