// Turns the route list into an HTTP server. Every answer, also those that Fastify and Node give by themselves, has a
// request id and, unless it is a success, the error object.

import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { ApiError, type ErrorCode, errorBody } from "../errors.ts";
import { newId } from "../ids.ts";
import type { Log } from "../logging.ts";
import { andThen, type MaybePromise } from "../maybe-promise.ts";
import { once } from "../once.ts";
import { answerExpectation, dropRest, readStream, takeExpectations } from "./bodies/body-stream.ts";
import { holdAnswer } from "./bodies/held-answer.ts";
import { DEFAULT_BODY_LIMIT } from "./bodies/json-body.ts";
import { type BodyCaller, type BodyRooms, bodyRooms, type OpenBodies } from "./bodies/open-bodies.ts";
import { type RoomTaken, readWhole, takeRoom } from "./bodies/whole-body.ts";
import { followAnswers } from "./finish-answers.ts";
import { admitRequest, isCredentialInBody, rateHeaders } from "./guards/admit-request.ts";
import { answerBrokenRequest, noteExchange } from "./guards/broken-request.ts";
import { cameOverTls, requestAddressKey, type TrustedBlock } from "./guards/client-address.ts";
import type { Guards, Knock } from "./guards/guards.ts";
import { type Answered, noteAnswer } from "./observing/answer-log.ts";
import type { createFailureLog } from "./observing/failure-log.ts";
import type { Metrics } from "./observing/metrics.ts";
import type { RequestLog } from "./observing/request-log.ts";
import { onClosed, RequestSignal } from "./on-closed.ts";
import { compileOperation, type OperationParts } from "./operation.ts";
import { allowedMethods, isApi, withoutOrigin } from "./paths.ts";
import { type Principal, principalId } from "./principal.ts";
import { rawRequest } from "./raw-request.ts";
import type { Answer, Route } from "./route.ts";
import { toApiError } from "./to-api-error.ts";

export type ServerOptions = OperationParts & {
  routes: readonly Route[];
  guards: Guards;
  log: Log;
  logFailure: ReturnType<typeof createFailureLog>;
  metrics: Metrics;
  trusted_proxies: readonly TrustedBlock[];
  /** The name of the cookie of dashboard sessions. */
  cookie_name: string;
  /** Undefined: the calls of organizations are not kept. */
  request_log?: RequestLog | undefined;
  /** The memory that one stream uses on its way to the storage. */
  stream_bytes: number;
  /** Only tests shorten it. */
  stream_idle_ms?: number | undefined;
};

export type Server = {
  listen(address: { port: number; host: string }): Promise<{ port: number }>;
  close(): Promise<void>;
};

// An id is never this long, so a longer one is simply not found. The parser limits headers to 16 KiB.
const MAX_PARAM_LENGTH = 20_000;
const HEADERS_WITHIN_MS = 15_000;

declare module "fastify" {
  interface FastifyRequest {
    principal: Principal | undefined;
    error_code: ErrorCode | undefined;
    room: RoomTaken | undefined;
  }
  interface FastifyContextConfig {
    takes?: Route["takes"];
    access?: Route["access"];
  }
}

