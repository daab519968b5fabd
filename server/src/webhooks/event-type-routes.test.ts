import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Node, readDescription } from "../../test/api-description.ts";
import { startReceiver } from "../../test/receiver.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { eventTypes } from "../events/event.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
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

describe("an example on request, in the sandbox", () => {
  const send = (event_type: string, by: Member = world.label) =>
    by.call("POST /v1/sandbox/events", { body: { event_type } });

  test.each(Object.keys(eventTypes))("%s goes to the endpoints that want it", async (event_type) => {
    const [own, another] = [await world.organization(), await world.organization()];
    const receivers = [await startReceiver(), await startReceiver(), await startReceiver()] as const;
    const [wanting, other, foreign] = receivers;
    const elsewhere = Object.keys(eventTypes).filter((type) => type !== event_type);
    for (const [by, { url }, wanted] of [
      [own, wanting, [event_type]],
      [own, other, elsewhere],
      [another, foreign, [event_type]],
    ] as const)
      expect((await by.call("POST /v1/webhooks", { body: { url, event_type: wanted } })).body.status).toBe("verified");
    const answer = await send(event_type, own);
    expect(answer.status).toBe(202);
    const { id, created_at, data } = answer.body;
    const { example } = (await list()).find((row) => row.event_type === event_type) ?? {};
    expect(data).toEqual(example?.data);
    await world.runJobs();
    const sent = wanting.received.map(({ event }) => event).filter((event) => event.id === id);
    expect(sent).toEqual([{ id, event_type, created_at, data }]);
    expect([...other.events(), ...foreign.events()]).toEqual([]);
    const read = await own.call(`GET /v1/events/${id}`);
    expect(read.body).toMatchObject({ ...answer.body, status: "delivered", dispatches: [{ status: "delivered" }] });
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });

  test("is refused where the tier does not include the type, and where there is no such type", async () => {
    const pro = await world.organization({ tier: "pro" });
    const barred = await send("api.changelog.published", pro);
    expect([barred.status, barred.body.error.code]).toEqual([403, "tier_not_eligible"]);
    expect((await pro.call("GET /v1/events")).body.data).toEqual([]);
    expect((await send("delivery.completed", pro)).status).toBe(202);
    const unknown = await send("release.deleted");
    expect([unknown.status, unknown.body.error.code]).toEqual([422, "validation_failed"]);
  });

  test("takes fields in place of the example's, and names those that cannot be", async () => {
    const sendData = (data: unknown) =>
      world.label.call("POST /v1/sandbox/events", { body: { event_type: "payout.status.changed", data } });
    const { body } = await sendData({ status: "failed", failure_reason: "The account is closed." });
    const { example } = (await list()).find((row) => row.event_type === "payout.status.changed") ?? {};
    expect(body.data).toEqual({ ...example?.data, status: "failed", failure_reason: "The account is closed." });
    for (const [data, field] of [
      [{ colour: "blue" }, "data.colour"],
      ["text", "data"],
    ] as const) {
      const refused = await sendData(data);
      expect([refused.status, refused.body.error.details[0].field]).toEqual([422, field]);
    }
  });

  test("does not exist in production", async () => {
    const production = await createWorld();
    const answer = await production.label.call("POST /v1/sandbox/events", { body: { event_type: "ping" } });
    expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"]);
    await production.close();
  });
});
