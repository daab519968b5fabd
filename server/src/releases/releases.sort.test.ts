// A list of releases in another order than the newest first.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { draft, must } from "../../test/catalog.ts";
import { createWorld, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const [title, release_date] of [
    ["zebra", "2035-03-02"],
    ["Élan", "2035-03-04"],
    ["echo", "2035-03-01"],
    ["Fog", "2035-03-01"],
    ["echo", "2035-03-03"],
  ] as const)
    await must(world.label, "POST /v1/releases", { ...draft, title, release_date });
  await must(world.rival, "POST /v1/releases", draft);
});
afterAll(() => world.close());

type Row = { title: string; release_date: string };

/** Two at a time. */
async function walk(query: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await must(world.label, `GET /v1/releases?limit=2&${query}${cursor}`);
    rows.push(...body.data);
    if (!body.has_more) return rows;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

const titles = async (query: string) => (await walk(query)).map(({ title }) => title);
const days = async (query: string) => (await walk(query)).map(({ release_date }) => release_date.slice(-1));

describe("works", () => {
  test("by title, without its case, and with an accent beside its letter", async () => {
    expect(await titles("sort=title")).toEqual(["echo", "echo", "Élan", "Fog", "zebra"]);
    expect(await titles("sort=-title")).toEqual(["zebra", "Fog", "Élan", "echo", "echo"]);
  });

  test("by release date, where several have one day", async () => {
    expect(await days("sort=release_date")).toEqual(["1", "1", "2", "3", "4"]);
    expect(await days("sort=-release_date")).toEqual(["4", "3", "2", "1", "1"]);
  });

  test("by creation, the newest first unless asked otherwise", async () => {
    expect(await titles("sort=created_at")).toEqual(["zebra", "Élan", "echo", "Fog", "echo"]);
    expect(await titles("sort=-created_at")).toEqual(await titles(""));
  });

  test("together with the other filters", async () => {
    expect(await days("sort=release_date&q=echo&status=draft")).toEqual(["1", "3"]);
    expect(await days("sort=title&status=rejected")).toEqual([]);
  });
});

describe("refuses", () => {
  const refusal = async (query: string) => {
    const { status, body } = await world.label.call(`GET /v1/releases?${query}`);
    return [status, body.error.code];
  };

  test("an order that it does not know", async () =>
    expect(await refusal("sort=label")).toEqual([400, "invalid_request"]));

  test("an order beside that of updated_since", async () =>
    expect(await refusal("sort=title&updated_since=2026-01-01T00:00:00Z")).toEqual([400, "invalid_request"]));

  test("the cursor of another order", async () => {
    const { next_cursor } = (await must(world.label, "GET /v1/releases?sort=title&limit=1")).body;
    expect(await refusal(`sort=-title&limit=1&cursor=${next_cursor}`)).toEqual([400, "invalid_cursor"]);
  });
});
