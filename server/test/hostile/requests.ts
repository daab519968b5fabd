// Requests as an attacker puts them together: an operation, its path with ids that exist, and a body by its example.

import type { Operation } from "../api-description.ts";
import { withIds } from "../hostile-request.ts";
import type { Actor } from "./actors.ts";
import { nastyText } from "./limits.ts";
import type { Asked, Stage } from "./stage.ts";

/** Stores are the operator's, and every preflight looks at all of them: a house has some dozens. */
const MAX_NEW_STORES = 30;
/**
 * A sample takes the service about 25 ms of processor time and 9 MB of disk, many times as much as other requests do. Few
 * are asked for, so that they neither fill a campaign nor its disk.
 */
const SAMPLE_SHARE = 0.03;

export function pickOperation(
  { chance, api, me }: Stage,
  suits: (operation: Operation) => boolean = () => true,
): Operation {
  const isMine = ({ access, is_public }: Operation) =>
    me.kind === "operator" ? access === "operator" : me.kind === "stranger" || access !== "operator" || is_public;
  const isTooMany = ({ id }: Operation) =>
    id === "createStore" && (me.known.get("store")?.length ?? 0) >= MAX_NEW_STORES;
  const isTooDear = chance.happens(SAMPLE_SHARE) ? () => false : ({ id }: Operation) => id === "createSandboxAsset";
  const suitable = api.operations.filter((one) => isMine(one) && suits(one) && !isTooMany(one) && !isTooDear(one));
  return chance.pick(suitable.length > 0 ? suitable : api.operations);
}

/** The request of an operation. Callers without a credential come from many addresses. */
export function ask(
  { chance, me }: Stage,
  operation: Operation | undefined,
  given: Partial<Omit<Asked, "body" | "headers">> & {
    path: string;
    body?: Asked["body"] | undefined;
    headers?: Record<string, string> | undefined;
  },
): Asked {
  const { body, headers, ...rest } = given;
  const type =
    body !== undefined && operation?.body?.type.includes("form") ? { "content-type": operation.body.type } : {};
  const from = me.kind === "stranger" ? { "x-forwarded-for": `10.${chance.below(200)}.${chance.below(250)}.1` } : {};
  return {
    method: operation?.method ?? "GET",
    operation,
    ...rest,
    // As many at once as there are files being made are refused with 503: the line for that work is bounded.
    ...(operation?.id === "createSandboxAsset" && { is_heavy: true }),
    headers: { ...from, ...type, ...headers },
    ...(body !== undefined && { body }),
  };
}

export function operationAt({ api }: Stage, method: string, path: string): Operation | undefined {
  const parts = (path.split("?", 1)[0] ?? "").split("/");
  const isAt = (operation: Operation) => {
    const pattern = operation.path.split("/");
    return (
      pattern.length === parts.length && pattern.every((part, index) => part.startsWith("{") || part === parts[index])
    );
  };
  const found = api.operations.filter((operation) => operation.method === method && isAt(operation));
  return found.find((operation) => operation.path === path) ?? found[0];
}

/** The kind of a path's parameter: `rel` for release_id, `uploads` for upload_token. */
export function idKind({ parameters }: Operation, name: string): string {
  const shown = String(parameters.find((parameter) => parameter.name === name)?.schema.examples?.[0] ?? "");
  return /^([a-z]{3})_/.exec(shown)?.[1] ?? `${name.split("_")[0]}s`;
}

export function fillPath(stage: Stage, operation: Operation, hostile_id?: string): string {
  const { chance, me, store_ids } = stage;
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (hostile_id !== undefined) return hostile_id;
    if (name === "store_id") return chance.pick(storesFor(me, operation, store_ids)) ?? "store_none";
    const known = me.known.get(idKind(operation, name)) ?? [];
    const missing = String(
      operation.parameters.find((parameter) => parameter.name === name)?.schema.examples?.[0] ?? "missing",
    );
    // The latest are the likeliest to be there still.
    return known.length === 0 ? missing : (known.at(-1 - chance.below(Math.min(known.length, 20))) as string);
  });
}

/** The operator changes only the stores it made here: the others' stories stand on the seeded ones. */
function storesFor({ kind, known }: Actor, { method }: Operation, store_ids: string[]): string[] {
  return kind === "operator" && method === "PATCH" ? (known.get("store") ?? []) : store_ids;
}

export function someQuery({ chance }: Stage, { method, parameters }: Operation): string {
  const known = parameters.filter((parameter) => parameter.in === "query" && parameter.name !== "cursor");
  if (method !== "GET" || known.length === 0 || chance.happens(0.4)) return "";
  const { name, schema } = chance.pick(known);
  const value =
    name === "limit"
      ? chance.pick([1, 5, 100])
      : (chance.pick(schema.enum ?? []) ?? schema.examples?.[0] ?? nastyText(chance, 20 + chance.below(180)));
  return `?${name}=${encodeURIComponent(String(value).toWellFormed())}`;
}

export function soundBody(stage: Stage, operation: Operation): string | undefined {
  const { chance } = stage;
  const { body } = operation;
  if (!body || body.example === undefined) return body ? "bytes" : undefined;
  const example = real(stage, body.example) as Record<string, unknown>;
  if (body.type.includes("form")) return new URLSearchParams(example as Record<string, string>).toString();
  if (operation.id === "createStore") example.store_id = `store_made_${chance.below(1e9)}`;
  // Titles are nasty now and then, as long as they may be.
  if ("title" in example && chance.happens(0.3)) example.title = nastyText(chance, 1 + chance.below(500));
  if (operation.id === "updateRelease") delete example.upc;
  return JSON.stringify(example);
}

/** With ids that exist, and with links to a receiver of our own. */
export function real({ chance, me, hooks_url }: Stage, value: unknown): unknown {
  const filled = withIds(value, (prefix) => {
    const known = me.known.get(prefix) ?? [];
    return known.length === 0 ? undefined : known.at(-1 - chance.below(Math.min(known.length, 20)));
  });
  if (typeof filled === "object" && filled !== null && "url" in filled && filled.url === "https://example.com/hooks")
    filled.url = `${hooks_url}/${chance.happens(0.02) ? "hangs" : chance.pick(["ok", "ok", "fails", "gone"])}`;
  return filled;
}
