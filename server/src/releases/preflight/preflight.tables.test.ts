// Rules that ask a store's own tables, over HTTP: credits by group, and genres, with the message that the store gets.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../../test/catalog.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

let number = 0;
const addStore = async (settings: object): Promise<string> => {
  const store = {
    store_id: `store_own_${++number}`,
    name: "Own",
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "ern_http", recipients: [{ party_id: "PADPIDA2015999999X", party_name: "Own" }] },
    ...settings,
  };
  return (await must(world.operator, "POST /v1/operator/stores", store)).body.store_id;
};
const submitted = async (track: object = {}, release: object = {}): Promise<string> => {
  const id = await makeRelease(world, world.label, release);
  const { data } = (await must(world.label, `GET /v1/tracks?release_id=${id}`)).body;
  await must(world.label, `PATCH /v1/tracks/${data[0].id}`, {
    isrc: `DE-XX1-27-${String(++number).padStart(5, "0")}`,
    ...track,
  });
  await must(world.label, `POST /v1/releases/${id}/submit`);
  return id;
};
const deliver = (release_id: string, store_id: string) =>
  world.label.call("POST /v1/deliveries", {
    body: { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] },
  });
const people = (...roles: string[]) => roles.map((role, index) => ({ name: `Ada Moss ${index}`, role }));
const issuesOf = async (release_id: string, code: string, store_id?: string) => {
  const query = store_id === undefined ? "" : `?store_id=${store_id}`;
  const { issues } = (await must(world.label, `GET /v1/releases/${release_id}/preflight${query}`)).body;
  return issues.filter((issue: { code: string }) => issue.code === code);
};

describe("contributor_groups", () => {
  test("where a store requires it, a track with a composer alone is refused, and the answer names the missing groups", async () => {
    const store_id = await addStore({ requirements: { contributor_groups: {} } });
    const alone = await submitted({ contributors: people("Composer") });
    const refused = await deliver(alone, store_id);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual([
      {
        field: "tracks[0].contributors",
        issue: expect.stringMatching(/performers and production.*contributor_groups/),
      },
    ]);
    const whole = await submitted({ contributors: people("Composer", "Vocalist", "Mixing engineer") });
    expect((await deliver(whole, store_id)).status).toBe(201);
    const [warning] = await issuesOf(alone, "contributor_groups");
    expect(warning.severity).toBe("warning");
  });

  test("artists with other roles count, and words of no group are named; a store's table knows them", async () => {
    const artists = [
      { name: "Vera Lux", role: "main" },
      { name: "Ola Berg", role: "producer" },
    ];
    const id = await submitted({ artists, contributors: people("Songwriter", "Vocal magician") });
    const [found] = await issuesOf(id, "contributor_groups");
    expect(found.issue).toBe('must also credit performers; these roles belong to no group: "Vocal magician"');
    const store_id = await addStore({ roles: { "vocal MAGICIAN": "LeadVocalist" } });
    expect(await issuesOf(id, "contributor_groups", store_id)).toEqual([]);
    const { text } = await must(world.label, `GET /v1/releases/${id}/ern?store_id=${store_id}`);
    expect(text).toContain("<Role><Value>LeadVocalist</Value></Role>");
    const { text: other } = await must(world.label, `GET /v1/releases/${id}/ern?store_id=${await addStore({})}`);
    expect(other).toMatch(/UserDefinedValue="Vocal magician"/);
  });
});

describe("genre_not_mapped", () => {
  const genres = { Electronic: { genre: "Dance", subgenre: "Techno" } };

  test("a store's genre and subgenre replace the partner's, whatever the case", async () => {
    const id = await submitted({}, { genre: "electronic" });
    const store_id = await addStore({ genres });
    const { text } = await must(world.label, `GET /v1/releases/${id}/ern?store_id=${store_id}`);
    expect(text).toContain("<GenreText>Dance</GenreText><SubGenre>Techno</SubGenre>");
    expect(await issuesOf(id, "genre_not_mapped", store_id)).toEqual([]);
    const { text: plain } = await must(world.label, `GET /v1/releases/${id}/ern?store_id=${await addStore({})}`);
    expect(plain).toContain("<GenreText>electronic</GenreText>");
  });

  test("a genre that it does not have goes out as its default, or is refused where it is required", async () => {
    const id = await submitted({}, { genre: "Polka" });
    const connector = {
      kind: "ern_http",
      default_genre: "World",
      recipients: [{ party_id: "PADPIDA2015999999X", party_name: "Own" }],
    };
    const store_id = await addStore({ genres, connector });
    const { text } = await must(world.label, `GET /v1/releases/${id}/ern?store_id=${store_id}`);
    expect(text).toContain("<GenreText>World</GenreText>");
    expect(await issuesOf(id, "genre_not_mapped", store_id)).toMatchObject([{ severity: "info", field: "genre" }]);
    const strict = await addStore({ genres, connector, requirements: { genre_not_mapped: {} } });
    const refused = await deliver(id, strict);
    expect([refused.status, refused.body.error.details[0]]).toEqual([
      422,
      { field: "genre", issue: expect.stringContaining("genre_not_mapped") },
    ]);
    expect((await deliver(id, store_id)).status).toBe(201);
  });
});

test("ai_full_with_credits: a warning with people, none without", async () => {
  const credited = await submitted({ ai: "full", contributors: people("Composer") });
  expect(await issuesOf(credited, "ai_full_with_credits")).toMatchObject([
    { severity: "warning", field: "tracks[0].ai" },
  ]);
  expect(await issuesOf(await submitted({ ai: "full" }), "ai_full_with_credits")).toEqual([]);
});
