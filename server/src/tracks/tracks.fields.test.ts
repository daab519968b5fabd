// Fields of tracks that stores ask for: advisory, owner and place of the recording, works, publishers, AI by part, translations
// and timed lyrics.

import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { draft, must } from "../../test/catalog.ts";
import { type Answer, createWorld, type World } from "../../test/world.ts";
import { ensureDatabase } from "../platform/database/create.ts";
import { openDatabase } from "../platform/database/db.ts";
import { migrate } from "../platform/database/migrate.ts";
import { findTrack } from "./queries.ts";

let world: World;
let release_id: string;
beforeAll(async () => {
  world = await createWorld();
  release_id = (await must(world.label, "POST /v1/releases", draft)).body.id;
});
afterAll(() => world.close());

const post = (fields: object) =>
  world.label.call("POST /v1/tracks", { body: { release_id, title: "Rue Lepic", ...fields } });
const patch = (id: string, body: object) => world.label.call(`PATCH /v1/tracks/${id}`, { body });
const read = async (id: string) => (await must(world.label, `GET /v1/tracks/${id}`)).body;
const refusal = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details[0]?.field];
const add = async (fields: object): Promise<Answer["body"]> => {
  const { status, body } = await post(fields);
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};

const none = { vocals: "none", instruments: "none", lyrics: "none", composition: "none", post_production: "none" };
const full = { vocals: "full", instruments: "full", lyrics: "full", composition: "full", post_production: "full" };

describe("works", () => {
  const given = {
    p_line: "2019 Owl Records",
    advisory: "clean",
    is_instrumental: true,
    is_cover: true,
    recording_year: 1877,
    recording_country: "XK",
    iswc: "t0345246801",
    publishers: [{ name: "Owl Songs", ipi: "014107338" }, { name: "Moss Music" }],
    ai_parts: { ...none, vocals: "full", lyrics: "full" },
    instant_gratification: true,
    work: "Sonata No. 2",
    movement_number: 999,
    movement_title: "Allegro",
    translations: [
      { language: "ja", title: "ルピック通り", artists: [{ name: "Vera Lux", translated_name: "ヴェラ・ルクス" }] },
      { language: "zh-Hant", title: "勒皮克街" },
    ],
    lyrics_synced: "[00:12.00]La la la\n[00:15.30]La",
  };
  const kept = {
    ...given,
    explicit: false,
    iswc: "T-034.524.680-1",
    publishers: [{ name: "Owl Songs", ipi: "00014107338" }, { name: "Moss Music" }],
    ai: "partial",
  };
  const defaults = {
    ...Object.fromEntries(Object.keys(given).map((name) => [name, null])),
    advisory: "none",
    is_instrumental: false,
    is_cover: false,
    instant_gratification: false,
  };

  test("a track has them from its creation, alone and in bulk, in lists too", async () => {
    const one = await add(given);
    expect(one).toMatchObject(kept);
    expect(await read(one.id)).toEqual(one);
    const tracks = [{ release_id, title: "Two", ...given }];
    const [two] = (await must(world.label, "POST /v1/tracks/bulk", { tracks })).body.data;
    expect(two).toMatchObject(kept);
    const { data } = (await must(world.label, `GET /v1/tracks?release_id=${release_id}&limit=1`)).body;
    expect(data).toEqual([two]);
  });

  test("PATCH sets each of them, and takes it away", async () => {
    const { id, ...before } = await add({});
    expect(before).toMatchObject(defaults);
    expect((await patch(id, given)).body).toMatchObject(kept);
    expect((await patch(id, { title: "Other" })).body).toMatchObject(kept);
    expect((await patch(id, defaults)).body).toMatchObject({ ...defaults, ai: "partial" });
    expect(await read(id)).toMatchObject({ ...defaults, title: "Other", ai: "partial" });
  });

  test("null on creation means not given", async () => {
    const nulls = Object.fromEntries(Object.entries(defaults).filter(([, value]) => value === null));
    expect(await add(nulls)).toMatchObject({ ...defaults, ai: "none" });
  });

  test("next year is a year of recording, by UTC", async () => {
    const next = world.clock.now().getUTCFullYear() + 1;
    expect(await add({ recording_year: next })).toMatchObject({ recording_year: next });
    expect(refusal(await post({ recording_year: next + 1 }))).toEqual([422, "validation_failed", "recording_year"]);
  });
});

