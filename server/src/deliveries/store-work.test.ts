// The turns of organizations and stores, by the order in which work is taken, not by the time it needs.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../test/world.ts";
import { transaction } from "../platform/context.ts";
import { claimJobs } from "../platform/jobs/claim.ts";
import { fairShare } from "../platform/jobs/fair-share.ts";
import { registerWorker } from "../platform/jobs/queue.ts";
import { type StoreWork, workOnStore } from "./job-definitions.ts";
import { enqueueWork } from "./store-work.ts";

const { lane } = workOnStore;

let world: World;
let worker_id: string;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.ctx.db`truncate jobs, workers`;
  worker_id = await registerWorker(world.ctx.db);
});

/** Sends of as many releases, all to one store. */
async function queueSends(organization_id: string, how_many: number, store_id = "store_one"): Promise<void> {
  const works = Array.from({ length: how_many }, (_, number): StoreWork => {
    const release_id = `rel_${organization_id}_${number}`;
    const delivery_id = `dlv_${organization_id}_${number}`;
    return { organization_id, delivery_id, release_id, store_id, attempt: 1, failures: 0, step: "send" };
  });
  await transaction(world.ctx, (ctx) => enqueueWork(ctx, works));
}

type Slot = { id: string; payload: unknown };
const ownerOf = ({ payload }: Slot) => (payload as StoreWork).organization_id;

/** As a worker does: it asks until it gets nothing more. */
async function fillSlots(slots: Slot[]): Promise<string[]> {
  const begun: string[] = [];
  for (;;) {
    const free = lane.concurrency - slots.length;
    if (free <= 0) return begun;
    const { jobs } = await claimJobs(world.ctx.begin, { ...fairShare(lane, free), worker_id, after: undefined });
    if (jobs.length === 0) return begun;
    slots.push(...jobs);
    begun.push(...jobs.map(ownerOf));
  }
}

async function finish(slots: Slot[], owner: string): Promise<void> {
  const place = slots.findIndex((slot) => ownerOf(slot) === owner);
  const [done] = slots.splice(place, 1);
  await world.ctx.db`delete from jobs where id = ${done?.id ?? ""}`;
}

test("one organization with 10,000 sends to a store delays another's single one by none of them", async () => {
  await queueSends("org_a", 10_000);
  await queueSends("org_b", 1);
  const slots: Slot[] = [];
  // While every store hangs: nothing has ended yet.
  expect(await fillSlots(slots)).toContain("org_b");
  await queueSends("org_c", 1);
  expect(await fillSlots(slots)).toContain("org_c");
  for (let round = 0; round < 20; round++) {
    await finish(slots, "org_a");
    await fillSlots(slots);
    await queueSends(`org_d${round}`, 1, "store_two");
    expect(await fillSlots(slots)).toContain(`org_d${round}`);
    await finish(slots, `org_d${round}`);
  }
});

test("several organizations whose stores all hang leave slots for others", async () => {
  const slots: Slot[] = [];
  for (const owner of ["org_a", "org_b", "org_c"]) await queueSends(owner, 100);
  await fillSlots(slots);
  expect(slots.length).toBeLessThan(lane.concurrency);
  await queueSends("org_z", 1);
  expect(await fillSlots(slots)).toContain("org_z");
});

test("one release's work at one store is done one after the other, whichever delivery it is of", async () => {
  await queueSends("org_a", 1);
  await queueSends("org_a", 1);
  expect(await fillSlots([])).toEqual(["org_a"]);
});
