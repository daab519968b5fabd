import { Type } from "typebox";
import { mapPage } from "../platform/http/pagination.ts";
import { type Route, route } from "../platform/http/route.ts";
import { Id } from "../platform/schema.ts";
import { createPayee, deletePayee, getPayee, shownPayee, updatePayee } from "./actions.ts";
import { ownPayeeRoutes } from "./me-routes.ts";
import { AnyPayee, NewPayee, Payee, PayeeChanges, PayeeFilter, shownAnyPayee } from "./payee.ts";
import { clearPayment, type PaymentParts } from "./payment-actions.ts";
import { paymentRoutes } from "./payment-routes.ts";
import { listAnyPayees, listPayees } from "./queries.ts";

const tag = "Payees";
const read = { scope: "payees:read" } as const;
const write = { scope: "payees:write" } as const;

export const payeeRoutes = (parts: PaymentParts): Route[] => [
  ...readRoutes(parts),
  ...writeRoutes(parts),
  ...paymentRoutes(parts),
  ...operatorPayeeRoutes,
  ...ownPayeeRoutes,
];

const readRoutes = (parts: PaymentParts): Route[] => [
  route({
    method: "GET",
    path: "/v1/payees",
    operation: "listPayees",
    tag,
    summary: "List your payees, newest first",
    access: read,
    query: PayeeFilter,
    success: { status: 200, schema: Payee, list: true },
    handle: async (ctx, { principal: { organization_id }, query, page }) =>
      mapPage(await listPayees(ctx.db, organization_id, { ...query, ...page }), (row) => shownPayee(parts, row)),
  }),
  route({
    method: "GET",
    path: "/v1/payees/{payee_id}",
    operation: "getPayee",
    tag,
    summary: "Read a payee",
    access: read,
    success: { status: 200, schema: Payee },
    handle: (ctx, { principal: { organization_id }, params }) =>
      getPayee(ctx, parts, { organization_id, id: params.payee_id }),
  }),
];

const writeRoutes = (parts: PaymentParts): Route[] => [
  route({
    method: "POST",
    path: "/v1/payees",
    operation: "createPayee",
    tag,
    summary: "Add a payee",
    description:
      "A payee is an artist, producer or label that contracts give a part of your earnings to. You can have 5,000. The answer is 409 if " +
      "another payee of yours has the `external_id`.",
    access: write,
    body: NewPayee,
    success: { status: 201, schema: Payee },
    errors: ["invalid_state", "territory_not_supported"],
    handle: (ctx, { principal: { organization_id }, body: given }) =>
      createPayee(ctx, parts, { organization_id, given }),
  }),
  route({
    method: "PATCH",
    path: "/v1/payees/{payee_id}",
    operation: "updatePayee",
    tag,
    summary: "Change a payee, or archive it",
    description:
      "Only the fields you send change; null clears `email`, `external_id`, `tax` and `payment`. A payee can be archived once every contract " +
      "with it has ended and its balances are 0. `paid_by` can change while every balance is 0.",
    access: write,
    body: PayeeChanges,
    success: { status: 200, schema: Payee },
    errors: ["invalid_state", "territory_not_supported"],
    handle: async (ctx, { principal: { organization_id }, params, body }) => {
      const own = { organization_id, id: params.payee_id };
      const before = await updatePayee(ctx, own, body);
      // The mail goes to the address of before: the same request may have changed it.
      if (body.payment === null) await clearPayment(ctx, parts, own, before);
      return getPayee(ctx, parts, own);
    },
  }),
  route({
    method: "DELETE",
    path: "/v1/payees/{payee_id}",
    operation: "deletePayee",
    tag,
    summary: "Delete a payee",
    description:
      "Only while it has no contract, statement, payout, payment or adjustment; else the answer is 409, and you can archive it. Members of " +
      "the role `payee` lose it.",
    access: write,
    success: { status: 204 },
    errors: ["invalid_state"],
    changes_principals: true,
    handle: (ctx, { principal: { organization_id }, params }) =>
      deletePayee(ctx, { organization_id, id: params.payee_id }),
  }),
];

const operatorPayeeRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/operator/payees",
    operation: "listAllPayees",
    tag: "Operator",
    summary: "List the payees of all organizations, newest first",
    description: "Without their payment details.",
    access: "operator",
    query: Type.Object({ organization_id: Id("org", { maxLength: 100, description: "Only of this organization." }) }),
    success: { status: 200, schema: AnyPayee, list: true },
    handle: async (ctx, { query: { organization_id }, page }) =>
      mapPage(await listAnyPayees(ctx.db, { ...page, only_of: organization_id ?? null }), shownAnyPayee),
  }),
];
