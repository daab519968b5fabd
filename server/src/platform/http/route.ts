import type { Readable } from "node:stream";
import type { Static, TObject, TSchema } from "typebox";
import type { Context, Transaction } from "../context.ts";
import type { ErrorCode } from "../errors.ts";
import type { Limits } from "../limits/rate-limit.ts";
import type { Deprecation } from "./deprecation.ts";
import type { PageAsked } from "./pagination.ts";

/** Who is calling. The operator is a principal like any other, with an id of its own in place of an organization's. */
export type Principal = {
  kind: "organization" | "operator";
  organization_id: string;
  /** Of an organization; the operator has none. */
  tier?: string;
  /** The credential that was used, by its public id: what the audit log shows. */
  actor: string;
  scopes: readonly string[];
  limits: Limits;
  /** When the credential ends; null or absent: never. */
  expires_at?: string | null;
};

/**
 * Who may call: anyone, the operator alone, any key of an organization, a key with the scope, or a client by its id and
 * secret. These may stand in the body, so a client is admitted once that was read.
 */
export type Access = "public" | "operator" | "any_key" | "client" | { scope: string };

/** A stream is of any type and any length: its handler reads it while it comes, and judges it. */
export type BodyType = "json" | "form" | "stream";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What a handler gives that writes the whole answer itself. */
export type Answer = {
  status: number;
  headers?: Readonly<Record<string, string>>;
  payload: string | Buffer | Readable | undefined;
};

/** What a handler is given besides its context: everything in it has passed the guards. */
export type Input<Path extends string = string, Query = unknown, Body = unknown> = {
  principal: Principal;
  request_id: string;
  params: PathParams<Path>;
  query: Query;
  body: Body;
  /** Of a stream: the body, piece by piece. It throws when nothing comes for too long, or when it is cut. */
  bytes: AsyncIterable<Buffer>;
  headers: Headers;
  /** HEAD where a GET's handler is asked for the head of its answer. */
  method: string;
  /** Of a list: how many rows, and after which one. Its handler gives the `Page` that `selectPage` reads. */
  page: PageAsked;
  /** Of an outside-calling write: its resource's id after the prefix, the same on every retry of one Idempotency-Key. */
  claim_id: string;
};

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [key in Name]: string } & PathParams<Rest>
  : unknown;

/** A write is one transaction. A stream's client may take hours, so its handler opens its own for what it changes. */
type HandlerContext<Verb extends Method, Takes extends BodyType> = Verb extends "GET" | "HEAD"
  ? Context
  : Takes extends "stream"
    ? Context
    : Transaction;

type Definition<
  Path extends string,
  Query extends TObject,
  Body extends TObject,
  Outcome,
  Verb extends Method = Method,
  Takes extends BodyType = BodyType,
> = {
  method: Verb;
  path: Path;
  /** The operation's name in OpenAPI, in the SDK and in the audit log. */
  operation: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  /** For organizations of this tier alone. */
  tier?: string;
  query?: Query;
  body?: Body;
  /**
   * JSON unless it says otherwise. A form's fields are text and are read as a query's are: what is wrong is a 400.
   */
  takes?: Takes;
  /** Of a stream that takes an Idempotency-Key: what it may be. Its handler is given `Complete` (streamed-write.ts). */
  media_types?: readonly string[];
  body_limit?: number;
  /** Of a body that may be larger than 1 MiB: its list, whose entries are read and checked one by one. The schema's last field. */
  parts?: string;
  /** `schema` is the reply's; of a list, one row's. `content_type` marks a reply that is sent as the handler gives it. */
  success: {
    status: 200 | 201 | 202 | 204 | 302;
    schema?: TSchema;
    list?: true;
    content_type?: string;
    /** Sent with every success, whatever the handler does. */
    headers?: Readonly<Record<string, string>>;
  };
  /** What this operation can answer besides what the guards can. */
  errors?: readonly ErrorCode[];
  /** Top-level fields of the reply that are shown once and are null in a replay. */
  one_time?: readonly string[];
  /** Fields of the body or the query that are on their way out. */
  deprecated_fields?: Readonly<Record<string, Deprecation>>;
  /** After it, what this process remembers of credentials is forgotten, so that the change is seen at once. */
  changes_principals?: true;
  /** Pages and health checks: counted in no rate budget and left out of the API's description. */
  page?: true;
  /** Counted in no rate budget, though a part of the API. */
  uncounted?: true;
  /** The handler's result is an `Answer`: status, headers and bytes are its own. */
  gives?: "answer";
  /** Of an outside-calling write: the call to the outside, made with no transaction open. */
  prepare?: (ctx: Context, input: Input<Path, Static<Query>, Static<Body>>) => Promise<Outcome>;
  /**
   * Of a write that touches only PostgreSQL: what takes too long for its transaction, done before it, and done again where
   * the handler finds that it no longer holds (`OutOfDate`). It leaves refusing to the handler.
   */
  ahead?: (ctx: Context, input: Input<Path, Static<Query>, Static<Body>>) => Promise<Outcome>;
  /** Of a list: all of its rows as CSV, for clients that accept `text/csv` and no JSON. */
  csv?: (ctx: Context, input: Input<Path, Static<Query>, Static<Body>>) => Promise<Readable>;
  /** In one transaction for every write; `outcome` is what `prepare` or `ahead` brought. */
  handle: (
    ctx: HandlerContext<Verb, Takes>,
    input: Input<Path, Static<Query>, Static<Body>>,
    outcome: Outcome,
  ) => unknown;
};

export type Route = Omit<Definition<string, TObject, TObject, unknown>, "prepare" | "ahead" | "csv" | "handle"> & {
  prepare?: (ctx: Context, input: Input<string, never, never>) => Promise<unknown>;
  ahead?: (ctx: Context, input: Input<string, never, never>) => Promise<unknown>;
  csv?: (ctx: Context, input: Input<string, never, never>) => Promise<Readable>;
  /** A read's and a stream's are called with a plain context: `route` has made sure that they ask for no more. */
  handle: (ctx: Transaction, input: Input<string, never, never>, outcome: never) => unknown;
};

/** One operation of the API as data. Policy is a column of it: documentation, headers and enforcement come from one line. */
export function route<
  Path extends string,
  Query extends TObject,
  Body extends TObject,
  Verb extends Method,
  Outcome = undefined,
  Takes extends BodyType = "json",
>(definition: Definition<Path, Query, Body, Outcome, Verb, Takes>): Route {
  return definition;
}

export function pathParamNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

export function isWrite(route: { method?: string | undefined }): boolean {
  return route.method !== "GET" && route.method !== "HEAD";
}

/**
 * Not where a client comes for a token: a token is never stored, so it could not be replayed. Nor from the public: a key is
 * kept for its organization, and strangers would get each other's replies.
 */
export function takesIdempotencyKey({ method, access }: Pick<Route, "method" | "access">): boolean {
  return (method === "POST" || method === "PATCH") && access !== "client" && access !== "public";
}
