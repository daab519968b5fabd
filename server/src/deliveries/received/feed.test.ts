// A store that fetches: what it finds in its feed, and what its reports do.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertAsset, must } from "../../../test/catalog.ts";
import {
  addFetchingStore,
  deliverTo,
  type FetchingStore,
  putBytes,
  submittedRelease,
} from "../../../test/fetching-store.ts";
import { sha256 } from "../../../test/upload.ts";
import { type Answer, createWorld, type World } from "../../../test/world.ts";

let world: World;
let store: FetchingStore;
let stores = 0;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

const outcome = ({ status, body }: Answer) => [status, body.error.code];
const feedOf = async (caller = store, query = "") => (await must(caller, `GET /v1/feed/messages${query}`)).body.data;
const idsOf = async (caller = store, query = ""): Promise<string[]> =>
  (await feedOf(caller, query)).map(({ message_id }: { message_id: string }) => message_id);
const report = (message_id: string, body: object, caller = store) =>
  caller.call(`POST /v1/feed/messages/${message_id}/status`, { body });
const atStore = async (id: string) => (await must(world.label, `GET /v1/deliveries/${id}`)).body.stores[0];
const act = async (id: string, action: string) => {
  await must(world.label, `POST /v1/deliveries/${id}/${action}`, {});
  await world.runJobs();
};
const freshStore = () => addFetchingStore(world, `store_fetcher_${++stores}`);

