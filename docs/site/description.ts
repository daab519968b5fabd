// The API's description, openapi.json, read as a list of operations.

export type Schema = {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  default?: unknown;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
};

export type Parameter = {
  $ref?: string;
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};

type Content = Record<string, { schema?: Schema; example?: unknown }>;
type Answer = { $ref?: string; description: string; content?: Content };

type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Answer>;
  security?: unknown[];
  "x-error-codes"?: string[];
  "x-scope"?: string;
  "x-access"?: string;
};

export type Description = {
  info: { description: string; version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, Record<string, Described>>;
  components: {
    parameters: Record<string, Parameter>;
    schemas: Record<string, Schema>;
    examples: Record<string, { value: unknown }>;
  };
};

export type Operation = {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  text: string;
  access: string;
  parameters: Parameter[];
  body: { media_type: string; schema: Schema; example: unknown } | undefined;
  /** The answer of a success, as JSON if it has that form. */
  success: { status: number; media_type: string | undefined; schema: Schema | undefined; example: unknown };
  error_codes: string[];
};

export function operationsOf(description: Description): Operation[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(description, { method, path, operation })),
  );
}

function toOperation(
  description: Description,
  { method, path, operation }: { method: string; path: string; operation: Described },
): Operation {
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  const [status = "200", answer] = Object.entries(operation.responses).find(([code]) => code < "400") ?? [];
  const content = answer?.content ?? {};
  const media_type = "application/json" in content ? "application/json" : Object.keys(content)[0];
  const given = media_type === undefined ? undefined : content[media_type];
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0] ?? "Service",
    summary: operation.summary,
    text: operation.description ?? "",
    access: operation["x-access"] ?? "public",
    parameters: (operation.parameters ?? []).map((parameter) => namedParameter(description, parameter)),
    body: body && { media_type: body[0], schema: body[1].schema ?? {}, example: body[1].example },
    success: { status: Number(status), media_type, schema: given?.schema, example: given?.example },
    error_codes: operation["x-error-codes"] ?? [],
  };
}

function namedParameter({ components }: Description, parameter: Parameter): Parameter {
  const name = parameter.$ref?.split("/").pop();
  return (name !== undefined && components.parameters[name]) || parameter;
}

/** The schema that a reference names, or the schema itself. */
export function resolveSchema({ components }: Description, schema: Schema): Schema {
  const name = schema.$ref?.split("/").pop();
  return (name !== undefined && components.schemas[name]) || schema;
}

/** A value as it stands in a sentence or an address. */
export function plainValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The value of a parameter in a sample: its example, or its name as a word to replace. */
export function exampleOf({ name, example, schema }: Parameter): string {
  const known = example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? stableExamples[name];
  return plainValue(known ?? name.toUpperCase());
}

// Examples of ids that the description leaves out.
const stableExamples: Record<string, string> = {
  report_id: "rep_01k8z3v9qxe7p9a4m2c6t5w8rn",
  period: "2026-01",
};
