// A first start is killed at any moment, while initdb runs too; the next one makes do with what is there.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { makeNode, makeOrganization, removeNodes } from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report, seconds } from "./scale.ts";

const FIRST_STARTS = atScale({ short: 1, full: 10 });
const MAX_KILLS = atScale({ short: 1, full: 3 });
/** initdb is over and the databases are being made, on a machine at rest, after about two seconds. */
const KILLED_AFTER_MS: [number, number] = [100, 3_500];
const STARTED_WITHIN_MS = 120_000;

afterAll(removeNodes);

test(
  "a first start that is killed at any moment: the next one starts",
  async () => {
    let slowest_ms = 0;
    let kills = 0;
    for (let round = 0; round < FIRST_STARTS; round++) {
      const node = await makeNode();
      for (const until = kills + 1 + (round % MAX_KILLS); kills < until; kills++) {
        node.launch();
        await sleep(between(...KILLED_AFTER_MS));
        await node.kill();
      }
      slowest_ms = Math.max(slowest_ms, await node.start());
      const { call } = await makeOrganization(node);
      expect((await call("GET /v1/releases")).body).toEqual({ data: [], next_cursor: null, has_more: false });
      expect((await node.terminate()).code).toBe(0);
    }
    report(
      "kill first starts",
      count(FIRST_STARTS, "folders"),
      count(kills, "kills"),
      `slowest start ${seconds(slowest_ms)}`,
    );
    expect(slowest_ms).toBeLessThan(STARTED_WITHIN_MS);
  },
  CAMPAIGN_LIMIT_MS,
);
