// The API as its own description tells it: operations to walk through, and a judge for what they answer.

import { Ajv2020 } from "ajv/dist/2020.js";
import type { Answer } from "./world.ts";

// biome-ignore lint/suspicious/noExplicitAny: a description is data of any shape.
export type Node = Record<string, any>;

type Parameter = { name: string; in: "path" | "query" | "header"; schema: Node; required?: boolean };

export type Operation = {
  /** `POST /v1/releases` */
  name: string;
  id: string;
  method: string;
  path: string;
  access: string;
  scope: string | undefined;
  is_public: boolean;
  parameters: Parameter[];
  body: { type: string; schema: Node; example: unknown } | undefined;
  /** Whether the reply of a success is a list. */
  responses: Node;
  error_codes: string[];
};

export type Description = {
  operations: Operation[];
  resolve(node: Node): Node;
  /** The problems of a value, by the schema at this place of the document. */
  faults(place: readonly string[], value: unknown): string[];
  /** The problems of an answer: an undocumented status or code, a reply unlike its schema, a header missing. */
  answerFaults(operation: Operation, answer: Answer): string[];
};

const formats = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  uri: /^[a-z]+:\/\/\S+$/,
};

export function readDescription(document: Node): Description {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
  ajv.addSchema(document, "api");

  const resolve = (node: Node): Node =>
    typeof node?.$ref === "string" ? resolve(place(document, node.$ref.slice(2).split("/"))) : node;

  function faults(where: readonly string[], value: unknown): string[] {
    const pointer = where.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    const validate = ajv.getSchema(`api#/${pointer}`);
    if (!validate) throw new Error(`The description has no schema at ${pointer}.`);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  function answerFaults(operation: Operation, { status, headers, text, body }: Answer): string[] {
    const missing = requiredHeaders.filter((name) => !headers.get(name)).map((name) => `has no ${name}`);
    const response = operation.responses[status];
    if (!response) return [...missing, `has the undocumented status ${status}`];
    if (status >= 500) return [...missing, "is a fault of the service"];
    if (status >= 400 && operation.method === "HEAD") return missing;
    if (status >= 400) return [...missing, ...errorFaults(operation, status, { headers, body })];
    if (!resolve(response).content) return text === "" ? missing : [...missing, "has a body where none is documented"];
    const [type = ""] = Object.keys(resolve(response).content);
    const where = [
      "paths",
      operation.path,
      operation.method.toLowerCase(),
      "responses",
      String(status),
      "content",
      type,
    ];
    return [...missing, ...faults([...where, "schema"], type.startsWith("application/json") ? body : text)];
  }

  function errorFaults(operation: Operation, status: number, { headers, body }: Pick<Answer, "headers" | "body">) {
    const code: string = body?.error?.code;
    const codes = Object.keys(resolve(operation.responses[status]).content["application/json"].examples);
    return [
      ...faults(["components", "schemas", "Error"], body),
      ...(operation.error_codes.includes(code) && codes.includes(code) ? [] : [`has the undocumented code ${code}`]),
      ...(body?.error?.request_id === headers.get("x-request-id") ? [] : ["has another request_id than X-Request-Id"]),
    ];
  }

  return { operations: operationsOf(document, resolve), resolve, faults, answerFaults };
}

const requiredHeaders = ["x-request-id", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

function place(document: Node, parts: readonly string[]): Node {
  return parts.reduce((node, part) => node[part.replaceAll("~1", "/").replaceAll("~0", "~")], document);
}

function operationsOf(document: Node, resolve: (node: Node) => Node): Operation[] {
  return Object.entries(document.paths as Node).flatMap(([path, methods]) =>
    Object.entries(methods as Node).map(([method, operation]): Operation => {
      const [media] = Object.entries((operation.requestBody?.content ?? {}) as Node);
      return {
        name: `${method.toUpperCase()} ${path}`,
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        access: operation["x-access"],
        scope: operation["x-scope"],
        is_public: operation.security?.length === 0,
        parameters: operation.parameters.map((parameter: Node) => resolve(parameter) as Parameter),
        body: media && { type: media[0], schema: resolve(media[1].schema), example: media[1].example },
        responses: operation.responses,
        error_codes: operation["x-error-codes"],
      };
    }),
  );
}
