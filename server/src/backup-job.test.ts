import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../test/catalog.ts";
import { createWorld, type World } from "../test/world.ts";
import { BACKUP_FAILURES, setSetting } from "./platform/database/installation.ts";

let world: World;
let made = 0;
let isBroken = true;
beforeAll(async () => {
  const make = async () => {
    made++;
    if (isBroken) throw new Error("No space left on the device.");
    await setSetting(world.ctx.db, BACKUP_FAILURES, "0");
  };
  world = await createWorld({ backup: { every_s: 86_400, make } });
});
afterAll(() => world.close());

const failures = async () =>
  /^segue_backup_failures\{.*\} (\d+)$/m.exec((await must(world.operator, "GET /metrics")).text)?.[1];

test("a backup by schedule is made once a day by whichever process is first; one that fails is told, counted and tried again", async () => {
  await Promise.all([world.runJobs(), world.runJobs()]);
  expect([made, await failures()]).toEqual([1, "1"]);
  const line = world.log_lines.find((line) => line.includes("The backup failed"));
  expect(JSON.parse(line ?? "{}")).toMatchObject({
    level: 40,
    job: "make_backup",
    msg: "The backup failed, and the older ones stay: No space left on the device.",
  });
  isBroken = false;
  world.clock.advance(600_000);
  await world.runJobs();
  expect([made, await failures()]).toEqual([2, "0"]);
  await world.runJobs();
  expect(made).toBe(2);
  world.clock.advance(86_400_000);
  await world.runJobs();
  expect(made).toBe(3);
});
