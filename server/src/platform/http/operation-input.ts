// The input of an operation, read from a request and checked: path, query, body, and the page that is asked for.

import type { Context } from "../context.ts";
import { ApiError } from "../errors.ts";
import { fairSemaphore } from "../fair-semaphore.ts";
import type { ReadBody } from "./bodies/request-body.ts";
import { throwIfSunset } from "./deprecated-use.ts";
import { DEFAULT_LIMIT, pageQuery, querySchema } from "./operation-schema.ts";
import type { CursorSeal } from "./pagination.ts";
import { callerId } from "./principal.ts";
import type { RawRequest } from "./raw-request.ts";
import type { AnyInput, Route } from "./route.ts";
import { assertReadableQuery, compileValidator, readFields } from "./validation.ts";

// A large page takes some ten times its bytes while it is made. All environments of this process share these turns.
const LARGE_PAGES_AT_ONCE = 2;
const LARGE_PAGE_WITHIN_MS = 20_000;
const largePages = fairSemaphore(LARGE_PAGES_AT_ONCE, LARGE_PAGE_WITHIN_MS);
// One for all requests without a body: to make an empty buffer takes some microseconds, a thirtieth of a read.
const noBytes = Buffer.alloc(0);

export type InputReader = (raw: RawRequest, body: ReadBody, claim_id?: string) => AnyInput;

export function compileInputReader(route: Route, { ctx, cursors }: { ctx: Context; cursors: CursorSeal }): InputReader {
  const readQuery = queryReader(route);
  return (raw, { sent: body, refusal }, claim_id = "") => {
    assertReadableQuery(raw.url);
    assertReadablePath(raw.params);
    const query = readQuery(raw.query);
    if (refusal) throw refusal;
    if (route.deprecated_fields) throwIfSunset(route, ctx, { ...query, ...body });
    return inputOf(raw, { query, body, page: readPage(route, raw, query, cursors), claim_id });
  };
}

function queryReader(route: Route): (query: RawRequest["query"]) => Record<string, unknown> {
  // The query of a page is for its own scripts.
  if (route.page) return () => ({});
  const schema = querySchema(route);
  const reader = { schema, validate: compileValidator(schema), noun: "query parameter" } as const;
  return (query) => readFields(reader, query);
}

function assertReadablePath(params: RawRequest["params"]): void {
  if (Object.values(params).some((value) => value.includes("\0")))
    throw new ApiError("not_found", "There is no resource with this id.");
}

/** Field by field: to take the rest of an object, and to spread it, costs several times as much. */
function inputOf(
  {
    request_id,
    method,
    url,
    params,
    headers,
    isSecure,
    address,
    bytes,
    principal,
    body: document = noBytes,
  }: RawRequest,
  { query, body, page, claim_id }: Pick<AnyInput, "page" | "claim_id"> & { query: unknown; body: unknown },
): AnyInput {
  const input = {
    request_id,
    principal,
    method,
    url,
    isSecure,
    address,
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

function readPage(
  route: Route,
  raw: RawRequest,
  query: Record<string, unknown>,
  cursors: CursorSeal,
): AnyInput["page"] {
  const { cursor } = query;
  const after = typeof cursor === "string" ? cursors.open(cursor, cursorBinding(route, raw, query)) : undefined;
  const limit = typeof query.limit === "number" ? query.limit : DEFAULT_LIMIT;
  return { limit, after, in_turn: largePages(callerId(raw.principal), raw.signal) };
}

/** A cursor is valid for one principal (and the labels or payees that it sees), one list (its path included) and one set of filters. */
export function cursorBinding(
  route: Route,
  { principal, params }: { principal: RawRequest["principal"]; params: unknown },
  query: Record<string, unknown>,
): string {
  const filters = Object.entries(query).filter(([name]) => !(name in pageQuery));
  const labels = principal?.kind === "organization" && (principal.payee_ids ?? principal.labels);
  return JSON.stringify([
    callerId(principal),
    ...(labels ? [labels] : []),
    route.operation,
    params,
    filters.sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}
