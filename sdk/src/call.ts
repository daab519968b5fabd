// One call: a request that is sent until its answer is final.
//
// A lost answer leaves open whether the service acted. So a request is sent again only if a second one cannot hurt: a
// read, or a write with an Idempotency-Key, which the service carries out once. A DELETE has no such key: it is sent
// again only after a 429, because the service has then done nothing. A stream can be read once, so it is sent once; a
// function that opens the stream can be called again.
//
// The pauses double and vary at random, so that clients which failed together do not come back together. Retry-After is
// obeyed up to a minute; a longer one is the caller's to decide, and the error carries it.

import type { Bytes, CallOptions } from "./call-shape.ts";
import { type ErrorDetail, SegueConnectionError, SegueError } from "./errors.ts";

export type CallerOptions = {
  url: string;
  fetch: typeof fetch;
  timeoutMs: number;
  retries: number;
  /** The bearer token, another than the refused one if there can be another. */
  credential(refused?: string): string | undefined | Promise<string | undefined>;
};

type Request = {
  method: string;
  path: string;
  body?: BodyOf | undefined;
  accept?: string;
  /** The answer is wanted as it is, to be streamed. */
  isResponse?: boolean;
  options?: CallOptions | undefined;
};

/** A body that `fetch` takes, or a function that opens a stream. */
type BodyOf = Bytes | URLSearchParams;

const FIRST_WAIT_MS = 250;
// The window of a rate limit.
const MAX_WAIT_MS = 60_000;
const passing = [502, 503, 504];

export type Call = (request: Request) => Promise<unknown>;

export function createCall(caller: CallerOptions): Call {
  return async function call(request) {
    const { method, path, body, options = {} } = request;
    // An upload link is no resource: it takes no key, and its offset is asked for instead.
    const isWrite = (method === "POST" || method === "PATCH") && !path.startsWith("/v1/uploads/");
    const headers: Record<string, string> = {};
    if (isWrite) headers["idempotency-key"] = options.idempotencyKey ?? crypto.randomUUID();
    if (body !== undefined && !(body instanceof URLSearchParams))
      headers["content-type"] = options.contentType ?? "application/json";
    if (request.accept) headers.accept = request.accept;
    Object.assign(headers, options.headers);
    const isSafe = isWrite || method === "GET" || method === "HEAD";
    const isOnce = typeof ReadableStream === "function" && body instanceof ReadableStream;
    for (let attempt = 0, refused: string | undefined; ; attempt++) {
      const token = await caller.credential(refused);
      if (token !== undefined) headers.authorization = `Bearer ${token}`;
      const sent = { url: caller.url + path, method, headers, body, options };
      const outcome = await send(caller, sent, request.isResponse);
      if (!isOnce && refused === undefined && isTokenRefused(outcome)) {
        refused = token;
        if ((await caller.credential(refused)) !== refused) continue;
      }
      const isLast = isOnce || attempt >= caller.retries;
      const wait_ms = isLast ? undefined : waitBeforeRetry(outcome, attempt, isSafe);
      if (wait_ms === undefined) return answerOf(outcome);
      await pause(wait_ms, options.signal);
    }
  };
}

export type Sent = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: BodyOf | undefined;
  options: CallOptions;
};
export type Outcome = { reply: Response; text: string | undefined } | { failure: SegueConnectionError };

/** One try. Only the caller's own abort is thrown. */
export async function send(
  { fetch, timeoutMs }: Pick<CallerOptions, "fetch" | "timeoutMs">,
  { url, method, headers, body, options: { signal, timeoutMs: timeout_ms = timeoutMs } }: Sent,
  isResponse = false,
): Promise<Outcome> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  const onTimeout = () =>
    controller.abort(new SegueConnectionError("timeout", `${new URL(url).origin} did not answer in time.`));
  // A timer that is set too far ahead would fire at once.
  const timer = timeout_ms < 2 ** 31 ? setTimeout(onTimeout, timeout_ms) : undefined;
  signal?.addEventListener("abort", onAbort);
  let isStreamed = false;
  try {
    const sent = typeof body === "function" ? body() : body;
    const init: RequestInit & { duplex?: string } = { method, headers, redirect: "manual", signal: controller.signal };
    if (sent !== undefined) Object.assign(init, { body: sent, duplex: "half" });
    const reply = await fetch(url, init);
    isStreamed = isResponse && reply.ok;
    return { reply, text: isStreamed ? undefined : await reply.text() };
  } catch (failure) {
    if (signal?.aborted) throw signal.reason;
    return { failure: failure instanceof SegueConnectionError ? failure : unreachable(url, failure) };
  } finally {
    clearTimeout(timer);
    // The caller reads a stream later, and may abort it then.
    if (!isStreamed) signal?.removeEventListener("abort", onAbort);
  }
}

function unreachable(url: string, failure: unknown): SegueConnectionError {
  const { origin } = new URL(url);
  const { cause, message } = failure as { cause?: { code?: string; message?: string }; message?: string };
  const why = cause?.message || cause?.code || message || "unknown reason";
  const isOff = cause?.code === "ECONNREFUSED";
  const sentence = isOff ? `Nothing answers at ${origin}.` : `${origin} cannot be reached: ${why}.`;
  return new SegueConnectionError("unreachable", sentence, { cause: failure });
}

function isTokenRefused(outcome: Outcome): boolean {
  return "reply" in outcome && outcome.reply.status === 401;
}

function waitBeforeRetry(outcome: Outcome, attempt: number, isSafe: boolean): number | undefined {
  const usual_ms = FIRST_WAIT_MS * 2 ** attempt * (0.75 + Math.random() / 2);
  if ("failure" in outcome) return isSafe ? usual_ms : undefined;
  const { status } = outcome.reply;
  if (status === 409 && outcome.text?.includes('"idempotency_in_progress"')) return usual_ms;
  if (status !== 429 && !(isSafe && passing.includes(status))) return undefined;
  const asked_ms = retryAfter(outcome.reply) * 1_000;
  if (asked_ms > MAX_WAIT_MS) return undefined;
  return asked_ms > 0 ? asked_ms + usual_ms / 4 : usual_ms;
}

function retryAfter({ headers }: Response): number {
  return Number(headers.get("retry-after")) || 0;
}

/** The parsed answer, or the `Response` if its text was not read. Throws a refusal. */
export function answerOf(outcome: Outcome): unknown {
  if ("failure" in outcome) throw outcome.failure;
  const { reply, text } = outcome;
  if (text === undefined) return reply;
  const body = parse(text);
  if (reply.ok && (text === "" || body !== undefined)) return body;
  throw refusalOf(reply, body);
}

function refusalOf(reply: Response, body: unknown): SegueError | SegueConnectionError {
  const { status, headers, url } = reply;
  const error = (body as { error?: Partial<SegueError> } | undefined)?.error;
  if (typeof error?.code !== "string") {
    const origin = URL.canParse(url) ? new URL(url).origin : "The address";
    const message = `${origin} answered ${status || "with a redirect"}, but the answer is not from Segue.`;
    return new SegueConnectionError("not_segue", message, { status });
  }
  const { code, message = code, details = [] as ErrorDetail[] } = error;
  const request_id = error.request_id ?? headers.get("x-request-id") ?? "-";
  return new SegueError({
    code,
    message,
    status,
    details,
    request_id,
    retry_after_s: retryAfter(reply),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ends at once if the caller aborts. */
export function pause(wait_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, wait_ms);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}
