// How large a release's and a track's metadata may be, and what becomes of those that were larger before.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, createWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const names = (count: number, bytes = 500) =>
  Array.from({ length: count }, (_, n) => ({ name: `${n} ${"x".repeat(bytes - 4)}`, role: "main" }));
const draft = { title: "Large", artists: names(1), release_date: "2030-03-01" };
const post = (path: string, body: object) => world.label.call(`POST ${path}`, { body });
const patch = (path: string, body: object) => world.label.call(`PATCH ${path}`, { body });

function expectTooLarge({ status, body }: Answer, field: string): void {
  expect([status, body.error.code, body.error.details[0].field]).toEqual([422, "validation_failed", field]);
  expect(body.error.message).toMatch(/has \d\d\d?,\d{3} bytes of metadata as JSON, of which 65,536 are allowed/);
}

describe("a release", () => {
  test("of more than 64 KiB of metadata is refused, with its size and the limit", async () => {
    expectTooLarge(await post("/v1/releases", { ...draft, artists: names(150) }), "");
    const store_artist_ids = Object.fromEntries(names(100, 200).map(({ name }, n) => [`store_${n}`, name]));
    const artists = names(5).map((artist) => ({ ...artist, store_artist_ids }));
    expectTooLarge(await post("/v1/releases", { ...draft, artists }), "");
    expect((await post("/v1/releases", { ...draft, artists: names(115) })).status).toBe(201);
  });

  test("is refused when a PATCH makes it as large, and stays as it was", async () => {
    const { body } = await post("/v1/releases", draft);
    expectTooLarge(await patch(`/v1/releases/${body.id}`, { artists: names(150) }), "");
    expect((await world.label.call(`GET /v1/releases/${body.id}`)).body).toEqual(body);
  });

  test("that was larger before is read, listed and changed in other fields, until its artists change", async () => {
    const { body } = await post("/v1/releases", draft);
    const path = `/v1/releases/${body.id}`;
    await world.ctx.db`update releases set artists = ${names(1_900) as never}::jsonb where id = ${body.id}`;
    const old = await world.label.call(`GET ${path}`);
    expect(old.body.artists).toHaveLength(1_900);
    expect((await world.label.call("GET /v1/releases?limit=1")).body.data[0].artists).toHaveLength(1_900);
    expect((await patch(path, { title: "Renamed", genre: "Pop" })).body).toMatchObject({
      title: "Renamed",
      genre: "Pop",
    });
    expect((await patch(path, { c_line: "2030 Nightjar" })).status).toBe(200);
    expectTooLarge(await patch(path, { artists: names(400) }), "");
    expect((await patch(path, { artists: names(2) })).body.artists).toHaveLength(2);
    expectTooLarge(await patch(path, { artists: names(150) }), "");
  });
});

describe("a track", () => {
  const contributors = names(150).map(({ name }) => ({ name, role: "Mixing engineer" }));
  const track = async (more: object = {}) => ({
    release_id: (await post("/v1/releases", draft)).body.id as string,
    title: "Large",
    ...more,
  });

  test("of more than 64 KiB of metadata is refused, in a bulk by its place", async () => {
    expectTooLarge(await post("/v1/tracks", await track({ contributors })), "");
    const small = await track();
    const tracks = [small, small, small, { ...small, contributors }, small];
    expectTooLarge(await post("/v1/tracks/bulk", { tracks }), "tracks[3]");
    const { body } = await world.label.call(`GET /v1/tracks?release_id=${small.release_id}`);
    expect(body.data).toEqual([]);
  });

  test("may have lyrics besides, which have their own limit", async () => {
    const lyrics = "la ".repeat(16_000);
    const made = await post("/v1/tracks", await track({ lyrics, contributors: contributors.slice(0, 100) }));
    expect(made.status).toBe(201);
    expect((await patch(`/v1/tracks/${made.body.id}`, { lyrics: `${lyrics}la` })).status).toBe(200);
    expectTooLarge(await patch(`/v1/tracks/${made.body.id}`, { contributors }), "");
  });

  test("that was larger before is changed in other fields, also when it is sent back whole", async () => {
    const { body } = await post("/v1/tracks", await track());
    await world.ctx.db`update tracks set contributors = ${contributors as never}::jsonb where id = ${body.id}`;
    const path = `/v1/tracks/${body.id}`;
    const old = (await world.label.call(`GET ${path}`)).body;
    expect((await patch(path, { title: "Renamed", contributors: old.contributors })).body.title).toBe("Renamed");
    expect((await patch(path, { artists: names(20) })).status).toBe(200);
    expectTooLarge(await patch(path, { contributors: contributors.slice(1) }), "");
  });
});
