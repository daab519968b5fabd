import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const draft = { title: "Midnight in Paris", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2027-03-01" };
const create = (changes: object = {}) => world.label.call("POST /v1/releases", { body: { ...draft, ...changes } });

describe("works", () => {
  test("a title, one artist and a release_date suffice for a valid draft", async () => {
    const made = await create();
    expect(made.status, made.text).toBe(201);
  });
});
