import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { createWorld, type World } from "../../test/world.ts";
import { storePresets } from "./presets.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

const recipients = [{ party_id: "PADPIDA2015999999X", party_name: "Brightwater" }];
const storeOf = (store_id: string, message_format: string) => ({
  store_id,
  name: "Brightwater",
  territories: ["WORLD"],
  capabilities: { message_format },
  connector: { kind: "ern_http", recipients, takedown_style: "takedown_flag" },
});
const refusedAt = ({ status, body }: { status: number; body: { error?: { details?: { field: string }[] } } }) => [
  status,
  body.error?.details?.[0]?.field,
];

test("takedown_flag is for ERN 3.8.3 alone", async () => {
  for (const format of ["ern_4.3", "ern_4.3.2"]) {
    const refused = await world.operator.call("POST /v1/operator/stores", { body: storeOf("store_flags", format) });
    expect(refusedAt(refused)).toEqual([422, "connector.takedown_style"]);
  }
  await must(world.operator, "POST /v1/operator/stores", storeOf("store_flags", "ern_3.8.3"));
  const path = "PATCH /v1/operator/stores/store_flags";
  const other = await world.operator.call(path, { body: { capabilities: { message_format: "ern_4.3" } } });
  expect(refusedAt(other)).toEqual([422, "capabilities.message_format"]);
  const both = { capabilities: { message_format: "ern_4.3" }, connector: { takedown_style: "no_deals" } };
  const { body } = await must(world.operator, path, both);
  expect([body.capabilities.message_format, body.connector.takedown_style]).toEqual(["ern_4.3", "no_deals"]);
  const flag = await world.operator.call(path, { body: { connector: { takedown_style: "takedown_flag" } } });
  expect(refusedAt(flag)).toEqual([422, "connector.takedown_style"]);
});

test("Meta and Audius take ERN 3.8.3", async () => {
  const { meta, audius } = storePresets;
  expect([meta?.message_format, audius?.message_format]).toEqual(["ern_3.8.3", "ern_3.8.3"]);
  expect(audius?.settings).toMatchObject({ takedown_style: "purge" });
});
