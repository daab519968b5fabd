// The errors' part of the API's description: every status that an operation can answer with, and its codes.

import { type ErrorCode, errorTable } from "../errors.ts";
import { isWrite, pathParamNames, type Route, takesIdempotencyKey } from "../http/route.ts";

type Node = Record<string, unknown>;

/** Every code that the operation can answer with: its own, and those of the guards that stand before it. */
export function errorCodes(route: Route): ErrorCode[] {
  const isOpen = route.access === "public";
  const codes: ErrorCode[] = ["internal_error", "service_unavailable", "invalid_request"];
  if (!route.uncounted) codes.push("rate_limit_exceeded");
  if (!isOpen) codes.push("authentication_required", "invalid_credentials");
  if (!isOpen && route.access !== "client") codes.push("insufficient_scope");
  if (route.tier) codes.push("tier_not_eligible");
  if (route.access === "operator" || route.access === "store" || pathParamNames(route.path).length > 0)
    codes.push("not_found");
  if (route.success.list) codes.push("invalid_cursor");
  if (takesIdempotencyKey(route))
    codes.push("invalid_idempotency_key", "idempotency_in_progress", "idempotency_key_reused");
  if (isWrite(route)) codes.push("payload_too_large", "unsupported_media_type");
  const isJson = isWrite(route) && (route.takes ?? "json") === "json";
  if (isJson) codes.push("unknown_field", "validation_failed");
  if (isJson && hasRequiredField(route.body)) codes.push("missing_required_field");
  return tableOrder.filter((code) => codes.includes(code) || route.errors?.includes(code));
}

/** In the body itself or anywhere inside it: an artist without a name is refused with the same code. */
function hasRequiredField(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const { required } = schema as { required?: unknown };
  return (Array.isArray(required) && required.length > 0) || Object.values(schema).some(hasRequiredField);
}

const tableOrder = Object.keys(errorTable) as ErrorCode[];

/** One entry per status. Each group of codes is described once, in `components`, under a name made of its codes. */
export function errorResponses(codes: readonly ErrorCode[], components: Node, headers: Node): Node {
  const statuses = [...new Set(codes.map((code) => errorTable[code].status))];
  const entries = statuses.map((status) => {
    const group = codes.filter((code) => errorTable[code].status === status);
    const name = group.map(pascalCase).join("Or");
    components[name] = {
      description: group.map((code) => `\`${code}\`: ${errorTable[code].meaning}`).join("\n\n"),
      headers: { ...headers, ...extraHeaders[status] },
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Error" },
          examples: Object.fromEntries(group.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    };
    return [String(status), { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(entries);
}

const extraHeaders: Readonly<Record<number, Node>> = {
  401: { "WWW-Authenticate": { $ref: "#/components/headers/WWW-Authenticate" } },
  429: { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
  503: { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
};

function pascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

export function errorExamples(codes: Iterable<ErrorCode>): Node {
  const used = new Set(codes);
  const shown = tableOrder.filter((code) => used.has(code));
  return Object.fromEntries(shown.map((code) => [code, { summary: code, value: errorExample(code) }]));
}

function errorExample(code: ErrorCode): Node {
  const detail = fieldIssues[code];
  const request_id = "req_01k8z3v9qxe7p9a4m2c6t5w8rn";
  return { error: { code, message: errorTable[code].meaning, request_id, ...(detail && { details: [detail] }) } };
}

const fieldIssues: Partial<Record<ErrorCode, Node>> = {
  missing_required_field: { field: "title", issue: "is required" },
  unknown_field: { field: "titel", issue: "is not known here; did you mean `title`?" },
  territory_not_supported: { field: "territories[0]", issue: "names a territory that does not exist: ZZ" },
  validation_failed: { field: "release_date", issue: "must be a real date, YYYY-MM-DD" },
};

export const errorSchemas: Node = {
  ErrorCode: { title: "ErrorCode", type: "string", enum: tableOrder, description: "Stable; made for programs." },
  Error: {
    type: "object",
    title: "Error",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["code", "message", "request_id"],
        properties: {
          code: { $ref: "#/components/schemas/ErrorCode" },
          message: { type: "string", description: "For people; may change." },
          request_id: { type: "string", description: "Equal to the X-Request-Id header." },
          details: {
            type: "array",
            description: "Every field that is wrong, at most 100.",
            items: {
              type: "object",
              required: ["field", "issue"],
              properties: {
                field: { type: "string", description: "Where, as in `artists[0].name`; empty for the whole body." },
                issue: { type: "string", description: "The problem." },
              },
            },
          },
        },
      },
      error_description: {
        type: "string",
        description:
          "At the token endpoint alone: the message and its details in plain ASCII, for libraries for OAuth.",
      },
    },
  },
};
