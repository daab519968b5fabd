// The operator reads the messages that went out, and sends one again.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { addFetchingStore, deliverTo, submittedRelease } from "../../../test/fetching-store.ts";
import { type Answer, createWorld, type World } from "../../../test/world.ts";
import type { Connector, Receipt } from "../../connectors/connector.ts";
import type { ConnectorKinds } from "../../connectors/kinds.ts";
import { TransportFailure } from "../../messages/message.ts";

let sent: string[] = [];
let receipt: Receipt = {};
let isAway = false;
const depot = (): Connector => ({
  async send(_, { document }) {
    if (isAway) throw new TransportFailure("The depot is closed.");
    sent.push(document);
    return receipt;
  },
  poll: async () => ({ answer: { status: "delivered" } }),
  takedown: async () => ({ answer: { status: "taken_down" } }),
});

let world: World;
beforeAll(async () => {
  // biome-ignore lint/correctness/useYield: a short document is written in one step
  const write = function* ({ message_id }: { message_id: string }) {
    return { document: `<message id="${message_id}"/>`, problems: [] };
  };
  const connectors: ConnectorKinds = {
    depot: { summary: "a depot", connect: depot, write, retry_s: [60], settings: {} },
  };
  world = await createWorld({ environment: "sandbox", connectors });
  await must(world.operator, "POST /v1/operator/stores", {
    store_id: "store_depot",
    name: "Depot",
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "depot" },
  });
});
afterAll(() => world.close());

const outcome = ({ status, body }: Answer) => [status, body.error.code];
const messagesOf = async (store_id: string, query = "") =>
  (await must(world.operator, `GET /v1/operator/stores/${store_id}/messages${query}`)).body.data;
const resend = (store_id: string, message_id: string) =>
  world.operator.call(`POST /v1/operator/stores/${store_id}/messages/${message_id}/resend`);
const statusOf = async (id: string) => (await must(world.label, `GET /v1/deliveries/${id}`)).body.stores[0].status;

