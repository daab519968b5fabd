// Fields of releases and tracks for DDEX messages: start_at, ean, catalog_number, withheld and ai.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approve, draft, makeRelease, must } from "../../test/catalog.ts";
import { createWorld, type World } from "../../test/world.ts";
import { getApprovedContent } from "./approved-content.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const create = (fields: object) => world.label.call("POST /v1/releases", { body: { ...draft, ...fields } });
const patch = (id: string, body: object) => world.label.call(`PATCH /v1/releases/${id}`, { body });
const refusal = ({ status, body }: Awaited<ReturnType<typeof create>>) => [status, body.error.details[0].field];

describe("works", () => {
  test("a release has them from its creation, and PATCH changes and removes them", async () => {
    const fields = { start_at: "2027-03-01T01:00:00+01:00", ean: "4006381333931", catalog_number: "NJ-042" };
    const { id } = (await create(fields)).body;
    const kept = { start_at: "2027-03-01T00:00:00.000Z", ean: "4006381333931", catalog_number: "NJ-042" };
    expect((await must(world.label, `GET /v1/releases/${id}`)).body).toMatchObject(kept);
    expect((await patch(id, { start_at: "2027-02-28T22:00:00Z" })).body.start_at).toBe("2027-02-28T22:00:00.000Z");
    const none = { start_at: null, ean: null, catalog_number: null };
    expect((await patch(id, none)).body).toMatchObject(none);
    expect((await create({})).body).toMatchObject(none);
  });

  test("a track has them from its creation, alone and in bulk, and PATCH changes them", async () => {
    const { id: release_id } = (await create({})).body;
    const one = (await must(world.label, "POST /v1/tracks", { release_id, title: "One" })).body;
    expect(one).toMatchObject({ withheld: false, ai: "none" });
    const tracks = [{ release_id, title: "Two", withheld: true, ai: "full" }];
    const [two] = (await must(world.label, "POST /v1/tracks/bulk", { tracks })).body.data;
    expect(two).toMatchObject({ withheld: true, ai: "full" });
    await must(world.label, `PATCH /v1/tracks/${two.id}`, { withheld: false, ai: "partial" });
    expect((await must(world.label, `GET /v1/tracks/${two.id}`)).body).toMatchObject({
      withheld: false,
      ai: "partial",
    });
  });

  test("both move together, where neither could alone", async () => {
    const { id } = (await create({ start_at: "2027-03-01T00:00:00Z" })).body;
    const moved = await patch(id, { release_date: "2027-05-01", start_at: "2027-05-02T10:00:00Z" });
    expect(moved.body).toMatchObject({ release_date: "2027-05-01", start_at: "2027-05-02T10:00:00.000Z" });
  });

  test("under manual review a store still gets what was approved", async () => {
    const label = await world.organization({ review: "manual" });
    const first = { start_at: "2027-03-01T05:00:00Z", ean: "4006381333931", catalog_number: "NJ-1" };
    const release_id = await makeRelease(world, label, first);
    const [track] = (await must(label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    await must(label, `PATCH /v1/tracks/${track.id}`, { withheld: true, ai: "partial" });
    const { submission_id } = (await must(label, `POST /v1/releases/${release_id}/submit`)).body;
    await approve(world, submission_id);
    await must(label, `PATCH /v1/releases/${release_id}`, { start_at: null, ean: null, catalog_number: null });
    await must(label, `PATCH /v1/tracks/${track.id}`, { withheld: false, ai: "none" });
    const owned = { organization_id: label.id, id: release_id };
    const { release, tracks } = await getApprovedContent(world.ctx, owned);
    expect(release).toMatchObject({ ...first, start_at: "2027-03-01T05:00:00.000Z" });
    expect(tracks[0]).toMatchObject({ withheld: true, ai: "partial" });
    // As an earlier version copied it.
    await world.ctx.db`
      update approved_contents set release = (release::jsonb - 'start_at' - 'ean' - 'catalog_number')::json,
        tracks = (select json_agg(t::jsonb - 'withheld' - 'ai' - 'advisory') from json_array_elements(tracks) t)
      where release_id = ${release_id}`;
    const older = await getApprovedContent(world.ctx, owned);
    expect([older.release.start_at, older.release.ean, older.tracks[0]?.withheld, older.tracks[0]?.ai]).toEqual([
      null,
      null,
      false,
      "none",
    ]);
  });
});

describe("refuses", () => {
  test.each([
    ["2027-02-27T23:59:59Z", "start_at"],
    ["2027-03-03T00:00:00Z", "start_at"],
    ["2027-03-01", "start_at"],
  ])("start_at %s of a release on 2027-03-01", async (start_at, field) => {
    expect(refusal(await create({ start_at }))).toEqual([422, field]);
  });

  test("a date that leaves start_at behind, and a start_at that leaves the date", async () => {
    const { id } = (await create({ start_at: "2027-03-01T00:00:00Z" })).body;
    expect(refusal(await patch(id, { release_date: "2027-05-01" }))).toEqual([422, "release_date"]);
    expect(refusal(await patch(id, { start_at: "2027-05-01T00:00:00Z" }))).toEqual([422, "start_at"]);
    expect((await patch(id, { release_date: "2027-03-02" })).status).toBe(200);
  });

  test.each([{ ean: "4006381333932" }, { ean: "036000291452" }, { ean: "400638133393" }, { catalog_number: " " }])(
    "%j",
    async (fields) => {
      expect(refusal(await create(fields))).toEqual([422, Object.keys(fields)[0]]);
    },
  );

  test.each([{ ai: "some" }, { ai: null }, { withheld: "yes" }])("a track with %j", async (fields) => {
    const { id: release_id } = (await create({})).body;
    const answer = await world.label.call("POST /v1/tracks", { body: { release_id, title: "One", ...fields } });
    expect(refusal(answer)).toEqual([422, Object.keys(fields)[0]]);
  });
});
