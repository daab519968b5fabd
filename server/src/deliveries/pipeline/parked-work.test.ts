import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { addStoreByHand, deliverByHand } from "../../../test/store-by-hand.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { transaction } from "../../platform/context.ts";
import { resumeStore } from "../../stores/job-definitions.ts";
import type { StoreWork } from "../job-definitions.ts";
import { setAsideWork } from "./parked-work.ts";

let world: World;
let store_id: string;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  store_id = await addStoreByHand(world);
});
afterAll(() => world.close());

async function queued(): Promise<StoreWork> {
  const { delivery_id, release_id } = await deliverByHand(world);
  const organization_id = world.label.id;
  return { organization_id, delivery_id, release_id, store_id, attempt: 1, failures: 0, step: "send" };
}
const park = (work: StoreWork, job_id: string) => transaction(world.ctx, (ctx) => setAsideWork(ctx, work, job_id));
const look = async ({ delivery_id }: StoreWork) => {
  const [store] = (await must(world.label, `GET /v1/deliveries/${delivery_id}`)).body.stores;
  return [store.status, store.stalled_reason];
};
const eventsOf = async ({ delivery_id }: StoreWork) => {
  const { data } = (await must(world.label, "GET /v1/events?event_type=delivery.store.updated")).body;
  return data
    .filter((event: { data: { delivery_id: string } }) => event.data.delivery_id === delivery_id)
    .map((event: { data: { store: { status: string } } }) => event.data.store.status);
};

test("a send that is parked again and again has one event, which says which job is to be retried", async () => {
  const work = await queued();
  await park(work, "job_1");
  await park(work, "job_2");
  expect(await look(work)).toEqual(["stalled", "parked: the operator must retry job job_2"]);
  expect(await eventsOf(work)).toEqual(["stalled"]);
});

test("a parked question about what the store has says why, and tells of nothing that has not changed", async () => {
  const work = await queued();
  await world.runJobs();
  await park({ ...work, step: "poll" }, "job_3");
  expect(await look(work)).toEqual(["ingesting", "parked: the operator must retry job job_3"]);
  expect(await eventsOf(work)).toEqual([]);
});

test("a parked resume that is retried resumes no store that is paused; the operator does, from the beginning", async () => {
  const work = await queued();
  const setStatus = (status: string) => must(world.operator, `PATCH /v1/operator/stores/${store_id}`, { status });
  await setStatus("paused");
  await world.runJobs();
  // Parked at a later page: the delivery lies before it.
  const payload = { store_id, after: "dlv_zzz" };
  const id = "job_parked_resume";
  const { name, lane } = resumeStore;
  await world.ctx.db`
    insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
    values (${id}, ${name}, ${lane.name}, '', '', ${JSON.stringify(payload)}::text::jsonb, 'parked', now(), now())`;
  const retry = () => world.operator.call(`POST /v1/operator/jobs/${id}/retry`);
  const refused = await retry();
  expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
  expect(refused.body.error.message).toContain("set its status to active");
  expect((await must(world.label, `GET /v1/stores/${store_id}`)).body.status).toBe("paused");
  await setStatus("active");
  expect((await retry()).status).toBeLessThan(300);
  await world.runJobs();
  expect(await look(work)).toEqual(["ingesting", null]);
});
