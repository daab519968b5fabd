// A lane that leaves room: however many groups hold their slots for long, another finds some.

import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import { transaction } from "../context.ts";
import { claimJobs } from "./claim.ts";
import { fairShare } from "./fair-share.ts";
import { enqueueAll, type JobDefinition, type Lane, registerWorker } from "./queue.ts";

const SLOTS = 400;
const lane: Lane = { name: "roomy", concurrency: SLOTS, per_key: 6, per_group: 120, leaves_room: true };
const definition: JobDefinition<{ number: number }> = { name: "hold", lane, retry_s: [] };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.ctx.db`truncate jobs, workers`;
});

/** Groups of thirty keys, each with as much as it may have at once. */
async function fill(groups: readonly string[]): Promise<void> {
  const jobs = groups.flatMap((group_key) =>
    Array.from({ length: 180 }, (_, number) => ({ payload: { number }, group_key, key: `key ${number % 30}` })),
  );
  await transaction(world.ctx, (ctx) => enqueueAll(ctx, definition, jobs));
}

/** As a worker does whose jobs never end: until it gets nothing more. Answers with the slots of each group. */
async function claimAll(worker_id: string, held: Record<string, number>): Promise<Record<string, number>> {
  for (;;) {
    const request = { ...fairShare(lane, SLOTS - sum(held)), worker_id, after: undefined };
    const { jobs: claimed } = await claimJobs(world.ctx.begin, request);
    if (claimed.length === 0) return held;
    for (const { group_key } of claimed) held[group_key] = (held[group_key] ?? 0) + 1;
  }
}

const sum = (held: Record<string, number>) => Object.values(held).reduce((total, jobs) => total + jobs, 0);

test("a group alone has its whole share", async () => {
  await fill(["a"]);
  expect(await claimAll(await registerWorker(world.ctx.db), {})).toEqual({ a: lane.per_group });
});

test("groups that come one after another all get slots, and leave some, though none ever gives one back", async () => {
  const arrivals = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(arrivals, async (given) => {
      await world.ctx.db`truncate jobs, workers`;
      const worker_id = await registerWorker(world.ctx.db);
      const groups: string[] = [];
      const held: Record<string, number> = {};
      for (const how_many of given) {
        const next = Array.from({ length: how_many }, (_, number) => `group ${groups.length + number}`);
        groups.push(...next);
        await fill(next);
        await claimAll(worker_id, held);
        expect(Object.keys(held).toSorted()).toEqual(groups.toSorted());
        expect(sum(held)).toBeLessThan(SLOTS);
        expect(Math.max(...Object.values(held))).toBeLessThanOrEqual(lane.per_group);
      }
    }),
    { numRuns: 20 },
  );
});
