// A node is killed under uploads and while it looks into what came, again and again. Afterwards every asset is ready or
// failed, or takes its bytes again; every byte that was acknowledged is there; and the storage holds nothing else.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweep } from "../../src/assets/sweep.ts";
import type { DatabaseAddress } from "../../src/platform/database/url.ts";
import { storedKeys } from "../stored-keys.ts";
import { callerAt } from "../world.ts";
import { makeOrganization, makeStruckNode, type Node, removeNodes } from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report } from "./scale.ts";
import { filesOf, twoDaysLater } from "./two-days-later.ts";
import { startUploaders, type Uploaded } from "./uploaders.ts";

const ROUNDS = atScale({ short: 1, full: 20 });
const ENDED_WITHIN_MS = 120_000;

let node: Node;
let address: () => Promise<DatabaseAddress>;
beforeAll(async () => {
  ({ node, address } = await makeStruckNode());
  await node.start();
});
afterAll(removeNodes);

test(
  "kill -9 under uploads and processing: nothing acknowledged is lost, and nothing else stays",
  async () => {
    const { key = "" } = await makeOrganization(node);
    const uploaders = startUploaders({ url: () => node.url, key });
    for (let round = 0; round < ROUNDS; round++) {
      await uploaders.untilAcknowledged();
      await sleep(between(100, 900));
      await node.kill();
      await node.start();
    }
    await uploaders.untilAcknowledged();
    const assets = await uploaders.finish();
    await untilConcluded(assets, key);
    for (const asset of assets) await checkBytes(asset, key);
    const stray = await sweepAndCount(node);
    report("kill under uploads", count(ROUNDS, "rounds"), count(assets.length, "assets"), ...uploaders.counts());
    expect(uploaders.wrong).toEqual([]);
    expect(stray).toEqual([]);
    expect(node.crashes).toEqual([]);
  },
  CAMPAIGN_LIMIT_MS,
);

/** Until none is processing: what was in a dead worker's hands is done by the next. */
async function untilConcluded(assets: readonly Uploaded[], key: string): Promise<void> {
  const deadline = performance.now() + ENDED_WITHIN_MS;
  for (const { id, isGood } of assets) {
    for (;;) {
      const { status } = (await callerAt(node.url ?? "", key).call(`GET /v1/assets/${id}`)).body;
      if (status === (isGood ? "ready" : "failed")) break;
      if (status !== "processing") throw new Error(`${id} is ${status}`);
      if (performance.now() > deadline) throw new Error(`${id} is still processing`);
      await sleep(50);
    }
  }
}

async function checkBytes({ id, bytes, isGood }: Uploaded, key: string): Promise<void> {
  const { download_url } = (await callerAt(node.url ?? "", key).call(`GET /v1/assets/${id}`)).body;
  if (!isGood) return expect(download_url).toBeNull();
  const found = Buffer.from(await (await fetch(download_url)).arrayBuffer());
  expect(found.equals(bytes)).toBe(true);
}

/** Sweeps; answers with what lies there and is named by nothing. */
async function sweepAndCount(node: Node): Promise<string[]> {
  return twoDaysLater(node, await address(), async (ctx) => {
    await sweep(ctx);
    // Its orders to remove bytes are the node's to follow, by a clock that is two days behind: they are followed here.
    const orders = await ctx.db<{ keys: string[] }[]>`
      select payload -> 'keys' as keys from jobs where name = 'remove_blobs'`;
    for (const removed of orders.flatMap(({ keys }) => keys)) await ctx.blobs.delete(removed);
    const named = await ctx.db<{ key: string }[]>`
      select blob_key as key from assets where blob_key is not null
      union select thumbnail_key from assets where thumbnail_key is not null`;
    const known = new Set(named.map(({ key }) => key));
    const unfinished = await ctx.blobs.discardUnfinished(ctx.clock.now());
    const stray = (await storedKeys(filesOf(node))).filter((stored) => !known.has(stored));
    return [...stray, ...Array<string>(unfinished).fill("unfinished")];
  });
}