describe("advisory and explicit", () => {
  test("explicit is true exactly if the advisory is explicit", async () => {
    expect(await add({ advisory: "clean" })).toMatchObject({ advisory: "clean", explicit: false });
    expect(await add({ advisory: "explicit" })).toMatchObject({ advisory: "explicit", explicit: true });
    expect(await add({ explicit: true })).toMatchObject({ advisory: "explicit", explicit: true });
    expect(await add({ explicit: false })).toMatchObject({ advisory: "none", explicit: false });
    expect(await add({ advisory: "clean", explicit: false })).toMatchObject({ advisory: "clean", explicit: false });
  });

  test("a client that knows explicit alone takes no clean away by false", async () => {
    const { id } = await add({ advisory: "clean" });
    expect((await patch(id, { explicit: false })).body).toMatchObject({ advisory: "clean", explicit: false });
    expect((await patch(id, { explicit: true })).body).toMatchObject({ advisory: "explicit", explicit: true });
    expect((await patch(id, { explicit: false })).body).toMatchObject({ advisory: "none", explicit: false });
    expect((await patch(id, { advisory: "clean" })).body).toMatchObject({ advisory: "clean", explicit: false });
    expect((await patch(id, { title: "Other" })).body).toMatchObject({ advisory: "clean", explicit: false });
  });

  test("that disagree are refused at advisory", async () => {
    const { id } = await add({});
    for (const both of [
      { advisory: "clean", explicit: true },
      { advisory: "none", explicit: true },
      { advisory: "explicit", explicit: false },
    ]) {
      expect(refusal(await post(both))).toEqual([422, "validation_failed", "advisory"]);
      const patched = await patch(id, both);
      expect(refusal(patched)).toEqual([422, "validation_failed", "advisory"]);
      expect(patched.body.error.details[0].issue).toBe("contradicts explicit; send only one of them");
      const tracks = [
        { release_id, title: "One" },
        { release_id, title: "Two", ...both },
      ];
      const bulk = await world.label.call("POST /v1/tracks/bulk", { body: { tracks } });
      expect(refusal(bulk)).toEqual([422, "validation_failed", "tracks[1].advisory"]);
    }
    expect(await read(id)).toMatchObject({ advisory: "none", explicit: false });
  });

  test("a release is explicit as before: if a track is, and not by a clean one", async () => {
    const other = (await must(world.label, "POST /v1/releases", draft)).body.id;
    const { id } = (await must(world.label, "POST /v1/tracks", { release_id: other, title: "A", advisory: "clean" }))
      .body;
    expect((await must(world.label, `GET /v1/releases/${other}`)).body.explicit).toBe(false);
    await must(world.label, `PATCH /v1/tracks/${id}`, { advisory: "explicit" });
    expect((await must(world.label, `GET /v1/releases/${other}`)).body.explicit).toBe(true);
  });

  test("two requests at once leave one state", async () => {
    const { id } = await add({});
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        patch(id, { explicit: true }),
        patch(id, { advisory: "clean" }),
        patch(id, { explicit: false }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { advisory, explicit } = await read(id);
      expect(explicit).toBe(advisory === "explicit");
    }
  });
});

