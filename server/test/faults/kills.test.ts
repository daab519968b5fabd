// Node, the postmaster, or both are killed under writes, again and again.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkHistory, describeHistory } from "./history.ts";
import {
  killPostmaster,
  makeOrganization,
  makePreparedNode,
  type Node,
  removeNodes,
  waitForNewPostmaster,
} from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report, seconds } from "./scale.ts";
import { startWriters } from "./writers.ts";

const ROUNDS = atScale({ short: 1, full: 20 });
const RECOVERED_WITHIN_MS = atScale({ short: 120_000, full: 10_000 });

/** Kills, and returns when the service is there again, by itself or by a plain start. */
type Strike = (node: Node) => Promise<void>;

const strikes: { name: string; strike: Strike }[] = [
  { name: "kill Node", strike: (node) => killNode(node) },
  {
    name: "kill postmaster",
    // Nothing is started here: the service has to do it.
    strike: async (node) => waitForNewPostmaster(node, await killPostmaster(node)),
  },
  {
    name: "kill both",
    async strike(node) {
      await killPostmaster(node);
      await killNode(node);
    },
  },
];

async function killNode(node: Node): Promise<void> {
  await node.kill();
  await node.start();
}

let node: Node;
beforeAll(async () => {
  node = await makePreparedNode();
  await node.start();
});
afterAll(removeNodes);

test.each(strikes)(
  "$name: every acknowledged write is there exactly once, and every start recovers by itself",
  async ({ name, strike }) => {
    const { key = "" } = await makeOrganization(node);
    const writers = startWriters({ urls: () => (node.url ? [node.url] : []), key });
    let slowest_ms = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await writers.untilSuccess();
      await sleep(between(200, atScale({ short: 500, full: 1_500 })));
      const struck = performance.now();
      await strike(node);
      await writers.untilSuccess();
      slowest_ms = Math.max(slowest_ms, performance.now() - struck);
    }
    await writers.finish();
    const history = await checkHistory(writers.journal, node, key);
    report(
      name,
      count(ROUNDS, "rounds"),
      ...describeHistory(writers.journal, history),
      `slowest recovery ${seconds(slowest_ms)}`,
    );
    expect(node.crashes).toEqual([]);
    expect(slowest_ms).toBeLessThan(RECOVERED_WITHIN_MS);
  },
  CAMPAIGN_LIMIT_MS,
);
