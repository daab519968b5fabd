// Workers are killed, paused and stopped while they send events. Delivery is at least once: nothing is lost, nothing is
// recorded twice, and what is sent again was in flight when a worker fell.

import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { atScale, CAMPAIGN_LIMIT_MS, count, report, seconds } from "./scale.ts";
import { type Campaign, openCampaign } from "./webhook-campaign.ts";
import { liveAndDie, moodily } from "./webhook-lives.ts";

const DEATHS = atScale({ short: 2, full: 50 });
const EVENTS = atScale({ short: 30, full: 20_000 });
const CALLS_OF_A_LIFE: [number, number] = atScale({ short: [5, 15], full: [20, 400] });
/** A lease runs out, the jobs are given back, a second pause if it was their second death. */
const FINISHED_WITHIN_MS = atScale({ short: 100_000, full: 120_000 });
const STOPPED_WITHIN_MS = atScale({ short: 60_000, full: 10_000 });
/** Events that a worker has in its hands when it is struck, each for two endpoints. */
const HELD = atScale({ short: 20, full: 60 });
/** Longer than the lease of 6 s. */
const PAUSE_MS = 7_500;

let campaign: Campaign;
beforeEach(async () => {
  campaign = await openCampaign();
});
afterEach(() => campaign.close());

test(
  "kill -9 of workers that send events: every dispatch ends, and only what was in flight is sent again",
  async () => {
    campaign.endpoints.behave(moodily);
    const began = performance.now();
    const lives = Array.from({ length: DEATHS }, (_, number) => number).values() as Iterator<number, undefined>;
    const life = { events: Math.ceil(EVENTS / DEATHS), calls: CALLS_OF_A_LIFE };
    await Promise.all([liveAndDie(campaign, lives, life), liveAndDie(campaign, lives, life)]);
    await Promise.all([campaign.startWorker(), campaign.startWorker()]);
    await campaign.finish(FINISHED_WITHIN_MS);
    const { wrong, ...counts } = await campaign.audit();
    report(
      "kill workers that send events",
      count(DEATHS, "deaths"),
      count(counts.dispatches, "dispatches"),
      count(counts.delivered, "delivered"),
      count(counts.dispatches - counts.delivered, "undelivered after 6 attempts"),
      count(counts.attempts, "attempts recorded"),
      count(counts.requests, "requests seen"),
      count(counts.in_flight, "in flight at deaths"),
      count(wrong.length, "wrong"),
      seconds(performance.now() - began),
    );
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(counts.dispatches).toBe(campaign.dispatches());
    expect(counts.delivered).toBeGreaterThan(counts.dispatches * 0.9);
    expect(counts.requests).toBeLessThanOrEqual(counts.attempts + counts.in_flight);
  },
  CAMPAIGN_LIMIT_MS,
);

test("a worker that is paused past its lease while it sends: nothing is recorded twice, nothing is stuck", async () => {
  const paused = await campaign.startWorker();
  campaign.endpoints.behave(() => ({ status: 200 }));
  await campaign.emitEvents(HELD);
  await expect.poll(campaign.endpoints.open).toBe(HELD * 2);
  paused.signal("SIGSTOP");
  const other = await campaign.startWorker();
  // A paused worker finds its answers when it wakes up, and that others have sent the same events meanwhile.
  campaign.endpoints.behave(() => ({ status: 200, after_ms: 0 }));
  await sleep(PAUSE_MS);
  await campaign.finish(FINISHED_WITHIN_MS);
  paused.signal("SIGCONT");
  await campaign.emitEvents(HELD);
  await campaign.finish(FINISHED_WITHIN_MS);
  for (const worker of [paused, other]) worker.signal("SIGTERM");
  expect(await Promise.all([paused.exit, other.exit])).toEqual([{ code: 0 }, { code: 0 }]);
  const { wrong, ...counts } = await campaign.audit();
  report("pause a worker that sends", ...Object.entries(counts).map(([name, number]) => count(number, name)));
  expect(wrong).toEqual([]);
  expect(counts).toMatchObject({ dispatches: HELD * 4, delivered: HELD * 4, attempts: HELD * 4, requests: HELD * 6 });
});

test("SIGTERM while every endpoint hangs: the end within 10 s, and another worker sends what was handed back", async () => {
  const worker = await campaign.startWorker();
  campaign.endpoints.behave(() => ({ status: 200 }));
  await campaign.emitEvents(HELD);
  await expect.poll(campaign.endpoints.open).toBe(HELD * 2);
  const asked_ms = performance.now();
  worker.signal("SIGTERM");
  expect(await worker.exit).toEqual({ code: 0 });
  expect(performance.now() - asked_ms).toBeLessThan(STOPPED_WITHIN_MS);
  const jobs = await campaign.db`select distinct status, attempts, deaths, worker_id from jobs`;
  expect(jobs).toEqual([{ status: "ready", attempts: 0, deaths: 0, worker_id: null }]);
  campaign.endpoints.behave(() => ({ status: 200, after_ms: 0 }));
  await campaign.startWorker();
  await campaign.finish(FINISHED_WITHIN_MS);
  const { wrong, ...counts } = await campaign.audit();
  expect(wrong).toEqual([]);
  expect(counts).toMatchObject({ dispatches: HELD * 2, delivered: HELD * 2, attempts: HELD * 2, requests: HELD * 4 });
});