export function createServer(options: ServerOptions): Server {
  const app = Fastify({
    logger: false,
    genReqId: () => newId("req"),
    requestIdHeader: false,
    bodyLimit: DEFAULT_BODY_LIMIT,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // Bodies have limits of their own: see body-stream.ts.
    requestTimeout: 0,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    http: { requireHostHeader: false, headersTimeout: HEADERS_WITHIN_MS },
    rewriteUrl: (request) => withoutOrigin(request.url ?? "/"),
    frameworkErrors: (error, request, reply) => void answerUnrouted(options, request, reply, error),
    clientErrorHandler: (error, socket) => void answerBrokenRequest(options.guards, error, socket),
  });
  app.decorateRequest("principal", undefined);
  app.decorateRequest("error_code", undefined);
  app.decorateRequest("room", undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (request, _payload, done) =>
    request.room ? readWhole(request.raw, request.room, done) : done(null),
  );
  const rooms = bodyRooms();
  addHooks(app, options, rooms);
  const finishAnswers = followAnswers(app.server);
  app.setErrorHandler((error, request, reply) => sendError(options, request, reply, error));
  const { streams } = rooms;
  for (const route of options.routes) if (route.takes !== "stream") register(app, route, options, streams);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    for (const route of options.routes) if (route.takes === "stream") register(scope, route, options, streams);
  });
  takeExpectations(app.server);
  // Node would not answer it at all.
  app.server.on("connect", (_request, socket: Socket) => {
    void answerBrokenRequest(options.guards, new Error("CONNECT"), socket);
  });
  app.server.on("request", noteExchange);
  return {
    async listen({ port, host }) {
      await app.listen({ port, host });
      const bound = app.server.address();
      return { port: typeof bound === "object" && bound ? bound.port : port };
    },
    close: () => finishAnswers(async () => app.close()),
  };
}

/** With callbacks: a promise for each of these at each request would cost as much as the rest of the framework. */
function addHooks(app: FastifyInstance, options: ServerOptions, rooms: BodyRooms): void {
  const allowedAt = allowedMethods(options.routes);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    if (!request.is404) return done();
    // Runs before the body is read: a body sent to an unknown path must not take memory.
    answerOtherMethod({ ...options, allowedAt }, request, reply).catch(done);
  });
  app.addHook("preParsing", (request, reply, _payload, done) => {
    if (isStreamed(request)) return done();
    try {
      request.room = takeRoom(rooms, request.raw, {
        limit_bytes: request.routeOptions.bodyLimit,
        ...callerOf(options, request),
      });
    } catch (error) {
      return done(error as Error);
    }
    if (request.room) onClosed(reply.raw, request.room.open.close);
    answerExpectation(request.raw, reply.raw);
    done();
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    try {
      holdAnswer(rooms, reply.raw, { ...callerOf(options, request), payload });
    } catch (error) {
      return done(error as Error);
    }
    // Health checks too: a cached one would report that all is well when it no longer is.
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    if (!isApi(request.url)) return done();
    if (reply.hasHeader("ratelimit-limit")) return done();
    showAddressBudget(options, request, reply).then(() => done(), done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    noteAnswer(options, answered(options, request, reply));
    dropRest(request.raw);
    done();
  });
}

/** Set on the route whose handler reads the body. */
function isStreamed(request: FastifyRequest): boolean {
  return request.routeOptions.config.takes === "stream";
}

function register(app: FastifyInstance, route: Route, options: ServerOptions, streams: OpenBodies): void {
  // A process serves few of its routes, and to compile all of them took half of a start. The first request of a route
  // compiles it here, before any transaction is open.
  const perform = once(() => compileOperation(route, options));
  app.route({
    method: route.method,
    config: { takes: route.takes, access: route.access },
    url: route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    bodyLimit: route.body_limit ?? DEFAULT_BODY_LIMIT,
    // Guards that need the body wait for it, so it must be small.
    [isCredentialInBody(route) ? "preHandler" : "onRequest"]: (
      request: FastifyRequest,
      reply: FastifyReply,
      done: (error?: Error) => void,
    ) => {
      const refusal = passGuards(options, route, request, reply);
      if (refusal instanceof Promise) refusal.then(done, done);
      else done(refusal);
    },
    handler: (request, reply) => {
      const isSecure = () => cameOverTls(request.raw, options.trusted_proxies);
      const raw = rawRequest(request, { isSecure, signal: new RequestSignal(reply.raw) });
      if (route.takes === "stream") {
        // By organization: it may send from many addresses, and an address may be that of a proxy in front of many.
        const sender = () => route.sender?.(options.ctx, request.params as never) ?? idOf(request);
        const enter = () => streams.open(sender() ?? addressOf(options, request), options.stream_bytes);
        raw.bytes = readStream(request.raw, reply.raw, { idle_ms: options.stream_idle_ms, enter });
      }
      return perform()(raw).then((answer) => sendAnswer(route, reply, answer));
    },
  });
}

