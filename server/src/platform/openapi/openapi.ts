// The route list as OpenAPI 3.1. Nothing is written by hand: clients read what the routes declare.

import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";
import type { ErrorCode } from "../errors.ts";
import { mediaTypes } from "../http/media-type.ts";
import { querySchema, replySchema } from "../http/operation-schema.ts";
import {
  type BodyType,
  isDocument,
  pathParamNames,
  type Route,
  type Scoped,
  takesIdempotencyKey,
} from "../http/route.ts";
import { append } from "../long-list.ts";
import type { Transitions } from "../state-machine.ts";
import { errorCodes, errorExamples, errorResponses, errorSchemas } from "./errors.ts";
import { exampleOf } from "./example.ts";
import { fileContent } from "./file-content.ts";
import { idempotencyKey, ifNoneMatch, sharedHeaders } from "./shared-headers.ts";

type Node = Record<string, unknown>;

/** Parts that operations share: described once, referred to by name. */
type Components = { schemas: Node; responses: Node; parameters: Node };

export type ApiInfo = { title: string; version: string; description: string; tags: Readonly<Record<string, string>> };

/** Requests that we send to other servers' endpoints, described like operations of theirs. */
export type WebhookDescription = {
  name: string;
  operation: string;
  tag: string;
  summary: string;
  tier?: string;
  headers: Readonly<Record<string, { description: string; example: string; required?: boolean }>>;
  schema: TSchema;
  /** The meaning of each answer to us, by its status. */
  responses: Readonly<Record<string, string>>;
};

/**
 * Facts that no schema of an operation has, for programs that would else repeat them: how each status moves, and the
 * settings of each kind of connector.
 */
export type ApiFacts = {
  moves: Readonly<Record<string, Transitions<string, string>>>;
  connectors: readonly TSchema[];
};

export function openApiDocument(
  routes: readonly Route[],
  info: ApiInfo,
  webhooks: readonly WebhookDescription[] = [],
  facts?: ApiFacts,
): Node {
  const components: Components = { schemas: { ...errorSchemas }, responses: {}, parameters: {} };
  const paths: Record<string, Node> = {};
  const codes: ErrorCode[] = [];
  for (const route of routes.filter(({ page }) => !page)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describe(route, components) };
    append(codes, errorCodes(route));
  }
  for (const [path, operations] of Object.entries(paths)) nameIds(path, operations, components.schemas);
  const sent = Object.fromEntries(webhooks.map((webhook) => [webhook.name, describeWebhook(webhook, components)]));
  const { title, version, description } = info;
  return {
    openapi: "3.1.0",
    info: { title, version, description, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "/", description: "The server that gave you this document" }],
    security: [{ bearer: [] }],
    tags: Object.entries(info.tags).map(([name, text]) => ({ name, description: text })),
    paths,
    webhooks: sent,
    components: {
      securitySchemes: { bearer, client },
      parameters: sorted(components.parameters),
      headers: sharedHeaders,
      examples: errorExamples(codes),
      responses: sorted(components.responses),
      schemas: sorted(components.schemas),
    },
    ...(facts && {
      "x-segue-moves": Object.fromEntries(Object.entries(facts.moves).map(([noun, table]) => [noun, movesOf(table)])),
      "x-segue-connectors": { oneOf: facts.connectors.map((schema) => plain(schema, undefined)) },
    }),
  };
}

/** The table of a status, by trigger. `event` is null where no event tells of the move. */
function movesOf(table: Transitions<string, string>): Node {
  const rows = Object.entries(table).map(([trigger, { from, to, event }]) => {
    return [trigger, { from, to, event: event === "none" ? null : event }] as const;
  });
  return Object.fromEntries(rows);
}

const sorted = (nodes: Node) =>
  Object.fromEntries(Object.entries(nodes).sort(([first], [second]) => (first < second ? -1 : 1)));

