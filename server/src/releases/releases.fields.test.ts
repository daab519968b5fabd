// Fields of releases that stores ask for (subgenre, artwork_ai, translations), and what the review makes of those of tracks.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approve, draft, makeRelease, must } from "../../test/catalog.ts";
import { type Answer, createWorld, type World } from "../../test/world.ts";
import { getApprovedContent } from "./approved-content.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const create = (fields: object) => world.label.call("POST /v1/releases", { body: { ...draft, ...fields } });
const patch = (id: string, body: object) => world.label.call(`PATCH /v1/releases/${id}`, { body });
const refusal = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details[0]?.field];

const translations = [
  { language: "ja", title: "パリの真夜中", artists: [{ name: "Vera Lux", translated_name: "ヴェラ・ルクス" }] },
];
const given = { genre: "Electronic", subgenre: "Techno", artwork_ai: "partial", translations };
const none = { subgenre: null, artwork_ai: "none", translations: null };

describe("works", () => {
  test("a release has them from its creation, in lists too, and PATCH changes and removes them", async () => {
    const made = (await create(given)).body;
    expect(made).toMatchObject(given);
    expect((await must(world.label, `GET /v1/releases/${made.id}`)).body).toEqual(made);
    expect((await must(world.label, "GET /v1/releases?limit=1")).body.data[0]).toMatchObject(given);
    expect((await patch(made.id, { subgenre: "House", artwork_ai: "full" })).body).toMatchObject({
      ...given,
      subgenre: "House",
      artwork_ai: "full",
    });
    expect((await patch(made.id, none)).body).toMatchObject({ ...none, genre: "Electronic" });
    expect((await create({})).body).toMatchObject(none);
    expect((await create({ subgenre: null, translations: null })).body).toMatchObject(none);
  });
});

describe("refuses", () => {
  test("a subgenre without a genre, also when the genre is taken away", async () => {
    const refused = [422, "validation_failed", "subgenre"];
    expect(refusal(await create({ genre: null, subgenre: "Techno" }))).toEqual(refused);
    const { id } = (await create(given)).body;
    expect(refusal(await patch(id, { genre: null }))).toEqual(refused);
    expect((await patch(id, { genre: null, subgenre: null })).body).toMatchObject({ genre: null, subgenre: null });
    expect(refusal(await patch(id, { subgenre: "Techno" }))).toEqual(refused);
    expect((await patch(id, { genre: "Electronic", subgenre: "Techno" })).body).toMatchObject({ subgenre: "Techno" });
  });

  test.each<[object, string]>([
    [{ genre: "Pop", subgenre: "x".repeat(201) }, "subgenre"],
    [{ genre: "Pop", subgenre: " " }, "subgenre"],
    [{ artwork_ai: "some" }, "artwork_ai"],
    [{ artwork_ai: null }, "artwork_ai"],
    [{ translations: [{ language: "ja", title: "" }] }, "translations[0].title"],
    [{ translations: [...translations, ...translations] }, "translations[1].language"],
    [
      { translations: [{ language: "ja", title: "A", artists: [{ name: "Vera Lux", translated_name: "" }] }] },
      "translations[0].artists[0].translated_name",
    ],
  ])("%j", async (fields, field) => {
    expect(refusal(await create(fields))).toEqual([422, "validation_failed", field]);
    const { id } = (await create({})).body;
    expect(refusal(await patch(id, fields))).toEqual([422, "validation_failed", field]);
  });
});

describe("under manual review", () => {
  const ofTrack = {
    p_line: "2019 Owl Records",
    advisory: "clean",
    is_instrumental: true,
    is_cover: true,
    recording_year: 2019,
    recording_country: "FR",
    iswc: "T-034.524.680-1",
    publishers: [{ name: "Owl Songs", ipi: "00014107338" }],
    ai_parts: { vocals: "full", instruments: "none", lyrics: "none", composition: "none", post_production: "none" },
    instant_gratification: true,
    work: "Sonata No. 2",
    movement_number: 1,
    movement_title: "Allegro",
    translations,
    lyrics: "La la",
    lyrics_synced: "[00:01.00]La la",
  };
  const cleared = {
    ...Object.fromEntries(Object.keys(ofTrack).map((name) => [name, null])),
    advisory: "explicit",
    is_instrumental: false,
    is_cover: false,
    instant_gratification: false,
  };

  test("a change of them is reviewed, and until then stores get what was approved", async () => {
    const label = await world.organization({ review: "manual" });
    const release_id = await makeRelease(world, label, given);
    const [track] = (await must(label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    await must(label, `PATCH /v1/tracks/${track.id}`, ofTrack);
    const first = (await must(label, `POST /v1/releases/${release_id}/submit`)).body;
    await approve(world, first.submission_id);
    await must(label, `PATCH /v1/releases/${release_id}`, none);
    await must(label, `PATCH /v1/tracks/${track.id}`, cleared);

    const [latest] = (await must(label, `GET /v1/submissions?release_id=${release_id}`)).body.data;
    expect(latest).toMatchObject({ review_status: "pending_review" });
    const { since_review } = (await must(world.operator, `GET /v1/operator/submissions/${latest.submission_id}`)).body;
    const fields = since_review.changes.map(({ field }: { field: string }) => field);
    const names = [...Object.keys(none), ...Object.keys(ofTrack), "explicit"];
    expect([...fields].sort()).toEqual(names.sort());
    expect(since_review.changes).toContainEqual(
      expect.objectContaining({ track_id: track.id, field: "advisory", before: "clean", after: "explicit" }),
    );

    const owned = { organization_id: label.id, id: release_id };
    const { release, tracks } = await getApprovedContent(world.ctx, owned);
    expect(release).toMatchObject(given);
    expect(tracks[0]).toMatchObject({ ...ofTrack, explicit: false, ai: "partial" });
    await approve(world, latest.submission_id);
    const after = await getApprovedContent(world.ctx, owned);
    expect(after.release).toMatchObject(none);
    expect(after.tracks[0]).toMatchObject({ ...cleared, explicit: true });
  });

  test("a copy that an earlier version made has their defaults", async () => {
    const label = await world.organization({ review: "manual" });
    const release_id = await makeRelease(world, label, {});
    const [track] = (await must(label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    await must(label, `PATCH /v1/tracks/${track.id}`, { explicit: true, ai: "full" });
    await approve(world, (await must(label, `POST /v1/releases/${release_id}/submit`)).body.submission_id);
    await must(label, `PATCH /v1/releases/${release_id}`, given);
    await must(label, `PATCH /v1/tracks/${track.id}`, ofTrack);
    await world.ctx.db`
      update approved_contents set release = (release::jsonb - ${Object.keys(none)}::text[])::json,
        tracks = (select json_agg(t::jsonb - ${Object.keys(ofTrack)}::text[]) from json_array_elements(tracks) t)
      where release_id = ${release_id}`;
    const { release, tracks } = await getApprovedContent(world.ctx, { organization_id: label.id, id: release_id });
    expect(release).toMatchObject(none);
    expect(tracks[0]).toMatchObject({ ...cleared, explicit: true, ai: "full" });
  });
});
