// A rich catalogue leaves one organization and arrives in another, by its CSV and by its ERN messages.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../server/test/catalog.ts";
import { flac, jpeg, sine } from "../../../server/test/media.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type Member, type World } from "../../../server/test/world.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-round-trip-"));
let world: World;
let label: Member;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await world.work();
  label = await world.organization({ tier: "starter" });
  writeFileSync(join(folder, "a.flac"), flac({ sound: sine({ seconds: 1 }) }));
  writeFileSync(join(folder, "b.flac"), flac({ sound: sine({ seconds: 1, hertz: 300 }) }));
  writeFileSync(join(folder, "cover.jpg"), await jpeg());
  await makeCatalog();
  const exported = await segue(label, "export", "out");
  expect([exported.code, exported.out]).toEqual([0, expect.not.stringContaining("Note:")]);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const segue = (by: Member, ...args: string[]) =>
  runCommand(args, { SEGUE_URL: world.url, SEGUE_API_KEY: by.key ?? "" }, folder);

const release = {
  title: "Nocturnes; and Days",
  version: "Deluxe Edition",
  type: "album",
  artists: [
    { name: "Vera; Lux", role: "main", isni: "0000000121032683" },
    { name: "re:creation", role: "main" },
    { name: "Ola Berg", role: "featured" },
  ],
  release_date: "2099-03-01",
  original_release_date: "2019-05-03",
  start_at: "2099-03-01T05:00:00.000Z",
  label: "Owl, Moss & Sons",
  upc: "036000291452",
  ean: "4006381333931",
  catalog_number: "NJ-042",
  territories: ["DE", "FR", "JP"],
  genre: "Classical",
  subgenre: "Chamber Music",
  language: "en",
  p_line: "2026 Nightjar",
  c_line: "2026 Nightjar Art",
  explicit: true,
  artwork_ai: "partial",
  translations: [
    { language: "ja", title: "夜想曲", artists: [{ name: "Vera; Lux", translated_name: "ヴェラ" }] },
    { language: "fr", title: "Nocturnes et jours" },
  ],
};

const movement = {
  title: "Sonata No. 2: Allegro",
  version: "Live",
  artists: [
    { name: "Vera; Lux", role: "main", isni: "0000000121032683" },
    { name: "Ana Ruiz", role: "featured" },
  ],
  contributors: [
    { name: "Ola Berg", role: "Mixing engineer" },
    { name: "Ana; Ruiz: senior", role: "Composer", isni: "0000000121032683" },
    { name: "Bo Lind", role: "Voice: whispered" },
    { name: "Kim Vale", role: "Vocalist" },
  ],
  isrc: "DE-XX5-19-00001",
  territory: ["DE", "FR"],
  advisory: "explicit",
  language: "fr",
  p_line: "2019 Owl Records",
  is_cover: true,
  recording_year: 2018,
  recording_country: "FR",
  iswc: "T-034.524.680-1",
  publishers: [{ name: "Owl; Songs", ipi: "00014107338" }, { name: "Moss Music" }],
  work: "Sonata No. 2",
  movement_number: 2,
  movement_title: "Allegro",
  translations: [{ language: "de", title: "Sonate Nr. 2" }],
  ai_parts: { vocals: "partial", instruments: "none", lyrics: "none", composition: "none", post_production: "full" },
  lyrics: 'La la,\n"la"; ñandú\n',
  lyrics_synced: "[00:00.10]La la\n[00:00.50]ñandú",
};

const plain = {
  title: "=Plain",
  isrc: "DE-XX5-19-00002",
  disc_number: 2,
  advisory: "clean",
  is_instrumental: true,
  withheld: true,
  ai: "partial",
  lyrics_synced: "[00:00.10]Mm",
};

async function makeCatalog() {
  const uploaded = async (file: string) => (await segue(label, "upload", file, "-q")).out.trim();
  const [one, two, cover] = [await uploaded("a.flac"), await uploaded("b.flac"), await uploaded("cover.jpg")];
  const make = async (fields: object, tracks: object[]) => {
    const { id } = (await must(label, "POST /v1/releases", fields)).body;
    for (const [index, track] of tracks.entries())
      await must(label, "POST /v1/tracks", { release_id: id, audio_asset_id: index === 0 ? one : two, ...track });
    await must(label, `PATCH /v1/releases/${id}`, { artwork_asset_id: cover });
  };
  await make(release, [movement, plain]);
  // An edited version of the same title, by the same artists.
  const edited = { ...release, ean: null, upc: "888072034044", explicit: false, type: "ep", start_at: null };
  await make({ ...edited, territories: ["WORLD"] }, [{ ...plain, disc_number: 1, isrc: "DE-XX5-19-00003" }]);
}

const ownFields = ["id", "release_id", "artwork_asset_id", "audio_asset_id", "artwork", "created_at", "updated_at"];

/** All that the organization has, but for ids and times, and without these fields. */
async function catalogOf(by: Member, without: readonly string[] = []) {
  const named = (resource: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(resource).filter(([name]) => ![...ownFields, ...without].includes(name)));
  const { data } = (await must(by, "GET /v1/releases?limit=100")).body;
  const releases = [];
  for (const found of data.sort((a: { type: string }, b: { type: string }) => (a.type < b.type ? -1 : 1))) {
    const tracks = (await must(by, `GET /v1/tracks?release_id=${found.id}&limit=100`)).body.data;
    tracks.sort((a: { isrc: string }, b: { isrc: string }) => (a.isrc < b.isrc ? -1 : 1));
    releases.push({ ...named(found), tracks: tracks.map(named) });
  }
  return releases;
}

/** Without the numbers of people, which a CSV has no column for. */
const withoutIsni = (value: object) =>
  JSON.parse(JSON.stringify(value, (name, of) => (name === "isni" ? undefined : of)));

test("the CSV brings all that it has columns for", async () => {
  const other = await world.organization({ tier: "starter" });
  const imported = await segue(other, "import", "out/catalog.csv");
  expect([imported.code, imported.err]).toEqual([0, expect.any(String)]);
  const without = ["translations"];
  expect(withoutIsni(await catalogOf(other, without))).toEqual(withoutIsni(await catalogOf(label, without)));
  const files = readdirSync(join(folder, "out/releases"), { recursive: true, encoding: "utf8" });
  const lyrics = files.find((name) => name.endsWith("_01_001.txt"));
  expect(readFileSync(join(folder, "out/releases", lyrics ?? ""), "utf8")).toBe(movement.lyrics);
});

test("the messages bring all that they can say, and the lyrics beside them", async () => {
  const other = await world.organization({ tier: "enterprise" });
  const imported = await segue(other, "import", "out/releases");
  expect([imported.code, imported.err, imported.out]).toEqual([
    0,
    expect.any(String),
    expect.not.stringContaining("lyrics"),
  ]);
  // A message names a release by its EAN alone, if it has one.
  expect(await catalogOf(other, ["upc"])).toEqual(await catalogOf(label, ["upc"]));
  const again = await segue(other, "import", "out/releases");
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("unchanged")]);
});
