// The way to the database is cut under writes, in the middle of commits too; the database is stopped and started.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../src/platform/embedded/embedded-postgres.ts";
import { makeRunFolder } from "../postgres.ts";
import { prepareFolder } from "../prepared-folder.ts";
import { startTcpProxy, type TcpProxy } from "../tcp-proxy.ts";
import { checkHistory, describeHistory } from "./history.ts";
import { makeNode, makeOrganization, type Node, removeNodes } from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report, seconds } from "./scale.ts";
import { startWriters } from "./writers.ts";

const RECOVERED_WITHIN_MS = atScale({ short: 120_000, full: 10_000 });

let data_dir: string;
let database: EmbeddedPostgres;
let proxy: TcpProxy;
let node: Node;

const startDatabase = () => startEmbeddedPostgres({ data_dir, log: () => undefined });

beforeAll(async () => {
  data_dir = await makeRunFolder();
  await prepareFolder(data_dir);
  database = await startDatabase();
  proxy = await startTcpProxy({ path: join(database.socket_dir, ".s.PGSQL.5432") });
  node = await makeNode({ DATABASE_URL: `postgres://${database.username}@127.0.0.1:${proxy.port}/segue` });
  await node.start();
});
afterAll(async () => {
  await removeNodes();
  await proxy.close();
  await database.stop();
  await rm(data_dir, { recursive: true, force: true });
});

type Campaign = { name: string; rounds: number; strike: () => Promise<void> };

const campaigns: Campaign[] = [
  {
    name: "cut connections",
    rounds: atScale({ short: 1, full: 60 }),
    async strike() {
      proxy.cut();
      await sleep(between(0, atScale({ short: 300, full: 1_000 })));
      proxy.mend();
    },
  },
  {
    name: "lose the answer to a commit",
    rounds: atScale({ short: 1, full: 100 }),
    // As the server says it when the transaction is on disk: the service cannot know.
    strike: async () => proxy.loseAnswer("COMMIT"),
  },
  {
    name: "restart the database",
    rounds: atScale({ short: 1, full: 20 }),
    async strike() {
      await database.stop();
      database = await startDatabase();
    },
  },
];

test.each(campaigns)(
  "$name: clean 503s, no acknowledged write lost or doubled, and the service is there again by itself",
  async ({ name, rounds, strike }) => {
    const { key = "" } = await makeOrganization(node);
    const url = node.url ?? "";
    const writers = startWriters({ urls: () => [url], key });
    let slowest_ms = 0;
    for (let round = 0; round < rounds; round++) {
      await writers.untilSuccess();
      await sleep(between(50, 500));
      await strike();
      slowest_ms = Math.max(slowest_ms, await writers.untilSuccess());
    }
    await writers.finish();
    const history = await checkHistory(writers.journal, node, key);
    report(
      name,
      count(rounds, "rounds"),
      ...describeHistory(writers.journal, history),
      `slowest answer ${seconds(writers.journal.slowest_answer_ms)}`,
      `slowest recovery ${seconds(slowest_ms)}`,
    );
    expect(node.crashes).toEqual([]);
    expect(writers.journal.unanswered, "connections broken by the service").toBe(0);
    expect(slowest_ms).toBeLessThan(RECOVERED_WITHIN_MS);
  },
  CAMPAIGN_LIMIT_MS,
);
