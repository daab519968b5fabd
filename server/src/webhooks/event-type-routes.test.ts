import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Node, readDescription } from "../../test/api-description.ts";
import { createWorld, type World } from "../../test/world.ts";
import { eventTypes } from "../events/event.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Row = { event_type: string; description: string; tier: string | null; example: Node };
const list = async (): Promise<Row[]> => (await world.label.call("GET /v1/event-types")).body.data;

describe("the catalogue of events", () => {
  test("lists every type once, and which of them are for enterprise alone", async () => {
    const rows = await list();
    expect(rows.map(({ event_type }) => event_type)).toEqual(Object.keys(eventTypes));
    expect(rows.filter(({ tier }) => tier).map(({ event_type, tier }) => [event_type, tier])).toEqual([
      ["api.changelog.published", "enterprise"],
    ]);
  });

  test("has an example of each: the whole envelope, as the description says it is sent", async () => {
    const document: Node = (await world.stranger.call("GET /v1/openapi.json")).body;
    const { faults } = readDescription(document);
    const rows = await list();
    expect(Object.keys(document.webhooks)).toEqual(rows.map(({ event_type }) => event_type));
    for (const { event_type, description, example } of rows) {
      const { post } = document.webhooks[event_type];
      expect(post.requestBody.content["application/json"].example).toEqual(example);
      expect([post.summary, example.event_type, Object.keys(example)]).toEqual([
        description,
        event_type,
        ["id", "event_type", "created_at", "data"],
      ]);
      const place = ["webhooks", event_type, "post", "requestBody", "content", "application/json", "schema"];
      expect(faults(place, example)).toEqual([]);
    }
  });

  test("tells the status before, where one changed, and links to nothing", async () => {
    for (const { event_type, example } of await list()) {
      const { status, review_status, store, previous_status } = example.data;
      const now = status ?? review_status ?? store?.status;
      expect(previous_status === undefined, event_type).toBe(now === undefined);
      if (now !== undefined) expect(previous_status).not.toBe(now);
      expect(JSON.stringify(example)).not.toContain("://");
    }
  });
});
