import { Type } from "typebox";
import { Currency } from "../ledger/amount.ts";
import { Balances, NewAdjustment, withShownAmounts } from "../ledger/balance.ts";
import { mapPage } from "../platform/http/pagination.ts";
import { type Route, route } from "../platform/http/route.ts";
import { NewPayeePayment, PayeeAdjustment, PayeePayment, PayeeTransaction } from "./money.ts";
import { createPayeeAdjustment, createPayeePayment, getPaidPayee } from "./money-actions.ts";
import { listBalancesOfPayee, listPayeeTransactions } from "./money-queries.ts";

const tag = "Payees";
const read = { scope: "payees:read" } as const;
const write = { scope: "payees:write" } as const;

export const payeeMoneyRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/payees/{payee_id}/balance",
    operation: "getPayeeBalance",
    tag,
    summary: "Read a payee's balance in every currency",
    description:
      "`available` is the sum of its payee statements, adjustments and conversions, minus payments and every payout that is not `failed` " +
      "or `cancelled`. `pending` is in payouts that are under way.",
    access: read,
    success: { status: 200, schema: Balances },
    handle: async (ctx, { principal: { organization_id }, params }): Promise<Balances> => {
      const own = { organization_id, id: params.payee_id };
      await getPaidPayee(ctx, own);
      const rows = await listBalancesOfPayee(ctx.db, own);
      return { data: rows.map((row) => withShownAmounts(row, ["available", "pending"])) };
    },
  }),
  route({
    method: "GET",
    path: "/v1/payees/{payee_id}/balance/transactions",
    operation: "listPayeeTransactions",
    tag,
    summary: "List what changed a payee's balance, newest first",
    description: "The amounts of a currency sum to its `available`.",
    access: read,
    query: Type.Object({ currency: Currency }),
    success: { status: 200, schema: PayeeTransaction, list: true },
    handle: async (ctx, { principal: { organization_id }, params, query, page }) => {
      const own = { organization_id, id: params.payee_id };
      await getPaidPayee(ctx, own);
      const listed = await listPayeeTransactions(ctx.db, own, { ...query, ...page });
      return mapPage(listed, (row) => withShownAmounts(row, ["amount"]));
    },
  }),
  route({
    method: "POST",
    path: "/v1/payees/{payee_id}/adjustments",
    operation: "createPayeeAdjustment",
    tag,
    summary: "Add to a payee's balance, or take from it",
    description:
      "If the operator pays the payee, the amount comes from your own balance, which must cover it. A negative amount goes back there, and " +
      "the payee's balance must cover it. Otherwise only what you owe the payee changes. It cannot be changed: correct a mistake with another.",
    access: write,
    body: NewAdjustment,
    success: { status: 201, schema: PayeeAdjustment },
    errors: ["invalid_state"],
    handle: (ctx, { principal: { organization_id }, params, body }) =>
      createPayeeAdjustment(ctx, { organization_id, id: params.payee_id }, body),
  }),
  route({
    method: "POST",
    path: "/v1/payees/{payee_id}/payments",
    operation: "createPayeePayment",
    tag,
    summary: "Record that you paid a payee",
    description:
      "For payees with `paid_by: organization`, whom you pay by yourself. The answer is 409 for others, and if it is more than is available.",
    access: write,
    body: NewPayeePayment,
    success: { status: 201, schema: PayeePayment },
    errors: ["invalid_state"],
    handle: (ctx, { principal: { organization_id }, params, body }) =>
      createPayeePayment(ctx, { organization_id, id: params.payee_id }, body),
  }),
];