const bearer = {
  type: "http",
  scheme: "bearer",
  description:
    "An API key (`sk_live_…` or, in the sandbox, `sk_test_…`) or an access token (`at_live_…`, `at_test_…`). Paths under " +
    "/v1/operator take the operator key, paths under /v1/feed a store's credential (`st_live_…`, `st_test_…`).",
};

const client = {
  type: "http",
  scheme: "basic",
  description: "An OAuth client's id and secret. Send them this way or in the form, not both.",
};

function describeScope({ scope, or_operator }: Scoped): string {
  return `Needs the scope \`${scope}\`.${or_operator ? " The operator key works too." : ""}`;
}

function describe(route: Route, components: Components): Node {
  const { access } = route;
  const scope = typeof access === "object" ? describeScope(access) : "";
  const tier = route.tier ? `For the tier \`${route.tier}\`.` : "";
  const description = [route.description, scope, tier].filter(Boolean).join("\n\n");
  return {
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    ...(description && { description }),
    ...(access === "public" && { security: [] }),
    ...(access === "client" && { security: [{ client: [] }, {}] }),
    ...(typeof access === "object" && { "x-scope": access.scope }),
    "x-access": typeof access === "object" ? "scope" : access,
    "x-error-codes": errorCodes(route),
    parameters: parameters(route, components),
    ...(route.body && { requestBody: requestBody(route.body, route.takes ?? "json", components) }),
    ...(isDocument(route.takes) && { requestBody: streamBody([mediaTypes[route.takes]]) }),
    ...(route.takes === "stream" && { requestBody: streamBody(route.media_types ?? [mediaTypes.stream]) }),
    responses: responses(route, components),
  };
}

function describeWebhook({ schema, ...webhook }: WebhookDescription, components: Components): Node {
  const headers = Object.entries(webhook.headers).map(([name, { description, example, required = false }]) => ({
    name,
    in: "header",
    required,
    description,
    schema: { type: "string" },
    example,
  }));
  const answers = Object.entries(webhook.responses).map(([status, description]) => [status, { description }] as const);
  const post = {
    operationId: webhook.operation,
    tags: [webhook.tag],
    summary: webhook.summary,
    ...(webhook.tier && { description: `For the tier \`${webhook.tier}\`.` }),
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: { "application/json": { schema: plain(schema, components.schemas), example: exampleOf(schema) } },
    },
    responses: Object.fromEntries(answers),
  };
  return { post };
}

function parameters(route: Route, components: Components): Node[] {
  const path = pathParamNames(route.path).map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const query = Object.entries(querySchema(route).properties).map(([name, schema]) => {
    const { description, deprecated, ...rest } = plain(schema, undefined) as Node;
    const isGoing = deprecated === true || Object.hasOwn(route.deprecated_fields ?? {}, name);
    const parameter = {
      name,
      in: "query",
      ...(description !== undefined && { description }),
      ...(isGoing && { deprecated: true }),
      schema: rest,
    };
    return name === "limit" || name === "cursor" ? shared(components.parameters, name, parameter) : parameter;
  });
  const keys = takesIdempotencyKey(route) ? [shared(components.parameters, "Idempotency-Key", idempotencyKey)] : [];
  const tags = route.revalidated ? [shared(components.parameters, "If-None-Match", ifNoneMatch)] : [];
  return [...path, ...query, ...keys, ...tags];
}

function requestBody(body: TSchema & { required?: string[] }, takes: BodyType, components: Components): Node {
  const required = Boolean(body.required?.length);
  const schema = plain(body, components.schemas);
  return {
    required,
    content: {
      [mediaTypes[takes]]: { schema, example: exampleOf(body, { only_required: required && takes === "json" }) },
    },
  };
}

const streamBody = (types: readonly string[]): Node => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema: {} }])),
});

