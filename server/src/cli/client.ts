// The HTTP API as the commands call it. Every POST and PATCH carries an Idempotency-Key, so that it can be sent again
// when an answer is lost; a DELETE is sent again only when the service says that it did nothing.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

// biome-ignore lint/suspicious/noExplicitAny: a thin client passes on what the service answers.
export type Json = any;

export type Client = {
  /** If another process may continue after this one dies, the caller chooses the Idempotency-Key. */
  call(operation: string, body?: object, idempotency_key?: string): Promise<Json>;
  /** Follows the pages until there are `limit` rows. */
  list(path: string, query: Query): Promise<ListPage>;
  /** For answers that are not JSON: the bytes as they arrive. */
  download(path: string, accept: string): Promise<ReadableStream<Uint8Array>>;
};

export type Query = { limit: number; [filter: string]: string | number | undefined };

export type ListPage = { data: Json[]; next_cursor: string | null; has_more: boolean };

/** A refusal of the service. */
export class ServiceError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly details: readonly { field: string; issue: string }[],
    readonly request_id: string,
    /** The seconds of Retry-After, if the service sent it. */
    readonly retry_after_s = 0,
  ) {
    super(message);
  }
}

/** The service was not reached. */
export class ConnectionError extends Error {}

const RETRY_AFTER_MS = [250, 500, 1_000];
// At most the window of a rate limit. If the service asks for a longer wait, the user should know.
const MAX_WAIT_MS = 60_000;
// Longer than any answer of the service may take.
const ANSWER_WITHIN_MS = 60_000;
const MAX_PAGE = 100;

export function createClient(url: string, credential: string): Client {
  async function call(operation: string, body?: object, idempotency_key = randomUUID()): Promise<Json> {
    const [method = "GET", path = "/"] = operation.split(" ");
    const headers: Record<string, string> = { authorization: `Bearer ${credential}` };
    if (body) headers["content-type"] = "application/json";
    if (method === "POST" || method === "PATCH") headers["idempotency-key"] = idempotency_key;
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    for (let attempt = 0; ; attempt++) {
      const outcome = await send(url, path, request);
      const wait_ms = waitBeforeRetry(method, outcome, attempt);
      if (wait_ms === undefined) return readOutcome(url, outcome);
      await sleep(wait_ms);
    }
  }

  async function list(path: string, { limit, ...filters }: Query): Promise<ListPage> {
    const data: Json[] = [];
    for (let cursor: string | null = null; ; ) {
      const parameters = new URLSearchParams({ limit: String(Math.min(MAX_PAGE, limit - data.length)) });
      for (const [name, value] of Object.entries(filters)) if (value !== undefined) parameters.set(name, String(value));
      if (cursor !== null) parameters.set("cursor", cursor);
      const page: ListPage = await call(`GET ${path}?${parameters.toString()}`);
      data.push(...page.data);
      if (!page.has_more || data.length >= limit) return { ...page, data };
      cursor = page.next_cursor;
    }
  }

  async function download(path: string, accept: string): Promise<ReadableStream<Uint8Array>> {
    const headers = { authorization: `Bearer ${credential}`, accept };
    const reply = await fetch(url + path, { headers, redirect: "manual" }).catch((failure: unknown) => {
      throw connectionError(url, failure);
    });
    if (reply.ok && reply.body) return reply.body;
    throw readRefusal(url, reply.status, await reply.text());
  }

  return { call, list, download };
}

type Outcome = { reply: Response; text: string } | { failure: unknown };

async function send(url: string, path: string, request: RequestInit): Promise<Outcome> {
  try {
    const reply = await fetch(url + path, {
      ...request,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return { reply, text: await reply.text() };
  } catch (failure) {
    return { failure };
  }
}

function waitBeforeRetry(method: string, outcome: Outcome, attempt: number): number | undefined {
  const usual_ms = RETRY_AFTER_MS[attempt];
  if (usual_ms === undefined) return undefined;
  if ("failure" in outcome) return method === "DELETE" ? undefined : usual_ms;
  const { status, headers } = outcome.reply;
  const isRunning = status === 409 && outcome.text.includes('"idempotency_in_progress"');
  if (isRunning) return usual_ms;
  if (status !== 429 && (status !== 503 || method === "DELETE")) return undefined;
  const asked_ms = Number(headers.get("retry-after") ?? 0) * 1_000;
  return asked_ms > MAX_WAIT_MS ? undefined : Math.max(asked_ms, usual_ms);
}

function readOutcome(url: string, outcome: Outcome): Json {
  if ("failure" in outcome) throw connectionError(url, outcome.failure);
  const { reply, text } = outcome;
  const body = parse(text);
  if (reply.ok && (text === "" || body !== undefined)) return body;
  throw readRefusal(url, reply.status, text, Number(reply.headers.get("retry-after") ?? 0));
}

/** The error in an answer that is not a success. */
export function readRefusal(
  url: string,
  status: number,
  text: string,
  retry_after_s = 0,
): ServiceError | ConnectionError {
  const error = parse(text)?.error;
  if (typeof error?.code !== "string")
    return new ConnectionError(`${url} answered ${status}, but the answer is not from Segue. Is SEGUE_URL right?`);
  return new ServiceError(error.code, error.message, error.details ?? [], error.request_id, retry_after_s);
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function connectionError(url: string, failure: unknown): ConnectionError {
  const { cause, name } = failure as { cause?: { code?: string; message?: string }; name?: string };
  if (cause?.code === "ECONNREFUSED")
    return new ConnectionError(`Nothing answers at ${url}. Start the service with \`segue serve\`, or set SEGUE_URL.`);
  if (name === "TimeoutError") return new ConnectionError(`${url} did not answer in time.`);
  return new ConnectionError(`${url} cannot be reached: ${cause?.message || cause?.code || "unknown reason"}.`);
}
