// A store as real ones are: it is reached with a password, gets files besides the message, takes them in several calls,
// and needs the release that it is to take down.

import { Type } from "typebox";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertAsset, makeRelease, must } from "../../../test/catalog.ts";
import { sha256 } from "../../../test/upload.ts";
import { createWorld, type World } from "../../../test/world.ts";
import type { Connector, ConnectorInputs, Receipt, SendOptions } from "../../connectors/connector.ts";
import type { ConnectorKinds } from "../../connectors/kinds.ts";
import { type ReleaseMessage, type TakedownMessage, type Ticket, TransportFailure } from "../../messages/message.ts";
import type { WriteInputs } from "../../messages/written-message.ts";

type Sent = { message: ReleaseMessage | TakedownMessage; document: string };
let sent: Sent[] = [];
let polled: Ticket[] = [];
let passwords: (string | undefined)[] = [];
/** The files that the depot has, by the hash of the bytes. */
let depot = new Map<string, Buffer>();
let isCut = false;
/** The store fails, or gives this, when it is asked for its answer. */
let isMute = false;
let asked: Receipt = {};
let receipt: Receipt = {};
let signals: AbortSignal[] = [];

/** One file a call, then the message; what is there already is not sent again. */
function connectDepot({ settings, secrets, blobs, clock }: ConnectorInputs<{ folder: string }>): Connector {
  passwords.push(secrets.password);
  expect([settings.folder, clock.now()]).toEqual([expect.any(String), expect.any(Date)]);
  return {
    async send(message, options: SendOptions) {
      for (const { blob_key, checksum_sha256, size_bytes } of message.files) {
        if (depot.has(checksum_sha256)) continue;
        const bytes = await blobs.get(blob_key);
        if (!bytes) throw new TransportFailure(`The file ${blob_key} is not there.`);
        depot.set(checksum_sha256, Buffer.concat(await bytes.toArray()).subarray(0, size_bytes));
        if (isCut) throw new TransportFailure("The line went dead.");
        return { has_more: true };
      }
      sent.push({ message, document: options.document });
      return receipt;
    },
    async poll(ticket) {
      polled.push(ticket);
      if (isMute) throw new TransportFailure("The line went dead.");
      return asked;
    },
    async takedown(message, { document }) {
      sent.push({ message, document });
      return isCut ? Promise.reject(new TransportFailure("The line went dead.")) : receipt;
    },
  };
}

const connectors: ConnectorKinds = {
  depot: {
    summary: "a folder on this machine",
    connect: connectDepot,
    // biome-ignore lint/correctness/useYield: a short document is written in one step
    *write(message, { settings: { folder } }: WriteInputs<{ folder: string }>) {
      return { document: `<${folder}>${message.message_id}</${folder}>`, problems: [] };
    },
    retry_s: [60],
    settings: { folder: Type.String() },
    secrets: { password: Type.String() },
  },
  hanging: {
    summary: "never answers",
    connect: () => ({
      send: (_, { signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
      poll: async () => ({}),
      takedown: async () => ({}),
    }),
    retry_s: [60],
    call_within_ms: 40,
    settings: {},
  },
};

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox", connectors });
  await addStore("store_depot", { kind: "depot", folder: "in", password: "open sesame" });
});
afterAll(() => world.close());
beforeEach(() => {
  [sent, polled, passwords, signals, depot, isCut, receipt] = [[], [], [], [], new Map(), false, {}];
  [isMute, asked] = [false, {}];
});

const addStore = (store_id: string, connector: object) =>
  must(world.operator, "POST /v1/operator/stores", {
    store_id,
    name: store_id,
    territories: ["WORLD"],
    requirements: "none",
    connector,
  });
const storeOf = async (id: string) => (await must(world.label, `GET /v1/deliveries/${id}`)).body.stores[0];
const act = async (id: string, action: string) => {
  await must(world.label, `POST /v1/deliveries/${id}/${action}`, {});
  await world.runJobs();
};
const answer = (id: string, status: string) =>
  must(world.label, `POST /v1/sandbox/deliveries/${id}/simulate`, { store_id: "store_depot", status });