describe("the operator", () => {
  test("reads the files that go with a message", async () => {
    const [release_id, audio] = [
      await submittedRelease(world),
      await must(world.label, "POST /v1/sandbox/assets", { type: "audio" }),
    ];
    const { data: tracks } = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body;
    const { submission_id } = (await must(world.label, `GET /v1/submissions?release_id=${release_id}`)).body.data[0];
    await must(world.label, `POST /v1/submissions/${submission_id}/withdraw`);
    await must(world.label, `PATCH /v1/tracks/${tracks[0].id}`, { audio_asset_id: audio.body.id });
    await must(world.label, `POST /v1/releases/${release_id}/submit`);
    const request = { release_id, store_ids: ["store_auralis"], territory_codes: ["WORLDWIDE"] };
    const { id } = (await must(world.label, "POST /v1/deliveries", request)).body;
    await world.runJobs();
    const path = `/v1/operator/stores/store_auralis/messages/${id}-store_auralis-1`;
    const { files } = (await must(world.operator, `GET ${path}`)).body;
    const file = files.find(({ asset_id }: { asset_id: string }) => asset_id === audio.body.id);
    const { status, headers } = await world.operator.call(`GET ${path}/files/${file.asset_id}`);
    expect([status, headers.get("content-length")]).toEqual([200, String(file.size_bytes)]);
    expect(outcome(await world.operator.call(`GET ${path}/files/ast_none`))).toEqual([404, "not_found"]);
    expect(
      outcome(await world.operator.call(`GET ${path.replace("auralis-1", "auralis-9")}/files/${file.asset_id}`)),
    ).toEqual([404, "not_found"]);
    expect(outcome(await world.label.call(`GET ${path}/files/${file.asset_id}`))).toEqual([404, "not_found"]);
  });

  test("sees a store's last messages with their answers, of every kind of connector", async () => {
    const id = await deliverTo(world, "store_rejecta");
    const [waiting] = await messagesOf("store_rejecta", `?delivery_id=${id}`);
    expect(waiting).toEqual({
      message_id: `${id}-store_rejecta-1`,
      delivery_id: id,
      release_id: expect.stringMatching(/^rel_/),
      attempt: 1,
      kind: "new",
      created_at: expect.any(String),
      sent_at: expect.any(String),
      answered_at: null,
      answer: null,
      acknowledgements: [],
    });
    world.clock.advance(1_000);
    await world.runJobs();
    await must(world.label, `POST /v1/deliveries/${id}/resubmit`, {});
    await world.runJobs();
    const [second, first] = await messagesOf("store_rejecta", `?delivery_id=${id}`);
    expect([second.attempt, second.answer]).toEqual([2, null]);
    expect([first.answered_at, first.answer]).toEqual([
      expect.any(String),
      { status: "rejected", rejection_code: "simulated", rejection_reason: expect.any(String) },
    ]);
    expect(await messagesOf("store_rejecta", "?delivery_id=dlv_none")).toEqual([]);
  });

  test("reads the very bytes: XML, or JSON for a simulated store", async () => {
    sent = [];
    const id = await deliverTo(world, "store_depot");
    const read = (store_id: string) =>
      must(world.operator, `GET /v1/operator/stores/${store_id}/messages/${id}-${store_id}-1`);
    const xml = await read("store_depot");
    expect([xml.text, xml.headers.get("content-type")]).toEqual([sent[0], "application/xml; charset=utf-8"]);
    const other = await deliverTo(world, "store_auralis");
    const json = await must(world.operator, `GET /v1/operator/stores/store_auralis/messages/${other}-store_auralis-1`);
    expect(json.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(json.body).toMatchObject({ message_id: `${other}-store_auralis-1`, kind: "new" });
  });

  test("sends a message again: the same bytes, and the status stays until the store answers", async () => {
    [sent, receipt] = [[], { answer: { status: "rejected", rejection_reason: "A file was cut." } }];
    const id = await deliverTo(world, "store_depot");
    expect(await statusOf(id)).toBe("rejected");
    receipt = { ask_after_ms: 1_000 };
    const asked = await resend("store_depot", `${id}-store_depot-1`);
    expect([asked.status, asked.body.message_id]).toEqual([202, `${id}-store_depot-1`]);
    await world.runJobs();
    expect(sent).toEqual([sent[0], sent[0]]);
    expect(await statusOf(id)).toBe("rejected");
    world.clock.advance(1_000);
    await world.runJobs();
    expect(await statusOf(id)).toBe("delivered");
    receipt = {};
  });

  test("sends again once a store that was away is back", async () => {
    sent = [];
    const id = await deliverTo(world, "store_depot");
    isAway = true;
    await resend("store_depot", `${id}-store_depot-1`);
    await world.runJobs();
    expect(sent).toHaveLength(1);
    isAway = false;
    world.clock.advance(60_000 * 2);
    await world.runJobs();
    expect(sent).toHaveLength(2);
  });

  test("cannot send an old message over a newer one, one that is on its way, or any to a paused store", async () => {
    receipt = { answer: { status: "delivered" } };
    const id = await deliverTo(world, "store_depot");
    await must(world.label, `POST /v1/deliveries/${id}/update`, {});
    await world.runJobs();
    const old = await resend("store_depot", `${id}-store_depot-1`);
    expect(outcome(old)).toEqual([409, "invalid_state"]);
    expect(old.body.error.message).toContain(`${id}-store_depot-2`);
    isAway = true;
    const stuck = await deliverTo(world, "store_depot");
    expect(outcome(await resend("store_depot", `${stuck}-store_depot-1`))).toEqual([409, "invalid_state"]);
    isAway = false;
    const pause = (status: string) => must(world.operator, "PATCH /v1/operator/stores/store_depot", { status });
    await pause("paused");
    expect(outcome(await resend("store_depot", `${id}-store_depot-2`))).toEqual([409, "invalid_state"]);
    await pause("active");
    receipt = {};
  });

  test("cannot send the JSON of an old connector to a store that reads XML now", async () => {
    const settings = { store_id: "store_moved", name: "Moved", territories: ["WORLD"], requirements: "none" };
    await must(world.operator, "POST /v1/operator/stores", { ...settings, connector: { kind: "manual" } });
    const id = await deliverTo(world, "store_moved");
    await must(world.operator, "PATCH /v1/operator/stores/store_moved", { connector: { kind: "depot" } });
    expect(outcome(await resend("store_moved", `${id}-store_moved-1`))).toEqual([409, "invalid_state"]);
  });

  test("finds no message of another store, and none at a store that does not exist", async () => {
    const id = await deliverTo(world, "store_depot");
    const elsewhere = [
      await world.operator.call(`GET /v1/operator/stores/store_auralis/messages/${id}-store_depot-1`),
      await resend("store_auralis", `${id}-store_depot-1`),
      await world.operator.call("GET /v1/operator/stores/store_nowhere/messages"),
      await resend("store_nowhere", `${id}-store_depot-1`),
    ];
    expect(elsewhere.map(outcome)).toEqual(Array(4).fill([404, "not_found"]));
  });
});

test("a store that fetches finds a message that was sent again, although it goes on after that very message", async () => {
  const store = await addFetchingStore(world, "store_fetcher");
  const messages = async (query = "") => (await must(store, `GET /v1/feed/messages${query}`)).body.data;
  for (let count = 0; count < 2; count++) await deliverTo(world, "store_fetcher", await submittedRelease(world));
  const [{ message_id: first }, { message_id: second }] = await messages();
  const before = await must(store, `GET /v1/feed/messages/${first}`);
  await must(store, `GET /v1/feed/messages/${second}`);
  expect(await messages(`?after=${second}`)).toEqual([]);
  await resend("store_fetcher", second);
  await world.runJobs();
  expect((await messages(`?after=${second}`)).map((row: { message_id: string }) => row.message_id)).toEqual([second]);
  await must(store, `GET /v1/feed/messages/${second}`);
  expect(await messages(`?after=${second}`)).toEqual([]);
  await resend("store_fetcher", first);
  await world.runJobs();
  expect(await messages(`?after=${second}`)).toHaveLength(1);
  expect((await must(store, `GET /v1/feed/messages/${first}`)).text).toBe(before.text);
});
