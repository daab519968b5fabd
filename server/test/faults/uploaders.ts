// Clients that upload under faults: each makes an asset and sends its bytes, whole or by tus, until it hears that they
// were taken; after a broken connection it asks and goes on.

import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sine, wav } from "../media.ts";
import { sha256 } from "../upload.ts";
import type { Counts } from "./counts.ts";

export type Uploaded = { id: string; bytes: Buffer; isGood: boolean };

export type Uploaders = {
  /** Until an upload that began after this was taken. */
  untilAcknowledged(): Promise<void>;
  /** No new ones; those begun are sent to their end. */
  finish(): Promise<Uploaded[]>;
  counts(): Counts;
  wrong: string[];
};

type Target = { url(): string | undefined; key: string };
type Journal = {
  taken: Uploaded[];
  wrong: string[];
  broken: number;
  resumed: number;
  refused: number;
  isEnding: boolean;
};

const UPLOADERS = 4;
const AGAIN_AFTER_MS = 100;
const PAUSE_MS = 150;
const TAKEN_WITHIN_MS = 240_000;
const PIECE_BYTES = 200_000;

export function startUploaders(target: Target): Uploaders {
  const journal: Journal = { taken: [], wrong: [], broken: 0, resumed: 0, refused: 0, isEnding: false };
  const running = Array.from({ length: UPLOADERS }, (_value, index) => uploadOn(target, journal, index));
  return {
    wrong: journal.wrong,
    async untilAcknowledged() {
      const wanted = journal.taken.length + UPLOADERS;
      const deadline = performance.now() + TAKEN_WITHIN_MS;
      while (journal.taken.length < wanted) {
        if (performance.now() > deadline) throw new Error(`No upload is taken: ${journal.wrong.join("; ")}`);
        await sleep(10);
      }
    },
    async finish() {
      journal.isEnding = true;
      await Promise.all(running);
      return journal.taken;
    },
    counts: () => ({ broken_off: journal.broken, resumed: journal.resumed, refused_503: journal.refused }),
  };
}

async function uploadOn(target: Target, journal: Journal, index: number): Promise<void> {
  for (let turn = index; !journal.isEnding; turn++) {
    // One in four is no audio at all: that must be found out, too.
    const isGood = turn % 4 !== 3;
    const sound = sine({ seconds: 3, hertz: 200 + randomInt(2_000) });
    const bytes = isGood ? wav({ sound }) : Buffer.alloc(500_000, randomUUID());
    const { id, url, resumable_url } = await createAsset(target, bytes);
    if (turn % 2 === 0) await untilTaken(target, journal, () => putWhole(current(target, url), bytes));
    else await untilTaken(target, journal, () => sendPieces(current(target, resumable_url), bytes, journal));
    journal.taken.push({ id, bytes, isGood });
    await sleep(PAUSE_MS);
  }
}

type Upload = { id: string; url: string; resumable_url: string };

/** Repeats the request with one key until it is answered, so that there is one asset. */
async function createAsset(target: Target, bytes: Buffer): Promise<Upload> {
  const headers = {
    authorization: `Bearer ${target.key}`,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
  };
  const body = JSON.stringify({
    type: "audio",
    filename: "song.wav",
    content_type: "audio/wav",
    size_bytes: bytes.length,
    checksum_sha256: sha256(bytes),
  });
  for (;;) {
    try {
      const reply = await fetch(`${target.url()}/v1/assets`, { method: "POST", headers, body });
      const made = (await reply.json()) as { id: string; upload: Upload };
      if (reply.status === 201) return { ...made.upload, id: made.id };
    } catch {
      // It is down; it comes back.
    }
    await sleep(AGAIN_AFTER_MS);
  }
}

/** A node that was started anew listens on another port; the link itself is still good. */
function current(target: Target, url: string): string {
  return `${target.url() ?? "http://127.0.0.1:1"}${new URL(url).pathname}`;
}

type Reply = { status: number; text: string };

async function untilTaken(target: Target, journal: Journal, send: () => Promise<Reply>): Promise<void> {
  for (;;) {
    const isUp = target.url() !== undefined;
    try {
      const { status, text } = await send();
      // Taken now, or by a try whose answer was lost.
      if (status < 300 || (status === 409 && text.includes("takes no more bytes"))) return;
      if (status === 503) journal.refused++;
      else if (!(status === 409 && text.includes("offset"))) journal.wrong.push(`${status} ${text}`);
    } catch {
      if (isUp) journal.broken++;
    }
    await sleep(AGAIN_AFTER_MS);
  }
}

async function putWhole(url: string, bytes: Buffer): Promise<Reply> {
  const reply = await fetch(url, { method: "PUT", body: slowly(bytes), duplex: "half" });
  return { status: reply.status, text: await reply.text() };
}

async function sendPieces(url: string, bytes: Buffer, journal: Journal): Promise<Reply> {
  const tus = { "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" };
  const asked = await fetch(url, { method: "HEAD", headers: { "tus-resumable": "1.0.0" } });
  if (asked.status !== 200) return { status: asked.status, text: "" };
  let offset = Number(asked.headers.get("upload-offset"));
  if (offset > 0) journal.resumed++;
  while (offset < bytes.length) {
    const piece = bytes.subarray(offset, offset + PIECE_BYTES);
    const reply = await fetch(url, {
      method: "PATCH",
      headers: { ...tus, "upload-offset": String(offset) },
      body: piece,
    });
    if (reply.status !== 204) return { status: reply.status, text: await reply.text() };
    offset = Number(reply.headers.get("upload-offset"));
  }
  return { status: 204, text: "" };
}

/** In pieces with pauses, so that a kill finds it under way. */
function slowly(bytes: Buffer): ReadableStream {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await sleep(15);
      controller.enqueue(bytes.subarray(at, at + PIECE_BYTES / 2));
      at += PIECE_BYTES / 2;
      if (at >= bytes.length) controller.close();
    },
  });
}
