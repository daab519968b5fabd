import { Type } from "typebox";
import { WebhookAttempt, WebhookHealth } from "../events/webhook-attempt.ts";
import { type Route, route } from "../platform/http/route.ts";
import { GivenTimestamp, Id, OneOf } from "../platform/schema.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  pingWebhook,
  prepareChange,
  prepareWebhook,
  recordPinged,
  redeliverEvent,
  redeliverOf,
  rotateSecret,
} from "./actions.ts";
import { getWebhookHealth, listWebhookAttempts } from "./answers.ts";
import { listWebhooks } from "./queries.ts";
import type { SecretParts } from "./secrets.ts";
import { NewWebhook, PingedWebhook, SecretRotation, Webhook, WebhookChanges, WebhookWithSecret } from "./webhook.ts";

const tag = "Webhooks";
const read = { scope: "webhooks:read" };
const write = { scope: "webhooks:write" };

const Redelivery = Type.Object(
  { count: Type.Integer({ minimum: 0, description: "How many dispatches begin a new round." }) },
  { title: "Redelivery" },
);

const answerRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/webhooks/{webhook_id}/attempts",
    operation: "listWebhookAttempts",
    tag,
    summary: "List the attempts at an endpoint, newest first",
    description: "Attempts of the last 30 days, pings too, each with the answer of the endpoint.",
    access: read,
    // Those that succeeded have no index of their own, and it would cost an entry for each try.
    query: Type.Object({ status: OneOf(["failed"], { description: "Only those that failed." }) }),
    success: { status: 200, schema: WebhookAttempt, list: true },
    handle: (ctx, { principal, params, query: { status }, page }) =>
      listWebhookAttempts(ctx, principal.organization_id, { ...page, ...params, ...(status && { status }) }),
  }),
  route({
    method: "GET",
    path: "/v1/webhooks/{webhook_id}/health",
    operation: "getWebhookHealth",
    tag,
    summary: "Read how an endpoint answered in the last 24 hours",
    access: read,
    success: { status: 200, schema: WebhookHealth },
    handle: (ctx, { principal: { organization_id }, params }) => getWebhookHealth(ctx, { organization_id, ...params }),
  }),
];

export const webhookRoutes = (parts: SecretParts): Route[] => [
  route({
    method: "POST",
    path: "/v1/webhooks",
    operation: "createWebhook",
    tag,
    summary: "Register an endpoint",
    description:
      "Before the service answers, it sends a `ping`. Only an answer of 200 within 10 seconds verifies the endpoint; an unverified one gets no events until a ping succeeds. A receiver that knows its `secret` beforehand can check the signature of this ping.",
    access: write,
    body: NewWebhook,
    success: { status: 201, schema: WebhookWithSecret },
    errors: ["webhook_url_not_allowed", "tier_not_eligible", "invalid_state"],
    one_time: ["secret"],
    prepare: (ctx, { principal, body, claim_id }) => prepareWebhook(ctx, principal, { ...body, id: idOf(claim_id) }),
    handle: (ctx, { principal, body, claim_id }, registration) =>
      createWebhook(ctx, parts, { owner: principal, id: idOf(claim_id), webhook: body, registration }),
  }),
  route({
    method: "GET",
    path: "/v1/webhooks",
    operation: "listWebhooks",
    tag,
    summary: "List endpoints, newest first",
    access: read,
    success: { status: 200, schema: Webhook, list: true },
    handle: (ctx, { principal, page }) => listWebhooks(ctx.db, principal.organization_id, page),
  }),
  route({
    method: "GET",
    path: "/v1/webhooks/{webhook_id}",
    operation: "getWebhook",
    tag,
    summary: "Read an endpoint",
    access: read,
    success: { status: 200, schema: Webhook },
    handle: (ctx, { principal, params }) =>
      getWebhook(ctx, { organization_id: principal.organization_id, id: params.webhook_id }),
  }),
  route({
    method: "PATCH",
    path: "/v1/webhooks/{webhook_id}",
    operation: "updateWebhook",
    tag,
    summary: "Change an endpoint",
    description:
      "Only the fields you send change. A changed `url` gets a ping; only an answer of 200 within 10 seconds verifies it.",
    access: write,
    body: WebhookChanges,
    success: { status: 200, schema: PingedWebhook },
    errors: ["webhook_url_not_allowed", "tier_not_eligible", "invalid_state"],
    prepare: (ctx, { principal, params, body }) =>
      prepareChange(ctx, parts, { ...principal, ...params, changes: body }),
    handle: (ctx, { principal, params, body }, ping) =>
      changeWebhook(ctx, { ...principal, ...params, changes: body, ping }),
  }),
  route({
    method: "DELETE",
    path: "/v1/webhooks/{webhook_id}",
    operation: "deleteWebhook",
    tag,
    summary: "Delete an endpoint",
    description: "Nothing more is sent to it. Events that it has not received yet are dropped.",
    access: write,
    success: { status: 204 },
    handle: (ctx, { principal, params }) => deleteWebhook(ctx, { ...principal, ...params }),
  }),
  ...answerRoutes,
  ...actionRoutes(parts),
];

