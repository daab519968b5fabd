// Writes the types of the SDK from openapi.json: the resources, one signature for every method of methods.ts, and the
// errors that each method may answer.

import { byNoun, type MethodName, methods, type Tree, usualInput } from "../src/methods.ts";

export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  deprecated?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  deprecated?: boolean;
  schema: Schema;
};
type Content = Record<string, { schema: Schema }>;
type Operation = {
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
  "x-error-codes"?: string[];
};
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { requestBody: { content: Content } } }>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};

const HEAD = "// Written by `npm run openapi` from openapi.json and methods.ts: do not edit.\n";

/** `src/schema.ts`: types only. */
export function schemaText(document: Description): string {
  const resources = Object.entries(document.components.schemas)
    // The SDK has a class for errors.
    .filter(([name]) => name !== "Error")
    .map(([name, schema]) => `${comment(schema, "")}export type ${name} = ${typeOf(schema, "")};\n`);
  const events = Object.entries(document.webhooks).map(
    ([name, { post }]) => `  "${name}": ${typeOf(jsonOf(post.requestBody.content) ?? {}, "  ")};\n`,
  );
  return [
    HEAD,
    'import type { Bytes, CallOptions, List } from "./call-shape.ts";\n',
    ...resources,
    `/** The events that a webhook receives, by their \`event_type\`. */\nexport type WebhookEvents = {\n${events.join("")}};\n`,
    `/** One method for each operation of the API. */\nexport interface Methods ${nounText(
      document,
      byNoun((name) => name),
      "",
    )}\n`,
    `/** The codes of the errors that a method may answer. */\nexport type MethodErrors = {\n${errorsText(document)}};\n`,
  ].join("\n");
}

/** `src/wire.ts`: the methods whose input is not the usual one for their verb, or that answer with a `Response`. */
export function wireText(document: Description): string {
  const rows = Object.entries(methods).flatMap(([name, operation]) => {
    const found = wireOf(document, operationOf(document, operation));
    const usual = usualInput[name.split(".").at(-1) as string] ?? "";
    return found === usual ? [] : [`  "${name}": "${found}",\n`];
  });
  const type = "Readonly<Partial<Record<MethodName, string>>>";
  return [
    HEAD,
    'import type { MethodName } from "./methods.ts";\n',
    `export const wire: ${type} = {\n${rows.join("")}};\n`,
  ].join("\n");
}

function wireOf(document: Description, operation: Operation): string {
  const kinds: string[] = [];
  if (operation.requestBody) kinds.push(bodyKind(operation.requestBody.content));
  if (queryOf(document, operation).length > 0) kinds.push("query");
  if (answerType(document, operation) === "Promise<Response>") kinds.push("response");
  return kinds.join(" ");
}

function bodyKind(content: Content): "json" | "form" | "csv" | "xml" | "bytes" {
  if (jsonOf(content)) return "json";
  if (content["text/csv"]) return "csv";
  if (content["application/xml"]) return "xml";
  return content["application/x-www-form-urlencoded"] ? "form" : "bytes";
}

function nounText(document: Description, tree: Tree<MethodName>, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(tree).map(([part, below]) =>
    typeof below === "string"
      ? methodText(document, part, below, inner)
      : `${inner}${part}: ${nounText(document, below, inner)};\n`,
  );
  return `{\n${lines.join("")}${indent}}`;
}

function methodText(document: Description, part: string, name: MethodName, indent: string): string {
  const operation = operationOf(document, methods[name]);
  const path = [...methods[name].matchAll(/\{(\w+)\}/g)].map(([, parameter]) => `${parameter}: string`);
  const query = queryOf(document, operation);
  const body = operation.requestBody;
  const isQueryNeeded = query.some(({ required }) => required);
  const given = [
    ...path,
    ...(body ? [`body${body.required ? "" : "?"}: ${bodyType(body.content, indent)}`] : []),
    ...(query.length > 0 ? [`query${isQueryNeeded ? "" : "?"}: ${queryType(query, indent)}`] : []),
    "options?: CallOptions",
  ];
  const comment = [operation.summary, `\`${methods[name]}\``].filter(Boolean).join(". ");
  return `${indent}/** ${comment} */\n${indent}${part}(${given.join(", ")}): ${answerType(document, operation)};\n`;
}

