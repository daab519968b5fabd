// Messages that are written at the same moment, and where they lie at a store.

import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { submittedRelease } from "../../test/fetching-store.ts";
import { type SftpServer, startSftpServer } from "../../test/sftp-server.ts";
import { createWorld, type World } from "../../test/world.ts";

let world: World;
let server: SftpServer;

beforeAll(async () => {
  [world, server] = await Promise.all([createWorld({ environment: "sandbox" }), startSftpServer()]);
});
afterAll(() => Promise.all([world.close(), server.stop()]));

async function addStore(store_id: string, settings: object): Promise<void> {
  const recipients = [{ party_id: "PADPIDA2009101501Y", party_name: "Harbour" }];
  const connector = {
    kind: "ern_sftp",
    ...server.settings,
    ...server.secrets,
    recipients,
    folder: store_id,
    ...settings,
  };
  const store = { store_id, name: store_id, territories: ["WORLD"], requirements: "none", connector };
  await must(world.operator, "POST /v1/operator/stores", store);
}

/** All at the same time, by a clock that stands still. */
async function deliver(release_ids: readonly string[], store_ids: readonly string[]): Promise<void> {
  for (const release_id of release_ids)
    await must(world.label, "POST /v1/deliveries", { release_id, store_ids, territory_codes: ["WORLDWIDE"] });
  world.clock.stop();
  await world.runJobs();
  world.clock.go();
}

test("a batch and its signal file share one id, the time, which no other batch of the store has", async () => {
  await addStore("store_batches", { batches: true });
  await addStore("store_times", { folder_name: "{time}" });
  const release_ids = [];
  for (let made = 0; made < 4; made++) release_ids.push(await submittedRelease(world));
  await deliver(release_ids, ["store_batches", "store_times"]);

  const signals = server.arrivals.filter((path) => path.includes("BatchComplete"));
  const ids = signals.map((path) => /^store_batches\/N_(\d{17})\/BatchComplete_(\d{17})\.xml$/.exec(path)?.slice(1));
  expect(ids.map((both) => both && both[0] === both[1])).toEqual([true, true, true, true]);
  expect(new Set(ids.flat()).size).toBe(4);

  const messages = server.arrivals.filter((path) => /^store_times\/\d{17}\/\d+\.xml$/.test(path));
  expect(new Set(messages.map((path) => path.split("/")[1])).size).toBe(4);
});

test("a later message has a later time, also where the clock has gone back", async () => {
  await addStore("store_later", { folder_name: "{time}" });
  const timesOf = () =>
    server.arrivals.filter((path) => /^store_later\/\d+\/\d+\.xml$/.test(path)).map((path) => path.split("/")[1] ?? "");
  await deliver([await submittedRelease(world)], ["store_later"]);
  world.clock.advance(-1_000);
  await deliver([await submittedRelease(world)], ["store_later"]);
  const [first = "", second = ""] = timesOf();
  expect(second > first).toBe(true);
  // A clock that was wrong by days is not followed.
  world.clock.advance(-86_400_000);
  await deliver([await submittedRelease(world)], ["store_later"]);
  expect((timesOf()[2] ?? "") < first).toBe(true);
});
