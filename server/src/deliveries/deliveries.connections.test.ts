// How many connections one store gets, and what stores that hang hold up.

import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { submittedRelease } from "../../test/fetching-store.ts";
import { type SftpServer, startSftpServer } from "../../test/sftp-server.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
let hanging: SftpServer;
let other: SftpServer;

beforeAll(async () => {
  [world, hanging, other] = await Promise.all([
    createWorld({ environment: "sandbox" }),
    startSftpServer(),
    startSftpServer(),
  ]);
  await addStore("store_hanging", hanging);
  await addStore("store_other", other);
});
afterAll(() => Promise.all([world.close(), hanging.stop(), other.stop()]));

async function addStore(store_id: string, server: SftpServer): Promise<void> {
  const recipients = [{ party_id: "PADPIDA2009101501Y", party_name: "Harbour" }];
  const connector = { kind: "ern_sftp", ...server.settings, ...server.secrets, recipients };
  const store = { store_id, name: store_id, territories: ["WORLD"], requirements: "none", connector };
  await must(world.operator, "POST /v1/operator/stores", store);
}

async function deliver(by: Member, store_id: string, title: string): Promise<string> {
  const release_id = await submittedRelease(world, by, title);
  const body = { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
  return (await must(by, "POST /v1/deliveries", body)).body.id;
}

const statusOf = async (by: Member, id: string) => (await must(by, `GET /v1/deliveries/${id}`)).body.stores[0].status;

test("a store that hangs has eight connections, from all workers together, four for an organization; other stores are served", async () => {
  hanging.manners.is_silent = true;
  const ids: string[] = [];
  for (let made = 0; made < 12; made++) ids.push(await deliver(world.label, "store_hanging", `Hanging ${made}`));
  const working = [world.runJobs(), world.runJobs()];
  await expect.poll(() => hanging.connections()).toBeGreaterThan(0);
  // Work that waits for a connection has not begun, so it can still be cancelled.
  await expect
    .poll(async () => (await Promise.all(ids.map((id) => statusOf(world.label, id)))).includes("queued"))
    .toBe(true);
  const served = await deliver(world.rival, "store_other", "Served");
  for (let made = 0; made < 12; made++) await deliver(world.rival, "store_hanging", `Rival ${made}`);
  working.push(world.runJobs());
  await expect.poll(() => hanging.connections()).toBeGreaterThan(4);
  await expect.poll(() => statusOf(world.rival, served)).toBe("ingesting");
  // Before they are cut: connections that the server still counts while they close would be counted beside new ones.
  const { most_at_once } = hanging;
  hanging.manners.is_silent = false;
  hanging.cutAll();
  await Promise.all(working);
  world.clock.advance(120_000);
  await world.runJobs();
  expect(await Promise.all(ids.map((id) => statusOf(world.label, id)))).toEqual(ids.map(() => "ingesting"));
  expect(most_at_once).toBeLessThanOrEqual(8);
});
