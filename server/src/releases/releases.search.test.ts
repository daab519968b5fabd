// The operator finds what sales are assigned to: releases and tracks of any organization.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../test/catalog.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
/** The label has one track, "Fjordlys". The rival has two, "Tide" and "Undertow 50%". */
let ours: { release_id: string; track_id: string; upc: string };
let theirs: { release_id: string };

beforeAll(async () => {
  world = await createWorld();
  ours = await add(world.label, "Nordlys", ["Fjordlys"]);
  theirs = await add(world.rival, "Low Water", ["Tide", "Undertow 50%"]);
});
afterAll(() => world.close());

async function add(by: Member, title: string, tracks: readonly string[]) {
  const release_id = await makeRelease(world, by, { title, artists: [{ name: `The ${title}s`, role: "main" }] });
  const [first] = (await must(by, `GET /v1/tracks?release_id=${release_id}`)).body.data;
  await must(by, `PATCH /v1/tracks/${first.id}`, { title: tracks[0] });
  for (const other of tracks.slice(1)) await must(by, "POST /v1/tracks", { release_id, title: other });
  const { upc } = (await must(by, `GET /v1/releases/${release_id}`)).body;
  return { release_id, upc, track_id: first.id as string };
}

async function find(query: Record<string, string>) {
  const { body } = await must(world.operator, `GET /v1/operator/catalog?${new URLSearchParams(query).toString()}`);
  return body.data as { id: string; title: string }[];
}

const titles = async (query: Record<string, string>) => (await find(query)).map(({ title }) => title).sort();

describe("the operator finds a track", () => {
  test.each([
    ["a part of its title, in any case", () => "JORDLY"],
    ["its title in another Unicode form", () => "ｆｊｏｒｄlys"],
    ["its id", () => ours.track_id],
    ["its ISRC without hyphens", () => "gbaye0000351"],
    ["the UPC of its release", () => ours.upc],
    ["the id of its release", () => ours.release_id],
    ["the artist of its release", () => "the nordlys"],
  ])("by %s", async (_by, q) => {
    await must(world.label, `PATCH /v1/tracks/${ours.track_id}`, { isrc: "GB-AYE-00-00351" });
    expect(await find({ type: "track", q: q() })).toEqual([
      expect.objectContaining({
        id: ours.track_id,
        type: "track",
        organization_id: world.label.id,
        organization_name: "Nightjar Records",
        release_id: ours.release_id,
        release_title: "Nordlys",
        title: "Fjordlys",
        artist: "The Nordlyss",
        isrc: "GB-AYE-00-00351",
        upc: ours.upc,
        status: "draft",
      }),
    ]);
  });

  test("and no other by the signs of a pattern", async () => {
    expect(await titles({ type: "track", q: "50%" })).toEqual(["Undertow 50%"]);
    expect(await titles({ q: "_i_" })).toEqual([]);
  });
});

describe("the operator finds a release", () => {
  test.each([
    ["a part of its title", () => "ordly"],
    ["its id", () => ours.release_id],
    ["its UPC", () => ours.upc],
    ["the id of a track", () => ours.track_id],
    ["the ISRC of a track", () => "GB-AYE-00-00351"],
  ])("by %s", async (_by, q) => {
    expect(await find({ type: "release", q: q() })).toEqual([
      expect.objectContaining({ id: ours.release_id, type: "release", title: "Nordlys", isrc: null }),
    ]);
  });
});

test("both kinds come page by page, each once, and one organization's alone when it is named", async () => {
  const q = "water";
  expect(await titles({ q })).toEqual(["Low Water", "Tide", "Undertow 50%"]);
  expect(await titles({ q, organization_id: world.label.id })).toEqual([]);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const path = `GET /v1/operator/catalog?q=${q}&limit=1${cursor && `&cursor=${cursor}`}`;
    const { body } = await must(world.operator, path);
    seen.push(...body.data.map(({ title }: { title: string }) => title));
    cursor = body.next_cursor;
  }
  expect(seen.sort()).toEqual(["Low Water", "Tide", "Undertow 50%"]);
  expect((await find({ type: "release", q: theirs.release_id })).map(({ id }) => id)).toEqual([theirs.release_id]);
});

test("a search without a text, or with too short a one, says so", async () => {
  const without = await world.operator.call("GET /v1/operator/catalog");
  expect([without.status, without.body.error.message]).toEqual([400, expect.stringContaining("?q=")]);
  const short = await world.operator.call("GET /v1/operator/catalog?q=ab");
  expect([short.status, short.body.error.details]).toEqual([400, [expect.objectContaining({ field: "q" })]]);
});

test("each part of the search goes by an index", async () => {
  const plan = await world.ctx.begin(async (db) => {
    await db`set local enable_seqscan = off`;
    return db`
      explain select id from tracks where lower(normalize(title, NFKC)) like '%jordly%'
      union all select id from organizations where lower(normalize(name, NFKC)) like '%jordly%'`;
  });
  expect(JSON.stringify(plan)).toContain("tracks_title");
  expect(JSON.stringify(plan)).toContain("organizations_name");
});

test("the operator finds an organization by a part of its name or by its id", async () => {
  for (const q of ["JAR REC", world.label.id]) {
    const { body } = await must(world.operator, `GET /v1/operator/organizations?q=${encodeURIComponent(q)}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([world.label.id]);
  }
  expect((await must(world.operator, "GET /v1/operator/organizations?q=%25")).body.data).toEqual([]);
});
