import type { Readable } from "node:stream";
import type { Static, TObject, TSchema } from "typebox";
import type { Context, Transaction } from "../context.ts";
import type { ErrorCode } from "../errors.ts";
import type { Deprecation } from "./deprecation.ts";
import type { PageAsked } from "./pagination.ts";
import type {
  OperatorPrincipal,
  OrganizationPrincipal,
  PersonPrincipal,
  Principal,
  StorePrincipal,
  VisitorPrincipal,
} from "./principal.ts";

/**
 * The callers of a route: anyone, only the operator, only a store, any key of an organization, a key with the scope, or
 * a client with its id and secret. `person` is one who is signed in, about itself. Two are for the dashboard: `session` is
 * anyone, known by the cookie alone, and `sign_in` is the holder of the credential in the body. If the body may hold the
 * credential, it is read before the guards run.
 */
export type Access = "public" | "operator" | "store" | "any_key" | "client" | "person" | "session" | "sign_in" | Scoped;
/** `or_operator`: the operator key works too, because nothing of an organization is shown. */
export type Scoped = { scope: string; or_operator?: true };

/** The principals that a route's handler may get. Undefined: a caller without a credential. */
type PrincipalOf<Allowed extends Access> = Allowed extends "operator"
  ? OperatorPrincipal
  : Allowed extends "store"
    ? StorePrincipal
    : Allowed extends "person"
      ? PersonPrincipal
      : Allowed extends "sign_in" | { or_operator: true }
        ? VisitorPrincipal
        : Allowed extends "public" | "session"
          ? Principal | undefined
          : OrganizationPrincipal;

/**
 * XML and CSV are read whole and handed over as they came. A stream may have any type and length; its handler reads and checks it while it
 * arrives.
 */
/** Besides JSON, a route may answer with these files. */
export const fileTypes = { csv: "text/csv", pdf: "application/pdf" } as const;
export type FileKind = keyof typeof fileTypes;

export type BodyType = "json" | "form" | "xml" | "csv" | "stream";

/** Its handler gets the body as it was sent. */
export function isDocument(takes: BodyType | undefined): takes is "xml" | "csv" {
  return takes === "xml" || takes === "csv";
}

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The result of a handler that writes the whole answer itself. */
export type Answer = {
  status: number;
  headers?: Readonly<Record<string, string | string[]>>;
  payload: string | Buffer | Readable | undefined;
};

/** A handler's input besides its context. Everything in it has passed the guards. */
type Input<Path extends string, Query, Body, Caller extends Principal | undefined> = {
  principal: Caller;
  request_id: string;
  params: PathParams<Path>;
  query: Query;
  body: Body;
  /** For XML and CSV: the body as it was sent. */
  document: Buffer;
  /** For streams: the body, piece by piece. It throws when nothing arrives for too long, or when the body is cut. */
  bytes: AsyncIterable<Buffer>;
  headers: Headers;
  /** True if the client reached us, or a proxy that we trust, over TLS. */
  isSecure(): boolean;
  /** The client's address, as trusted proxies tell it. */
  address(): string;
  /** The address as the client sent it. The query of a page is not checked: its handler may read it here. */
  url: string;
  /** HEAD if a GET's handler is asked only for the head of its answer. */
  method: string;
  /** For lists: how many rows, and after which one. The handler returns the `Page` that `selectPage` reads. */
  page: PageAsked;
  /**
   * For outside-calling writes: the resource's id after the prefix. It is the same on every retry with one
   * Idempotency-Key.
   */
  claim_id: string;
};

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [key in Name]: string } & PathParams<Rest>
  : unknown;

/** A write is one transaction. A stream may take hours, so its handler opens its own transaction for its changes. */
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
  Allowed extends Access = Access,
