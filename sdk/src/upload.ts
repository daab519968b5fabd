// Uploads by tus: asks how many bytes the service has, sends the next piece, and asks again after every interruption.
// The service keeps what has arrived, so a bad network costs only time. The upload fails when several tries in a row
// brought no byte. A refusal that will not pass is thrown at once.
//
// A piece takes about a second: short enough for progress and a retry, long enough that its answer hardly counts.

import { answerOf, type CallerOptions, type Outcome, pause, send } from "./call.ts";
import { SegueArgumentError, SegueConnectionError, SegueError } from "./errors.ts";

/** A `Blob` or `File`, or a function that opens a stream of the bytes from one position up to another. */
export type UploadSource = Blob | { size_bytes: number; stream(from: number, to: number): ReadableStream<Uint8Array> };

export type UploadOptions = {
  /** `sent_bytes`: what the service has, with what earlier uploads of this asset sent. */
  onProgress?: ((progress: { sent_bytes: number; size_bytes: number }) => void) | undefined;
  /** After an interruption, before the next try. */
  onRetry?: ((error: Error) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** The pauses before each try that follows one without progress. After the last, the upload fails. */
  retryAfterMs?: readonly number[] | undefined;
};

const RETRY_AFTER_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000];
const FIRST_PIECE_BYTES = 1024 * 1024;
const MAX_PIECE_BYTES = 16 * FIRST_PIECE_BYTES;
const PIECE_MS = 1_000;
/** A longer Retry-After is the caller's to decide. */
const MAX_WAIT_S = 60;
/** The service takes a file in at most 2 000 pieces. */
const MAX_PIECES = 1_000;
// After the last piece the service verifies the whole file.
const ANSWER_WITHIN_MS = 120_000;

type Fetch = Pick<CallerOptions, "fetch">;

export function sizeOf(source: UploadSource): number {
  return source instanceof Blob ? source.size : source.size_bytes;
}

/** `url`: the `upload.resumable_url` of an asset that awaits its file. The link itself is the credential. */
export async function uploadTo(
  { fetch }: Fetch,
  url: string,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<void> {
  const { onProgress, onRetry, signal, retryAfterMs = RETRY_AFTER_MS } = options;
  const size_bytes = sizeOf(source);
  let furthest = -1;
  let stumbles = 0;
  const reach = (offset: number) => {
    if (offset > furthest) stumbles = 0;
    furthest = Math.max(furthest, offset);
    onProgress?.({ sent_bytes: offset, size_bytes });
  };
  for (;;) {
    try {
      return await sendRest({ fetch, url, source, signal, reach });
    } catch (error) {
      const wait_ms = retryAfterMs[stumbles++];
      if (wait_ms === undefined || !isPassing(error)) throw error;
      onRetry?.(error);
      await pause(wait_ms, signal);
    }
  }
}

type Sending = Fetch & {
  url: string;
  source: UploadSource;
  signal: AbortSignal | undefined;
  reach(offset: number): void;
};

async function sendRest({ fetch, url, source, signal, reach }: Sending): Promise<void> {
  const ask = async (method: string, headers: Record<string, string>, body?: Blob | ArrayBuffer) => {
    const sent = { url, method, headers: { "tus-resumable": "1.0.0", ...headers }, body, options: { signal } };
    return offsetIn(await send({ fetch, timeoutMs: ANSWER_WITHIN_MS }, sent), method);
  };
  const size_bytes = sizeOf(source);
  let offset = await ask("HEAD", {});
  reach(offset);
  for (let piece_bytes = FIRST_PIECE_BYTES; offset < size_bytes; reach(offset)) {
    const began = performance.now();
    const to = Math.min(offset + Math.max(piece_bytes, Math.ceil(size_bytes / MAX_PIECES)), size_bytes);
    const body = await pieceOf(source, offset, to);
    const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
    offset = await ask("PATCH", headers, body);
    const took_ms = performance.now() - began;
    piece_bytes = took_ms < PIECE_MS ? Math.min(piece_bytes * 2, MAX_PIECE_BYTES) : Math.ceil(piece_bytes / 2);
  }
}

async function pieceOf(source: UploadSource, from: number, to: number): Promise<Blob | ArrayBuffer> {
  if (source instanceof Blob) return source.slice(from, to);
  const bytes = await new Response(source.stream(from, to)).arrayBuffer();
  if (bytes.byteLength === to - from) return bytes;
  throw new SegueArgumentError(
    `The stream ended after ${bytes.byteLength} of ${to - from} bytes: the file has changed.`,
  );
}

/** An answer to HEAD has no body, so no message. */
function offsetIn(outcome: Outcome, method: string): number {
  if ("reply" in outcome && outcome.reply.status === 404 && method === "HEAD") {
    const request_id = outcome.reply.headers.get("x-request-id") ?? "-";
    const message = "The upload link is no longer valid: upload the file again.";
    throw new SegueError({ code: "not_found", status: 404, message, request_id });
  }
  answerOf(outcome);
  return Number((outcome as { reply: Response }).reply.headers.get("upload-offset"));
}

/** 409: the service is still recording an interrupted request of ours. */
function isPassing(error: unknown): error is Error {
  if (!(error instanceof SegueError || error instanceof SegueConnectionError)) return false;
  const { status } = error;
  // A service whose disk is full says that it will be long.
  if ((error as SegueError).retry_after_s > MAX_WAIT_S) return false;
  return status === undefined || status === 409 || status === 429 || status >= 500;
}
