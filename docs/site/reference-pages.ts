// The API reference: a page for each operation, one for each noun, and one for the events. Everything on them comes from
// openapi.json, so that they cannot say something else than the service does.

import { errorTable } from "../../server/src/platform/errors.ts";
import {
  type Description,
  exampleOf,
  type Operation,
  operationsOf,
  type Parameter,
  plainValue,
} from "./description.ts";
import { type Field, fieldsOf, typeName } from "./fields.ts";
import { fence, kebab, plain, table, tabs } from "./markdown.ts";
import { samplesOf } from "./samples.ts";

export type Noun = { name: string; text: string; operations: Operation[] };

/** The sidebar's groups, in the order of the description. The operator's many operations are grouped by their path. */
export function nounsOf(description: Description): Noun[] {
  const operations = operationsOf(description);
  return description.tags.flatMap(({ name, description: text }) => {
    const own = operations.filter(({ tag }) => tag === name);
    if (name !== "Operator") return own.length > 0 ? [{ name, text, operations: own }] : [];
    const parts = [...new Set(own.map(operatorPart))];
    return parts.map((part) => ({
      name: `Operator: ${part.replaceAll("-", " ")}`,
      text,
      operations: own.filter((operation) => operatorPart(operation) === part),
    }));
  });
}

/** `/v1/operator/sales-reports/…`: sales-reports. */
function operatorPart({ path }: Operation): string {
  return path.split("/")[3] ?? "";
}

export function operationPath({ id }: Operation): string {
  return `reference/${kebab(id)}`;
}

export function nounPath({ name }: Noun): string {
  return `reference/${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
}

export function referencePages(description: Description): Map<string, string> {
  const pages = new Map<string, string>();
  const nouns = nounsOf(description);
  pages.set("reference/index", overview(description, nouns));
  for (const noun of nouns) {
    pages.set(nounPath(noun), nounPage(noun));
    for (const operation of noun.operations) pages.set(operationPath(operation), operationPage(description, operation));
  }
  pages.set("reference/event-types", eventsPage(description));
  return pages;
}

function overview({ info }: Description, nouns: Noun[]): string {
  const rows = nouns.map((noun) => [
    `[${noun.name}](/${nounPath(noun)})`,
    plain(noun.text),
    String(noun.operations.length),
  ]);
  return `# API reference

${plain(info.description)}

The same as data: \`GET /v1/openapi.json\` (OpenAPI 3.1). Events that the service sends are on
[their own page](/reference/event-types).

${table(["Noun", "What", "Operations"], rows)}
`;
}

function nounPage(noun: Noun): string {
  const rows = noun.operations.map((operation) => [
    `[${plain(operation.summary)}](/${operationPath(operation)})`,
    `\`${operation.method} ${operation.path}\``,
  ]);
  return `# ${noun.name}\n\n${plain(noun.text)}\n\n${table(["Operation", "Request"], rows)}\n`;
}

function operationPage(description: Description, operation: Operation): string {
  const sections = [
    `---\n${frontmatter(operation)}\n---\n\n# ${plain(operation.summary)}`,
    `<p class="request-line"><span class="method">${operation.method}</span> <code>${operation.path}</code></p>`,
    plain(operation.text),
    access(operation),
    sideBySide(operation),
    canBeTried(operation) ? "<TryIt />" : "",
    parameters(description, operation),
    ...(operation.body ? [fields("Body", fieldsOf(description, operation.body.schema), { hasRequired: true })] : []),
    ...(operation.success.schema
      ? [fields("Answer", fieldsOf(description, operation.success.schema), { hasRequired: false })]
      : []),
    errors(operation),
  ];
  return `${sections.filter(Boolean).join("\n\n")}\n`;
}

