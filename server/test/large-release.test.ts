import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "./catalog.ts";
import { watchLoop } from "./event-loop.ts";
import { insertLargeRelease, insertStrictStores } from "./large-release.ts";
import { createWorld, type World } from "./world.ts";

// What nobody waits longer for, whoever asks for what. A turn of judging is a tenth of it.
const LONGEST_TURN_MS = 50;

let world: World;
let stores: string[];
beforeAll(async () => {
  world = await createWorld();
  stores = await insertStrictStores(world, 40);
});
afterAll(() => world.close());

const preflight = (id: string, store = "") => world.label.call(`GET /v1/releases/${id}/preflight${store}`);

describe("one request stops nobody else's", () => {
  test.each([
    ["blanks", (index: number) => `${index}${" ".repeat(480)}x`],
    ["guests that never end", (index: number) => `${index}${" w/".repeat(160)})`],
    ["brackets", (index: number) => `${index}${"(".repeat(240)}${")".repeat(240)}`],
    ["letters outside the Latin alphabet", (index: number) => `${index}${"夜 ".repeat(240)}`],
  ])("a thousand tracks with names and titles of %s", async (_what, text) => {
    const names = (index: number) => Array.from({ length: 10 }, (_, place) => text(index * 10 + place));
    const id = await insertLargeRelease(world, world.label, { title: text, names });
    const { result, longest_ms } = await watchLoop(() => preflight(id));
    expect(result.status).toBe(200);
    expect(longest_ms).toBeLessThan(LONGEST_TURN_MS);
  });
});
