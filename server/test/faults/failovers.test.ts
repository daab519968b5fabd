// The primary is killed under load and its synchronous standby is promoted, again and again: nothing that was acknowledged is lost or
// doubled, and the service is there again without a restart.

import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeRunFolder } from "../postgres.ts";
import { type PostgresPair, startPostgresPair } from "../postgres-pair.ts";
import { callerAt } from "../world.ts";
import { keepCounts } from "./counts.ts";
import { startFailoverLoad } from "./failover-load.ts";
import { checkHistory, countHistory, describeHistory } from "./history.ts";
import { makeNode, makeOrganization, type Node, OPERATOR_KEY, removeNodes } from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report, seconds } from "./scale.ts";
import { startWriters } from "./writers.ts";

const PROMOTIONS = atScale({ short: 1, full: 20 });
/** FAULTS_MINUTES ends it after the promotion that happens then. */
const MINUTES = Number(process.env.FAULTS_MINUTES ?? 1_440);
const BACK_WITHIN_MS = atScale({ short: 120_000, full: 10_000 });

let pair: PostgresPair;
let files: string;
let node: Node;
beforeAll(async () => {
  pair = await startPostgresPair();
  files = await makeRunFolder();
  node = await makeNode({
    DATABASE_URL: pair.url,
    SEGUE_STORAGE: `file:${files}`,
    SEGUE_SANDBOX_WEBHOOK_ALLOW: "127.0.0.0/8",
  });
  await node.start();
}, CAMPAIGN_LIMIT_MS);
afterAll(async () => {
  await removeNodes();
  await pair?.close();
  await rm(files, { recursive: true, force: true });
});

test(
  "a primary is killed and its standby promoted: nothing acknowledged is lost or doubled, 503 meanwhile, and back by itself",
  async () => {
    const { key = "" } = await makeOrganization(node);
    const writers = startWriters({ urls: () => (node.url ? [node.url] : []), key });
    const operator = callerAt(node.url ?? "", OPERATOR_KEY);
    const load = await startFailoverLoad(operator, await makeOrganization(node, { isrc_prefix: "QZFLV" }));
    const began = performance.now();
    let slowest_ms = 0;
    let promotions = 0;
    while (promotions < PROMOTIONS && performance.now() - began < MINUTES * 60_000) {
      await writers.untilSuccess();
      await sleep(between(200, 2_000));
      await pair.failOver();
      slowest_ms = Math.max(slowest_ms, await writers.untilSuccess());
      await pair.follow();
      promotions++;
    }
    await writers.finish();
    const counts = await load.finish();
    await load.close();
    const history = await checkHistory(writers.journal, node, key);
    report(
      "promote a standby",
      count(promotions, "promotions"),
      ...describeHistory(writers.journal, history),
      ...Object.entries(counts).map(([what, number]) => count(number, what)),
      `slowest recovery ${seconds(slowest_ms)}`,
    );
    keepCounts("promote a standby", {
      promotions,
      ...countHistory(writers.journal, history),
      ...counts,
      slowest_recovery_ms: Math.round(slowest_ms),
    });
    expect(node.crashes).toEqual([]);
    expect(slowest_ms).toBeLessThan(BACK_WITHIN_MS);
  },
  CAMPAIGN_LIMIT_MS,
);
