// Stores from the command line: presets, credentials, and the messages that went out.

import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverTo } from "../../../server/test/fetching-store.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

const segue = (...args: string[]) =>
  runCommand(args, { SEGUE_URL: world.url, SEGUE_OPERATOR_KEY: world.operator.key ?? "" }, tmpdir());
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};
const recipients = [{ party_id: "PADPIDA2015999999X", party_name: "Brightwater" }];

test("every preset names its source and year, or says that nothing is public", async () => {
  const { data } = await json("store", "presets");
  expect(data.map(({ preset }: { preset: string }) => preset)).toEqual(
    expect.arrayContaining(["spotify", "youtube-music", "amazon", "deezer", "apple-music"]),
  );
  for (const { sources, year, remark, settings } of data) {
    expect([year > 2024, remark.length > 0]).toEqual([true, true]);
    if (sources.length === 0) expect([settings, remark]).toEqual([{}, expect.stringContaining("No public guide")]);
  }
});

test.each([
  ["spotify", { takedown_style: "no_deals", compilation: "user_defined", batches: true }],
  ["youtube-music", { takedown_style: "ended_deals", batches: true }],
])("the preset %s is a store once the operator's own settings are given", async (preset, wishes) => {
  const own = { recipients, host: "sftp.example.com", username: "segue", password: "secret" };
  const name = `store_${preset.replace("-", "_")}`;
  const settings = ["--territories", "WORLD", "--settings", JSON.stringify(own)];
  const { code, out, err } = await segue("store", "add", name, "--preset", preset, ...settings, "--json");
  expect([code, err]).toEqual([0, expect.stringContaining("(2026)")]);
  const { connector, capabilities } = JSON.parse(out);
  expect(connector).toMatchObject({ kind: "ern_sftp", ...wishes, recipients });
  expect(capabilities.message_format).toBe("ern_4.3");
});

test("a preset gives a store its settings, what is given counts more, and what is open is told", async () => {
  const settings = JSON.stringify({ takedown_style: "purge" });
  const given = ["--territories", "WORLD", "--connector", "ern_http", "--settings"];
  const added = await segue("store", "add", "store_tube", "--preset", "youtube-music", ...given, "{}", "--json");
  expect(added.code).toBe(1);
  expect(added.err).toContain("connector.batches");
  const plain = await segue("store", "add", "store_amazon", "--preset", "amazon", ...given, settings, "--json");
  expect(plain.err).toContain("Not public, so set it yourself");
  expect(plain.err).toContain("connector.recipients");
});

test("a store whose format is not ERN cannot be added, and the reason is told", async () => {
  const run = await segue("store", "add", "store_apple", "--preset", "apple-music", "--territories", "WORLD");
  expect(run.code).not.toBe(0);
  expect(run.err).toContain("not ERN");
});

test("a store is added, gets a credential, and its messages are listed, printed and sent again", async () => {
  const settings = ["--settings", JSON.stringify({ recipients })];
  await json(
    "store",
    "add",
    "store_brightwater",
    "Brightwater",
    "--territories",
    "WORLD",
    "--connector",
    "ern_http",
    ...settings,
    "--requirements",
    "none",
  );
  const { id, key } = await json("store", "credential", "create", "store_brightwater", "--name", "Ingestion");
  expect(key).toMatch(/^st_test_/);
  expect((await json("store", "credential", "list", "store_brightwater")).data).toMatchObject([
    { id, name: "Ingestion" },
  ]);
  const delivery_id = await deliverTo(world, "store_brightwater");
  const message_id = `${delivery_id}-store_brightwater-1`;
  const { data } = await json("store", "messages", "store_brightwater", "--delivery", delivery_id);
  expect(data).toMatchObject([{ message_id, kind: "new", sent_at: null, answer: null }]);
  const printed = await segue("store", "message", "store_brightwater", message_id);
  const fetched = await world.as(key).call(`GET /v1/feed/messages/${message_id}`);
  expect(printed.out).toBe(fetched.text);
  expect(await json("store", "resend", "store_brightwater", message_id)).toMatchObject({ message_id });
  expect((await segue("store", "credential", "revoke", "store_brightwater", id)).code).toBe(0);
  expect((await world.as(key).call("GET /v1/feed/messages")).status).toBe(401);
});
