import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { addFetchingStore, type FetchingStore } from "../../test/fetching-store.ts";
import { type Answer, createWorld, type World } from "../../test/world.ts";

let world: World;
let store: FetchingStore;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  store = await addFetchingStore(world, "store_fetcher");
});
afterAll(() => world.close());

const outcome = ({ status, body }: Answer) => [status, body.error.code];
const path = "/v1/operator/stores/store_fetcher/credentials";

describe("works", () => {
  test("a store reads its feed with its credential, which is shown once", async () => {
    const made = await must(world.operator, `POST ${path}`, { name: "Ingestion" });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^crd_/),
      store_id: "store_fetcher",
      name: "Ingestion",
      key: expect.stringMatching(/^st_test_\w{38}$/),
      last4: made.body.key.slice(-4),
      created_at: expect.any(String),
      last_used_at: null,
    });
    expect((await world.as(made.body.key).call("GET /v1/feed/messages")).status).toBe(200);
    const [listed] = (await must(world.operator, `GET ${path}`)).body.data;
    expect(listed).toEqual({ ...made.body, key: undefined, last_used_at: expect.any(String) });
    expect(JSON.stringify(await world.ctx.db`select * from store_credentials`)).not.toContain(made.body.key);
  });

  test("a repeated request for one shows no secret again", async () => {
    const idempotency_key = "0b0e3a56-2f6e-4f3b-8c3d-1f2a3b4c5d6e";
    const [first, again] = [
      await world.operator.call(`POST ${path}`, { body: {}, idempotency_key }),
      await world.operator.call(`POST ${path}`, { body: {}, idempotency_key }),
    ];
    expect(again.body).toEqual({ ...first.body, key: null });
  });

  test("a revoked one is refused at once, and the store's others are not", async () => {
    const { body } = await must(world.operator, `POST ${path}`, {});
    const caller = world.as(body.key);
    expect((await caller.call("GET /v1/feed/messages")).status).toBe(200);
    expect((await world.operator.call(`DELETE ${path}/${body.id}`)).status).toBe(204);
    expect(outcome(await caller.call("GET /v1/feed/messages"))).toEqual([401, "invalid_credentials"]);
    expect((await store.call("GET /v1/feed/messages")).status).toBe(200);
    expect((await world.operator.call(`DELETE ${path}/${body.id}`)).status).toBe(404);
  });

  test("each store has a budget of its own", async () => {
    const other = await addFetchingStore(world, "store_other_fetcher");
    const answers = [await store.call("GET /v1/feed/messages"), await other.call("GET /v1/feed/messages")];
    expect(answers.map(({ headers }) => headers.get("ratelimit-limit"))).toEqual(["60000", "60000"]);
    expect(answers[1]?.headers.get("ratelimit-remaining")).toBe("59999");
  });
});

describe("refuses", () => {
  test("a store sees its feed and nothing else", async () => {
    expect(outcome(await store.call("GET /v1/releases"))).toEqual([403, "insufficient_scope"]);
    expect(outcome(await store.call("GET /v1/organization"))).toEqual([403, "insufficient_scope"]);
    expect(outcome(await store.call("GET /v1/operator/stores"))).toEqual([404, "not_found"]);
    expect((await store.call("GET /v1/changelog")).status).toBe(200);
  });

  test("a partner's key finds no feed, and the operator's key gets an error that says where it works", async () => {
    expect(outcome(await world.label.call("GET /v1/feed/messages"))).toEqual([404, "not_found"]);
    const operators = await world.operator.call("GET /v1/feed/messages");
    expect(outcome(operators)).toEqual([403, "insufficient_scope"]);
    expect(operators.body.error.message).toContain("use a store's credential here");
    expect(outcome(await world.stranger.call("GET /v1/feed/messages"))).toEqual([401, "authentication_required"]);
  });

  test("a store that does not fetch gets none, and one that stops fetching is refused", async () => {
    const none = await world.operator.call("POST /v1/operator/stores/store_auralis/credentials", { body: {} });
    expect(outcome(none)).toEqual([409, "invalid_state"]);
    expect(none.body.error.message).toContain("ern_http");
    const unknown = await world.operator.call("POST /v1/operator/stores/store_nowhere/credentials", { body: {} });
    expect(outcome(unknown)).toEqual([404, "not_found"]);
    const leaving = await addFetchingStore(world, "store_leaving");
    await must(world.operator, "PATCH /v1/operator/stores/store_leaving", { connector: { kind: "manual" } });
    const refused = await leaving.call("GET /v1/feed/messages");
    expect(outcome(refused)).toEqual([401, "invalid_credentials"]);
    expect(refused.body.error.message).toContain("does not fetch");
  });

  test("a credential of the other environment, a damaged one, and one that another store's path names", async () => {
    const message = async (key = "") => (await world.as(key).call("GET /v1/feed/messages")).body.error.message;
    expect(await message(store.key?.replace("st_test_", "st_live_"))).toContain("other environment");
    expect(await message(store.key?.slice(0, -1))).toContain("damaged");
    const elsewhere = `DELETE /v1/operator/stores/store_auralis/credentials/${store.credential_id}`;
    expect(outcome(await world.operator.call(elsewhere))).toEqual([404, "not_found"]);
  });
});
