import { Type } from "typebox";
import { mapPage, UpdatedSince } from "../platform/http/pagination.ts";
import { type Route, route } from "../platform/http/route.ts";
import { Id, OneOf } from "../platform/schema.ts";
import { createPayout, getPayout, moveAnyPayout, movePayout, payoutSeenBy } from "./actions.ts";
import {
  AnyPayout,
  NewHold,
  NewPayout,
  Payment,
  Payout,
  PayoutFailure,
  payoutStatuses,
  SimulatedMove,
  shownPayout,
  simulatedMove,
} from "./payout.ts";
import { listAnyPayouts, listPayouts } from "./queries.ts";

const tag = "Payouts";
const access = { scope: "payouts:write" } as const;
const payee_id = Id("pye", { maxLength: 100, description: "Only of this payee." });

export const payoutRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/payouts",
    operation: "createPayout",
    tag,
    summary: "Request a payout",
    description:
      "The amount moves from `available` to `pending`. The answer is 409 if nothing or too little is available, or if the amount " +
      "is below your organization's minimum for the currency. With `payee_id` balance and minimum are the payee's; the answer is 409 " +
      "for a payee that you pay by yourself. A payout is on hold at once if its payment details are less than 72 hours old, or if " +
      "the payee lacks a valid tax form that your distributor asks for.",
    access,
    body: NewPayout,
    success: { status: 201, schema: Payout },
    errors: ["invalid_state", "not_found"],
    handle: async (ctx, { principal, body }) => payoutSeenBy(principal)(await createPayout(ctx, principal, body)),
  }),
  route({
    method: "GET",
    path: "/v1/payouts",
    operation: "listPayouts",
    tag,
    summary: "List payouts, newest first",
    access: { scope: "payouts:read" },
    query: Type.Object({ status: OneOf(payoutStatuses), payee_id, updated_since: UpdatedSince }),
    success: { status: 200, schema: Payout, list: true },
    handle: async (ctx, { principal, query, page }) =>
      mapPage(await listPayouts(ctx.db, principal.organization_id, { ...query, ...page }), payoutSeenBy(principal)),
  }),
  route({
    method: "GET",
    path: "/v1/payouts/{payout_id}",
    operation: "getPayout",
    tag,
    summary: "Read a payout: where it stands, and what it waits for",
    access: { scope: "payouts:read" },
    success: { status: 200, schema: Payout },
    handle: async (ctx, { principal, params }) =>
      payoutSeenBy(principal)(
        await getPayout(ctx, { organization_id: principal.organization_id, id: params.payout_id }),
      ),
  }),
  route({
    method: "POST",
    path: "/v1/payouts/{payout_id}/cancel",
    operation: "cancelPayout",
    tag,
    summary: "Cancel a payout that is pending",
    description:
      "Its amount becomes available again. If the payout is on hold or already processing, the answer is 409.",
    access,
    success: { status: 200, schema: Payout },
    errors: ["invalid_state"],
    handle: async (ctx, { principal, params }) => {
      const owned = { organization_id: principal.organization_id, id: params.payout_id };
      return payoutSeenBy(principal)(await movePayout(ctx, owned, { trigger: "cancel" }));
    },
  }),
  route({
    method: "GET",
    path: "/v1/operator/payouts",
    operation: "listAllPayouts",
    tag: "Operator",
    summary: "List the payouts of all organizations, newest first",
    access: "operator",
    query: Type.Object({ status: OneOf(payoutStatuses), payee_id }),
    success: { status: 200, schema: AnyPayout, list: true },
    handle: async (ctx, { query, page }) => mapPage(await listAnyPayouts(ctx.db, { ...query, ...page }), shownPayout),
  }),
  route({
    method: "POST",
    path: "/v1/operator/payouts/{payout_id}/hold",
    operation: "holdPayout",
    tag: "Operator",
    summary: "Put a payout on hold",
    description:
      "The partner sees the reason and what to do. The payout is neither processed nor paid until you release it.",
    access: "operator",
    body: NewHold,
    success: { status: 200, schema: AnyPayout },
    errors: ["invalid_state"],
    handle: (ctx, { params, body }) => moveAnyPayout(ctx, params.payout_id, { trigger: "hold", ...body }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/payouts/{payout_id}/release",
    operation: "releasePayout",
    tag: "Operator",
    summary: "Release a payout from its hold",
    access: "operator",
    success: { status: 200, schema: AnyPayout },
    errors: ["invalid_state"],
    handle: (ctx, { params }) => moveAnyPayout(ctx, params.payout_id, { trigger: "release" }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/payouts/{payout_id}/process",
    operation: "processPayout",
    tag: "Operator",
    summary: "Mark a payout as on its way to the bank",
    description: "From then on the partner cannot cancel it.",
    access: "operator",
    success: { status: 200, schema: AnyPayout },
    errors: ["invalid_state"],
    handle: (ctx, { params }) => moveAnyPayout(ctx, params.payout_id, { trigger: "process" }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/payouts/{payout_id}/pay",
    operation: "payPayout",
    tag: "Operator",
    summary: "Mark a payout as paid",
    access: "operator",
    body: Payment,
    success: { status: 200, schema: AnyPayout },
    errors: ["invalid_state"],
    handle: (ctx, { params, body }) => moveAnyPayout(ctx, params.payout_id, { trigger: "pay", ...body }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/payouts/{payout_id}/fail",
    operation: "failPayout",
    tag: "Operator",
    summary: "Mark a payout as failed, or as returned by the bank",
    description: "Its amount becomes available again. The partner sees the reason.",
    access: "operator",
    body: PayoutFailure,
    success: { status: 200, schema: AnyPayout },
    errors: ["invalid_state"],
    handle: (ctx, { params, body }) => moveAnyPayout(ctx, params.payout_id, { trigger: "fail", ...body }),
  }),
];

/** Routes of the sandbox alone. */
export const simulatedPayoutRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/sandbox/payouts/{payout_id}/simulate",
    operation: "simulatePayoutMove",
    tag: "Sandbox",
    summary: "Move a payout as the operator would",
    access,
    body: SimulatedMove,
    success: { status: 200, schema: Payout },
    errors: ["invalid_state"],
    handle: async (ctx, { principal, params, body }) => {
      const owned = { organization_id: principal.organization_id, id: params.payout_id };
      return payoutSeenBy(principal)(await movePayout(ctx, owned, simulatedMove(body)));
    },
  }),
];
