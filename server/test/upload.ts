// Uploads for tests: an asset that awaits given bytes, and what lies in the storage.

import { createHash } from "node:crypto";
import type { Answer, Caller } from "./world.ts";

export type Awaiting = { id: string; url: string; resumable_url: string };

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export async function awaitBytes(caller: Caller, bytes: Uint8Array, given: object = {}): Promise<Awaiting> {
  const body = {
    type: "audio",
    filename: "song.wav",
    content_type: "audio/wav",
    size_bytes: bytes.length,
    checksum_sha256: sha256(bytes),
    ...given,
  };
  const made = await caller.call("POST /v1/assets", { body });
  if (made.status !== 201) throw new Error(`No asset: ${made.text}`);
  return { id: made.body.id, ...made.body.upload };
}

export async function putBytes(url: string, bytes: Uint8Array, init: RequestInit = {}): Promise<Answer> {
  const reply = await fetch(url, { method: "PUT", body: Buffer.from(bytes), ...init });
  const text = await reply.text();
  return {
    status: reply.status,
    headers: reply.headers,
    text,
    body: text.startsWith("{") ? JSON.parse(text) : undefined,
  };
}

/** Awaits, sends and answers with the id. */
export async function upload(caller: Caller, bytes: Uint8Array, given: object = {}): Promise<string> {
  const { id, url } = await awaitBytes(caller, bytes, given);
  const answer = await putBytes(url, bytes);
  if (answer.status !== 200) throw new Error(`No upload: ${answer.text}`);
  return id;
}
