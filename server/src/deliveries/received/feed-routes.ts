import { Type } from "typebox";
import { type Route, route } from "../../platform/http/route.ts";
import { ReportedAnswer } from "../delivery.ts";
import { FeedMessage } from "../sent/store-message.ts";
import { answerFedMessage, listFeed, readFedFile, readFedMessage } from "./feed.ts";

const access = "store";
const tag = "Feed";

/** For stores with the connector `ern_http`. */
export const feedRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/feed/messages",
    operation: "listFeed",
    tag,
    summary: "List your messages, oldest first",
    description:
      "One message for each release: a newer one takes the place of the older one. Go on with `after`, the last message that you " +
      "have fetched. A message that the operator sends again is listed again, at the end. While the operator has paused the " +
      "store, the list is empty.",
    access,
    query: Type.Object({
      after: Type.String({
        maxLength: 200,
        description: "Only messages that came into the feed after this one.",
        examples: ["dlv_01k8z3v9qxe7p9a4m2c6t5w8rn-store_brightwater-1"],
      }),
    }),
    success: { status: 200, schema: FeedMessage, list: true },
    handle: (ctx, { principal, query: { after }, page }) =>
      listFeed(ctx, principal.store_id, { ...page, ...(after !== undefined && { after_message: after }) }),
  }),
  route({
    method: "GET",
    path: "/v1/feed/messages/{message_id}",
    operation: "readFeedMessage",
    tag,
    summary: "Fetch a message",
    description: "The ERN message, the same bytes every time.",
    access,
    gives: "answer",
    success: { status: 200, content_type: "application/xml; charset=utf-8" },
    handle: (ctx, { principal, params: { message_id }, method }) =>
      readFedMessage(ctx, { store_id: principal.store_id, message_id }, method),
  }),
  route({
    method: "GET",
    path: "/v1/feed/messages/{message_id}/files/{name}",
    operation: "readFeedFile",
    tag,
    summary: "Fetch a file of a message",
    description: "By its name in the message, without folders. Takes one `Range`, and then answers 206.",
    access,
    gives: "answer",
    success: { status: 200, content_type: "application/octet-stream" },
    handle: (ctx, { principal, params: { message_id, name }, method, headers: { range } }) =>
      readFedFile(ctx, { store_id: principal.store_id, message_id, name }, { method, range }),
  }),
  route({
    method: "POST",
    path: "/v1/feed/messages/{message_id}/status",
    operation: "reportFeedStatus",
    tag,
    summary: "Report what came of a message",
    description:
      "`taken_down` answers a takedown, the other statuses answer a release. The same report again changes nothing. A report " +
      "about a message that a newer one has replaced changes nothing either.",
    access,
    body: ReportedAnswer,
    success: { status: 200, schema: FeedMessage },
    errors: ["invalid_state"],
    handle: (ctx, { principal, params: { message_id }, body }) =>
      answerFedMessage(ctx, { store_id: principal.store_id, message_id }, body),
  }),
];