const actionRoutes = (parts: SecretParts): Route[] => [
  route({
    method: "POST",
    path: "/v1/webhooks/{webhook_id}/ping",
    operation: "pingWebhook",
    tag,
    summary: "Ping an endpoint",
    description: "A successful ping verifies an endpoint that is unverified or disabled.",
    access: write,
    success: { status: 200, schema: PingedWebhook },
    errors: ["webhook_url_not_allowed", "invalid_state"],
    prepare: (ctx, { principal, params }) => pingWebhook(ctx, parts, { ...principal, ...params }),
    handle: (ctx, { principal, params }, ping) => recordPinged(ctx, { ...principal, ...params }, ping),
  }),
  route({
    method: "POST",
    path: "/v1/webhooks/{webhook_id}/rotate-secret",
    operation: "rotateWebhookSecret",
    tag,
    summary: "Give an endpoint a new secret",
    description:
      "The new secret signs from now on. For 24 hours `X-SVC-Signature-Previous` also carries a signature made with the old one.",
    access: write,
    body: SecretRotation,
    success: { status: 200, schema: WebhookWithSecret },
    one_time: ["secret"],
    handle: (ctx, { principal, params, body }) => rotateSecret(ctx, parts, { ...principal, ...params, ...body }),
  }),
  route({
    method: "POST",
    path: "/v1/webhooks/{webhook_id}/redeliver",
    operation: "redeliverToWebhook",
    tag,
    summary: "Send an endpoint the events it has missed",
    description: "Every event that was not delivered gets a new round of up to 6 attempts, with the same id and bytes.",
    access: write,
    body: Type.Object(
      {
        since: Type.Optional(GivenTimestamp({ description: "Only events from this moment on." })),
        until: Type.Optional(GivenTimestamp({ description: "Only events up to this moment." })),
      },
      { additionalProperties: false },
    ),
    success: { status: 202, schema: Redelivery },
    errors: ["invalid_state"],
    handle: (ctx, { principal, params, body }) => redeliverOf(ctx, { ...principal, ...params }, body),
  }),
  route({
    method: "POST",
    path: "/v1/events/{event_id}/redeliver",
    operation: "redeliverEvent",
    tag: "Events",
    summary: "Send an event again",
    description: "Every event that was not delivered gets a new round of up to 6 attempts, with the same id and bytes.",
    access: write,
    body: Type.Object(
      { webhook_id: Type.Optional(Id("whk", { description: "Only to this endpoint." })) },
      { additionalProperties: false },
    ),
    success: { status: 202, schema: Redelivery },
    errors: ["invalid_state"],
    handle: (ctx, { principal: { organization_id }, params, body }) =>
      redeliverEvent(ctx, { organization_id, ...params, ...body }),
  }),
];

function idOf(claim_id: string): string {
  return `whk_${claim_id}`;
}