describe("ai and ai_parts", () => {
  test("ai follows its parts", async () => {
    expect(await add({ ai_parts: full })).toMatchObject({ ai: "full", ai_parts: full });
    expect(await add({ ai_parts: none, ai: "none" })).toMatchObject({ ai: "none", ai_parts: none });
    const { id } = await add({ ai_parts: { ...none, vocals: "full", lyrics: "full" } });
    expect(await read(id)).toMatchObject({ ai: "partial" });
    const partial = Object.fromEntries(Object.keys(none).map((part) => [part, "partial"]));
    expect((await patch(id, { ai_parts: partial })).body).toMatchObject({ ai: "partial", ai_parts: partial });
    expect((await patch(id, { ai_parts: null })).body).toMatchObject({ ai: "partial", ai_parts: null });
  });

  test("ai alone takes the parts away", async () => {
    const { id } = await add({ ai_parts: full });
    expect((await patch(id, { title: "Other" })).body).toMatchObject({ ai: "full", ai_parts: full });
    expect((await patch(id, { ai: "full" })).body).toMatchObject({ ai: "full", ai_parts: null });
    expect((await patch(id, { ai: "none", ai_parts: null })).body).toMatchObject({ ai: "none", ai_parts: null });
  });

  test("that disagree are refused at ai", async () => {
    const { id } = await add({});
    for (const both of [
      { ai: "full", ai_parts: none },
      { ai: "partial", ai_parts: full },
      { ai: "none", ai_parts: { ...none, lyrics: "partial" } },
    ]) {
      expect(refusal(await post(both))).toEqual([422, "validation_failed", "ai"]);
      expect(refusal(await patch(id, both))).toEqual([422, "validation_failed", "ai"]);
    }
  });
});

describe("refuses", () => {
  const { post_production: _, ...four } = none;
  const invalid = "validation_failed";
  test.each<[object, string, string?]>([
    [{ advisory: "dirty" }, "advisory"],
    [{ advisory: null }, "advisory"],
    [{ p_line: "x".repeat(501) }, "p_line"],
    [{ p_line: " " }, "p_line"],
    [{ is_cover: "yes" }, "is_cover"],
    [{ is_instrumental: null }, "is_instrumental"],
    [{ instant_gratification: 1 }, "instant_gratification"],
    [{ recording_year: 1876 }, "recording_year"],
    [{ recording_year: 2020.5 }, "recording_year"],
    [{ recording_year: 99_999_999_999 }, "recording_year"],
    [{ recording_country: "ZZ" }, "recording_country"],
    [{ recording_country: "WORLD" }, "recording_country"],
    [{ recording_country: "fr" }, "recording_country"],
    [{ iswc: "T-034.524.680-2" }, "iswc"],
    [{ iswc: "034.524.680-1" }, "iswc"],
    [{ publishers: [{ name: "Owl", ipi: "14107338" }] }, "publishers[0].ipi"],
    [{ publishers: [{ name: "Owl", ipi: "000014107338" }] }, "publishers[0].ipi"],
    [{ publishers: [{ ipi: "00014107338" }] }, "publishers[0].name", "missing_required_field"],
    [{ publishers: Array(51).fill({ name: "Owl" }) }, "publishers"],
    [{ ai_parts: four }, "ai_parts.post_production", "missing_required_field"],
    [{ ai_parts: { ...none, drums: "full" } }, "ai_parts.drums", "unknown_field"],
    [{ ai_parts: { ...none, vocals: "most" } }, "ai_parts.vocals"],
    [{ movement_number: 1 }, "movement_number"],
    [{ movement_title: "Allegro" }, "movement_title"],
    [{ work: "Sonata", movement_number: 0 }, "movement_number"],
    [{ work: "Sonata", movement_number: 1000 }, "movement_number"],
    [{ work: "x".repeat(501) }, "work"],
    [{ translations: [{ language: "ja" }] }, "translations[0].title", "missing_required_field"],
    [{ translations: [{ language: "no language", title: "A" }] }, "translations[0].language"],
    [
      {
        translations: [
          { language: "ja", title: "A" },
          { language: "JA", title: "B" },
        ],
      },
      "translations[1].language",
    ],
    [
      {
        translations: Array.from({ length: 21 }, (_entry, n) => ({
          language: `a${String.fromCharCode(97 + n)}`,
          title: "A",
        })),
      },
      "translations",
    ],
    [{ lyrics_synced: "[00:02.00]La\n[00:01.00]la" }, "lyrics_synced"],
    [{ lyrics_synced: "La la" }, "lyrics_synced"],
    [{ lyrics_synced: "[00:02.00]La\u0000" }, "lyrics_synced"],
    [{ lyrics_synced: `[00:02.00]${"x".repeat(50_000)}` }, "lyrics_synced"],
  ])("%j", async (fields, field, code = invalid) => {
    const { id, ...before } = await add({});
    expect(refusal(await post(fields))).toEqual([422, code, field]);
    expect(refusal(await patch(id, fields))).toEqual([422, code, field]);
    expect(await read(id)).toEqual({ id, ...before });
  });

  test("timed lyrics name the line that is wrong", async () => {
    const { body } = await post({ lyrics_synced: "[00:02.00]La\n[ar:Vera]\n[00:01.00]la" });
    expect(body.error.details[0].issue).toMatch(/^line 3 /);
  });

  test("a movement whose work is taken away", async () => {
    const { id } = await add({ work: "Sonata", movement_number: 1, movement_title: "Allegro" });
    const { status, body } = await patch(id, { work: null });
    expect([status, ...body.error.details.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      "movement_number",
      "movement_title",
    ]);
    expect((await patch(id, { work: null, movement_number: null, movement_title: null })).body.work).toBeNull();
  });

  test("they are part of the 64 KiB of metadata, but timed lyrics, which have their own limit", async () => {
    const translations = Array.from({ length: 20 }, (_entry, n) => ({
      language: `a${String.fromCharCode(97 + n)}`,
      title: "A",
      artists: Array.from({ length: 10 }, (_artist, k) => ({ name: `${k}`, translated_name: "x".repeat(490) })),
    }));
    expect(refusal(await post({ translations }))).toEqual([422, "validation_failed", ""]);
    const publishers = Array.from({ length: 50 }, () => ({ name: "x".repeat(500) }));
    const lyrics_synced = `[00:02.00]${"x".repeat(49_000)}`;
    await add({ publishers, lyrics_synced });
  });
});

