// The outcome of uploads, as their owner sees it.

import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { callerAt } from "../world.ts";
import type { Uploaded } from "./uploaders.ts";

const LOOK_EVERY_MS = 50;

type At = { url: string; key: string };

/** Until none is processing: what was in a dead worker's hands, or could not be read, is done later. */
export async function untilConcluded(
  assets: readonly Uploaded[],
  { url, key }: At,
  within_ms = 120_000,
): Promise<void> {
  const deadline = performance.now() + within_ms;
  for (const { id, isGood } of assets) {
    for (;;) {
      const { status } = (await callerAt(url, key).call(`GET /v1/assets/${id}`)).body;
      if (status === (isGood ? "ready" : "failed")) break;
      if (status !== "processing") throw new Error(`${id} is ${status}`);
      if (performance.now() > deadline) throw new Error(`${id} is still processing`);
      await sleep(LOOK_EVERY_MS);
    }
  }
}

/** Those of an asset that is ready are the bytes that were sent. */
export async function checkBytes({ id, bytes, isGood }: Uploaded, { url, key }: At): Promise<void> {
  const { download_url } = (await callerAt(url, key).call(`GET /v1/assets/${id}`)).body;
  if (!isGood) return expect(download_url).toBeNull();
  const found = Buffer.from(await (await fetch(download_url)).arrayBuffer());
  expect(found.equals(bytes)).toBe(true);
}
