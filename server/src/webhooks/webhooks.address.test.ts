// No way in: nothing that a partner can name makes the service knock at a door of its own network, whichever request
// names it and whenever the name got its address. Listeners stand wherever such a knock would arrive.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Canaries, listenEverywhere } from "../../test/canaries.ts";
import { must } from "../../test/catalog.ts";
import { type HostileAddress, hostileAddresses } from "../../test/hostile-addresses.ts";
import { happen, register } from "../../test/webhooks.ts";
import { createWorld, type World } from "../../test/world.ts";
import { readTarget } from "../platform/outbound/address.ts";

const ENDPOINTS = 20;
const sentences =
  /^(Only public addresses are called|The URL does not begin with https|http:\/\/ is for networks|The URL holds a user|This is not a URL)/;

let world: World;
let canaries: Canaries;
let corpus: HostileAddress[];
/** The answers of the name servers, by name: one for each question, and then the last again. */
const answers = new Map<string, string[][]>();
const resolve = async (name: string) => {
  const script = answers.get(name) ?? [];
  return (script.length > 1 ? script.shift() : script[0]) ?? [];
};
/** As if the name was never looked up; or, after a look-up, as when a harmless name has changed its address. */
function script(addresses: readonly HostileAddress[], asked = 0): void {
  for (const { url, resolves_to } of addresses)
    if (resolves_to) answers.set(new URL(url).hostname, resolves_to.slice(Math.min(asked, resolves_to.length - 1)));
}

beforeAll(async () => {
  canaries = await listenEverywhere();
  corpus = hostileAddresses(canaries.port);
  // The sandbox: its rate limits let all of them pass at once.
  world = await createWorld({ environment: "sandbox", outbound: { allow: [], resolve }, webhook_retry_s: [] });
});
afterAll(async () => {
  await world.close();
  await canaries.close();
});

/** A name without an address is no reason to refuse an endpoint. */
async function makeEndpoint(name: string): Promise<string> {
  const { id } = await register(world.label, `https://${name}.example/hooks`);
  await world.ctx.db`update webhooks set status = 'verified' where id = ${id}`;
  return id;
}

function batches<T>(all: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / length) }, (_, index) =>
    all.slice(index * length, (index + 1) * length),
  );
}

/** A text that is not a URL is refused before its address is looked up. */
function codeFor({ url }: HostileAddress): string {
  return URL.canParse(url) && url !== "" ? "webhook_url_not_allowed" : "validation_failed";
}

async function refusals(operation: string, at: readonly HostileAddress[], more: object = {}): Promise<void> {
  script(at);
  const replies = await Promise.all(at.map(({ url }) => world.label.call(operation, { body: { url, ...more } })));
  const codes = replies.map(({ status, body }, index) => [at[index]?.url, status, body?.error?.code]);
  expect(codes).toEqual(at.map((one) => [one.url, 422, codeFor(one)]));
  for (const { body } of replies.filter(({ body }) => body.error.code === "webhook_url_not_allowed"))
    expect([body.error.message, body.error.details]).toEqual([
      expect.stringMatching(sentences),
      [{ field: "url", issue: body.error.message }],
    ]);
}

describe("each of the hostile addresses", () => {
  test("cannot be registered, and leaves nothing", async () => {
    expect(corpus.length).toBeGreaterThanOrEqual(150);
    for (const some of batches(corpus, ENDPOINTS))
      await refusals("POST /v1/webhooks", some, { event_type: "asset.ready" });
    expect((await world.label.call("GET /v1/webhooks")).body.data).toEqual([]);
    expect(canaries.connections()).toBe(0);
  });

  test("cannot become an endpoint's URL", async () => {
    const id = await makeEndpoint("changed");
    for (const some of batches(corpus, ENDPOINTS)) await refusals(`PATCH /v1/webhooks/${id}`, some);
    const { body } = await world.label.call(`GET /v1/webhooks/${id}`);
    expect(body).toMatchObject({ url: "https://changed.example/hooks", status: "verified" });
    await must(world.label, `DELETE /v1/webhooks/${id}`);
    expect(canaries.connections()).toBe(0);
  });

  test("is not pinged, not sent an event and not sent it again, though it is an endpoint's URL", async () => {
    const { db } = world.ctx;
    const ids = await Promise.all(Array.from({ length: ENDPOINTS }, (_, number) => makeEndpoint(`kept-${number}`)));
    for (const some of batches(corpus, ENDPOINTS)) {
      const rows = some.map(({ url }, index) => ({ id: ids[index] ?? "", url }));
      await db`update webhooks set status = 'disabled' where id = any(${ids})`;
      for (const { id, url } of rows) await db`update webhooks set status = 'verified', url = ${url} where id = ${id}`;
      script(some);
      const pings = await Promise.all(rows.map(({ id }) => world.label.call(`POST /v1/webhooks/${id}/ping`)));
      expect(pings.map(({ status, body }) => [status, body.error?.code])).toEqual(
        some.map(() => [422, "webhook_url_not_allowed"]),
      );
      script(some, 1);
      const event_id = await happen(world, world.label);
      await world.runJobs();
      script(some, 1);
      await must(world.label, `POST /v1/events/${event_id}/redeliver`, {});
      await world.runJobs();
      await expectRefused(event_id, rows);
    }
    expect(canaries.connections()).toBe(0);
  });
});

/** Two rounds of one attempt each, in the rule's words. */
async function expectRefused(event_id: string, rows: readonly { id: string; url: string }[]): Promise<void> {
  const attempts = await world.ctx.db<{ webhook_id: string; round: number; error: string }[]>`
    select webhook_id, round, error, status_code, response_body from attempts
    where event_id = ${event_id} and webhook_id = any(${rows.map(({ id }) => id)}) order by webhook_id, round`;
  const expected = rows
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap(({ id, url }) => {
      const target = readTarget(url);
      const error = typeof target === "string" ? target : expect.stringMatching(sentences);
      return [1, 2].map((round) => ({ webhook_id: id, round, error, status_code: null, response_body: "" }));
    });
  expect(attempts).toEqual(expected);
}

test("the answer is the same whether or not something listens there", async () => {
  const [open, closed] = [canaries.port, 1];
  for (const host of ["127.0.0.1", "[::1]", "localhost", "169.254.169.254", "inside.example"]) {
    answers.set("inside.example", [["127.0.0.1"]]);
    const [first, second] = await Promise.all(
      [open, closed].map((port) =>
        world.label.call("POST /v1/webhooks", {
          body: { url: `https://${host}:${port}/hooks`, event_type: "asset.ready" },
        }),
      ),
    );
    expect(first?.status).toBe(422);
    expect({ ...first?.body.error, request_id: "" }).toEqual({ ...second?.body.error, request_id: "" });
  }
  expect(canaries.connections()).toBe(0);
});

test("the canaries hear who really knocks", async () => {
  for (const address of canaries.addresses) await canaries.knock(address);
  expect(canaries.connections()).toBe(canaries.addresses.length);
});