test("tracks of before have the advisory that explicit says", async () => {
  const folder = fileURLToPath(new URL("../../migrations", import.meta.url));
  const database = `segue_fields_${randomBytes(6).toString("hex")}`;
  await ensureDatabase({ ...inject("postgres"), database: "postgres" }, database);
  const node = openDatabase({ ...inject("postgres"), database }, 1);
  await migrate(
    node,
    folder,
    readdirSync(folder).filter((name) => name < "0086"),
  );
  await node.db`
    insert into organizations (id, name, label, tier, review, status, licensed_territories, fee_rate, withholding_rate, created_at, updated_at)
    values ('org_1', 'Label', 'Label', 'starter', 'manual', 'active', '{}', 0, 0, now(), now())`;
  await node.db`
    insert into releases (id, organization_id, title, artists, release_date, label, upc, territories, explicit, status, search, created_at,
      updated_at)
    values ('rel_1', 'org_1', 'T', '[]', '2027-01-01', 'Label', '036000291452', '{WORLD}', false, 'draft', '', now(), now())`;
  await node.db`
    insert into tracks (id, organization_id, release_id, title, disc_number, track_number, explicit, ai, created_at, updated_at)
    values ('trk_1', 'org_1', 'rel_1', 'One', 1, 1, true, 'full', now(), now()), ('trk_2', 'org_1', 'rel_1', 'Two', 1, 2, false, 'none', now(), now())`;
  await migrate(node, folder);
  const [one, two] = await Promise.all(
    ["trk_1", "trk_2"].map((id) => findTrack(node.db, { organization_id: "org_1", id })),
  );
  expect(one).toMatchObject({ advisory: "explicit", explicit: true, ai: "full", ai_parts: null, is_cover: false });
  expect(two).toMatchObject({ advisory: "none", explicit: false, ai: "none", ai_parts: null, p_line: null });
  await node.close();
});
