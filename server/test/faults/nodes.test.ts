// Two API nodes and two workers on one database: the races hold across nodes.

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ensureDatabase } from "../../src/platform/database/create.ts";
import { isUpc } from "../../src/standards/identifier.ts";
import { makeRunFolder } from "../postgres.ts";
import { hasRedis, type Redis, startRedis } from "../redis.ts";
import { startTcpProxy, type TcpProxy } from "../tcp-proxy.ts";
import { type Caller, callerAt } from "../world.ts";
import { listReleases } from "./history.ts";
import { makeNode, makeOrganization, type Node, OPERATOR_KEY, removeNodes } from "./node.ts";
import { atScale, CAMPAIGN_LIMIT_MS, count, report, seconds } from "./scale.ts";
import { codes, countedTogether } from "./shared-limits.ts";
import { releaseBody } from "./writers.ts";

const KEYS = atScale({ short: 3, full: 200 });
const SAME_AT_ONCE = 8;
const CREATIONS = atScale({ short: 16, full: 300 });
const RANGE = atScale({ short: 10, full: 60 });
const REVOKED_WITHIN_MS = 5_000;
const BUDGET = atScale({ short: 30, full: 1_000 });
const BURST = 30;

let proxy: TcpProxy;
let redis: Redis | undefined;
let files: string;
let api: Node[];
let workers: Node[];

beforeAll(async () => {
  const { socket_dir, username } = inject("postgres");
  const name = `segue_nodes_${process.pid}`;
  await ensureDatabase({ socket_dir, username, database: "postgres" }, name);
  proxy = await startTcpProxy({ path: join(socket_dir, ".s.PGSQL.5432") });
  const DATABASE_URL = `postgres://${username}@127.0.0.1:${proxy.port}/${name}`;
  redis = hasRedis ? await startRedis() : undefined;
  files = await makeRunFolder();
  const shared = { DATABASE_URL, SEGUE_STORAGE: `file:${files}`, ...(redis && { REDIS_URL: redis.url }) };
  const makeNodes = (SEGUE_ROLE: string) => Promise.all([1, 2].map(() => makeNode({ ...shared, SEGUE_ROLE })));
  api = await makeNodes("api");
  workers = await makeNodes("worker");
  // All four at once, on an empty database.
  await Promise.all([...api, ...workers].map((node) => node.start()));
}, CAMPAIGN_LIMIT_MS);
afterAll(async () => {
  await removeNodes();
  await proxy.close();
  await redis?.close();
  await rm(files, { recursive: true, force: true });
});

/** The same caller, once for each API node. */
async function atBoth(settings: object = {}): Promise<{ callers: Caller[]; at: (index: number) => Caller }> {
  const [first] = api;
  if (!first) throw new Error("No node.");
  const { key } = await makeOrganization(first, settings);
  const callers = api.map(({ url = "" }) => callerAt(url, key));
  return { callers, at: (index) => callers[index % callers.length] ?? callerAt("", key) };
}

test("four nodes started at once on an empty database are all ready, and none crashed", async () => {
  for (const node of [...api, ...workers]) {
    expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
    expect(node.crashes).toEqual([]);
  }
});