> = {
  method: Verb;
  path: Path;
  /** The operation's name in OpenAPI, in the SDK and in the audit log. */
  operation: string;
  tag: string;
  summary: string;
  description?: string;
  access: Allowed;
  /** It shows more than the releases of some labels: members who are limited to labels may not call it. */
  beyond_labels?: true;
  /** Only for organizations of this tier. */
  tier?: string;
  query?: Query;
  body?: Body;
  /** JSON by default. Fields of a form are text and are parsed like a query: a wrong field is a 400. */
  takes?: Takes;
  /** For streams with an Idempotency-Key: the accepted media types. The handler is given `Complete` (streamed-write.ts). */
  media_types?: readonly string[];
  /** For streams without a credential: the organization whose bytes they are, and whose share of the open streams they use. */
  sender?: (ctx: Context, params: PathParams<Path>) => string;
  body_limit?: number;
  /**
   * For bodies larger than 1 MiB: the list whose entries are read and checked one by one. It must be the last field of
   * the schema.
   */
  parts?: string;
  /**
   * `schema` describes the reply, or one row of a list. `content_type` marks a reply that is sent exactly as the
   * handler returns it.
   */
  success: {
    status: 200 | 201 | 202 | 204 | 302;
    schema?: TSchema;
    list?: true;
    /** The status of results that are another success. */
    otherwise?: { status: 200; when: (result: unknown) => boolean };
    content_type?: string;
    /** Headers of every success. */
    headers?: Readonly<Record<string, string>>;
  };
  /** The error codes of this operation besides those of the guards. */
  errors?: readonly ErrorCode[];
  /** Top-level fields of the reply that are shown once and are null in a replay. */
  one_time?: readonly string[];
  /** Deprecated fields of the body or the query. */
  deprecated_fields?: Readonly<Record<string, Deprecation>>;
  /** Afterwards this process drops its cached credentials, so that the change takes effect at once. */
  changes_principals?: true;
  /** For the operator's changes: the audit log of the organization `org_id` of the path tells of them, too. */
  seen_by_organization?: true;
  /** Pages and health checks: they use no rate budget and are not in the API's description. */
  page?: true;
  /** For reads that change rarely: the answer has an ETag, and a client that has it already gets 304. */
  revalidated?: true;
  /** The work goes on when its request is over: it may take minutes, and the same request, sent again, waits for it. */
  outlives_request?: true;
  /** For a POST that only looks at what it is sent: nothing is stored of it, neither a reply nor an entry of the audit log. */
  keeps_nothing?: true;
  /** Uses no rate budget, although it is part of the API. */
  uncounted?: true;
  /** The handler writes the entry of the audit log: the caller is known only there. */
  audits_itself?: true;
  /** The handler returns an `Answer`, with its own status, headers and bytes. */
  gives?: "answer";
  /** For outside-calling writes: the call to the outside, made with no transaction open. */
  prepare?: (ctx: Context, input: Input<Path, Static<Query>, Static<Body>, PrincipalOf<Allowed>>) => Promise<Outcome>;
  /**
   * For writes that touch only PostgreSQL: work that takes too long for the transaction. It runs before the
   * transaction, and again if the handler finds it outdated (`OutOfDate`). Only the handler may refuse the request.
   */
  ahead?: (ctx: Context, input: Input<Path, Static<Query>, Static<Body>, PrincipalOf<Allowed>>) => Promise<Outcome>;
  /** For lists: all rows as CSV, for clients that accept `text/csv` and not JSON. */
  csv?: (ctx: Context, input: Input<Path, Static<Query>, Static<Body>, PrincipalOf<Allowed>>) => Promise<Readable>;
  /** The resource as a document to print, for clients that accept `application/pdf` and not JSON. */
  pdf?: (ctx: Context, input: Input<Path, Static<Query>, Static<Body>, PrincipalOf<Allowed>>) => Promise<Readable>;
  /** Runs in one transaction for every write. `outcome` is the result of `prepare` or `ahead`. */
  handle: (
    ctx: HandlerContext<Verb, Takes>,
    input: Input<Path, Static<Query>, Static<Body>, PrincipalOf<Allowed>>,
    outcome: Outcome,
  ) => unknown;
};

/** As the kernel hands it over: `route` has made sure that each handler takes what its route gives. */
export type AnyInput = Input<never, never, never, never>;

export type Route = Omit<
  Definition<string, TObject, TObject, unknown>,
  "sender" | "prepare" | "ahead" | FileKind | "handle"
> & {
  sender?: (ctx: Context, params: never) => string;
  prepare?: (ctx: Context, input: AnyInput) => Promise<unknown>;
  ahead?: (ctx: Context, input: AnyInput) => Promise<unknown>;
  csv?: (ctx: Context, input: AnyInput) => Promise<Readable>;
  pdf?: (ctx: Context, input: AnyInput) => Promise<Readable>;
  /** Handlers of reads and streams get a plain context. `route` makes sure that they ask for no more. */
  handle: (ctx: Transaction, input: AnyInput, outcome: never) => unknown;
};

/**
 * One operation of the API as data. Its policy is one entry here: documentation, headers and enforcement use the same
 * entry.
 */
export function route<
  Path extends string,
  Query extends TObject,
  Body extends TObject,
  Verb extends Method,
  Outcome = undefined,
  Takes extends BodyType = "json",
  const Allowed extends Access = Access,
>(definition: Definition<Path, Query, Body, Outcome, Verb, Takes, Allowed>): Route {
  return definition;
}

export function pathParamNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

export function isWrite(route: { method?: string | undefined }): boolean {
  return route.method !== "GET" && route.method !== "HEAD";
}

/**
 * Not for token requests and sign-ins: a token is never stored, so it could not be replayed. Not for public requests
 * either: a key is kept per organization, and strangers would get each other's replies.
 */
export function takesIdempotencyKey({ method, access }: Pick<Route, "method" | "access">): boolean {
  return (method === "POST" || method === "PATCH") && !keylessAccesses.includes(access);
}

const keylessAccesses: readonly Access[] = ["client", "sign_in", "session", "public"];
