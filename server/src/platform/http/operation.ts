// One operation, from a request that passed the guards to its answer: idempotency, validation, action, reply.

import { Readable } from "node:stream";
import type { Context, Transaction } from "../context.ts";
import { outOfTime, withDeadline } from "../deadline.ts";
import { ApiError } from "../errors.ts";
import { fairSemaphore } from "../fair-semaphore.ts";
import { type AnswerWriter, compileAnswerWriter } from "./bodies/answer-text.ts";
import { compileBodyReader, type ReadBody } from "./bodies/request-body.ts";
import { deprecationsUsed, throwIfSunset, withDeprecations } from "./deprecated-use.ts";
import { tagOf, withTag } from "./etag.ts";
import {
  type IdempotentRequest,
  type Outcome,
  parseIdempotencyKey,
  type Reply,
  requestFingerprint,
  runAhead,
  runAtomic,
  runOutside,
} from "./idempotency.ts";
import { asksForCsv, assertMediaType, assertPlain } from "./media-type.ts";
import { DEFAULT_LIMIT, pageQuery, querySchema, replySchema } from "./operation-schema.ts";
import { type CursorSeal, type Page, shownPage } from "./pagination.ts";
import { type Principal, principalId } from "./principal.ts";
import type { RawRequest } from "./raw-request.ts";
import { type Answer, type AnyInput, isWrite, type Route, takesIdempotencyKey } from "./route.ts";
import { answerOf, compileStreamed } from "./streamed-write.ts";
import { assertReadableQuery, compileValidator, readFields } from "./validation.ts";

/** Written inside the change's transaction: who did what. Names of changed fields, never their values. */
export type AuditEntry = {
  /** Whose credential it is: see `principalId`. */
  principal_id: string;
  actor: string;
  request_id: string;
  operation: string;
  resource_id: string | null;
  fields: string[];
};

export type OperationParts = {
  ctx: Context;
  cursors: CursorSeal;
  audit: (ctx: Transaction, entry: AuditEntry) => Promise<void>;
  forgetPrincipals: () => void;
  /** Only tests shorten it. */
  answer_within_ms?: number | undefined;
};

// The client gets an answer, even if the work hangs. This is longer than every timeout of the database.
export const ANSWER_WITHIN_MS = 40_000;
// A large page takes some ten times its bytes while it is made. All environments of this process share these turns.
const LARGE_PAGES_AT_ONCE = 2;
const LARGE_PAGE_WITHIN_MS = 20_000;
const largePages = fairSemaphore(LARGE_PAGES_AT_ONCE, LARGE_PAGE_WITHIN_MS);
// One for all requests without a body: to make an empty buffer takes some microseconds, a thirtieth of a read.
const noBytes = Buffer.alloc(0);

function queryReader(route: Route): (query: RawRequest["query"]) => Record<string, unknown> {
  // The query of a page is for its own scripts.
  if (route.page) return () => ({});
  const schema = querySchema(route);
  const reader = { schema, validate: compileValidator(schema), noun: "query parameter" } as const;
  return (query) => readFields(reader, query);
}

