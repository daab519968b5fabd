// One slow or dead endpoint delays no other, and none holds more slots than its share.

import { afterEach, beforeEach, expect, test } from "vitest";
import { type CrowdedReceiver, startCrowdedReceiver } from "../../test/crowded-receiver.ts";
import { happenOften, register } from "../../test/webhooks.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import type { EventType } from "../events/event.ts";
import { attemptDispatch } from "../events/job-definitions.ts";

const { per_key, per_group } = attemptDispatch.lane;
let world: World;
let hostile: CrowdedReceiver;
let healthy: CrowdedReceiver;
beforeEach(async () => {
  [hostile, healthy] = await Promise.all([startCrowdedReceiver(), startCrowdedReceiver()]);
  world = await createWorld();
  await world.work();
});
afterEach(async () => {
  // Start with the endpoints that hang, so that the others do not wait for them.
  await Promise.all([hostile.close(), healthy.close()]);
  await world.close();
});

function paths(name: string, how_many: number): string[] {
  return Array.from({ length: how_many }, (_, number) => `/${name}/${number}`);
}

async function registerAll(owner: Member, receiver: CrowdedReceiver, given: { at: string[]; wants: EventType }) {
  await Promise.all(given.at.map((path) => register(owner, receiver.urlOf(path), given.wants)));
}

/**
 * Waits until 200 events have reached the healthy endpoints. Endpoints that hang do so until they are given up, so
 * later steps check those.
 */
async function reachHealthy(how_many: number, event_type: EventType): Promise<void> {
  const before = healthy.all.events;
  await happenOften(world, world.label, how_many, event_type);
  await expect.poll(() => healthy.all.events, { interval: 10 }).toBe(before + 200);
}

test("endpoints that hang, drip or reset, and one that takes half of all traffic, delay no other", async () => {
  const [hanging, dripping, resetting] = [paths("hangs", 12), paths("drips", 4), paths("resets", 4)];
  const busy = paths("busy", 1);
  const well = paths("well", 10);
  await registerAll(world.label, hostile, { at: [...hanging, ...dripping, ...resetting], wants: "asset.failed" });
  await registerAll(world.label, hostile, { at: busy, wants: "asset.ready" });
  await registerAll(world.label, healthy, { at: well, wants: "delivery.completed" });
  hostile.answer(hanging, () => undefined);
  hostile.answer(dripping, (response) => {
    const drip = setInterval(() => response.write("."), 50);
    response.once("close", () => clearInterval(drip));
  });
  hostile.answer(resetting, (response) => response.socket?.resetAndDestroy());
  hostile.answer(busy, (response) => void setTimeout(() => response.end(), 20));
  await happenOften(world, world.label, 20, "asset.failed");
  await happenOften(world, world.label, 800, "asset.ready");
  const held = () => [...hanging, ...dripping].reduce((sum, path) => sum + hostile.at(path).open, 0);
  await expect.poll(held).toBe(16 * per_key);
  await reachHealthy(20, "delivery.completed");
  // Still as it was: the others had not gone.
  expect([held(), hostile.at("/busy/0").events < 800]).toEqual([16 * per_key, true]);
  for (const path of [...hanging, ...dripping, ...resetting, ...busy, ...well])
    expect((path.startsWith("/well") ? healthy : hostile).at(path).most_at_once).toBeLessThanOrEqual(per_key);
  for (const path of resetting) await expect.poll(() => hostile.at(path).events, { interval: 10 }).toBe(20);
});

test("an organization whose endpoints all hang holds its share and no more, and delays no other organization", async () => {
  const hanging = paths("hangs", Math.ceil(per_group / per_key) + 5);
  await registerAll(world.rival, hostile, { at: hanging, wants: "asset.ready" });
  await registerAll(world.label, healthy, { at: paths("well", 5), wants: "asset.ready" });
  hostile.answer(hanging, () => undefined);
  await happenOften(world, world.rival, 20, "asset.ready");
  await expect.poll(() => hostile.all.open).toBe(per_group);
  await reachHealthy(40, "asset.ready");
  await happenOften(world, world.rival, 5, "asset.ready");
  await reachHealthy(40, "asset.ready");
  expect(hostile.all).toMatchObject({ open: per_group, most_at_once: per_group, events: per_group });
  for (const path of hanging) expect(hostile.at(path).most_at_once).toBeLessThanOrEqual(per_key);
});

test("several organizations whose endpoints all hang leave room for the others", async () => {
  const { concurrency } = attemptDispatch.lane;
  const dead = await Promise.all(
    Array.from({ length: Math.ceil(concurrency / per_group) }, () => world.organization()),
  );
  await registerAll(world.label, healthy, { at: paths("well", 5), wants: "asset.ready" });
  for (const [number, owner] of dead.entries()) {
    const hanging = paths(`hangs/${number}`, Math.ceil(per_group / per_key));
    await registerAll(owner, hostile, { at: hanging, wants: "asset.ready" });
    hostile.answer(hanging, () => undefined);
  }
  for (const owner of dead) await happenOften(world, owner, 20, "asset.ready");
  // More than half of all slots, though each has no more than its share.
  await expect.poll(() => hostile.all.open).toBeGreaterThan(concurrency / 2);
  const before = hostile.all.open;
  await reachHealthy(40, "asset.ready");
  expect(hostile.all.open).toBeGreaterThanOrEqual(before);
  expect(hostile.all.open).toBeLessThan(concurrency);
});