function bodyType(content: Content, indent: string): string {
  const schema = jsonOf(content) ?? content["application/x-www-form-urlencoded"]?.schema;
  return schema ? typeOf(schema, indent) : "Bytes";
}

function queryType(query: readonly Parameter[], indent: string): string {
  const properties = Object.fromEntries(
    query.map(({ name, schema, description, deprecated }) => [
      name,
      { ...schema, ...(description && { description }), ...(deprecated && { deprecated }) },
    ]),
  );
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
  return typeOf({ type: "object", properties, required }, indent);
}

/** An answer that is not JSON is handed over as the `Response`, so that it can be streamed. */
function answerType(document: Description, operation: Operation): string {
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code.startsWith("2")) ?? [];
  const schema = jsonOf(answer?.content ?? {});
  if (!schema) return status === "204" && !isUpload(operation) ? "Promise<void>" : "Promise<Response>";
  const type = typeOf(schema, "");
  const fields = resolve(document, schema).properties;
  if (!fields?.next_cursor || !fields.data?.items) return `Promise<${type}>`;
  return `List<${typeOf(fields.data.items, "")}, ${type}>`;
}

/** The answers of tus are headers. */
function isUpload(operation: Operation): boolean {
  return operation.requestBody?.content["*/*"] !== undefined;
}

function errorsText(document: Description): string {
  return Object.entries(methods)
    .map(([name, operation]) => {
      const codes = operationOf(document, operation)["x-error-codes"] ?? [];
      return `  "${name}": ${codes.map((code) => JSON.stringify(code)).join(" | ") || "never"};\n`;
    })
    .join("");
}

function operationOf(document: Description, operation: string): Operation {
  const [verb = "", path = ""] = operation.split(" ");
  const found = document.paths[path]?.[verb.toLowerCase()];
  if (!found) throw new Error(`openapi.json has no ${operation}: take it out of sdk/src/methods.ts.`);
  return found;
}

function queryOf(document: Description, { parameters = [] }: Operation): Parameter[] {
  return parameters
    .map((given) => (given.$ref ? document.components.parameters[nameOf(given.$ref)] : given) as Parameter)
    .filter((parameter) => parameter.in === "query");
}

function jsonOf(content: Content): Schema | undefined {
  return content["application/json"]?.schema;
}

function resolve(document: Description, schema: Schema): Schema {
  return schema.$ref ? (document.components.schemas[nameOf(schema.$ref)] ?? {}) : schema;
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.map((variant) => typeOf(variant, indent)).join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(" & ");
  const kinds = [schema.type ?? (schema.properties ? "object" : [])].flat();
  return kinds.map((kind) => kindOf(kind, schema, indent)).join(" | ") || "unknown";
}

function kindOf(kind: string, schema: Schema, indent: string): string {
  if (kind === "array") return `Array<${typeOf(schema.items ?? {}, indent)}>`;
  if (kind === "integer") return "number";
  return kind === "object" ? objectOf(schema, indent) : kind;
}

function objectOf({ properties, required = [], additionalProperties, patternProperties }: Schema, indent: string) {
  if (!properties) {
    const [pattern] = Object.values(patternProperties ?? {});
    const values = pattern ?? (typeof additionalProperties === "object" ? additionalProperties : {});
    return `Record<string, ${typeOf(values, indent)}>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const type = typeOf(property, inner);
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const typed = required.includes(name) ? `${key}: ${type}` : `${key}?: ${type} | undefined`;
    return `${comment(property, inner)}${inner}${typed};\n`;
  });
  if (additionalProperties === true) lines.push(`${inner}[field: string]: unknown;\n`);
  return `{\n${lines.join("")}${indent}}`;
}

function comment({ description, deprecated }: Schema, indent: string): string {
  const parts = [description?.replaceAll("*/", "*\\/").replaceAll("\n", " "), deprecated ? "@deprecated" : undefined];
  const text = parts.filter(Boolean).join(" ");
  return text === "" ? "" : `${indent}/** ${text} */\n`;
}
