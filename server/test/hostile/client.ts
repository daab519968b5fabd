// One request over a kept connection. Unlike a well-behaved client it may break off in the middle of its body or of the answer.

import { Readable } from "node:stream";
import { Pool } from "undici";
import type { Answer } from "../world.ts";

export type Sent = {
  method: string;
  /** With its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The moment at which the client hangs up. */
  cut?: "body" | "answer";
};

/** Undefined: the client hung up, as it wanted to. */
export type Reply = (Answer & { bytes: number }) | undefined;

export type Client = {
  send(sent: Sent & { key: string | undefined }): Promise<Reply>;
  close(): Promise<void>;
};

/** Longer than the service allows itself for any answer: what takes longer hangs. */
const ANSWER_WITHIN_MS = 60_000;
const CONNECTIONS = 96;
const KEPT_FOR_MS = 10_000;

export function openClient(url: string): Client {
  const pool = new Pool(url, {
    connections: CONNECTIONS,
    // Sooner than the service: a connection that both ends give up at the same moment would look like a lost answer.
    keepAliveMaxTimeout: KEPT_FOR_MS,
    headersTimeout: ANSWER_WITHIN_MS,
    bodyTimeout: ANSWER_WITHIN_MS,
    // Answers larger than allowed are for the judge to find.
    maxResponseSize: -1,
  });
  return {
    async send(sent) {
      try {
        return await exchange(pool, sent);
      } catch (error) {
        if (sent.cut === "body") return undefined;
        throw error;
      }
    },
    close: () => pool.destroy(),
  };
}

async function exchange(
  pool: Pool,
  { method, path, headers, body, key, cut }: Parameters<Client["send"]>[0],
): Promise<Reply> {
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const credential = key ? { authorization: `Bearer ${key}` } : {};
  const reply = await pool.request({
    method,
    path,
    headers: { ...credential, ...type, ...headers, ...(cut === "body" && { "content-length": String(sizeOf(body)) }) },
    ...(body !== undefined && { body: cut === "body" ? halfOf(body) : body }),
  });
  if (cut === "answer") {
    reply.body.on("error", () => undefined).destroy();
    return undefined;
  }
  const bytes = Buffer.from(await reply.body.arrayBuffer());
  const text = bytes.toString("utf8");
  const flat = Object.entries(reply.headers).map(([name, value]): [string, string] => [
    name,
    [value].flat().join(", "),
  ]);
  return { status: reply.statusCode, headers: new Headers(flat), text, body: parse(text), bytes: bytes.length };
}

function sizeOf(body: string | Uint8Array | undefined): number {
  return body === undefined ? 0 : Buffer.byteLength(body);
}

/** Breaks off: the connection is closed with the body half sent. */
function halfOf(body: string | Uint8Array): Readable {
  const bytes = Buffer.from(body as string);
  return Readable.from(
    (async function* () {
      yield bytes.subarray(0, Math.ceil(bytes.length / 2));
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error("The client hung up.");
    })(),
    { objectMode: false },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
