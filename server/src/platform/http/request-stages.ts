// A request from its arrival to the log: all stages, in the order in which they run. Each is a function of its own file.
//
//   arrive    an id that is always ours; a request that no route takes goes no further
//   admit     who is calling, may they, and not too often
//   receive   memory for the body, then its bytes
//   perform   the operation: idempotency, validation, the work in one transaction, the audit log, the reply
//   answer    the headers of every answer, and memory for a large one
//   record    metrics, the log, and the organization's own request log
//
// A stage refuses a request with an error. `sendError` answers it, and the last two stages run as for any answer.
//
// Hooks have callbacks: a promise for each of them at each request would cost as much as the rest of the framework.

import type { Socket } from "node:net";
import type { Context, Transaction } from "../context.ts";
import { newId } from "../ids.ts";
import type { Log } from "../logging.ts";
import { andThen } from "../maybe-promise.ts";
import { once } from "../once.ts";
import {
  answered,
  answerOthers,
  answerUnrouted,
  callerOf,
  completeHeaders,
  nameAnswer,
  sendAnswer,
  sendError,
} from "./answer.ts";
import { type AuditStatement, auditEntry } from "./audit-entry.ts";
import { answerExpectation, dropRest, readStream } from "./bodies/body-stream.ts";
import { holdAnswer } from "./bodies/held-answer.ts";
import { DEFAULT_BODY_LIMIT } from "./bodies/json-body.ts";
import { type BodyRooms, bodyRooms } from "./bodies/open-bodies.ts";
import { compileBodyReader, type ReadBody } from "./bodies/request-body.ts";
import { readWhole, takeRoom } from "./bodies/whole-body.ts";
import { deprecationsUsed, withDeprecations } from "./deprecated-use.ts";
import type { Done, Framework, FrameworkReply, FrameworkRequest, Hook } from "./framework.ts";
import { accessRefusal } from "./guards/access.ts";
import { admitByBody, isCredentialInBody } from "./guards/body-credential.ts";
import { answerBrokenRequest, followExchanges } from "./guards/broken-request.ts";
import { cameOverTls, requestAddress, type TrustedBlock } from "./guards/client-address.ts";
import { countRequest, rateHeaders } from "./guards/count-request.ts";
import type { Guards, Knock } from "./guards/guards.ts";
import { identify, knockOf } from "./guards/identify.ts";
import { answerOf, idempotentRequest, parseIdempotencyKey, runWrite } from "./idempotency.ts";
import type { Reply } from "./idempotency-keys.ts";
import { askedFile, assertBodyType, assertPlain, assertStreamType } from "./media-type.ts";
import { noteAnswer } from "./observing/answer-log.ts";
import type { createFailureLog } from "./observing/failure-log.ts";
import type { Metrics } from "./observing/metrics.ts";
import type { RequestLog } from "./observing/request-log.ts";
import { onClosed, RequestSignal } from "./on-closed.ts";
import { compileAnswers, fileAnswer } from "./operation-answer.ts";
import { compileInputReader } from "./operation-input.ts";
import type { CursorSeal } from "./pagination.ts";
import { mistakenMethods, withoutOrigin } from "./paths.ts";
import { type RawRequest, rawRequest } from "./raw-request.ts";
import { contextOf, inTime } from "./request-deadline.ts";
import { tracedBy } from "./request-trace.ts";
import { type Answer, type AnyInput, isWrite, type Route, takesIdempotencyKey } from "./route.ts";
import { compileStreamed } from "./streamed-write.ts";

type AssertSeen = (
  ctx: Context,
  principal: RawRequest["principal"],
  sent: { params: RawRequest["params"]; body: unknown },
) => Promise<void>;

export type OperationParts = {
  ctx: Context;
  cursors: CursorSeal;
  auditStatement: AuditStatement;
  forgetPrincipals: () => void;
  /** Throws if the caller does not see a resource that the request names. */
  assertSeen: AssertSeen;
  /** Only tests shorten it. */
  answer_within_ms?: number | undefined;
};