/** The fields that the page's form sends. JSON is YAML too. */
function frontmatter(operation: Operation): string {
  const { method, path, parameters, body } = operation;
  const asked = parameters.flatMap((parameter) =>
    parameter.in === "header" ? [] : [{ name: parameter.name, in: parameter.in, example: exampleOf(parameter) }],
  );
  const example = body?.example === undefined ? undefined : JSON.stringify(body.example, null, 2);
  const request = canBeTried(operation) ? { method, path, parameters: asked, body: example } : undefined;
  return ["pageClass: reference", "aside: false", ...(request ? [`request: ${JSON.stringify(request)}`] : [])].join(
    "\n",
  );
}

/** Not what takes a file or a form, and not what needs the operator's key, which has no place in a browser. */
function canBeTried({ access, body, method }: Operation): boolean {
  return (
    access !== "operator" &&
    access !== "store" &&
    method !== "HEAD" &&
    (!body || body.media_type === "application/json")
  );
}

function access({ access }: Operation): string {
  if (access === "operator") return "Needs the operator key.";
  if (access === "store") return "Needs the credential of a store that fetches its messages.";
  if (access === "public") return "Needs no credential.";
  return access === "any_key" ? "Any key of the organization will do." : "";
}

/** Request and answer beside each other where there is room, one below the other on a phone. */
function sideBySide(operation: Operation): string {
  const { status, media_type, example } = operation.success;
  const answer =
    example === undefined
      ? `\`${status}\`${media_type ? ` with \`${media_type}\`` : " without a body"}.`
      : fence("json", JSON.stringify(example, null, 2));
  return [
    '<div class="side-by-side">',
    '<div class="side">',
    "## Request",
    tabs(samplesOf(operation)),
    "</div>",
    '<div class="side">',
    `## Answer: ${status}`,
    answer,
    "</div>",
    "</div>",
  ].join("\n\n");
}

function parameters(description: Description, operation: Operation): string {
  if (operation.parameters.length === 0) return "";
  const rows = operation.parameters.map((parameter) => [
    `\`${parameter.name}\``,
    parameter.in,
    plain(typeName(description, parameter.schema)),
    parameterText(parameter),
  ]);
  return `## Parameters\n\n${table(["Name", "In", "Type", "Meaning"], rows)}`;
}

function parameterText(parameter: Parameter): string {
  const { description = "", required, schema } = parameter;
  const choices = schema.enum ? `One of ${schema.enum.map((value) => `\`${plainValue(value)}\``).join(", ")}.` : "";
  const fallback = schema.default === undefined ? "" : `Default: \`${plainValue(schema.default)}\`.`;
  const example = schema.examples ? `Such as \`${exampleOf(parameter)}\`.` : "";
  return [required ? "**Required.**" : "", plain(description), choices, fallback, choices ? "" : example]
    .filter(Boolean)
    .join(" ");
}

function fields(heading: string, rows: readonly Field[], { hasRequired }: { hasRequired: boolean }): string {
  if (rows.length === 0) return "";
  const shown = rows.map(({ name, type, is_required, text }) => [
    `\`${name}\``,
    plain(type),
    plain(hasRequired && is_required ? `**Required.** ${text}` : text),
  ]);
  return `## ${heading}\n\n${table(["Field", "Type", "Meaning"], shown)}`;
}

function errors({ error_codes }: Operation): string {
  const rows = error_codes.map((code) => {
    const known = errorTable[code as keyof typeof errorTable];
    return [String(known.status), `[\`${code}\`](/errors/${code})`, plain(known.meaning)];
  });
  return rows.length === 0 ? "" : `## Errors\n\n${table(["Status", "Code", "When"], rows)}`;
}

function eventsPage(description: Description): string {
  const events = Object.entries(description.webhooks).map(([type, { post }]) => {
    const content = post?.requestBody?.content["application/json"];
    const example = content?.example ?? {};
    return `## ${type}\n\n${plain(post?.summary ?? "")}\n\n${fence("json", JSON.stringify(example, null, 2))}`;
  });
  return `# Event types

Segue sends each of these to the endpoints that subscribe to it. [Webhooks](/webhooks) tells how to receive and verify them.

${events.join("\n\n")}
`;
}
