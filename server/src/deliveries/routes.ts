import { Type } from "typebox";
import { UpdatedSince } from "../platform/http/pagination.ts";
import { type Route, route } from "../platform/http/route.ts";
import { OneOf } from "../platform/schema.ts";
import type { MessageJudge } from "../releases/preflight/actions.ts";
import { sightOf } from "../rights/sight.ts";
import { createDelivery, getDelivery, resubmitDelivery, takeDownDelivery, updateDelivery } from "./actions.ts";
import { reportAnswer, simulateAnswer } from "./answer.ts";
import { approvalRoutes } from "./approval-routes.ts";
import { cancelDelivery } from "./cancel.ts";
import {
  AnotherAttempt,
  AnyDelivery,
  ChosenStores,
  Delivery,
  deliveryStatuses,
  NewDelivery,
  ReportedAnswer,
  SimulatedAnswer,
  storeStatuses,
  Takedown,
} from "./delivery.ts";
import { listAnyDeliveries, listDeliveries } from "./queries.ts";
import { judgeForDelivery, judgeForStores } from "./requirements.ts";

const tag = "Deliveries";
const access = { scope: "deliveries:write" };

/** Routes that send: the release is judged before. */
const sendingRoutes = (messages: MessageJudge): Route[] => [
  route({
    method: "POST",
    path: "/v1/deliveries",
    operation: "createDelivery",
    tag,
    summary: "Deliver a release to stores",
    description:
      "The release's latest submission must be approved. Each store gets the territories that the request, the store, the " +
      "release and your licence have in common. A request is refused if preflight finds a blocker at one of the stores. " +
      "`terms` are pre-orders, previews and price tiers, store by store.",
    access,
    body: NewDelivery,
    success: { status: 201, schema: Delivery },
    errors: ["territory_not_supported", "duplicate_submission", "invalid_state", "asset_not_ready"],
    ahead: (ctx, { principal, body }) => judgeForStores(ctx, principal.organization_id, { ...body, messages }),
    handle: (ctx, { principal, body }, judgement) => createDelivery(ctx, principal.organization_id, body, judgement),
  }),
  route({
    method: "POST",
    path: "/v1/deliveries/{delivery_id}/resubmit",
    operation: "resubmitDelivery",
    tag,
    summary: "Send a corrected release again",
    description:
      "Sends it to the stores that rejected or flagged it, or to those you name. Territories are computed again from the " +
      "present rights. If a store would get no territory, the answer is 409: take the release down there. The terms of each store " +
      "stay, apart from the fields that `terms` gives; one that does not fit any more is 409.",
    access,
    body: AnotherAttempt,
    success: { status: 200, schema: Delivery },
    errors: ["territory_not_supported", "invalid_state", "duplicate_submission", "asset_not_ready"],
    ahead: (ctx, { principal, params }) =>
      judgeForDelivery(ctx, { organization_id: principal.organization_id, id: params.delivery_id }, messages),
    handle: (ctx, { principal: { organization_id }, params, body }, judgement) =>
      resubmitDelivery(ctx, { organization_id, id: params.delivery_id, judgement, ...body }),
  }),
  route({
    method: "POST",
    path: "/v1/deliveries/{delivery_id}/update",
    operation: "updateDelivery",
    tag,
    summary: "Send the present metadata to stores that have the release",
    description:
      "Only to stores that accept updates. Territories are computed again from the present rights. If a store would get no " +
      "territory, the answer is 409: take the release down there. The terms of each store stay, apart from the fields that `terms` " +
      "gives; one that does not fit any more is 409.",
    access,
    body: AnotherAttempt,
    success: { status: 202, schema: Delivery },
    errors: ["territory_not_supported", "invalid_state", "duplicate_submission", "asset_not_ready"],
    ahead: (ctx, { principal, params }) =>
      judgeForDelivery(ctx, { organization_id: principal.organization_id, id: params.delivery_id }, messages),
    handle: (ctx, { principal: { organization_id }, params, body }, judgement) =>
      updateDelivery(ctx, { organization_id, id: params.delivery_id, judgement, ...body }),
  }),
];

const otherRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/deliveries",
    operation: "listDeliveries",
    tag,
    summary: "List deliveries, newest first",
    access: { scope: "deliveries:read" },
    query: Type.Object({
      status: OneOf(deliveryStatuses),
      release_id: Type.String({ maxLength: 100, description: "Only deliveries of this release." }),
      updated_since: UpdatedSince,
    }),
    success: { status: 200, schema: Delivery, list: true },
    handle: (ctx, { principal, query, page }) => listDeliveries(ctx.db, sightOf(principal), { ...query, ...page }),
  }),
  route({
    method: "GET",
    path: "/v1/deliveries/{delivery_id}",
    operation: "getDelivery",
    tag,
    summary: "Read a delivery: where it stands at every store",
    access: { scope: "deliveries:read" },
    success: { status: 200, schema: Delivery },
    handle: (ctx, { principal, params }) =>
      getDelivery(ctx, { organization_id: principal.organization_id, id: params.delivery_id }),
  }),
  route({
    method: "POST",
    path: "/v1/deliveries/{delivery_id}/takedown",
    operation: "takeDownDelivery",
    tag,
    summary: "Take a release down from stores that have it",
    description:
      "Stores that are `delivered`, and stores that had the release and then rejected or flagged a later version. A store " +
      "typically takes 24 to 72 hours to remove a release; those of the sandbox take seconds.",
    access,
    body: Takedown,
    success: { status: 202, schema: Delivery },
    errors: ["invalid_state"],
    handle: (ctx, { principal: { organization_id }, params, body }) =>
      takeDownDelivery(ctx, { organization_id, id: params.delivery_id, ...body }),
  }),
  route({
    method: "POST",
    path: "/v1/deliveries/{delivery_id}/cancel",
    operation: "cancelDelivery",
    tag,
    summary: "Cancel what was not sent to stores yet",
    description:
      "Cancels stores that are `queued` or `stalled`. If it was a resubmission or an update, the store's status becomes what it " +
      "was before. While a message is being sent to a store, the answer is 409.",
    access,
    body: ChosenStores,
    success: { status: 200, schema: Delivery },
    errors: ["invalid_state", "duplicate_submission"],
    handle: (ctx, { principal: { organization_id }, params, body }) =>
      cancelDelivery(ctx, { organization_id, id: params.delivery_id, ...body }),
  }),
  route({
    method: "GET",
    path: "/v1/operator/deliveries",
    operation: "listAllDeliveries",
    tag: "Operator",
    summary: "List the deliveries of all organizations, newest first",
    access: "operator",
    query: Type.Object({
      status: OneOf(deliveryStatuses),
      store_id: Type.String({ maxLength: 100, description: "Only deliveries to this store." }),
      store_status: OneOf(storeStatuses, {
        description: "Only deliveries with this status at a store, or at the one that `store_id` names.",
        examples: ["stalled"],
      }),
    }),
    success: { status: 200, schema: AnyDelivery, list: true },
    handle: (ctx, { query, page }) => listAnyDeliveries(ctx.db, { ...page, ...query }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/deliveries/{delivery_id}/stores/{store_id}/report",
    operation: "reportStoreAnswer",
    tag: "Operator",
    summary: "Enter a store's answer by hand",
    access: "operator",
    body: ReportedAnswer,
    success: { status: 200, schema: AnyDelivery },
    errors: ["invalid_state"],
    handle: (ctx, { params: { delivery_id, store_id }, body }) => reportAnswer(ctx, { delivery_id, store_id }, body),
  }),
];

export const deliveryRoutes = (messages: MessageJudge): Route[] => [
  ...approvalRoutes(messages),
  ...sendingRoutes(messages),
  ...otherRoutes,
];

/** Routes of the sandbox alone. */
export const simulationRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/sandbox/deliveries/{delivery_id}/simulate",
    operation: "simulateStoreAnswer",
    tag: "Sandbox",
    summary: "Let a store answer at once",
    access,
    body: SimulatedAnswer,
    success: { status: 200, schema: Delivery },
    errors: ["invalid_state"],
    handle: (ctx, { principal: { organization_id }, params: { delivery_id }, body: { store_id, ...answer } }) =>
      simulateAnswer(ctx, { organization_id, delivery_id, store_id }, answer),
  }),
];