export type StageParts = OperationParts & {
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

type Exchange = [request: FrameworkRequest, reply: FrameworkReply];
type PayloadHook = (request: FrameworkRequest, reply: FrameworkReply, payload: unknown, done: Done) => void;

/** Before there is a request: options of the framework, and the answers to what it or Node refuses. */
export function arrivalOptions(parts: StageParts) {
  return {
    genReqId: () => newId("req"),
    requestIdHeader: false,
    rewriteUrl: ({ url = "/" }: { url?: string | undefined }) => withoutOrigin(url),
    clientErrorHandler: (error: Error, socket: Socket) => void answerBrokenRequest(parts.guards, error, socket),
    frameworkErrors: (error: Error, ...exchange: Exchange) => void answerUnrouted(parts, exchange, error),
  } as const;
}

export function addStages(app: Framework, parts: StageParts): void {
  const rooms = bodyRooms();
  followExchanges(app.server, parts.guards);
  const answerOther = answerOthers(parts.routes, admit(parts, { access: "public" }));
  app.addHook("onRequest", arrive(answerOther));
  app.addHook("preParsing", receive(parts, rooms));
  app.addContentTypeParser("*", ({ raw, room }, _payload, done) => (room ? readWhole(raw, room, done) : done(null)));
  app.addHook("onSend", answer(parts, rooms));
  app.addHook("onResponse", record(parts));
  app.setErrorHandler((error, request, reply) => sendError(parts, request, reply, error));
  for (const { method, path: url } of mistakenMethods(parts.routes))
    app.route({ method, url, onRequest: answerOther, handler: (_request, reply) => reply.send() });
  for (const route of parts.routes) {
    app.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      config: { takes: route.takes, access: route.access },
      bodyLimit: route.body_limit ?? DEFAULT_BODY_LIMIT,
      // A guard that needs the body waits for it, so the body must be small.
      [isCredentialInBody(route) ? "preHandler" : "onRequest"]: admit(parts, route),
      handler: perform(parts, route, rooms),
    });
  }
}

function arrive(answerOther: Hook): Hook {
  return (request, reply, done) => {
    nameAnswer(request, reply);
    if (request.is404) answerOther(request, reply, done);
    else done();
  };
}

function admit(parts: StageParts, route: Knock["route"]): Hook {
  const { guards } = parts;
  const isByBody = isCredentialInBody(route);
  return (request, reply, done) => {
    if (route.page && route.access === "public") return done();
    const knock = knockOf(parts, route, request);
    const admission = isByBody
      ? admitByBody(guards, knock, request)
      : andThen(identify(guards, knock), (caller) => {
          const refusal = accessRefusal(route, caller);
          return countRequest(guards, knock, caller, refusal);
        });
    const refusal = andThen(admission, ({ principal, decision, refusal }) => {
      request.principal = principal;
      if (!route.page) rateHeaders(reply, decision);
      return refusal;
    });
    if (refusal instanceof Promise) refusal.then(done, done);
    else done(refusal);
  };
}

/** Then `readWhole` reads the bytes. A stream is read by its operation. */
function receive(parts: StageParts, rooms: BodyRooms): PayloadHook {
  return (request, reply, _payload, done) => {
    const { config, bodyLimit: limit_bytes } = request.routeOptions;
    if (config.takes === "stream") return done();
    request.room = takeRoom(rooms, request.raw, { limit_bytes, ...callerOf(parts, request) });
    if (request.room) onClosed(reply.raw, request.room.open.close);
    answerExpectation(request.raw, reply.raw);
    done();
  };
}

function perform(parts: StageParts, route: Route, { streams }: BodyRooms) {
  const { ctx, stream_bytes, stream_idle_ms: idle_ms, trusted_proxies } = parts;
  // A process serves few of its routes, and to compile all of them took half of a start. The first request of a route
  // compiles it here, before any transaction is open.
  const operation = once(() => compileOperation(route, parts));
  const traced = tracedBy(route, ctx);
  return (request: FrameworkRequest, reply: FrameworkReply): Promise<FrameworkReply> => {
    const isSecure = () => cameOverTls(request.raw, trusted_proxies);
    const address = () => requestAddress(request.raw, trusted_proxies);
    const raw = rawRequest(request, { isSecure, address, signal: new RequestSignal(reply.raw) });
    if (route.takes === "stream") {
      // By organization: it may send from many addresses, and an address may be that of a proxy in front of many.
      const { principal_id, addressKey } = callerOf(parts, request);
      const sender = () => route.sender?.(ctx, request.params as never) ?? principal_id ?? addressKey();
      raw.bytes = readStream(request.raw, reply.raw, { idle_ms, enter: () => streams.open(sender(), stream_bytes) });
    }
    return traced(raw, operation()).then((answer) => sendAnswer(route, reply, answer));
  };
}

