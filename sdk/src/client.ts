// The client: one method for every operation of the API, built from a table, and a few that do more than one call.

import { type Call, createCall } from "./call.ts";
import type { Bytes, CallOptions, List } from "./call-shape.ts";
import { AssetFailedError, SegueArgumentError } from "./errors.ts";
import type { DeliveryStoreStatus } from "./facts.ts";
import { byNoun, type MethodName, methods, usualInput } from "./methods.ts";
import type { AccessToken, Asset, Delivery, Methods, NewAsset } from "./schema.ts";
import { type OAuthCredentials, tokenHolder } from "./token.ts";
import { sizeOf, type UploadOptions, type UploadSource, uploadTo } from "./upload.ts";
import { until, type WaitOptions } from "./wait.ts";
import { wire } from "./wire.ts";

export type { Bytes, CallOptions, List } from "./call-shape.ts";
export { connectorSchemas } from "./connectors.ts";
export {
  AssetFailedError,
  type ErrorDetail,
  SegueArgumentError,
  SegueConnectionError,
  SegueError,
} from "./errors.ts";
export * from "./facts.ts";
export { type MethodName, methods } from "./methods.ts";
export type * from "./schema.ts";
export type { OAuthCredentials } from "./token.ts";
export type { UploadOptions, UploadSource } from "./upload.ts";
export type { WaitOptions } from "./wait.ts";

export type SegueOptions = {
  /** An API key (`sk_live_…`, `sk_test_…`), an access token, or the operator's key. */
  apiKey?: string | undefined;
  /** In place of a key: tokens are fetched and renewed by themselves. */
  oauth?: OAuthCredentials | undefined;
  /** The address of the service. Default: this machine, port 8081 for a sandbox key, else 8080. */
  url?: string | undefined;
  fetch?: typeof fetch | undefined;
  /** How long each try of a call may take. Default: 60 seconds. */
  timeoutMs?: number | undefined;
  /** How often a call is sent again at most. Default: 3. */
  retries?: number | undefined;
};

export type Segue = Methods & {
  assets: {
    /**
     * Creates an asset and uploads its file, whatever the network does. Answers with the asset, which the service then
     * reads: see `untilReady`. A `File` brings its own name and type.
     */
    upload(source: UploadSource, about: NewUpload, options?: UploadOptions & CallOptions): Promise<Asset>;
    /** Uploads the rest of an asset's file, from the byte where an earlier upload ended. */
    resume(asset: Pick<Asset, "upload">, source: UploadSource, options?: UploadOptions): Promise<void>;
    /** Waits until the service has read the file. Throws an `AssetFailedError` if it cannot be used. */
    untilReady(asset_id: string, options?: WaitOptions<Asset>): Promise<Asset>;
  };
  deliveries: {
    /** Waits until every store has answered. The delivery's `status` says how it ended. */
    untilDone(delivery_id: string, options?: WaitOptions<Delivery>): Promise<Delivery>;
  };
  statements: {
    /** All line items as one CSV file: `response.body` is the stream. */
    lineItemsCsv(statement_id: string, options?: CallOptions): Promise<Response>;
  };
  payeeStatements: {
    /** All line items as one CSV file. */
    lineItemsCsv(payee_statement_id: string, options?: CallOptions): Promise<Response>;
    /** The statement as a document on A4. */
    pdf(payee_statement_id: string, options?: CallOptions): Promise<Response>;
  };
};

export type NewUpload = Pick<NewAsset, "type" | "checksum_sha256"> &
  Partial<Pick<NewAsset, "filename" | "content_type">>;

const TIMEOUT_MS = 60_000;
const RETRIES = 3;

export function createSegue(options: SegueOptions): Segue {
  const { apiKey, oauth, timeoutMs = TIMEOUT_MS, retries = RETRIES } = options;
  if (apiKey !== undefined && !/^[!-~]+$/.test(apiKey))
    throw new SegueArgumentError("The apiKey is empty, or has a space or a line break in it.");
  const url = baseOf(options.url ?? `http://127.0.0.1:${apiKey?.startsWith("sk_test_") ? 8081 : 8080}`);
  // Looked up at each call, so that a test can replace the global one.
  const send: typeof fetch = options.fetch ?? ((...given) => fetch(...given));
  const common = { url, fetch: send, timeoutMs, retries };
  const credential = oauth
    ? tokenHolder(() => getToken(createCall({ ...common, credential: () => undefined }), oauth))
    : () => apiKey;
  const call = createCall({ ...common, credential });
  const segue = byNoun((name) => methodOf(call, name)) as unknown as Segue;
  Object.assign(segue.assets, {
    async upload(source, about, options = {}) {
      const asset = await segue.assets.create(newAssetOf(source, about), options);
      await segue.assets.resume(asset, source, options);
      return segue.assets.get(asset.id, options);
    },
    async resume({ upload }, source, options) {
      if (!upload) throw new SegueArgumentError("This asset awaits no file: it has been uploaded, or its time is up.");
      await uploadTo({ fetch: send }, upload.resumable_url, source, options);
    },
    async untilReady(asset_id, options = {}) {
      const look = () => segue.assets.get(asset_id, { signal: options.signal });
      const isDone = ({ status }: Asset) => status === "ready" || status === "failed";
      const asset = await until({ what: asset_id, look, isDone, every_ms: { first: 200, last: 2_000 } }, options);
      if (asset.status === "failed") throw new AssetFailedError(asset);
      return asset;
    },
  } satisfies Pick<Segue["assets"], "upload" | "resume" | "untilReady">);
  segue.deliveries.untilDone = (delivery_id, options = {}) => {
    const look = () => segue.deliveries.get(delivery_id, { signal: options.signal });
    return until({ what: delivery_id, look, isDone: hasEnded, every_ms: { first: 1_000, last: 1_000 } }, options);
  };
  const file = (accept: string, before: string, after: string) => async (id: string, options?: CallOptions) => {
    const path = pathOf([before, after], [id]);
    return (await call({ method: "GET", path, accept, isResponse: true, options })) as Response;
  };
  segue.statements.lineItemsCsv = file("text/csv", "/v1/statements/", "/line-items");
  segue.payeeStatements.lineItemsCsv = file("text/csv", "/v1/payee-statements/", "/line-items");
  segue.payeeStatements.pdf = file("application/pdf", "/v1/payee-statements/", "");
  return segue;
}

