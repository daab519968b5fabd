import { type Route, route } from "../platform/http/route.ts";
import { Nullable } from "../platform/schema.ts";
import { PaymentDetails, SetPayment, ShownPayment } from "./payment.ts";
import { getOwnPayment, type PaymentParts, removePayment, setPayment } from "./payment-actions.ts";

const tag = "Payees";
// Both for the same scopes: no key of before can say where money goes.
const read = { scope: "payees:read" } as const;
const write = { scope: "payees:write" } as const;

const replaced =
  "They replace the old ones whole and are never shown again: only `method` and `last4` are. The change is mailed and puts payouts that are " +
  "`pending` on hold; a payout that is requested in the next 72 hours is on hold, too.";
const removed = "The change is mailed and puts payouts that are `pending` on hold.";
const one_time = ["method", "last4"];

export const paymentRoutes = (parts: PaymentParts): Route[] => [
  route({
    method: "PATCH",
    path: "/v1/payees/{payee_id}/payment",
    operation: "setPayeePayment",
    tag,
    summary: "Set a payee's payment details",
    description: replaced,
    access: write,
    body: PaymentDetails,
    success: { status: 200, schema: SetPayment },
    one_time,
    handle: (ctx, { principal: { organization_id }, params, body: given }) =>
      setPayment(ctx, parts, { organization_id, payee_id: params.payee_id, given }),
  }),
  route({
    method: "DELETE",
    path: "/v1/payees/{payee_id}/payment",
    operation: "removePayeePayment",
    tag,
    summary: "Remove a payee's payment details",
    description: removed,
    access: write,
    success: { status: 204 },
    handle: (ctx, { principal: { organization_id }, params }) =>
      removePayment(ctx, parts, { organization_id, payee_id: params.payee_id }),
  }),
  route({
    method: "GET",
    path: "/v1/payment-details",
    operation: "getPaymentDetails",
    tag,
    summary: "See where your organization's own payouts are sent",
    description: "Null while there are none.",
    access: read,
    success: { status: 200, schema: Nullable(ShownPayment) },
    handle: (ctx, { principal }) => getOwnPayment(ctx, parts, principal.organization_id),
  }),
  route({
    method: "PATCH",
    path: "/v1/payment-details",
    operation: "setPaymentDetails",
    tag,
    summary: "Set your organization's own payment details",
    description: replaced,
    access: write,
    body: PaymentDetails,
    success: { status: 200, schema: SetPayment },
    one_time,
    handle: (ctx, { principal: { organization_id }, body: given }) =>
      setPayment(ctx, parts, { organization_id, payee_id: null, given }),
  }),
  route({
    method: "DELETE",
    path: "/v1/payment-details",
    operation: "removePaymentDetails",
    tag,
    summary: "Remove your organization's own payment details",
    description: removed,
    access: write,
    success: { status: 204 },
    errors: ["not_found"],
    handle: (ctx, { principal: { organization_id } }) => removePayment(ctx, parts, { organization_id, payee_id: null }),
  }),
];
