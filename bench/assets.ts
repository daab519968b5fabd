// Uploads to the local folder beside a bare server that pipes the same bytes to a file and hashes them; and what memory the
// server takes while many are sent at once.

import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { childMessage } from "./child-message.ts";
import { sideBySide, type Turn } from "./measure.ts";
import { memoryOf, type Product, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const MARK = 0.7;
const MEMORY_MARK_MB = 200;
const MIB = 1024 * 1024;
const FILE_BYTES = 50 * MIB;
const LARGE_BYTES = 2048 * MIB;
const AT_ONCE = 20;
const CONNECTIONS = 2;

const piece = randomBytes(MIB);

export async function benchAssets(): Promise<Result[]> {
  // Only the uploads: what random bytes are found to be is another matter.
  const product = await startProduct({ SEGUE_ROLE: "api" });
  const memory_mb = await memoryOfMany(product);
  const floor = await startFloor();
  const sent = await sideBySide(
    uploads(() => newUpload(product, FILE_BYTES)),
    uploads(async () => floor.url),
  );
  floor.stop();
  await product.stop();
  return [
    {
      what: `upload of ${FILE_BYTES / MIB} MB`,
      value: `${sent.product.toFixed(0)} MB/s`,
      floor: `${sent.floor.toFixed(0)} MB/s`,
      ratio: sent.ratio,
      spread: sent.spread,
      mark: { text: `≥ ${MARK}`, isMet: sent.ratio >= MARK },
    },
    {
      what: `memory above idle, ${AT_ONCE} uploads of ${FILE_BYTES / MIB} MB and one of 2 GB`,
      value: `${memory_mb.toFixed(0)} MB`,
      mark: { text: `≤ ${MEMORY_MARK_MB} MB`, isMet: memory_mb <= MEMORY_MARK_MB },
    },
  ];
}

/** Megabytes a second; the last uploads are sent to their end. */
function uploads(nextUrl: () => Promise<string>): Turn {
  return async (seconds) => {
    const began = performance.now();
    let files = 0;
    const sender = async () => {
      while (performance.now() - began < seconds * 1000) {
        await send(await nextUrl(), FILE_BYTES);
        files++;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, sender));
    return (files * FILE_BYTES) / MIB / ((performance.now() - began) / 1000);
  };
}

async function newUpload({ url, organization }: Product, size_bytes: number): Promise<string> {
  const headers = { authorization: `Bearer ${organization.key}`, "content-type": "application/json" };
  const body = JSON.stringify({ type: "audio", filename: "a.wav", content_type: "audio/wav", size_bytes });
  const reply = await fetch(`${url}/v1/assets`, { method: "POST", headers, body });
  return ((await reply.json()) as { upload: { url: string } }).upload.url;
}

async function send(url: string, size: number): Promise<void> {
  const sent = request(url, { method: "PUT", headers: { "content-length": size } });
  const pieces = function* () {
    for (let at = 0; at < size; at += MIB) yield piece;
  };
  Readable.from(pieces(), { objectMode: false }).pipe(sent);
  const [reply] = await once(sent, "response");
  reply.resume();
  await once(reply, "end");
  if (reply.statusCode !== 200) throw new Error(`Unexpected answer: ${reply.statusCode}`);
}

async function memoryOfMany(product: Product): Promise<number> {
  await sleep(3_000);
  const idle_mb = memoryOf(product.pid);
  let highest_mb = idle_mb;
  const watch = setInterval(() => {
    highest_mb = Math.max(highest_mb, memoryOf(product.pid));
  }, 50);
  const sizes = [LARGE_BYTES, ...Array<number>(AT_ONCE).fill(FILE_BYTES)];
  await Promise.all(sizes.map(async (size) => send(await newUpload(product, size), size)));
  clearInterval(watch);
  return highest_mb - idle_mb;
}

async function startFloor(): Promise<{ url: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "segue-bench-floor-"));
  const program = fileURLToPath(new URL("upload-floor.ts", import.meta.url));
  const child = fork(program, [folder], { execArgv: ["--import", "tsx"] });
  const port = await childMessage<number>(child);
  return {
    url: `http://127.0.0.1:${port}/`,
    stop() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
