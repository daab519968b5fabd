// The answer to a request: of an operation, or an error. Each has a request id and, below /v1, the rate limit.

import { ApiError, errorBody } from "../errors.ts";
import { andThen, type MaybePromise } from "../maybe-promise.ts";
import type { BodyCaller } from "./bodies/open-bodies.ts";
import type { Done, FrameworkReply, FrameworkRequest, Hook } from "./framework.ts";
import { requestAddressKey, type TrustedBlock } from "./guards/client-address.ts";
import { peekAddress, rateHeaders } from "./guards/count-request.ts";
import type { Guards } from "./guards/guards.ts";
import type { Answered } from "./observing/answer-log.ts";
import type { createFailureLog } from "./observing/failure-log.ts";
import { allowedMethods, isApi } from "./paths.ts";
import { principalId } from "./principal.ts";
import type { Answer, Route } from "./route.ts";
import { toApiError } from "./to-api-error.ts";

type Proxied = { trusted_proxies: readonly TrustedBlock[] };
type Parts = Proxied & { guards: Guards; logFailure: ReturnType<typeof createFailureLog> };

export function nameAnswer(request: FrameworkRequest, reply: FrameworkReply): void {
  reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
}

/** No route takes the request. Answered before the body is read: one that is sent to an unknown path must not take memory. */
export function answerOthers(routes: readonly Route[], admitToApi: Hook): Hook {
  const allowedAt = allowedMethods(routes);
  return (request, reply, done) => {
    const answerAdmitted: Done = (refusal) => {
      const error = refusal ?? answerOtherMethod(allowedAt(request.url), request.method, reply);
      if (error) done(error);
    };
    if (isApi(request.url)) admitToApi(request, reply, answerAdmitted);
    else answerAdmitted();
  };
}

/** Fastify only knows whether a path exists. 405 and OPTIONS are derived from the route list. Returns the refusal, if any. */
function answerOtherMethod(allow: string | undefined, method: string, reply: FrameworkReply): ApiError | undefined {
  if (allow === undefined) return new ApiError("not_found", "There is nothing at this path.");
  if (method !== "OPTIONS") return new ApiError("method_not_allowed", `This path accepts ${allow}.`, [], { allow });
  reply.code(204).header("allow", allow).send();
  return undefined;
}

export function sendAnswer(route: Route, reply: FrameworkReply, answer: Answer): FrameworkReply {
  const { status, headers, payload } = answer;
  reply.code(status);
  if (route.success.headers) reply.headers(route.success.headers);
  if (headers) reply.headers(headers);
  if (payload === undefined) return reply.send();
  const type = headers?.["content-type"] ?? route.success.content_type ?? "application/json; charset=utf-8";
  return reply.header("content-type", type).send(payload);
}

export function sendError(
  { logFailure }: Pick<Parts, "logFailure">,
  request: FrameworkRequest,
  reply: FrameworkReply,
  error: unknown,
): FrameworkReply {
  const api = toApiError(error);
  request.error_code = api.code;
  if (api.status >= 500) {
    logFailure({ request_id: request.id, method: request.method, route: routeName(request), error });
  }
  const isOAuth = request.routeOptions.config?.access === "client";
  // A framework error passes no hook, so both are set here too.
  reply.header("x-request-id", request.id).header("content-type", "application/json; charset=utf-8");
  return reply
    .code(api.status)
    .headers(api.headers)
    .send(errorBody(api, request.id, isOAuth));
}

/** A bad escape is found before there is a route: no hook runs, so the headers are set here. */
export async function answerUnrouted(
  parts: Parts,
  [request, reply]: readonly [FrameworkRequest, FrameworkReply],
  error: Error,
): Promise<void> {
  if (isApi(request.url)) await showAddressBudget(parts, request, reply);
  sendError(parts, request, reply, error);
}

/** The headers that every answer has, whatever gave it. */
export function completeHeaders(
  parts: Pick<Parts, "guards" | "trusted_proxies">,
  request: FrameworkRequest,
  reply: FrameworkReply,
): MaybePromise<void> {
  // Health checks too: a cached one would report that all is well when it no longer is.
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  if (isApi(request.url) && !reply.hasHeader("ratelimit-limit")) return showAddressBudget(parts, request, reply);
}

function showAddressBudget(
  { guards, trusted_proxies }: Pick<Parts, "guards" | "trusted_proxies">,
  { raw }: FrameworkRequest,
  reply: FrameworkReply,
): MaybePromise<void> {
  return andThen(peekAddress(guards, requestAddressKey(raw, trusted_proxies)), (decision) =>
    rateHeaders(reply, decision),
  );
}

/** The owner of the memory that a request and its answer take. */
export function callerOf({ trusted_proxies }: Proxied, { raw, principal }: FrameworkRequest): BodyCaller {
  return {
    principal_id: principal && principalId(principal),
    addressKey: () => requestAddressKey(raw, trusted_proxies),
  };
}

/** The answer as the log tells it. */
export function answered({ trusted_proxies }: Proxied, request: FrameworkRequest, reply: FrameworkReply): Answered {
  const { id, method, url, principal, error_code } = request;
  const route = routeName(request);
  const isApiPath = route === UNROUTED || isApi(route);
  const address = requestAddressKey(request.raw, trusted_proxies);
  const { statusCode: status, elapsedTime: elapsed_ms } = reply;
  return { request_id: id, method, url, route, principal, address, isApiPath, status, elapsed_ms, error_code };
}

const UNROUTED = "none";

function routeName(request: FrameworkRequest): string {
  return request.routeOptions.url ?? UNROUTED;
}
