// `segue import --migrate`: a catalogue moves here from another distributor.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../server/test/catalog.ts";
import { jpeg, sine, wav } from "../../../server/test/media.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type Member, type World } from "../../../server/test/world.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-migrate-"));
let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await world.work();
  writeFileSync(join(folder, "a.wav"), wav({ sound: sine({ seconds: 1 }) }));
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

test("each release with its own codes moves, and the others say what is missing, until they have it", async () => {
  const head = "release_title,release_artist,release_date,upc,track_title,isrc,audio_file";
  const rows = (isrc: string) => [
    "First Light,Vera Lux,2019-05-03,036000291452,First Light,DE-XX4-19-00001,a.wav",
    `Night Bus,Vera Lux,2020-05-03,888072034044,Night Bus,${isrc},a.wav`,
  ];
  const run = (isrc: string) => {
    writeFileSync(join(folder, "catalog.csv"), [head, ...rows(isrc)].join("\n"));
    const options = ["--release-date", "2099-03-01", "--migrate", "Harbour Digital"];
    const keys = { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" };
    return runCommand(["import", "catalog.csv", ...options], keys, folder);
  };
  const first = await run("");
  expect([first.code, first.out]).toEqual([
    1,
    expect.stringContaining("Moving from Harbour Digital: 1 of 2 releases."),
  ]);
  expect(first.out).toMatch(/Night Bus: tracks\[0\]\.isrc is missing/);
  const again = await run("DE-XX4-20-00002");
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringContaining("Moving from Harbour Digital: 2 of 2 releases."),
  ]);
  const { data } = (await world.label.call("GET /v1/migrations")).body;
  expect(data).toHaveLength(2);
  expect(data[0]).toMatchObject({ previous_distributor: "Harbour Digital", overlap_days: 5, stores: [] });
});

const segue = (by: Member, ...args: string[]) =>
  runCommand(args, { SEGUE_URL: world.url, SEGUE_API_KEY: by.key ?? "" }, folder);
const migrationsOf = async (by: Member) => (await must(by, "GET /v1/migrations")).body.data;

test("names of files hold no codes, so a folder says what is missing, and moves once its releases have it", async () => {
  const by = await world.organization();
  const album = join(folder, "Vera Lux - Rue Lepic");
  mkdirSync(album);
  writeFileSync(join(album, "01 - Rue Lepic.wav"), wav({ sound: sine({ seconds: 1, hertz: 500 }) }));
  const args = ["import", "Vera Lux - Rue Lepic", "--date", "2019-05-03", "--release-date", "2099-03-01"];
  const first = await segue(by, ...args, "--migrate", "Harbour Digital");
  expect([first.code, first.out]).toEqual([1, expect.stringContaining("0 of 1 release.")]);
  for (const missing of [/Rue Lepic: upc /, /Rue Lepic: tracks\[0\]\.isrc is missing/])
    expect(first.out).toMatch(missing);
  const [release] = (await must(by, "GET /v1/releases")).body.data;
  const [track] = (await must(by, "GET /v1/tracks")).body.data;
  expect(release.original_release_date).toBe("2019-05-03");
  await must(by, `PATCH /v1/releases/${release.id}`, { upc: "036000291452" });
  await must(by, `PATCH /v1/tracks/${track.id}`, { isrc: "DE-XX4-21-00001" });
  const again = await segue(by, ...args, "--migrate", "Harbour Digital");
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("1 of 1 release.")]);
  expect(await migrationsOf(by)).toMatchObject([{ release_id: release.id, previous_distributor: "Harbour Digital" }]);
});

test("an ERN archive moves with the codes and dates of its messages", async () => {
  const from = await world.organization();
  writeFileSync(join(folder, "cover.jpg"), await jpeg());
  const columns = "release_title,release_artist,release_date,original_release_date,upc,genre,artwork_file";
  const row = "Old Light,Vera Lux,2099-03-01,2018-05-03,036000291452,Pop,cover.jpg,Old Light,DE-XX4-18-00001,a.wav";
  writeFileSync(join(folder, "archive.csv"), `${columns},track_title,isrc,audio_file\n${row}\n`);
  expect((await segue(from, "import", "archive.csv")).code).toBe(0);
  expect((await segue(from, "export", "archive")).code).toBe(0);

  const by = await world.organization({ tier: "enterprise" });
  const moved = await segue(by, "import", "archive/releases", "--migrate", "Harbour Digital", "--json");
  expect([moved.code, moved.err]).toEqual([0, expect.any(String)]);
  const [release] = (await must(by, "GET /v1/releases")).body.data;
  expect(release).toMatchObject({ upc: "036000291452", original_release_date: "2018-05-03" });
  const [migration, ...others] = await migrationsOf(by);
  expect([migration, others]).toMatchObject([{ release_id: release.id, previous_distributor: "Harbour Digital" }, []]);
  expect(JSON.parse(moved.out).migrations).toEqual([
    { release_id: release.id, title: "Old Light", migration_id: migration.id, issues: [] },
  ]);
  expect((await segue(by, "import", "archive/releases", "--migrate", "Harbour Digital")).code).toBe(0);
  expect(await migrationsOf(by)).toHaveLength(1);
});