/** Compiles what can be done once (validators, serializer) and returns the operation. */
export function compileOperation(route: Route, parts: OperationParts): (raw: RawRequest) => Promise<Answer> {
  const readQuery = queryReader(route);
  const readBody = compileBodyReader(route);
  const serialize = compileAnswerWriter(replySchema(route));

  function readInput(raw: RawRequest, { sent: body, refusal }: ReadBody): AnyInput {
    assertReadableQuery(raw.url);
    assertReadablePath(raw.params);
    const query = readQuery(raw.query);
    if (refusal) throw refusal;
    if (route.deprecated_fields) throwIfSunset(route, parts.ctx, { ...query, ...body });
    return inputOf(raw, { query, body, page: readPage(route, raw, query, parts.cursors) });
  }

  async function reply(ctx: Context, input: AnyInput, result: unknown): Promise<Reply> {
    if (route.gives === "answer") return replyOf(result as Answer);
    const shown = route.success.list ? toPage(route, input, result, parts.cursors) : result;
    const text = await serialize(shown, ctx.signal);
    const stored = route.one_time ? await serialize(withoutSecrets(route.one_time, shown), ctx.signal) : text;
    const { status, otherwise } = route.success;
    return { status: otherwise?.when(result) ? otherwise.status : status, text, stored };
  }

  async function conclude(ctx: Transaction, raw: RawRequest, input: AnyInput, result: unknown) {
    await recordAudit(ctx, parts, auditEntry(route, raw, input, result));
    return reply(ctx, input, result);
  }

  async function write(raw: RawRequest, body: ReadBody): Promise<Answer> {
    const key = takesIdempotencyKey(route) ? parseIdempotencyKey(raw.headers["idempotency-key"]) : undefined;
    assertMediaType(raw.headers, raw.body, route.takes === "stream" ? "json" : (route.takes ?? "json"));
    const fingerprint = requestFingerprint(raw.method, raw.url, raw.body);
    const request = key ? { principal_id: idOf(raw.principal), key, fingerprint } : undefined;
    const input = (claim_id: string) => ({ ...readInput(raw, body), claim_id });
    const outcome = await runWrite(route, contextOf(route, parts, raw), request, {
      input,
      act: async (ctx, claim_id, prepared) => {
        const given = input(claim_id);
        return conclude(ctx, raw, given, await route.handle(ctx, given, prepared as never));
      },
    });
    if (route.changes_principals) parts.forgetPrincipals();
    return answerOf(outcome);
  }

  async function read(raw: RawRequest): Promise<Answer> {
    const input = readInput(raw, { sent: {} });
    const ctx = contextOf(route, parts, raw);
    if (route.csv && asksForCsv(raw.headers)) return sendCsv(raw.method, await route.csv(ctx, input));
    const result = await route.handle(ctx as Transaction, input, undefined as never);
    if (route.gives === "answer") return result as Answer;
    const payload = route.success.content_type ? (result as string | Buffer) : (await reply(ctx, input, result)).text;
    const answer = { status: route.success.status, payload };
    return route.revalidated
      ? withTag(raw.headers, answer, tagOf(await textToTag(route, payload, result, serialize)))
      : answer;
  }

  // No time limit for the whole body: only the silence of the client is limited.
  if (route.takes === "stream" && takesIdempotencyKey(route))
    return compileStreamed(route, parts.ctx, { read: (raw) => readInput(raw, { sent: {} }), conclude });
  if (route.takes === "stream") return async (raw) => read(plain(raw));
  return async (raw) => {
    // Once, and before a transaction is open.
    const body = await readBody(raw.body, raw.signal);
    const answered = inTime(parts, raw, isWrite(route) ? write(raw, body) : read(raw));
    if (!route.deprecated_fields) return answered;
    return withDeprecations(deprecationsUsed(route, parts.ctx, { ...raw.query, ...body.sent }), answered);
  };
}

/** A cursor is sealed anew each time, so the tag of a page is that of the same page without it. */
async function textToTag(route: Route, sent: string | Buffer, result: unknown, write: AnswerWriter): Promise<string> {
  return route.success.list ? write(shownPage(result as Page<unknown>, () => "")) : sent.toString();
}

/** A stream ends with its bytes: the work on bytes already read is finished, though a proxy may have left. */
function contextOf({ takes, outlives_request }: Route, { ctx }: OperationParts, { signal }: RawRequest): Context {
  return takes === "stream" || outlives_request ? ctx : { ...ctx, signal };
}

/** After the deadline the client gets an answer, and the signal ends the work. */
function inTime({ answer_within_ms }: OperationParts, { signal }: RawRequest, answer: Promise<Answer>) {
  return withDeadline(answer_within_ms ?? ANSWER_WITHIN_MS, answer, () => {
    signal.end();
    return outOfTime();
  });
}

/** Field by field: to take the rest of an object, and to spread it, costs several times as much. */
function inputOf(
  { request_id, method, params, headers, isSecure, bytes, principal, body: document = noBytes }: RawRequest,
  { query, body, page }: Pick<AnyInput, "page"> & { query: unknown; body: unknown },
): AnyInput {
  const claim_id = "";
  const input = {
    request_id,
    principal,
    method,
    isSecure,
    params,
    headers,
    bytes,
    document,
    query,
    body,
    page,
    claim_id,
  };
  return input as unknown as AnyInput;
}

