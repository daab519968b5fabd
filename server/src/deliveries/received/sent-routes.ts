import { Type } from "typebox";
import { notFound } from "../../platform/errors.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { type ConnectorParts, getStore } from "../../stores/actions.ts";
import { findAcknowledgement } from "../sent/acknowledgement-queries.ts";
import { findSentDocument, listSentMessages } from "../sent/sent-queries.ts";
import { documentAnswer, SentMessage } from "../sent/store-message.ts";
import { readSentFile } from "./feed.ts";
import { requestResend } from "./resend.ts";

const path = "/v1/operator/stores/{store_id}/messages";
const tag = "Operator";
const access = "operator";

export const sentMessageRoutes = (parts: ConnectorParts): Route[] => [
  ...readingRoutes,
  route({
    method: "POST",
    path: `${path}/{message_id}/resend`,
    operation: "resendStoreMessage",
    tag,
    summary: "Send a message again",
    description:
      "The same bytes under the same id. Only the last message about a release: an older one would undo what the store has. The " +
      "delivery's status stays as it is until the store answers.",
    access,
    success: { status: 202, schema: SentMessage },
    errors: ["invalid_state"],
    handle: (ctx, { params }) => requestResend(ctx, parts, params),
  }),
];

const readingRoutes: Route[] = [
  route({
    method: "GET",
    path,
    operation: "listStoreMessages",
    tag,
    summary: "List a store's messages and its answers, newest first",
    access,
    query: Type.Object({
      delivery_id: Type.String({ maxLength: 100, description: "Only messages of this delivery." }),
    }),
    success: { status: 200, schema: SentMessage, list: true },
    handle: async (ctx, { params, query: { delivery_id }, page }) => {
      const { store_id } = await getStore(ctx, params.store_id);
      return listSentMessages(ctx.db, store_id, { ...page, ...(delivery_id !== undefined && { delivery_id }) });
    },
  }),
  route({
    method: "GET",
    path: `${path}/{message_id}`,
    operation: "readStoreMessage",
    tag,
    summary: "Read a message as the store gets it",
    description: "The very bytes: XML, or JSON for simulated and manual stores.",
    access,
    gives: "answer",
    success: { status: 200, content_type: "application/xml; charset=utf-8" },
    handle: async (ctx, { params }) => {
      const kept = await findSentDocument(ctx.db, params);
      if (!kept) throw notFound("message");
      return documentAnswer(kept);
    },
  }),
  route({
    method: "GET",
    path: `${path}/{message_id}/files/{asset_id}`,
    operation: "readStoreMessageFile",
    tag,
    summary: "Read a file that goes with a message",
    description: "For a store that you serve by hand. Takes one `Range`, and then answers 206.",
    access,
    gives: "answer",
    success: { status: 200, content_type: "application/octet-stream" },
    handle: (ctx, { params, method, headers: { range } }) => readSentFile(ctx, params, { method, range }),
  }),
  route({
    method: "GET",
    path: `${path}/{message_id}/acknowledgements/{sha256}`,
    operation: "readStoreAcknowledgement",
    tag,
    summary: "Read what a store wrote back about a message",
    description: "The very bytes, as the store sent them.",
    access,
    gives: "answer",
    success: { status: 200, content_type: "application/xml" },
    handle: async (ctx, { params }) => {
      const isDigest = /^[0-9a-f]{64}$/.test(params.sha256);
      const payload = isDigest ? await findAcknowledgement(ctx.db, params) : undefined;
      if (!payload) throw notFound("acknowledgement");
      return { status: 200, headers: { "content-type": "application/xml" }, payload };
    },
  }),
];
