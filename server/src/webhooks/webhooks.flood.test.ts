// One organization's flood of events keeps to itself: another's single event waits for a claim or two, not for the flood.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../test/world.ts";
import { attemptDispatch } from "../events/job-definitions.ts";
import { transaction } from "../platform/context.ts";
import { type Cursor, claimJobs, lastKey } from "../platform/jobs/claim.ts";
import { fairShare } from "../platform/jobs/fair-share.ts";
import { type Claimed, completeJobs, registerWorker } from "../platform/jobs/queue.ts";

const { lane } = attemptDispatch;
const ENDPOINTS = 100;
const EVENTS = 90;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.ctx.db`truncate jobs, workers`;
});

/** So many events at once, each to every endpoint. */
async function send(organization_id: string, endpoints: number, events: number): Promise<void> {
  await world.ctx.db`
    insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
    select concat('job_', ${organization_id}::text, event, '_', endpoint), ${attemptDispatch.name}, ${lane.name}, ${organization_id},
      concat('whk_', ${organization_id}::text, endpoint), '{}', 'ready', now(), now()
    from generate_series(1, ${endpoints}) as endpoint, generate_series(1, ${events}) as event`;
}

/** The slots of a worker, filled as platform/jobs/worker.ts fills them. */
async function openSlots() {
  const worker_id = await registerWorker(world.ctx.db);
  const held: Claimed[] = [];
  let cursor: Cursor | undefined;
  let claims = 0;
  return {
    held,
    claims: () => claims,
    isSent: (organization_id: string) => held.some(({ group_key }) => group_key === organization_id),
    /** One claim. False: no endpoint may have more. */
    async claim(): Promise<boolean> {
      const after = cursor;
      const { lane: asked, wanted } = fairShare(lane, lane.concurrency - held.length);
      const { jobs } = await claimJobs(world.ctx.begin, { lane: asked, wanted, worker_id, after });
      claims += 1;
      held.push(...jobs);
      cursor = jobs.length === wanted ? lastKey(jobs) : undefined;
      return jobs.length > 0 || after !== undefined;
    },
    /** So many of those in hand are done. */
    async finish(how_many: number): Promise<void> {
      const done = held.splice(0, how_many).map((job) => ({ job, held_as: worker_id }));
      await transaction(world.ctx, ({ db }) => completeJobs(db, done));
    },
  };
}

// Keys are walked in order: the other one may come before or after.
test.each(["org_0", "org_9"])(
  "the only event of %s is on its way within two claims, however many others wait",
  async (other) => {
    await send("org_5", ENDPOINTS, EVENTS);
    const slots = await openSlots();
    while (await slots.claim());
    expect(slots.held).toHaveLength(lane.per_group);
    // In the middle of the flood, wherever the walk stands.
    for (let done = 0; done < 60; done += 7) {
      await slots.finish(7);
      await slots.claim();
    }
    await send(other, 1, 1);
    const before = slots.claims();
    while (!slots.isSent(other)) {
      await slots.finish(1);
      await slots.claim();
      expect(slots.claims() - before).toBeLessThanOrEqual(2);
    }
  },
);

test("nor does it wait for more of the flood where one worker's slots are all free", async () => {
  await send("org_5", ENDPOINTS, EVENTS);
  await send("org_9", 1, 1);
  const slots = await openSlots();
  while (!slots.isSent("org_9")) expect(await slots.claim()).toBe(true);
  expect(slots.claims()).toBeLessThanOrEqual(3);
  expect(slots.held.length).toBeLessThanOrEqual(lane.per_group + 1);
});
