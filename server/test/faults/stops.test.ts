// SIGTERM under load: requests in flight finish, the exit is clean and in time, and nothing acknowledged is lost.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database/db.ts";
import type { DatabaseAddress } from "../../src/platform/database/url.ts";
import { must } from "../catalog.ts";
import { startReceiver } from "../receiver.ts";
import { register } from "../webhooks.ts";
import { callerAt } from "../world.ts";
import { checkHistory, describeHistory } from "./history.ts";
import { makeOrganization, makeStruckNode, type Node, removeNodes } from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report, seconds } from "./scale.ts";
import { releaseBody, startWriters } from "./writers.ts";

const ROUNDS = atScale({ short: 1, full: 20 });
/** Ten seconds is the promise; a machine that others use may take longer for the same. */
const STOPPED_WITHIN_MS = atScale({ short: 60_000, full: 10_000 });
const IN_FLIGHT = 10;

let node: Node;
let address: () => Promise<DatabaseAddress>;
beforeAll(async () => {
  ({ node, address } = await makeStruckNode());
  await node.start();
});
afterAll(removeNodes);

test(
  "SIGTERM under writes: exit 0 within 10 s, and every acknowledged write is there exactly once",
  async () => {
    const { key = "" } = await makeOrganization(node);
    const writers = startWriters({ urls: () => (node.url ? [node.url] : []), key });
    let slowest_ms = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await writers.untilSuccess();
      await sleep(between(300, 1_000));
      const { code, took_ms } = await node.terminate();
      expect(code).toBe(0);
      slowest_ms = Math.max(slowest_ms, took_ms);
      await node.start();
    }
    await writers.finish();
    const history = await checkHistory(writers.journal, node, key);
    report(
      "SIGTERM under writes",
      count(ROUNDS, "rounds"),
      ...describeHistory(writers.journal, history),
      count(writers.journal.unanswered, "unanswered"),
      `slowest stop ${seconds(slowest_ms)}`,
    );
    expect(writers.journal.unanswered, "requests in flight that were not answered").toBe(0);
    expect(slowest_ms).toBeLessThan(STOPPED_WITHIN_MS);
  },
  CAMPAIGN_LIMIT_MS,
);

test("requests in flight are answered before the service ends", async () => {
  const { call, key } = await makeOrganization(node);
  const { db, begin, close } = openDatabase(await address(), 2);
  const waiting = async () =>
    (await db`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`).length;
  // While the table is ours, every creation waits in the middle of its transaction.
  const { answers, stopped } = await begin(async (locked) => {
    await locked`set local idle_in_transaction_session_timeout = 0`;
    await locked`lock table releases in access exclusive mode`;
    const answers = Array.from({ length: IN_FLIGHT }, (_, index) =>
      call("POST /v1/releases", { body: releaseBody(`In flight ${index}`) }),
    );
    await expect.poll(waiting).toBe(IN_FLIGHT);
    const stopped = node.terminate();
    await sleep(500);
    return { answers, stopped };
  });
  await close();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(
    Array.from({ length: IN_FLIGHT }, () => 201),
  );
  const { code, took_ms } = await stopped;
  expect(code).toBe(0);
  expect(took_ms).toBeLessThan(STOPPED_WITHIN_MS);
  await node.start();
  const { body } = await callerAt(node.url ?? "", key).call("GET /v1/releases");
  expect(body.data).toHaveLength(IN_FLIGHT);
});

test("endpoints that hang do not hold the service back, and get their events after the next start", async () => {
  const partner = await makeOrganization(node);
  const receiver = await startReceiver();
  for (let number = 0; number < IN_FLIGHT; number++) await register(partner, receiver.url);
  receiver.answer(() => undefined);
  const { body } = await must(partner, "POST /v1/sandbox/events", { event_type: "release.status.changed" });
  await expect.poll(() => receiver.events().length).toBe(IN_FLIGHT);
  const { code, took_ms } = await node.terminate();
  expect(code).toBe(0);
  expect(took_ms).toBeLessThan(STOPPED_WITHIN_MS);
  receiver.answer(200);
  await node.start();
  const partnerAgain = callerAt(node.url ?? "", partner.key);
  const read = async () => (await partnerAgain.call(`GET /v1/events/${body.id}`)).body;
  await expect.poll(async () => (await read()).status).toBe("delivered");
  const { dispatches } = await read();
  expect(dispatches.map(({ attempts }: { attempts: number }) => attempts)).toEqual(Array(IN_FLIGHT).fill(1));
  expect(receiver.events()).toHaveLength(2 * IN_FLIGHT);
  await receiver.close();
});
