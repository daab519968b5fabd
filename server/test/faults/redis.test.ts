// Redis is killed or paused under load, again and again: no request fails, each node counts by itself meanwhile, and all count together again
// without a restart.

import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeRunFolder } from "../postgres.ts";
import { hasRedis, type Redis, startRedis } from "../redis.ts";
import { type Answer, callerAt, cloneDatabase } from "../world.ts";
import { keepCounts } from "./counts.ts";
import { checkHistory, countHistory, describeHistory } from "./history.ts";
import { makeNode, makeOrganization, type Node, removeNodes } from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report } from "./scale.ts";
import { codes, countedTogether, untilCounting } from "./shared-limits.ts";
import { startWriters } from "./writers.ts";

const ROUNDS = atScale({ short: 2, full: 30 });
const NODES = 2;
const BUDGET = atScale({ short: 20, full: 200 });
const AWAY_MS: [number, number] = atScale({ short: [200, 1_000], full: [200, 5_000] });
const MINUTE_MS = 60_000;

let redis: Redis;
let files: string;
let nodes: Node[];
beforeAll(async () => {
  if (!hasRedis) return;
  const { socket_dir, username } = inject("postgres");
  redis = await startRedis();
  files = await makeRunFolder();
  const shared = {
    DATABASE_URL: `postgres://${username}@/${await cloneDatabase()}?host=${socket_dir}`,
    SEGUE_STORAGE: `file:${files}`,
    SEGUE_ROLE: "api",
    REDIS_URL: redis.url,
  };
  nodes = await Promise.all(Array.from({ length: NODES }, () => makeNode(shared)));
  await Promise.all(nodes.map((node) => node.start()));
}, CAMPAIGN_LIMIT_MS);
afterAll(async () => {
  await removeNodes();
  await redis?.close();
  if (files !== undefined) await rm(files, { recursive: true, force: true });
});

/** Twice as many requests at once as all nodes together may admit when each counts by itself. */
async function spendBudget(): Promise<{ answers: Answer[]; minutes_begun: number }> {
  const [first] = nodes as [Node];
  const { key } = await makeOrganization(first, { rate_limit: { per_minute: BUDGET, burst: BUDGET * 2 * NODES } });
  const callers = nodes.map(({ url = "" }) => callerAt(url, key));
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: BUDGET * 2 }, () => callers.map((caller) => caller.call("GET /v1/organization"))).flat(),
  );
  return { answers, minutes_begun: Math.floor((performance.now() - began) / MINUTE_MS) + 1 };
}

/** `per_minute`: by all nodes. */
function expectAdmitted({ answers, minutes_begun }: Awaited<ReturnType<typeof spendBudget>>, per_minute: number): void {
  const { 200: admitted = 0, "429 rate_limit_exceeded": refused = 0, ...others } = codes(answers);
  expect(others).toEqual({});
  expect(admitted + refused).toBe(answers.length);
  expect(admitted).toBeGreaterThanOrEqual(per_minute);
  expect(admitted).toBeLessThanOrEqual(per_minute * minutes_begun);
}

test.skipIf(!hasRedis)(
  "Redis is killed and started, paused and resumed: no request fails, and limits are shared again by themselves",
  async () => {
    const [first] = nodes as [Node];
    const { key = "" } = await makeOrganization(first);
    const writers = startWriters({ urls: () => nodes.flatMap(({ url }) => url ?? []), key });
    const struck = { kills: 0, pauses: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      await untilCounting(nodes, "shared");
      await writers.untilSuccess();
      const isPaused = round % 3 === 1;
      if (isPaused) redis.pause();
      else await redis.kill();
      struck[isPaused ? "pauses" : "kills"]++;
      await untilCounting(nodes, "memory (redis unreachable)");
      expectAdmitted(await spendBudget(), BUDGET * NODES);
      await writers.untilSuccess();
      await sleep(between(...AWAY_MS));
      if (isPaused) redis.resume();
      else await redis.start();
      expectAdmitted(await countedTogether(nodes, spendBudget), BUDGET);
    }
    await writers.finish();
    const history = await checkHistory(writers.journal, first, key);
    report(
      "kill and pause Redis",
      ...Object.entries(struck).map(([what, number]) => count(number, what)),
      ...describeHistory(writers.journal, history),
    );
    keepCounts("kill and pause Redis", { ...struck, ...countHistory(writers.journal, history) });
    expect(writers.journal.unavailable, "requests that failed without Redis").toBe(0);
    expect(nodes.flatMap(({ crashes }) => crashes)).toEqual([]);
  },
  CAMPAIGN_LIMIT_MS,
);