describe("a store that fetches", () => {
  beforeAll(async () => {
    store = await freshStore();
  });

  test("finds the message, fetches it and its files, and reports that it has the release", async () => {
    const delivery_id = await deliverTo(world, store.store_id);
    expect((await atStore(delivery_id)).status).toBe("ingesting");
    const [listed] = await feedOf();
    expect(listed).toMatchObject({ delivery_id, kind: "new", attempt: 1, fetched_at: null, answer: null });
    const fetched = await must(store, `GET /v1/feed/messages/${listed.message_id}`);
    expect(fetched.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(fetched.text).toContain(listed.message_id);
    const answered = await report(listed.message_id, { status: "delivered" });
    expect([answered.status, answered.body]).toMatchObject([
      200,
      { message_id: listed.message_id, fetched_at: expect.any(String), answer: { status: "delivered" } },
    ]);
    expect((await atStore(delivery_id)).status).toBe("delivered");
  });

  test("gets messages oldest first, and goes on after the last one it has seen", async () => {
    const own = await freshStore();
    for (let count = 0; count < 3; count++) await deliverTo(world, own.store_id);
    const all = await idsOf(own);
    expect(all).toHaveLength(3);
    expect(await idsOf(own, `?after=${all[0]}`)).toEqual(all.slice(1));
    expect(await idsOf(own, `?after=${all[2]}`)).toEqual([]);
    const first = (await must(own, "GET /v1/feed/messages?limit=2")).body;
    expect(first.data.map(({ message_id }: { message_id: string }) => message_id)).toEqual(all.slice(0, 2));
    const rest = await idsOf(own, `?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`);
    expect(rest).toEqual(all.slice(2));
    expect(outcome(await own.call("GET /v1/feed/messages?after=dlv_1-store_auralis-1"))).toEqual([
      400,
      "invalid_request",
    ]);
  });

  test("reads a file whole or in parts, by the name in the message", async () => {
    await deliverTo(world, store.store_id);
    const message_id = (await idsOf()).at(-1);
    const { text } = await must(store, `GET /v1/feed/messages/${message_id}`);
    const files = [...text.matchAll(/<URI>([^<]+)<\/URI>[\s\S]*?<HashSumValue>([0-9a-f]+)<\/HashSumValue>/g)];
    expect(files).toHaveLength(2);
    for (const [, uri = "", hash] of files) {
      const path = `GET /v1/feed/messages/${message_id}/files/${uri.split("/").at(-1)}`;
      const whole = await must(store, path);
      expect(sha256(Buffer.from(whole.text))).toBe(hash);
      const part = await store.call(path, { headers: { range: "bytes=4-8" } });
      expect([part.status, part.text]).toEqual([206, whole.text.slice(4, 9)]);
      const head = await store.call(path.replace("GET", "HEAD"));
      expect([head.status, head.headers.get("content-length")]).toEqual([200, String(whole.text.length)]);
      expect((await store.call(path, { headers: { range: "bytes=9999999-" } })).status).toBe(400);
    }
    expect(outcome(await store.call(`GET /v1/feed/messages/${message_id}/files/nothing.flac`))).toEqual([
      404,
      "not_found",
    ]);
  });

  test("fetches lyrics that it takes, by the name in the message, and no others", async () => {
    const own = await freshStore();
    const plain = await freshStore();
    await must(world.operator, `PATCH /v1/operator/stores/${own.store_id}`, { connector: { lyrics: "synced" } });
    await must(world.operator, `PATCH /v1/operator/stores/${plain.store_id}`, { connector: { lyrics: "plain" } });
    const release_id = await submittedRelease(world);
    const [track] = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    const lyrics = { language: "fr", lyrics: "Là, là", lyrics_synced: "[00:01.00]Là, là" };
    await must(world.label, `PATCH /v1/tracks/${track.id}`, lyrics);
    const body = {
      release_id,
      store_ids: [own.store_id, plain.store_id, store.store_id],
      territory_codes: ["WORLDWIDE"],
    };
    await must(world.label, "POST /v1/deliveries", body);
    await world.runJobs();
    const textAt = async (caller: FetchingStore) => {
      const message_id = (await idsOf(caller)).at(-1);
      const { text } = await must(caller, `GET /v1/feed/messages/${message_id}`);
      const [resource = ""] = /<Text>.*<\/Text>/s.exec(text) ?? [];
      const uri = /<URI>resources\/([^<]+)<\/URI>/.exec(resource)?.[1];
      const hash = /<HashSumValue>([0-9a-f]+)</.exec(resource)?.[1];
      return { path: `GET /v1/feed/messages/${message_id}/files/`, uri, hash };
    };
    for (const [caller, ending, text] of [
      [own, ".lrc", lyrics.lyrics_synced],
      [plain, ".txt", lyrics.lyrics],
    ] as const) {
      const { path, uri = "", hash } = await textAt(caller);
      expect(uri).toMatch(new RegExp(`\\${ending}$`));
      const file = await must(caller, `${path}${uri}`);
      expect([file.text, file.headers.get("content-type")]).toEqual([text, "text/plain; charset=utf-8"]);
      expect(sha256(Buffer.from(file.text))).toBe(hash);
      const head = await caller.call(`${path.replace("GET", "HEAD")}${uri}`);
      expect([head.status, head.headers.get("content-length")]).toEqual([200, String(Buffer.byteLength(text))]);
      const other = uri.replace(/\.\w+$/, ending === ".lrc" ? ".txt" : ".lrc");
      expect((await caller.call(`${path}${other}`)).status).toBe(404);
      const silent = await textAt(store);
      expect([silent.uri, (await store.call(`${silent.path}${uri}`)).status]).toEqual([undefined, 404]);
    }
  });

  test("finds every file that its message names until it has answered, though the release has other files by now", async () => {
    const own = await freshStore();
    const release_id = await submittedRelease(world);
    const id = await deliverTo(world, own.store_id, release_id);
    const [message_id = ""] = await idsOf(own);
    const { artwork_asset_id } = (await must(world.label, `GET /v1/releases/${release_id}`)).body;
    const other = await insertAsset(world, world.label, { type: "artwork" });
    await putBytes(world, other, Buffer.from("another picture"));
    await must(world.label, `PATCH /v1/releases/${release_id}`, { artwork_asset_id: other });
    const remove = () => world.label.call(`DELETE /v1/assets/${artwork_asset_id}`);
    expect(outcome(await remove())).toEqual([409, "invalid_state"]);
    await world.runJobs();
    const { text } = await must(own, `GET /v1/feed/messages/${message_id}`);
    for (const [, uri = ""] of text.matchAll(/<URI>([^<]+)<\/URI>/g))
      await must(own, `GET /v1/feed/messages/${message_id}/files/${uri.split("/").at(-1)}`);
    await report(message_id, { status: "delivered" }, own);
    // The update on its way names the other file, so the first one is free.
    await act(id, "update");
    expect((await atStore(id)).status).toBe("ingesting");
    expect((await remove()).status).toBe(204);
  });

  test("never sees two messages for one release: an update and a takedown take the place of what came before", async () => {
    const own = await freshStore();
    const id = await deliverTo(world, own.store_id);
    const [first = ""] = await idsOf(own);
    await report(first, { status: "delivered" }, own);
    await act(id, "update");
    const [second = "", ...others] = await idsOf(own);
    expect([second, others]).toEqual([`${id}-${own.store_id}-2`, []]);
    await report(second, { status: "delivered" }, own);
    await act(id, "takedown");
    expect(await idsOf(own)).toEqual([`${id}-${own.store_id}-2-takedown`]);
    expect(await idsOf(own, `?after=${first}`)).toHaveLength(1);
    // Messages that it has listed before can still be fetched.
    expect((await own.call(`GET /v1/feed/messages/${first}`)).status).toBe(200);
    await must(own, `POST /v1/feed/messages/${id}-${own.store_id}-2-takedown/status`, { status: "taken_down" });
    expect((await atStore(id)).status).toBe("taken_down");
  });

  test("gets nothing new while it is paused", async () => {
    const own = await freshStore();
    const pause = (status: string) => must(world.operator, `PATCH /v1/operator/stores/${own.store_id}`, { status });
    await deliverTo(world, own.store_id);
    await pause("paused");
    await deliverTo(world, own.store_id);
    expect(await idsOf(own)).toEqual([]);
    await pause("active");
    await world.runJobs();
    expect(await idsOf(own)).toHaveLength(2);
  });

  test("HEAD does not count as fetched", async () => {
    const own = await freshStore();
    await deliverTo(world, own.store_id);
    const [message_id] = await idsOf(own);
    expect((await own.call(`HEAD /v1/feed/messages/${message_id}`)).status).toBe(200);
    expect((await feedOf(own))[0].fetched_at).toBe(null);
    await own.call(`GET /v1/feed/messages/${message_id}`);
    expect((await feedOf(own))[0].fetched_at).toEqual(expect.any(String));
  });
});

describe("a report", () => {
  let id: string;
  let message_id: string;
  beforeAll(async () => {
    store = await freshStore();
    id = await deliverTo(world, store.store_id);
    [message_id = ""] = await idsOf();
  });

  test("sent eight times at once counts once", async () => {
    const refusal = { status: "rejected", rejection_code: "ResourceCorrupt", rejection_reason: "A file was cut." };
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(message_id, refusal)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { status, rejection_code, history } = await atStore(id);
    expect([status, rejection_code]).toEqual(["rejected", "ResourceCorrupt"]);
    const rejections = history.filter((step: { status: string }) => step.status === "rejected");
    expect(rejections).toHaveLength(1);
  });

  test("about an earlier attempt changes nothing, and is kept as ignored", async () => {
    await act(id, "resubmit");
    const [second = ""] = await idsOf();
    expect(second).not.toBe(message_id);
    expect((await report(message_id, { status: "delivered" })).status).toBe(200);
    const { status, history } = await atStore(id);
    expect([status, history.at(-1)]).toMatchObject(["ingesting", { status: "delivered", is_ignored: true }]);
    expect((await report(second, { status: "delivered" })).status).toBe(200);
    expect((await atStore(id)).status).toBe("delivered");
  });

  test("about a release that comes after the takedown was requested changes nothing", async () => {
    const own = await freshStore();
    const delivery_id = await deliverTo(world, own.store_id);
    const [first = ""] = await idsOf(own);
    await report(first, { status: "delivered" }, own);
    await act(delivery_id, "takedown");
    expect((await report(first, { status: "rejected" }, own)).status).toBe(200);
    expect((await atStore(delivery_id)).status).toBe("takedown_requested");
  });

  test("that does not fit the message is 409, and one without a known status 422", async () => {
    const [last = ""] = await idsOf();
    expect(outcome(await report(last, { status: "taken_down" }))).toEqual([409, "invalid_state"]);
    expect(outcome(await report(last, { status: "ingesting" }))).toEqual([422, "validation_failed"]);
  });
});

describe("keeps apart", () => {
  test("another store's message is the same 404 as one that does not exist", async () => {
    const [one, other] = [await freshStore(), await freshStore()];
    await deliverTo(world, one.store_id, await submittedRelease(world));
    const [message_id] = await idsOf(one);
    expect(await idsOf(other)).toEqual([]);
    const foreign = [
      await other.call(`GET /v1/feed/messages/${message_id}`),
      await other.call(`GET /v1/feed/messages/${message_id}/files/a.bin`),
      await report(message_id ?? "", { status: "delivered" }, other),
      await other.call("GET /v1/feed/messages/dlv_0-store_none-1"),
    ];
    expect(foreign.map(outcome)).toEqual(Array(4).fill([404, "not_found"]));
    expect(outcome(await other.call(`GET /v1/feed/messages?after=${message_id}`))).toEqual([400, "invalid_request"]);
  });
});