const patch = (release_id: string, changes: object) => must(world.label, `PATCH /v1/releases/${release_id}`, changes);
const firstOf = (all: readonly Sent[]) => all[0] ?? expect.fail("Nothing was sent.");
const releaseOf = ({ message }: Sent) => (message.kind === "takedown" ? message.taken : message).release.title;

/** An asset's row with bytes behind it. */
async function putBytes(asset_id: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await world.ctx.blobs.put(
    asset_id,
    (async function* () {
      yield bytes;
    })(),
  );
  await world.ctx.db`
    update assets set size_bytes = ${bytes.length}, checksum_sha256 = ${sha256(bytes)} where id = ${asset_id}`;
}

async function delivered(store_id = "store_depot"): Promise<{ release_id: string; id: string; assets: string[] }> {
  const release_id = await makeRelease(world, world.label, { title: "First" });
  const { artwork_asset_id } = (await must(world.label, `GET /v1/releases/${release_id}`)).body;
  const [track] = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
  const assets = [artwork_asset_id, track.audio_asset_id];
  for (const asset_id of assets) await putBytes(asset_id, `the bytes of ${asset_id}`);
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  const body = { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
  const { id } = (await must(world.label, "POST /v1/deliveries", body)).body;
  await world.runJobs();
  return { release_id, id, assets };
}

describe("a store that gets files", () => {
  test("gets their sizes and hashes, and can read their bytes, of the artwork and of each track", async () => {
    const { assets } = await delivered();
    const { files, tracks, release } = firstOf(sent).message as ReleaseMessage;
    expect(files.map(({ asset_id }) => asset_id)).toEqual(assets);
    expect([release.artwork_asset_id, tracks[0]?.audio_asset_id]).toEqual(assets);
    for (const file of files) {
      const bytes = depot.get(file.checksum_sha256);
      expect(bytes?.toString()).toBe(`the bytes of ${file.asset_id}`);
      expect([file.size_bytes, file.checksum_sha256]).toEqual([bytes?.length, sha256(bytes as Buffer)]);
    }
    expect(files.map(({ audio, image }) => [audio?.format, image?.format])).toEqual([
      [undefined, "jpeg"],
      ["wav", undefined],
    ]);
  });

  test("takes them in several calls, and goes on after a cut with what is missing", async () => {
    isCut = true;
    const { id } = await delivered();
    expect([depot.size, sent.length, (await storeOf(id)).status]).toEqual([1, 0, "sending"]);
    isCut = false;
    world.clock.advance(60_000);
    await world.runJobs();
    expect([depot.size, sent.length, (await storeOf(id)).status]).toEqual([2, 1, "ingesting"]);
    expect(await storeOf(id)).toMatchObject({ attempts: 1, stalled_reason: null });
  });

  test("learns which of them an update leaves as they are", async () => {
    const { release_id, id } = await delivered();
    await answer(id, "delivered");
    const other = await insertAsset(world, world.label, { type: "artwork" });
    await putBytes(other, "another picture");
    await patch(release_id, { artwork_asset_id: other });
    await act(id, "update");
    const [first, second] = sent.map(({ message }) => message as ReleaseMessage);
    expect([first?.kind, first?.files.map(({ is_at_store }) => is_at_store)]).toEqual(["new", [false, false]]);
    expect([second?.kind, second?.files.map(({ is_at_store }) => is_at_store)]).toEqual(["update", [false, true]]);
  });
});

describe("a store with a secret", () => {
  test("is reached with it", async () => {
    await delivered();
    expect(new Set(passwords)).toEqual(new Set(["open sesame"]));
  });

  test("that cannot be opened any more is not reached, and the row says what to do", async () => {
    await addStore("store_locked", { kind: "depot", folder: "in", password: "lost" });
    await world.ctx.db`update stores set connector_secrets = '{"password": "garbage"}' where store_id = 'store_locked'`;
    const { id } = await delivered("store_locked");
    for (let time = 0; time < 2; time++) {
      world.clock.advance(60_000);
      await world.runJobs();
    }
    expect(await storeOf(id)).toMatchObject({
      status: "stalled",
      stalled_reason: expect.stringContaining("the operator must enter it again"),
    });
    expect(passwords).toEqual([]);
  });
});

describe("a takedown", () => {
  test("names what the store took last, not what the release has become", async () => {
    const { release_id, id } = await delivered();
    await answer(id, "delivered");
    await patch(release_id, { title: "Second" });
    await act(id, "update");
    await answer(id, "delivered");
    await patch(release_id, { title: "Third" });
    await act(id, "update");
    await answer(id, "rejected");
    await patch(release_id, { title: "Fourth" });
    await act(id, "takedown");
    expect(sent.map(releaseOf)).toEqual(["First", "Second", "Third", "Second"]);
    expect(sent[3]?.message).toMatchObject({ taken: sent[1]?.message });
  });

  test("of a store that a person reported as delivered before anything was sent names what was approved", async () => {
    await must(world.operator, "PATCH /v1/operator/stores/store_depot", { status: "paused" });
    const { release_id, id } = await delivered();
    await answer(id, "delivered");
    await must(world.operator, "PATCH /v1/operator/stores/store_depot", { status: "active" });
    await act(id, "takedown");
    // The store gets what waited for it as well, of other releases.
    const takedowns = sent.map(({ message }) => message as TakedownMessage);
    const { taken } =
      takedowns.find(({ taken }) => taken?.release.id === release_id) ?? expect.fail("It was not sent.");
    expect(taken.territory_codes).toHaveLength(249);
  });
});

describe("one message, one id", () => {
  test("a submission, a resubmission and a takedown have ids of their own, and are asked about by them", async () => {
    receipt = { ask_after_ms: 1_000 };
    const { id } = await delivered();
    const ask = async () => {
      world.clock.advance(1_000);
      await world.runJobs();
    };
    await ask();
    await answer(id, "delivered");
    await act(id, "update");
    await ask();
    await answer(id, "delivered");
    await act(id, "takedown");
    await ask();
    const ids = sent.map(({ message }) => message.message_id);
    expect(new Set(ids).size).toBe(3);
    expect(polled.map(({ message_id, kind }) => [message_id, kind])).toEqual([
      [ids[0], "new"],
      [ids[1], "update"],
      [ids[2], "takedown"],
    ]);
    expect(polled.map(({ created_at }) => created_at)).toEqual(sent.map(({ message }) => message.created_at));
  });

  test("every try of a takedown is the same, though the release and the store's settings change meanwhile", async () => {
    const { release_id, id } = await delivered();
    await answer(id, "delivered");
    isCut = true;
    await act(id, "takedown");
    await patch(release_id, { title: "Another" });
    const set = (folder: string) =>
      must(world.operator, "PATCH /v1/operator/stores/store_depot", { connector: { kind: "depot", folder } });
    await set("out");
    world.clock.advance(60_000);
    await world.runJobs();
    await set("in");
    const [, first, second] = sent;
    expect(second).toEqual(first);
    expect(first?.document).toBe(`<in>${first?.message.message_id}</in>`);
  });
});

test("a call that takes too long is aborted, so that it does not go on beside the next", async () => {
  await addStore("store_hanging", { kind: "hanging" });
  const { id } = await delivered("store_hanging");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect((await storeOf(id)).status).toBe("sending");
});

test("failures count in a row: after two that are followed by an answer, the third says nothing to the operator", async () => {
  receipt = { ask_after_ms: 1_000 };
  asked = { ask_after_ms: 1_000 };
  const { id } = await delivered();
  const ask = async (mute: boolean) => {
    isMute = mute;
    world.clock.advance(60_000);
    await world.runJobs();
  };
  const warnings = () => world.log_lines.filter((line) => line.includes('"store_id":"store_depot","msg"'));
  for (const mute of [true, true, false, true, true]) await ask(mute);
  expect(warnings()).toEqual([]);
  await ask(true);
  expect(warnings()).toEqual([expect.stringMatching(/"level":40.*not reached 3 times in a row.*The line went dead/)]);
  await ask(false);
  expect(warnings()).toHaveLength(2);
  await answer(id, "delivered");
});
