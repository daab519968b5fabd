// Stores from the command line: presets, credentials, and the messages that went out.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../server/test/catalog.ts";
import { deliverTo } from "../../../server/test/fetching-store.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { startSftpServer } from "../../../server/test/sftp-server.ts";
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

test("genres, roles and price tiers come from files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tables-"));
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const genres = put("genres.csv", "genre,store_genre,store_subgenre\nElectronic,Dance,Techno\n");
  const roles = put("roles.json", '{"Tape wizard": "StudioProducer"}');
  const tiers = put("tiers.csv", "code,name\nFRONT,Front line\n");
  const files = ["--genres", genres, "--roles", roles, "--price-tiers", tiers];
  expect(await json("store", "update", "store_meridian", ...files)).toMatchObject({
    genres: { Electronic: { genre: "Dance", subgenre: "Techno" } },
    roles: { "Tape wizard": "StudioProducer" },
    price_tiers: [{ code: "FRONT", name: "Front line" }],
  });
  const wrong = await segue("store", "update", "store_meridian", "--roles", put("wrong.csv", "role\nA\n"));
  expect([wrong.code === 0, wrong.err]).toEqual([false, expect.stringContaining("no column code")]);
  rmSync(folder, { recursive: true });
});

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

test("a store is shown, changed in parts, tested with the key that its server shows, and removed", async () => {
  const sftp = await startSftpServer();
  const { host_key, ...address } = sftp.settings;
  const own = JSON.stringify({ recipients, ...address, ...sftp.secrets, folder: "in" });
  const add = ["store", "add", "store_dock", "Dock", "--territories", "DE", "--connector", "ern_sftp"];
  await json(...add, "--settings", own);
  const refused = await segue("store", "test", "store_dock");
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining(`The server shows ${host_key}`)]);
  const accepted = await segue("store", "test", "store_dock", "--accept-host-key");
  expect([accepted.code, accepted.err]).toEqual([0, expect.stringContaining(`${host_key} is trusted from now on`)]);
  const changed = ["--settings", '{"folder":"other"}', "--territories", "DE,AT", "--name", "The Dock"];
  await json("store", "update", "store_dock", ...changed);
  expect(await json("store", "show", "store_dock")).toMatchObject({
    name: "The Dock",
    territories: ["DE", "AT"],
    connector: { ...address, host_key, folder: "other" },
    connector_secrets: ["password"],
  });
  expect((await segue("store", "show", "store_dock")).out).toMatch(/connector +.*host 127\.0\.0\.1/);
  expect((await segue("store", "update", "store_dock")).err).toContain(
    "Nothing to change; see `segue store update --help`.",
  );
  expect((await segue("store", "remove", "store_dock")).out).toBe("Removed store_dock.\n");
  expect((await segue("store", "show", "store_dock")).err).toContain("not_found");
  await sftp.stop();

  const fetching = ["--connector", "ern_http", "--settings", JSON.stringify({ recipients })];
  await json("store", "add", "store_pond", "Pond", "--territories", "WORLD", ...fetching);
  const { key } = await json("store", "credential", "create", "store_pond");
  expect((await segue("store", "remove", "store_pond")).code).toBe(0);
  expect((await world.as(key).call("GET /v1/feed/messages")).status).toBe(401);
});

test("the message and the files for a store that is served by hand are saved in a folder", async () => {
  const { label, operator } = world;
  await json(
    "store",
    "add",
    "store_hand",
    "Hand",
    "--territories",
    "WORLD",
    "--connector",
    "manual",
    "--requirements",
    "none",
  );
  const release = { title: "First Light", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2030-03-01" };
  const [audio, artwork] = [
    await must(label, "POST /v1/sandbox/assets", { type: "audio" }),
    await must(label, "POST /v1/sandbox/assets", { type: "artwork" }),
  ];
  const release_id = (await must(label, "POST /v1/releases", { ...release, genre: "Pop" })).body.id;
  const track = { release_id, title: "../Rue: Lepic", audio_asset_id: audio.body.id, isrc: "QZABC2600007" };
  await must(label, "POST /v1/tracks", track);
  await must(label, `PATCH /v1/releases/${release_id}`, { artwork_asset_id: artwork.body.id });
  await must(label, `POST /v1/releases/${release_id}/submit`);
  const request = { release_id, store_ids: ["store_hand"], territory_codes: ["WORLDWIDE"] };
  const { id } = (await must(label, "POST /v1/deliveries", request)).body;
  await world.runJobs();
  const folder = mkdtempSync(join(tmpdir(), "segue-files-"));
  const into = join(folder, "first light");
  const { code, out } = await segue("store", "files", "store_hand", `${id}-store_hand-1`, into);
  expect([code, out]).toEqual([0, expect.stringContaining("message.json")]);
  const saved = readdirSync(into).sort();
  expect(saved).toEqual([
    expect.stringMatching(/^1-01 \.\._Rue_ Lepic\.\w+$/),
    expect.stringMatching(/^cover\.\w+$/),
    "message.json",
  ]);
  const [sound = "", cover = ""] = saved;
  expect(readFileSync(join(into, sound)).length).toBe(audio.body.size_bytes);
  expect(readFileSync(join(into, cover)).length).toBe(artwork.body.size_bytes);
  expect(JSON.parse(readFileSync(join(into, "message.json"), "utf8"))).toMatchObject({
    kind: "new",
    release: { id: release_id },
  });
  expect((await operator.call("GET /v1/operator/stores/store_hand/messages/none/files/none")).status).toBe(404);
  rmSync(folder, { recursive: true });
});
