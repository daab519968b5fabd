// The route list, told as OpenAPI 3.1. Nothing is written by hand: what a route says of itself is what clients read.

import type { TSchema } from "typebox";
import { type ErrorCode, errorTable } from "./errors.ts";
import { querySchema, replySchema } from "./operation.ts";
import { isWrite, pathParamNames, type Route, takesIdempotencyKey } from "./route.ts";

type Node = Record<string, unknown>;

export type ApiInfo = { title: string; version: string; description: string; tags: Readonly<Record<string, string>> };

export function openApiDocument(routes: readonly Route[], info: ApiInfo): Node {
  const schemas: Node = { Error: errorSchema };
  const paths: Record<string, Node> = {};
  for (const route of routes.filter(({ page }) => !page)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describe(route, schemas) };
  }
  const { title, version, description } = info;
  return {
    openapi: "3.1.0",
    info: { title, version, description, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "/", description: "The server that gave you this document" }],
    security: [{ bearer: [] }],
    tags: Object.entries(info.tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "An API key: `sk_live_…` or, in the sandbox, `sk_test_…`.",
        },
      },
      headers: sharedHeaders,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** Every code that the operation can answer with: its own, and those of the guards that stand before it. */
export function errorCodes(route: Route): ErrorCode[] {
  const isOpen = route.access === "public";
  const codes: ErrorCode[] = ["rate_limit_exceeded", "internal_error", "service_unavailable", "invalid_request"];
  if (!isOpen) codes.push("authentication_required", "invalid_credentials");
  if (!isOpen && route.access !== "operator") codes.push("insufficient_scope");
  if (route.access === "operator" || pathParamNames(route.path).length > 0) codes.push("not_found");
  if (route.success.list) codes.push("invalid_cursor");
  if (takesIdempotencyKey(route))
    codes.push("invalid_idempotency_key", "idempotency_in_progress", "idempotency_key_reused");
  if (isWrite(route)) codes.push("payload_too_large", "unsupported_media_type", "unknown_field", "validation_failed");
  if (route.body?.required?.length) codes.push("missing_required_field");
  return [...new Set([...codes, ...(route.errors ?? [])])];
}

function describe(route: Route, schemas: Node): Node {
  const { access } = route;
  const scope = typeof access === "object" ? `Needs the scope \`${access.scope}\`.` : "";
  const description = [route.description, scope].filter(Boolean).join("\n\n");
  return {
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    ...(description && { description }),
    ...(access === "public" && { security: [] }),
    ...(typeof access === "object" && { "x-scope": access.scope }),
    "x-access": typeof access === "object" ? "scope" : access,
    parameters: parameters(route),
    ...(route.body && { requestBody: requestBody(route, schemas) }),
    responses: responses(route, schemas),
  };
}

function parameters(route: Route): Node[] {
  const path = pathParamNames(route.path).map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const query = Object.entries(querySchema(route).properties).map(([name, schema]) => {
    const { description, ...rest } = plain(schema, undefined) as Node;
    return { name, in: "query", ...(description !== undefined && { description }), schema: rest };
  });
  const key = {
    name: "Idempotency-Key",
    in: "header",
    description: "A UUID v4; a retry with the same key happens once.",
    schema: { type: "string", format: "uuid" },
  };
  return [...path, ...query, ...(takesIdempotencyKey(route) ? [key] : [])];
}

function requestBody(route: Route, schemas: Node): Node {
  const { body } = route;
  const required = Boolean(body?.required?.length);
  return {
    required,
    content: {
      "application/json": {
        schema: plain(body as TSchema, schemas),
        example: exampleOf(body as TSchema, { only_required: required }),
      },
    },
  };
}

function responses(route: Route, schemas: Node): Node {
  const headers = { $ref: "#/components/headers/X-Request-Id" };
  const limits = Object.fromEntries(
    ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );
  const shared = { "X-Request-Id": headers, ...limits };
  const schema = replySchema(route);
  const type = route.success.content_type ?? "application/json";
  const content = schema && { content: { [type]: { schema: plain(schema, schemas), example: exampleOf(schema, {}) } } };
  const replayed = takesIdempotencyKey(route)
    ? { "Idempotency-Replayed": { $ref: "#/components/headers/Idempotency-Replayed" } }
    : {};
  const success = {
    description: successWords[route.success.status] ?? "Done.",
    headers: { ...shared, ...replayed },
    ...content,
  };
  return { [route.success.status]: success, ...errorResponses(errorCodes(route), shared) };
}

