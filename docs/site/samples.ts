// One operation as code to copy: curl, TypeScript with the SDK, Python with httpx. The tests run every one of them.

import { methods } from "../../sdk/src/methods.ts";
import { exampleOf, type Operation } from "./description.ts";

export type Sample = { label: "curl" | "TypeScript" | "Python"; language: "sh" | "ts" | "py"; code: string };

export function samplesOf(operation: Operation): Sample[] {
  return [
    { label: "curl", language: "sh", code: curl(operation) },
    { label: "TypeScript", language: "ts", code: typescript(operation) },
    { label: "Python", language: "py", code: python(operation) },
  ];
}

const methodNames = new Map(Object.entries(methods).map(([name, operation]) => [operation as string, name]));

/** Undefined for an operation that the SDK has no method for yet; a test of the SDK says how to add it. */
export function methodName({ method, path }: Operation): string | undefined {
  return methodNames.get(`${method} ${path}`);
}

/** Parameters of the query that a first call needs, though the description calls all optional. */
const neededQuery: Record<string, string[]> = {
  importSalesReport: ["store_id", "period"],
  tryReportFormat: ["store_id", "period"],
  listMissingExchangeRates: ["period"],
  searchCatalog: ["q"],
  listEarnings: ["group_by"],
};

const REPORT = "isrc,territory,play_count,unit_rate,currency\nQZ-ABC-26-00001,DE,18204,0.0035,EUR\n";

const TOKEN_REQUEST = `{
  grant_type: "client_credentials",
  client_id: process.env.CLIENT_ID,
  client_secret: process.env.CLIENT_SECRET,
}`;

const credentials: Record<string, string | undefined> = {
  public: undefined,
  client: undefined,
  operator: "SEGUE_OPERATOR_KEY",
  store: "SEGUE_STORE_KEY",
};

function credentialOf({ access }: Operation): string | undefined {
  return access in credentials ? credentials[access] : "SEGUE_API_KEY";
}

function pathParameters(operation: Operation): string[] {
  return operation.parameters.filter((parameter) => parameter.in === "path").map(exampleOf);
}

function query(operation: Operation): Record<string, string> {
  const wanted = neededQuery[operation.id] ?? [];
  const given = operation.parameters.filter(
    (parameter) => parameter.in === "query" && (parameter.required === true || wanted.includes(parameter.name)),
  );
  return Object.fromEntries(given.map((parameter) => [parameter.name, exampleOf(parameter)]));
}

/** Headers of tus, which the description tells in words. */
const neededHeaders: Record<string, Record<string, string>> = {
  getUploadOffset: { "Tus-Resumable": "1.0.0" },
  resumeUpload: {
    "Tus-Resumable": "1.0.0",
    "Upload-Offset": "0",
    "Content-Type": "application/offset+octet-stream",
  },
};

function pathOf(operation: Operation): string {
  const values = pathParameters(operation);
  const path = operation.path.replaceAll(/\{\w+\}/g, () => values.shift() ?? "");
  const text = new URLSearchParams(query(operation)).toString();
  return text ? `${path}?${text}` : path;
}

/** Which bytes a body is, if it is not JSON: a file beside the sample, or a form. */
function bodyKind({ body }: Operation): "none" | "json" | "form" | "report" | "message" | "file" {
  if (!body) return "none";
  if (body.media_type === "application/json") return body.example === undefined ? "none" : "json";
  if (body.media_type === "application/x-www-form-urlencoded") return "form";
  if (body.media_type === "application/xml") return "message";
  return body.media_type === "text/csv" ? "report" : "file";
}

function curl(operation: Operation): string {
  const credential = credentialOf(operation);
  const kind = bodyKind(operation);
  const usual = kind === "none" ? "GET" : kind === "file" ? "PUT" : "POST";
  const flags = operation.method === "HEAD" ? ["-I"] : operation.method === usual ? [] : [`-X ${operation.method}`];
  const parts = [
    ...flags,
    ...(credential ? [`-H "Authorization: Bearer $${credential}"`] : []),
    ...Object.entries(neededHeaders[operation.id] ?? {}).map(([name, value]) => `-H "${name}: ${value}"`),
    ...curlBody(operation, kind),
  ];
  const [first, ...rest] = parts;
  const url = `"$SEGUE_URL${pathOf(operation)}"`;
  const short = first?.startsWith("-X") ? [`curl ${first} ${url}`, ...rest] : [`curl ${url}`, ...parts];
  return short.join(" \\\n  ");
}