function responses(route: Route, components: Components): Node {
  const headers = headerRefs(["X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]);
  const { status, otherwise } = route.success;
  const statuses = otherwise ? [otherwise.status, status] : [status];
  const success = (status: Route["success"]["status"]) => ({
    description: successWords[status],
    headers: {
      ...headers,
      ...(takesIdempotencyKey(route) && headerRefs(["Idempotency-Replayed"])),
      ...(route.revalidated && headerRefs(["ETag"])),
    },
    ...successContent(route, components),
  });
  const successes = Object.fromEntries(statuses.map((status) => [status, success(status)]));
  const known = { description: "The copy that you have is current.", headers: { ...headers, ...headerRefs(["ETag"]) } };
  return {
    ...successes,
    ...(route.revalidated && { 304: known }),
    ...errorResponses(errorCodes(route), components.responses, headers),
  };
}

const headerRefs = (names: readonly string[]): Node =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function successContent(route: Route, components: Components): Node {
  const schema = replySchema(route);
  const [type = "application/json"] = (route.success.content_type ?? "application/json").split(";");
  if (schema) {
    const shown = { schema: plain(schema, components.schemas), example: exampleOf(schema) };
    return { content: { [type]: shown, ...fileContent(route) } };
  }
  if (!route.success.content_type) return {};
  return { content: { [type]: { schema: { type: type === "application/json" ? "object" : "string" } } } };
}

const successWords: Readonly<Record<Route["success"]["status"], string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted; the work goes on.",
  204: "Gone.",
  302: "Redirect; see Location.",
};

const own_keywords = ["rule", "form"];

/** The schema without our own keywords. A schema with a title is described once and referred to. */
function plain(schema: unknown, schemas: Node | undefined): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => plain(entry, schemas));
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([name]) => !own_keywords.includes(name) && !name.startsWith("~"));
  const copy = Object.fromEntries(entries.map(([name, value]) => [name, plainValue(name, value, schemas)]));
  if (typeof copy.title !== "string" || !schemas) return copy;
  return shared(schemas, copy.title, copy, "schemas");
}

// Example values and names of fields belong to the API: a field may be called `form` or `title`.
function plainValue(name: string, value: unknown, schemas: Node | undefined): unknown {
  if (name === "examples" || name === "default" || name === "enum") return value;
  if (name !== "properties" && name !== "patternProperties") return plain(value, schemas);
  return Object.fromEntries(Object.entries(value as Node).map(([field, inner]) => [field, plain(inner, schemas)]));
}

function shared(components: Node, name: string, node: Node, kind: keyof Components = "parameters"): Node {
  if (components[name] !== undefined && !isDeepStrictEqual(components[name], node))
    throw new Error(`Two different ${kind} of the API's description are called ${name}.`);
  components[name] = node;
  return { $ref: `#/components/${kind}/${name}` };
}

/**
 * Describes a path parameter: `{release_id}` is the `id` of a Release, `{org_id}` the id of the resource whose ids
 * begin with org_, and `{client_id}` the field of that name.
 */
function nameIds(path: string, operations: Node, schemas: Node): void {
  const all = Object.entries(schemas as Record<string, { properties?: Record<string, { examples?: string[] }> }>);
  for (const name of pathParamNames(path)) {
    const noun = name.replace(/_id$/, "");
    const having = (field: string) =>
      all.map(([title, { properties }]) => ({ title, field, example: properties?.[field]?.examples?.[0] ?? "" }));
    const found =
      having("id").find(({ title, example }) => example && title.toLowerCase() === noun.replaceAll("_", "")) ??
      having("id").find(({ example }) => example.startsWith(`${noun}_`)) ??
      having(name).find(({ title, example }) => example && title.toLowerCase().endsWith(noun.replaceAll("_", "")));
    if (!found) continue;
    for (const { parameters } of Object.values(operations) as { parameters: Node[] }[]) {
      const parameter = parameters.find((candidate) => candidate.name === name);
      const schema = { type: "string", examples: [found.example] };
      Object.assign(parameter ?? {}, { description: `The \`${found.field}\` of the ${found.title}.`, schema });
    }
  }
}