test(
  "identical requests at once, over both nodes: one release a key, one answer a key",
  async () => {
    const { callers, at } = await atBoth();
    const seen = { in_progress: 0, ids: new Set<string>() };
    for (let key_number = 0; key_number < KEYS; key_number++) {
      const idempotency_key = randomUUID();
      const request = { body: releaseBody(`Key ${key_number}`), idempotency_key };
      const answers = await Promise.all(
        Array.from({ length: SAME_AT_ONCE }, (_, index) => at(index).call("POST /v1/releases", request)),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(new Set(made.map(({ text }) => text)).size, JSON.stringify(codes(answers))).toBe(1);
      const refused = answers.filter(({ body }) => body.error?.code === "idempotency_in_progress");
      expect(made.length + refused.length, JSON.stringify(codes(answers))).toBe(SAME_AT_ONCE);
      seen.in_progress += refused.length;
      seen.ids.add(made[0]?.body.id);
    }
    for (const caller of callers) expect(await listReleases(caller)).toHaveLength(KEYS);
    expect(seen.ids.size).toBe(KEYS);
    report(
      "identical requests over two nodes",
      count(KEYS, "keys"),
      count(KEYS * SAME_AT_ONCE, "requests"),
      count(seen.in_progress, "in progress"),
      count(seen.ids.size, "releases"),
    );
  },
  CAMPAIGN_LIMIT_MS,
);

test(
  "creations at once without a UPC, over both nodes: as many valid UPCs, no two the same",
  async () => {
    const { at } = await atBoth();
    const answers = await Promise.all(
      Array.from({ length: CREATIONS }, (_, index) =>
        at(index).call("POST /v1/releases", { body: releaseBody(`Number ${index}`) }),
      ),
    );
    expect(codes(answers)).toEqual({ 201: CREATIONS });
    const upcs = answers.map(({ body }) => body.upc as string);
    expect(upcs.filter((upc) => !isUpc(upc))).toEqual([]);
    expect(new Set(upcs).size).toBe(CREATIONS);
    report("UPCs over two nodes", count(CREATIONS, "creations"), count(new Set(upcs).size, "UPCs"));
  },
  CAMPAIGN_LIMIT_MS,
);

test("a range is handed out to its last number over both nodes, and not one further", async () => {
  const first = 61_414_100_000;
  const upc_ranges = [{ first: String(first), last: String(first + RANGE - 1) }];
  const { at } = await atBoth({ upc_ranges });
  const answers = await Promise.all(
    Array.from({ length: RANGE * 2 }, (_, index) =>
      at(index).call("POST /v1/releases", { body: releaseBody(`Range ${index}`) }),
    ),
  );
  expect(codes(answers)).toEqual({ 201: RANGE, "409 upc_pool_exhausted": RANGE });
  const numbers = answers.flatMap(({ status, body }) => (status === 201 ? [Number(body.upc.slice(0, 11))] : []));
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: RANGE }, (_, index) => first + index));
});

test("a key revoked on one node is refused by the other within 5 s", async () => {
  const [one, other] = api;
  const { id } = await makeOrganization(one as Node);
  const operator = callerAt(one?.url ?? "", OPERATOR_KEY);
  const { body: made } = await operator.call(`POST /v1/operator/organizations/${id}/api-keys`, { body: {} });
  const there = callerAt(other?.url ?? "", made.key);
  expect((await there.call("GET /v1/organization")).status).toBe(200);
  const revoked = await operator.call(`DELETE /v1/operator/organizations/${id}/api-keys/${made.id}`);
  expect(revoked.status).toBe(204);
  const began = performance.now();
  for (;;) {
    const sent_after_ms = performance.now() - began;
    if ((await there.call("GET /v1/organization")).status === 401) break;
    // By when it was sent: how long the answer took is the machine's.
    expect(sent_after_ms).toBeLessThan(REVOKED_WITHIN_MS);
    await sleep(20);
  }
  report("revocation on the other node", `seen after ${seconds(performance.now() - began)}`);
});

test.skipIf(!hasRedis)(
  "a minute's budget is spent over both nodes to its last request, and not one further",
  async () => {
    const answers = await countedTogether(api, async () => {
      const { at } = await atBoth({ rate_limit: { per_minute: BUDGET, burst: BUDGET * 2 } });
      return Promise.all(Array.from({ length: BUDGET * 2 }, (_, index) => at(index).call("GET /v1/organization")));
    });
    expect(codes(answers)).toEqual({ 200: BUDGET, "429 rate_limit_exceeded": BUDGET });
    report("a budget over two nodes", count(BUDGET * 2, "requests"), count(BUDGET, "admitted"));
  },
  CAMPAIGN_LIMIT_MS,
);

test.skipIf(!hasRedis)("a second's burst is admitted over both nodes, and not more in any second", async () => {
  const { answers, seconds_begun } = await countedTogether(api, async () => {
    const { at } = await atBoth({ rate_limit: { per_minute: 100_000, burst: BURST } });
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: BURST * 6 }, (_, index) => at(index).call("GET /v1/organization")),
    );
    return { answers, seconds_begun: Math.floor((performance.now() - began) / 1000) + 1 };
  });
  const admitted = codes(answers)["200"] ?? 0;
  expect(admitted).toBeGreaterThanOrEqual(BURST);
  expect(admitted).toBeLessThanOrEqual(BURST * seconds_begun);
});
