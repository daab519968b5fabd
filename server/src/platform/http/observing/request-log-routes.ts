import { Type } from "typebox";
import type { Db } from "../../database/db.ts";
import { handler } from "../../jobs/handler.ts";
import { housekeeping, type JobDefinition, type NoPayload } from "../../jobs/queue.ts";
import { Id, Nullable, OneOf, Timestamp } from "../../schema.ts";
import { type Page, type PageAsked, selectPage } from "../pagination.ts";
import { type Route, route } from "../route.ts";
import { LOGGED_DAYS, removeOldestDay, requestSources } from "./request-log.ts";

const LoggedCall = Type.Object(
  {
    request_id: Id("req", { description: "The `X-Request-Id` of the answer." }),
    method: Type.String({ examples: ["POST"] }),
    path: Type.String({
      description: "Without its query. Tokens of links to files, and other parts longer than an id, are cut out.",
      examples: ["/v1/releases"],
    }),
    status: Type.Integer({ examples: [422] }),
    duration_ms: Type.Number({ description: "From the request's arrival to its answer.", examples: [12.5] }),
    error_code: Nullable(
      Type.String({ description: "The `code` of the error object.", examples: ["validation_failed"] }),
    ),
    credential: Id("key", { description: "The id of the API key or OAuth client. A dashboard session is its key's." }),
    source: OneOf(requestSources, { description: "`dashboard` for a page of the dashboard, otherwise `api`." }),
    created_at: Timestamp,
  },
  { title: "LoggedRequest" },
);
type LoggedCall = { request_id: string; created_at: string };

const query = Type.Object({
  status: Type.String({
    pattern: "^([1-5][0-9][0-9]|[45]xx)$",
    form: "a status from 100 to 599, such as 404, or 4xx or 5xx",
    description: "A status such as 404, or `4xx` or `5xx`.",
    examples: ["4xx"],
  }),
  method: OneOf(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
  path: Type.String({ minLength: 1, maxLength: 200, description: "A part of the path.", examples: ["/v1/releases"] }),
  request_id: Type.String({ maxLength: 100 }),
  source: OneOf(requestSources),
});

type Filter = { status?: string; method?: string; path?: string; request_id?: string; source?: string };

export const requestLogRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/request-log",
    operation: "listRequestLog",
    tag: "Organization",
    summary: "List your requests of the last 7 days",
    description:
      "The newest first. A request appears about a second after its answer. Requests without a valid credential belong to " +
      "no organization and are not listed. Bodies, queries and headers are not kept.",
    access: "any_key",
    beyond_labels: true,
    query,
    success: { status: 200, schema: LoggedCall, list: true },
    handle: (ctx, { principal, query, page }) =>
      listRequestLog(ctx.db, principal.organization_id, { ...page, ...query, now: ctx.clock.now() }),
  }),
];

async function listRequestLog(
  db: Db,
  organization_id: string,
  asked: PageAsked & Filter & { now: Date },
): Promise<Page<LoggedCall>> {
  const { status, method, path, request_id, source, now } = asked;
  const since = new Date(now.getTime() - LOGGED_DAYS * 86_400_000).toISOString();
  const filters = [
    ...(status === undefined ? [] : [withStatus(db, status)]),
    ...(method === undefined ? [] : [db`and method = ${method}`]),
    ...(path === undefined ? [] : [db`and strpos(path, ${path}) > 0`]),
    ...(source === undefined ? [] : [db`and source = ${source}`]),
    ...(request_id === undefined ? [] : [db`and request_id = ${request_id}`]),
  ];
  const filter = filters.reduce((all, one) => db`${all} ${one}`, db``);
  return selectPage(db, asked, {
    from: db`request_log`,
    where: db`organization_id = ${organization_id} and created_at > ${since} ${filter}`,
    rows: db`
      select request_id as id, request_id, method, path, status, duration_ms, error_code, credential, source, created_at
      from request_log`,
    order: { id: "request_id" },
  });
}

/** With `status >= 400` as it stands, so that the index of failures is used. */
function withStatus(db: Db, status: string) {
  if (status === "4xx") return db`and status >= 400 and status < 500`;
  if (status === "5xx") return db`and status >= 400 and status >= 500`;
  return Number(status) < 400
    ? db`and status = ${status}::smallint`
    : db`and status >= 400 and status = ${status}::smallint`;
}

export const sweepRequestLog: JobDefinition<NoPayload> = {
  name: "sweep_request_log",
  lane: housekeeping,
  retry_s: [60, 600],
};

export const requestLogJobs = [
  handler(sweepRequestLog, {
    prepare: ({ db, clock }) => removeOldestDay(db, clock.now()),
    handle: async () => undefined,
    parked: "The next hourly sweep does the work instead.",
  }),
];