function baseOf(url: string): string {
  if (URL.canParse(url)) return new URL(url).href.replace(/(?<!\/)\/+$/, "").replace(/\/v1$/, "");
  throw new SegueArgumentError(`The url "${url}" is not an address such as https://api.example.com.`);
}

function getToken(call: Call, { client_id, client_secret, scope }: OAuthCredentials): Promise<AccessToken> {
  const body = formOf({ grant_type: "client_credentials", client_id, client_secret, scope });
  return call({ method: "POST", path: "/v1/oauth/token", body }) as Promise<AccessToken>;
}

type Method = (...given: unknown[]) => Promise<unknown>;

/** The parts of the path come first, then body and query, then the options. */
function methodOf(call: Call, name: MethodName): Method {
  const [method = "", template = ""] = methods[name].split(" ");
  const parts = template.split(/\{\w+\}/);
  const input = wire[name] ?? usualInput[name.split(".").at(-1) as string];
  const kinds = input ? input.split(" ") : [];
  const isResponse = kinds.at(-1) === "response";
  if (isResponse) kinds.pop();
  return (...given) => {
    const ids = given.slice(0, parts.length - 1);
    const inputs = Object.fromEntries(kinds.map((kind, index) => [kind, given[ids.length + index]]));
    const options = given[parts.length - 1 + kinds.length] as CallOptions | undefined;
    const ask = async (query: unknown) => {
      const path = pathOf(parts, ids) + queryOf(query);
      return call({ method, path, ...bodyOf(inputs, options), isResponse });
    };
    const answer = ask(inputs.query);
    if (method !== "GET") return answer;
    const next = (cursor: string) => ask({ ...(inputs.query as object), cursor });
    return Object.assign(answer, { [Symbol.asyncIterator]: () => itemsOf(answer, next) });
  };
}

type AnyPage = Awaited<List<unknown>>;

async function* itemsOf(first: Promise<unknown>, next: (cursor: string) => Promise<unknown>): AsyncGenerator<unknown> {
  for (let page = (await first) as AnyPage; ; page = (await next(page.next_cursor)) as AnyPage) {
    yield* page.data;
    if (!page.has_more || page.next_cursor === null) return;
  }
}

const contentTypes = [
  ["csv", "text/csv"],
  ["xml", "application/xml"],
  ["bytes", "application/octet-stream"],
] as const;

function bodyOf(inputs: Record<string, unknown>, options: CallOptions | undefined) {
  if ("form" in inputs) return { body: formOf(inputs.form as object), options };
  for (const [kind, contentType] of contentTypes)
    if (kind in inputs) return { body: inputs[kind] as Bytes, options: { contentType, ...options } };
  return { body: inputs.json === undefined ? undefined : JSON.stringify(inputs.json), options };
}

function pathOf(parts: readonly string[], ids: readonly unknown[]): string {
  return parts.reduce((path, part, index) => path + segmentOf(ids[index - 1]) + part);
}

/** An id is one segment of a path, whatever it holds. */
function segmentOf(id: unknown): string {
  if (typeof id === "string" && !/^\.*$/.test(id)) return encodeURIComponent(id);
  throw new SegueArgumentError(`${JSON.stringify(id) ?? "Nothing"} is not an id.`);
}

function queryOf(query: unknown): string {
  const text = formOf(query ?? {}).toString();
  return text && `?${text}`;
}

function formOf(fields: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  return form;
}

function newAssetOf(source: UploadSource, about: NewUpload): NewAsset {
  const { name, type } = source as Partial<File>;
  const content_type = about.content_type ?? (type || "application/octet-stream");
  return { ...about, filename: about.filename ?? name ?? "file", content_type, size_bytes: sizeOf(source) };
}

// Statuses that move on by themselves. A stalled store may stay so for days, so it alone does not count.
const underWay: readonly DeliveryStoreStatus[] = ["queued", "sending", "ingesting", "takedown_requested"];

function hasEnded({ status, stores }: Delivery): boolean {
  return status !== "in_progress" && stores.every((store) => !underWay.includes(store.status));
}