const successWords: Readonly<Record<number, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted; the work goes on.",
  204: "Gone.",
};

function errorResponses(codes: readonly ErrorCode[], headers: Node): Node {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes)
    byStatus.set(errorTable[code].status, [...(byStatus.get(errorTable[code].status) ?? []), code]);
  const entries = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, group]) => {
      const extra =
        status === 429 || status === 503 ? { "Retry-After": { $ref: "#/components/headers/Retry-After" } } : {};
      const schema = {
        allOf: [
          { $ref: "#/components/schemas/Error" },
          { properties: { error: { properties: { code: { enum: group } } } } },
        ],
      };
      const examples = Object.fromEntries(group.map((code) => [code, { value: errorExample(code) }]));
      const description = group.map((code) => `\`${code}\`: ${errorTable[code].meaning}`).join("\n\n");
      return [
        String(status),
        { description, headers: { ...headers, ...extra }, content: { "application/json": { schema, examples } } },
      ];
    });
  return Object.fromEntries(entries);
}

const fieldIssues: Partial<Record<ErrorCode, Node>> = {
  missing_required_field: { field: "title", issue: "is required" },
  unknown_field: { field: "titel", issue: "is not known here; did you mean `title`?" },
  territory_not_supported: { field: "territories[0]", issue: "names a territory that does not exist: ZZ" },
  validation_failed: { field: "release_date", issue: "must be a real date, YYYY-MM-DD" },
};

function errorExample(code: ErrorCode): Node {
  const detail = fieldIssues[code];
  const request_id = "req_01k8z3v9qxe7p9a4m2c6t5w8rn";
  return { error: { code, message: errorTable[code].meaning, request_id, ...(detail && { details: [detail] }) } };
}

/** The schema without what only we understand; a schema with a title is told once and referred to. */
function plain(schema: TSchema, schemas: Node | undefined): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => plain(entry, schemas));
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([name]) => name !== "rule" && !name.startsWith("~"));
  const copy = Object.fromEntries(
    entries.map(([name, value]) => [name, name === "examples" ? value : plain(value as TSchema, schemas)]),
  );
  const { title } = schema as { title?: unknown };
  if (typeof title !== "string" || !schemas) return copy;
  schemas[title] = copy;
  return { $ref: `#/components/schemas/${title}` };
}

/** An example put together from those of its fields. */
export function exampleOf(schema: TSchema, options: { only_required?: boolean }): unknown {
  const {
    type,
    properties,
    items,
    examples,
    enum: values,
    required = [],
    default: initial,
  } = schema as Node & {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    examples?: unknown[];
    enum?: unknown[];
    required?: string[];
  };
  if (examples) return examples[0];
  if (initial !== undefined) return initial;
  if (values) return values[0];
  if (properties) {
    const names = Object.keys(properties).filter((name) => !options.only_required || required.includes(name));
    return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] as TSchema, options)]));
  }
  if (items) return [exampleOf(items, options)];
  return { boolean: false, integer: 1, null: null, string: "text" }[String([type].flat().at(-1))] ?? null;
}

const errorSchema = {
  type: "object",
  title: "Error",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "request_id"],
      properties: {
        code: { type: "string", description: "Stable; made for programs." },
        message: { type: "string", description: "For people; may change." },
        request_id: { type: "string", description: "Equal to the X-Request-Id header." },
        details: {
          type: "array",
          items: { type: "object", properties: { field: { type: "string" }, issue: { type: "string" } } },
        },
      },
    },
  },
};

const header = (description: string, type: string) => ({ description, schema: { type } });

const sharedHeaders = {
  "X-Request-Id": header("Unique for each request; quote it when you ask for help.", "string"),
  "RateLimit-Limit": header("Requests allowed in a minute.", "integer"),
  "RateLimit-Remaining": header("Requests left in this minute.", "integer"),
  "RateLimit-Reset": header("Seconds until the minute is over.", "integer"),
  "Retry-After": header("Seconds to wait before the next try.", "integer"),
  "Idempotency-Replayed": header(
    "`true` when this is the stored answer to an earlier request with the same key.",
    "string",
  ),
};