/** Compiles what can be done once (validators, serializer) and returns the operation. */
export function compileOperation(route: Route, parts: OperationParts): (raw: RawRequest) => Promise<Answer> {
  const readBody = compileBodyReader(route);
  const readInput = compileInputReader(route, parts);
  const { answerRead, reply } = compileAnswers(route, parts.cursors);

  async function read(raw: RawRequest, body: ReadBody = { sent: {} }): Promise<Answer> {
    const input = readInput(raw, body);
    const ctx = contextOf(route, parts.ctx, raw);
    const kind = askedFile(route, raw.headers);
    const file = kind && route[kind];
    if (file) return fileAnswer(raw.method, kind, await file(ctx, input));
    const result = await route.handle(ctx as Transaction, input, undefined as never);
    if (route.changes_principals) parts.forgetPrincipals();
    return answerRead(ctx, input, result);
  }

  async function write(raw: RawRequest, body: ReadBody): Promise<Answer> {
    const request = idempotentRequest(route, raw);
    assertBodyType(raw, route.takes);
    const outcome = await runWrite(route, contextOf(route, parts.ctx, raw), request, {
      validate: (claim_id) => readInput(raw, body, claim_id),
      act: async (ctx, input, prepared) => {
        const result = await route.handle(ctx, input, prepared as never);
        return conclude(ctx, raw, input, result);
      },
    });
    if (route.changes_principals) parts.forgetPrincipals();
    return answerOf(outcome);
  }

  async function conclude(ctx: Transaction, raw: RawRequest, input: AnyInput, result: unknown): Promise<Reply> {
    const entry = auditEntry(route, raw, input, result);
    const replied = await reply(ctx, input, result);
    return entry ? { ...replied, audit: parts.auditStatement(ctx, entry) } : replied;
  }

  const seen = (raw: RawRequest, body: unknown) =>
    isLimited(raw.principal) ? parts.assertSeen(parts.ctx, raw.principal, { params: raw.params, body }) : undefined;

  async function look(raw: RawRequest, body?: ReadBody): Promise<Answer> {
    parseIdempotencyKey(raw.headers["idempotency-key"]);
    if (route.takes === "stream") assertStreamType(raw.headers, route.media_types ?? []);
    else assertBodyType(raw, route.takes);
    return read(raw, body);
  }

  // No time limit for the whole body: only the silence of the client is limited.
  if (route.takes === "stream" && route.keeps_nothing) return (raw) => look(raw);
  if (route.takes === "stream" && takesIdempotencyKey(route)) {
    const streamed = compileStreamed(route, parts.ctx, { read: (raw) => readInput(raw, { sent: {} }), conclude });
    return async (raw) => {
      await seen(raw, {});
      return streamed(raw);
    };
  }
  if (route.takes === "stream")
    return async (raw) => {
      assertPlain(raw.headers);
      return read(raw);
    };
  return async (raw) => {
    // Once, and before a transaction is open.
    const body = await readBody(raw.body, raw.signal);
    if (isLimited(raw.principal)) await seen(raw, body.sent);
    const act = route.keeps_nothing ? look : isWrite(route) ? write : read;
    const answered = inTime(raw, act(raw, body), parts.answer_within_ms);
    if (!route.deprecated_fields) return answered;
    return withDeprecations(deprecationsUsed(route, parts.ctx, { ...raw.query, ...body.sent }), answered);
  };
}

/** A member that sees the releases of some labels only. */
function isLimited(principal: RawRequest["principal"]): boolean {
  return principal?.kind === "organization" && principal.labels !== null;
}

function answer(parts: StageParts, rooms: BodyRooms): PayloadHook {
  return (request, reply, payload, done) => {
    holdAnswer(rooms, reply.raw, { ...callerOf(parts, request), payload });
    const completed = completeHeaders(parts, request, reply);
    if (completed instanceof Promise) completed.then(() => done(), done);
    else done();
  };
}

function record(parts: StageParts): Hook {
  return (request, reply, done) => {
    noteAnswer(parts, answered(parts, request, reply));
    dropRest(request.raw);
    done();
  };
}
