// Uploads a file by tus: asks how many bytes have arrived, sends the rest, and repeats that after every interruption.
// The service keeps what has arrived, so a bad network costs only time. The upload fails only when several tries in a
// row brought no byte. A refusal, other than a temporary one, is not tried again.

import { createReadStream } from "node:fs";
import { type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ConnectionError, type Json, readRefusal, ServiceError } from "./client.ts";
import type { MediaFile } from "./media-file.ts";
import { type Progress, sizeText } from "./progress.ts";

const RETRY_AFTER_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000];
// No byte and no answer for this long counts as an interruption. After the last byte the service verifies the file,
// which takes a while.
const SILENCE_MS = 60_000;
const LOOK_EVERY_MS = { first: 200, last: 2_000 };
const PROCESSED_WITHIN_MS = 15 * 60_000;

const TUS = { "tus-resumable": "1.0.0" };

/** `waits_ms`: the pauses before each try that follows one without progress. */
type Sending = { file: MediaFile; url: string; progress: Progress; waits_ms?: readonly number[] };

export async function sendFile(sending: Sending): Promise<void> {
  const { file, progress, waits_ms = RETRY_AFTER_MS } = sending;
  let shown = 0;
  let furthest = -1;
  const show = (bytes: number) => {
    if (furthest < 0) progress.skipped(bytes);
    else progress.sent(bytes - shown);
    shown = bytes;
  };
  for (let stumbles = 0; ; ) {
    const outcome = await sendRest(sending, show, (offset) => {
      if (furthest < 0 && offset > 0 && offset < file.size_bytes)
        progress.say(`${basename(file.path)}: continuing after ${sizeText(offset)} of ${sizeText(file.size_bytes)}.`);
      show(offset);
      if (offset > furthest) stumbles = 0;
      furthest = Math.max(furthest, offset);
    });
    if (outcome === "done") return show(file.size_bytes);
    const wait_ms = waits_ms[stumbles++];
    if (wait_ms === undefined) throw outcome;
    progress.say(`${basename(file.path)}: ${outcome.message} Trying again.`);
    await sleep(wait_ms);
  }
}

/** One try. Returns why it must be tried again, and throws a lasting refusal. */
async function sendRest(
  { file, url }: Sending,
  onSent: (bytes: number) => void,
  onOffset: (offset: number) => void,
): Promise<"done" | Error> {
  try {
    const asked = await ask(url, { method: "HEAD", headers: TUS });
    if (asked.status !== 200) return forNow(url, asked);
    const offset = Number(asked.headers["upload-offset"]);
    onOffset(offset);
    if (offset === file.size_bytes) return "done";
    const type = "application/offset+octet-stream";
    const place = { "upload-offset": String(offset), "content-length": String(file.size_bytes - offset) };
    const body = createReadStream(file.path, { start: offset, end: file.size_bytes - 1 });
    body.on("data", () => onSent(offset + body.bytesRead));
    const answer = await ask(url, { method: "PATCH", headers: { ...TUS, ...place, "content-type": type }, body });
    return answer.status === 204 ? "done" : forNow(url, answer);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    return error;
  }
}

/** 409: the service is still recording an interrupted request of ours. */
function forNow(url: string, { status, headers, text }: Reply): Error {
  const { host } = new URL(url);
  // An answer to HEAD has no body, so no message.
  const gone = "The upload link is no longer valid: upload the file again.";
  if (status === 404) throw new ServiceError("not_found", gone, [], String(headers["x-request-id"] ?? "-"));
  const refusal = text === "" ? new ConnectionError(`${host} answered ${status}.`) : readRefusal(host, status, text);
  if (status === 409 || status === 429 || status >= 500) return refusal;
  throw refusal;
}

type Reply = { status: number; headers: IncomingHttpHeaders; text: string };
/** `timeout_ms`: how long the connection may be silent in both directions. */
type Asked = { method: string; headers: Record<string, string>; body?: Readable; timeout_ms?: number };

export function ask(url: string, { method, headers, body, timeout_ms = SILENCE_MS }: Asked): Promise<Reply> {
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  const request = send(url, { method, headers, timeout: timeout_ms });
  return new Promise<Reply>((resolve, reject) => {
    const fail = ({ message }: Error) => reject(new ConnectionError(`The upload was cut (${message}).`));
    request.on("timeout", () => request.destroy(new Error("no data for too long")));
    request.on("error", fail);
    request.on("response", (reply) => {
      readText(reply).then((text) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }), fail);
    });
    if (!body) return void request.end();
    body.on("error", (error) => request.destroy(error));
    body.pipe(request);
  }).finally(() => {
    body?.destroy();
    // An answer may arrive before the whole body was sent.
    if (!request.writableFinished) request.destroy();
  });
}

/** Waits until the asset is processed: `ready` or `failed`. */
export async function whenProcessed(
  client: Client,
  asset_id: string,
  onWait: () => void = () => undefined,
): Promise<Json> {
  const give_up_at = performance.now() + PROCESSED_WITHIN_MS;
  for (let wait_ms = LOOK_EVERY_MS.first; ; wait_ms = Math.min(wait_ms * 2, LOOK_EVERY_MS.last)) {
    const asset = await client.call(`GET /v1/assets/${asset_id}`);
    if (asset.status !== "processing") return asset;
    onWait();
    if (performance.now() > give_up_at)
      throw new ConnectionError(`${asset_id} is still being processed: the service is busy, or no worker is running.`);
    await sleep(wait_ms);
  }
}

/** Runs a few at a time. After a failure no more are started, running ones finish, and then the failure is thrown. */
export async function eachOf<T>(items: readonly T[], hands: number, act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined && failures.length === 0; item = waiting.shift())
      await act(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: hands }, work));
  if (failures.length > 0) throw failures[0];
}

/** Calls the function only the first time. */
export function once(say: () => void): () => void {
  let isSaid = false;
  return () => {
    if (!isSaid) say();
    isSaid = true;
  };
}
