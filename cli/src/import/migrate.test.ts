// `segue import --migrate`: a catalogue moves here from another distributor.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sine, wav } from "../../../server/test/media.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-migrate-"));
let world: World;
beforeAll(async () => {
  world = await createWorld();
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