function curlBody({ body }: Operation, kind: ReturnType<typeof bodyKind>): string[] {
  if (kind === "json") {
    const text = JSON.stringify(body?.example, null, 2).replaceAll("'", "'\\''").replaceAll("\n", "\n  ");
    return ['-H "Content-Type: application/json"', `-d '${text}'`];
  }
  if (kind === "form") return ['-u "$CLIENT_ID:$CLIENT_SECRET"', "-d grant_type=client_credentials"];
  if (kind === "report") return ['-H "Content-Type: text/csv"', `--data-binary $'${REPORT.replaceAll("\n", "\\n")}'`];
  if (kind === "message") return ['-H "Content-Type: application/xml"', "--data-binary @message.xml"];
  return kind === "file" ? ["-T song.wav"] : [];
}

function typescript(operation: Operation): string {
  const name = methodName(operation);
  if (name === undefined) return `// The SDK has no method for ${operation.method} ${operation.path} yet.`;
  const key = credentialOf(operation);
  const credential = key ? `, apiKey: process.env.${key}` : "";
  const kind = bodyKind(operation);
  const headers = neededHeaders[operation.id];
  const asked = query(operation);
  const hasQuery = Object.keys(asked).length > 0;
  const given = [
    ...pathParameters(operation).map((value) => JSON.stringify(value)),
    ...(kind === "json" ? [jsLiteral(operation.body?.example)] : []),
    ...(kind === "form" ? [TOKEN_REQUEST] : []),
    ...(kind === "report" ? [JSON.stringify(REPORT)] : []),
    ...(kind === "file" ? ['await readFile("song.wav")'] : []),
    ...(kind === "message" ? ['await readFile("message.xml")'] : []),
    ...(hasQuery ? [jsLiteral(asked)] : []),
    ...(kind === "report" ? ['{ contentType: "text/csv" }'] : []),
    ...(kind !== "report" && headers ? [`{ headers: ${jsLiteral(inSmallLetters(headers))} }`] : []),
  ];
  const call = `segue.${name}(${given.join(", ")})`;
  const imports = ['import { createSegue } from "@segue/sdk";'];
  if (kind === "file" || kind === "message") imports.unshift('import { readFile } from "node:fs/promises";');
  return [
    ...imports,
    "",
    `const segue = createSegue({ url: process.env.SEGUE_URL${credential} });`,
    operation.success.status === 204 ? `await ${call};` : `const answer = await ${call};\nconsole.log(answer);`,
  ].join("\n");
}

/** As the SDK takes them. */
function inSmallLetters(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function python(operation: Operation): string {
  const credential = credentialOf(operation);
  const kind = bodyKind(operation);
  const headers = neededHeaders[operation.id] ?? {};
  const given = [
    JSON.stringify(pathOf(operation)),
    ...(kind === "json" ? [`json=${pyLiteral(operation.body?.example)}`] : []),
    ...(kind === "form"
      ? ['data={"grant_type": "client_credentials"}', 'auth=(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])']
      : []),
    ...(kind === "report" ? [`content=${JSON.stringify(REPORT)}`, 'headers={"Content-Type": "text/csv"}'] : []),
    ...(kind === "file" ? ['content=open("song.wav", "rb").read()'] : []),
    ...(kind === "message"
      ? ['content=open("message.xml", "rb").read()', 'headers={"Content-Type": "application/xml"}']
      : []),
    ...(Object.keys(headers).length > 0 ? [`headers=${pyLiteral(headers)}`] : []),
  ];
  const client = credential
    ? `segue = httpx.Client(\n    base_url=os.environ["SEGUE_URL"],\n    headers={"Authorization": "Bearer " + os.environ["${credential}"]},\n)`
    : 'segue = httpx.Client(base_url=os.environ["SEGUE_URL"])';
  const shown = operation.success.media_type === "application/json" ? "answer.json()" : "answer.status_code";
  return [
    "import os",
    "",
    "import httpx",
    "",
    client,
    `answer = segue.${operation.method.toLowerCase()}(${given.join(", ")})`,
    `print(${shown})`,
  ].join("\n");
}

function jsLiteral(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}

function pyLiteral(value: unknown): string {
  return JSON.stringify(value, null, 4)
    .replaceAll(/(?<=(?:: |\s))true(?=,?$)/gm, "True")
    .replaceAll(/(?<=(?:: |\s))false(?=,?$)/gm, "False")
    .replaceAll(/(?<=(?:: |\s))null(?=,?$)/gm, "None");
}