/** Returns the refusal of the guards, if any. */
function passGuards(
  options: ServerOptions,
  route: Knock["route"],
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<ApiError | undefined> {
  if (route.page && route.access === "public") return undefined;
  return andThen(admitRequest(options, route, request), ({ principal, decision, refusal }) => {
    request.principal = principal;
    if (!route.page) rateHeaders(reply, decision);
    return refusal;
  });
}

function sendAnswer(route: Route, reply: FastifyReply, answer: Answer): FastifyReply {
  const { status, headers, payload } = answer;
  reply.code(status);
  if (route.success.headers) reply.headers(route.success.headers);
  if (headers) reply.headers(headers);
  if (payload === undefined) return reply.send();
  const type = headers?.["content-type"] ?? route.success.content_type ?? "application/json; charset=utf-8";
  return reply.header("content-type", type).send(payload);
}

async function showAddressBudget(options: ServerOptions, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  rateHeaders(reply, await options.guards.peekAddress(addressOf(options, request)));
}

function addressOf({ trusted_proxies }: ServerOptions, { raw }: FastifyRequest): string {
  return requestAddressKey(raw, trusted_proxies);
}

function callerOf(options: ServerOptions, request: FastifyRequest): BodyCaller {
  return { principal_id: idOf(request), addressKey: () => addressOf(options, request) };
}

function idOf({ principal }: FastifyRequest): string | undefined {
  return principal && principalId(principal);
}

const anyone = { access: "public" } as const;
const anyonesPage = { access: "public", page: true } as const;

/** Fastify only knows whether a path exists. 405 and OPTIONS are derived from the route list. */
async function answerOtherMethod(
  options: ServerOptions & { allowedAt: ReturnType<typeof allowedMethods> },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const policy = isApi(request.url) ? anyone : anyonesPage;
  const refusal = await passGuards(options, policy, request, reply);
  if (refusal) throw refusal;
  const allow = options.allowedAt(request.url);
  if (allow === undefined) throw new ApiError("not_found", "There is nothing at this path.");
  if (request.method !== "OPTIONS")
    throw new ApiError("method_not_allowed", `This path accepts ${allow}.`, [], { allow });
  reply.code(204).header("allow", allow).send();
}

/** A bad escape is found before there is a route: no hook runs, so the headers are set here. */
async function answerUnrouted(
  options: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error,
): Promise<void> {
  if (isApi(request.url)) await showAddressBudget(options, request, reply);
  sendError(options, request, reply, error);
}

function sendError(options: ServerOptions, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const api = toApiError(error);
  request.error_code = api.code;
  if (api.status >= 500) {
    options.logFailure({ request_id: request.id, method: request.method, route: routeName(request), error });
  }
  const isOAuth = request.routeOptions.config?.access === "client";
  // A framework error passes no hook, so both are set here too.
  reply.header("x-request-id", request.id).header("content-type", "application/json; charset=utf-8");
  return reply
    .code(api.status)
    .headers(api.headers)
    .send(errorBody(api, request.id, isOAuth));
}

function routeName(request: FastifyRequest): string {
  return request.routeOptions.url ?? "none";
}

function answered(options: ServerOptions, request: FastifyRequest, reply: FastifyReply): Answered {
  const { id, method, url, principal, error_code, routeOptions } = request;
  const isApiPath = routeOptions.url === undefined || isApi(routeOptions.url);
  const address = addressOf(options, request);
  const { statusCode: status, elapsedTime: elapsed_ms } = reply;
  const route = routeName(request);
  return { request_id: id, method, url, route, principal, address, isApiPath, status, elapsed_ms, error_code };
}