function assertReadablePath(params: RawRequest["params"]): void {
  if (Object.values(params).some((value) => value.includes("\0")))
    throw new ApiError("not_found", "There is no resource with this id.");
}

/** The reply to a write: its payload is text, or there is none. */
function replyOf({ status, headers, payload }: Answer): Reply {
  const text = typeof payload === "string" ? payload : "";
  return { status, text, stored: text, ...(headers && { headers }) };
}

function sendCsv(method: string, rows: Readable): Answer {
  if (method === "HEAD") rows.destroy();
  const headers = { "content-type": "text/csv; charset=utf-8" };
  return { status: 200, headers, payload: method === "HEAD" ? Readable.from([]) : rows };
}

function plain(raw: RawRequest): RawRequest {
  assertPlain(raw.headers);
  return raw;
}

/** Runs the action with the kind of idempotency that the route declares. */
function runWrite(
  { prepare, ahead }: Route,
  ctx: Context,
  request: IdempotentRequest | undefined,
  steps: {
    input: (claim_id: string) => AnyInput;
    act: (ctx: Transaction, claim_id: string, prepared: unknown) => Promise<Reply>;
  },
): Promise<Outcome> {
  const { input, act } = steps;
  if (prepare) return runOutside(ctx, request, { prepare: (ctx, claim_id) => prepare(ctx, input(claim_id)), act });
  if (!ahead) return runAtomic(ctx, request, (ctx) => act(ctx, "", undefined));
  return runAhead(ctx, request, { work: (ctx) => ahead(ctx, input("")), act: (ctx, work) => act(ctx, "", work) });
}

function readPage(
  route: Route,
  raw: RawRequest,
  query: Record<string, unknown>,
  cursors: CursorSeal,
): AnyInput["page"] {
  const { cursor } = query;
  const after = typeof cursor === "string" ? cursors.open(cursor, cursorBinding(route, raw, query)) : undefined;
  const limit = typeof query.limit === "number" ? query.limit : DEFAULT_LIMIT;
  return { limit, after, in_turn: largePages(idOf(raw.principal), raw.signal) };
}

function toPage(route: Route, input: AnyInput, result: unknown, cursors: CursorSeal) {
  const page = result as Page<unknown>;
  return shownPage(page, (position) => cursors.seal(position, cursorBinding(route, input, input.query)));
}

/** Callers without a credential are as one. */
function idOf(principal: Principal | undefined): string {
  return principal ? principalId(principal) : "";
}

/** A cursor is valid for one principal, one list (its path included) and one set of filters. */
function cursorBinding(
  route: Route,
  { principal, params }: { principal: Principal | undefined; params: unknown },
  query: Record<string, unknown>,
): string {
  const filters = Object.entries(query).filter(([name]) => !(name in pageQuery));
  return JSON.stringify([idOf(principal), route.operation, params, filters.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function withoutSecrets(one_time: readonly string[], shown: unknown): object {
  return { ...(shown as object), ...Object.fromEntries(one_time.map((field) => [field, null])) };
}

async function recordAudit(ctx: Transaction, { audit }: OperationParts, entry: AuditEntry | undefined): Promise<void> {
  if (entry) await audit(ctx, entry);
}

/** A caller without a credential, on a public route, is not in the audit log. */
function auditEntry(route: Route, raw: RawRequest, input: AnyInput, result: unknown): AuditEntry | undefined {
  if (!raw.principal) return undefined;
  const made = result as { id?: unknown } | undefined;
  const in_path = Object.values(raw.params).at(-1);
  return {
    principal_id: principalId(raw.principal),
    actor: raw.principal.actor,
    request_id: raw.request_id,
    operation: route.operation,
    resource_id: typeof made?.id === "string" ? made.id : (in_path ?? null),
    // Use only names that we know: a form may hold any others.
    fields: Object.keys(input.body).filter((name) => Object.hasOwn(route.body?.properties ?? {}, name)),
  };
}
