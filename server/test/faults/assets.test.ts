// A node is killed under uploads and while it looks into what came, again and again. Afterwards every asset is ready or
// failed, or takes its bytes again; every byte that was acknowledged is there; and the storage holds nothing else.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweep } from "../../src/assets/sweep.ts";
import type { DatabaseAddress } from "../../src/platform/database/url.ts";
import { storedKeys } from "../stored-keys.ts";
import { keepCounts } from "./counts.ts";
import { makeOrganization, makeStruckNode, type Node, removeNodes } from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report } from "./scale.ts";
import { filesOf, twoDaysLater } from "./two-days-later.ts";
import { checkBytes, untilConcluded } from "./uploaded.ts";
import { startUploaders } from "./uploaders.ts";

const ROUNDS = atScale({ short: 1, full: 20 });

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
    await untilConcluded(assets, { url: node.url ?? "", key });
    for (const asset of assets) await checkBytes(asset, { url: node.url ?? "", key });
    const stray = await sweepAndCount(node);
    const counts = { rounds: ROUNDS, assets: assets.length, ...uploaders.counts() };
    report("kill under uploads", ...Object.entries(counts).map(([what, number]) => count(number, what)));
    keepCounts("kill under uploads", counts);
    expect(uploaders.wrong).toEqual([]);
    expect(stray).toEqual([]);
    expect(node.crashes).toEqual([]);
  },
  CAMPAIGN_LIMIT_MS,
);

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
