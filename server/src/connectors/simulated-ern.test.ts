// The sandbox's stores that read ERN: the whole way of a message, from a release to the delivery's answer.

import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { deliverTo, submittedRelease } from "../../test/fetching-store.ts";
import { createWorld, type World } from "../../test/world.ts";
import { readMessage } from "../ddex/read-message.ts";
import { atOnce } from "../platform/yielding.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

const storeOf = async (id: string) => (await must(world.label, `GET /v1/deliveries/${id}`)).body.stores[0];
const later = async () => {
  world.clock.advance(1_000);
  await world.runJobs();
};
const act = async (id: string, action: string) => {
  await must(world.label, `POST /v1/deliveries/${id}/${action}`, {});
  await world.runJobs();
};
const messageAt = async (store_id: string, message_id: string) => {
  const path = `GET /v1/operator/stores/${store_id}/messages/${message_id}`;
  return atOnce(readMessage(Buffer.from((await must(world.operator, path)).text)));
};

describe("store_parsival", () => {
  test("reads the message, acknowledges it, and confirms; the takedown has no deals", async () => {
    const id = await deliverTo(world, "store_parsival");
    expect((await storeOf(id)).status).toBe("ingesting");
    const sent = await messageAt("store_parsival", `${id}-store_parsival-1`);
    expect([sent.version, sent.problems, sent.message_type]).toEqual(["4.3.2", [], "NewReleaseMessage"]);
    await later();
    expect((await storeOf(id)).status).toBe("delivered");
    await act(id, "takedown");
    await later();
    expect((await storeOf(id)).status).toBe("taken_down");
    const removal = await messageAt("store_parsival", `${id}-store_parsival-1-takedown`);
    expect(removal.message).toMatchObject({ deals: [] });
    const kept = await world.ctx.db<{ message_ids: string[]; document: Buffer }[]>`
      select message_ids, document from store_acknowledgements order by received_at, message_ids`;
    expect(kept.map(({ message_ids }) => message_ids[0]?.slice(id.length))).toEqual([
      "-store_parsival-1",
      "-store_parsival-1",
      "-store_parsival-1-takedown",
      "-store_parsival-1-takedown",
    ]);
    expect(String(kept[1]?.document)).toContain("ReleaseMadeAvailableToConsumers");
  });

  test("takes an update, whose unchanged files it has already", async () => {
    const release_id = await submittedRelease(world);
    const id = await deliverTo(world, "store_parsival", release_id);
    await later();
    await must(world.label, `PATCH /v1/releases/${release_id}`, { title: "Second Light" });
    await act(id, "update");
    await later();
    expect((await storeOf(id)).status).toBe("delivered");
    const { message } = await messageAt("store_parsival", `${id}-store_parsival-2`);
    expect(JSON.stringify(message)).toContain("Second Light");
  });

  test("finds that a file's bytes are not those that the message states", async () => {
    const release_id = await submittedRelease(world);
    const [track] = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    const wrong = "0".repeat(64);
    await world.ctx.db`update assets set checksum_sha256 = ${wrong} where id = ${track.audio_asset_id}`;
    const id = await deliverTo(world, "store_parsival", release_id);
    expect(await storeOf(id)).toMatchObject({
      status: "action_required",
      rejection_code: "SignatureOrHashSumWrongOrMissing",
      rejection_reason: expect.stringContaining("resources/"),
    });
  });

  test("is not reached while a file is gone", async () => {
    const release_id = await submittedRelease(world);
    const { artwork_asset_id } = (await must(world.label, `GET /v1/releases/${release_id}`)).body;
    await world.ctx.blobs.delete(artwork_asset_id);
    const id = await deliverTo(world, "store_parsival", release_id);
    expect((await storeOf(id)).status).toBe("sending");
  });
});

test("store_ackerley gets ERN 4.3, flags the first submission in its acknowledgement, and confirms the second", async () => {
  const id = await deliverTo(world, "store_ackerley");
  expect((await messageAt("store_ackerley", `${id}-store_ackerley-1`)).version).toBe("4.3");
  await later();
  expect(await storeOf(id)).toMatchObject({
    status: "action_required",
    rejection_code: "simulated",
    rejection_reason: expect.stringContaining("Resubmit"),
  });
  await act(id, "resubmit");
  await later();
  expect((await storeOf(id)).status).toBe("delivered");
});

describe("store_threnody", () => {
  const audioOf = async (release_id: string) => {
    const [track] = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    return track.audio_asset_id;
  };

  test("gets ERN 3.8.3 with the MD5 of its files, and confirms; the takedown has the same format", async () => {
    const release_id = await submittedRelease(world);
    const asset_id = await audioOf(release_id);
    // As if an older version had processed it.
    await world.ctx.db`update assets set checksum_md5 = null where id = ${asset_id}`;
    const id = await deliverTo(world, "store_threnody", release_id);
    const sent = await messageAt("store_threnody", `${id}-store_threnody-1`);
    expect([sent.version, sent.problems, sent.message_type]).toEqual(["3.8.3", [], "NewReleaseMessage"]);
    const [kept] = await world.ctx.db<
      { checksum_md5: string }[]
    >`select checksum_md5 from assets where id = ${asset_id}`;
    expect(sent.message).toMatchObject({
      recordings: [{ file: { hash: { algorithm: "MD5", value: kept?.checksum_md5 } } }],
    });
    await later();
    expect((await storeOf(id)).status).toBe("delivered");
    const shown = await must(world.label, `GET /v1/assets/${asset_id}`);
    expect(shown.text).not.toContain(String(kept?.checksum_md5));
    await must(world.operator, "PATCH /v1/operator/stores/store_threnody", {
      capabilities: { message_format: "ern_4.3" },
    });
    await act(id, "takedown");
    await later();
    const removal = await messageAt("store_threnody", `${id}-store_threnody-1-takedown`);
    expect([removal.version, (await storeOf(id)).status]).toEqual(["3.8.3", "taken_down"]);
    await must(world.operator, "PATCH /v1/operator/stores/store_threnody", {
      capabilities: { message_format: "ern_3.8.3" },
    });
  });

  test("that took ERN 4.3 before is taken down in it, though it gets ERN 3.8.3 now", async () => {
    const format = (message_format: string) =>
      must(world.operator, "PATCH /v1/operator/stores/store_threnody", { capabilities: { message_format } });
    await format("ern_4.3");
    const id = await deliverTo(world, "store_threnody");
    await later();
    await format("ern_3.8.3");
    await act(id, "takedown");
    await later();
    const removal = await messageAt("store_threnody", `${id}-store_threnody-1-takedown`);
    expect([removal.version, removal.problems, (await storeOf(id)).status]).toEqual(["4.3", [], "taken_down"]);
    expect(removal.message).toMatchObject({ deals: [], header: { update_indicator: null } });
  });

  test("finds by the MD5 that a byte of a file was changed", async () => {
    const release_id = await submittedRelease(world);
    const asset_id = await audioOf(release_id);
    const [file] = await world.ctx.db<{ blob_key: string }[]>`select blob_key from assets where id = ${asset_id}`;
    const bytes: Buffer[] = [];
    for await (const chunk of (await world.ctx.blobs.get(file?.blob_key ?? "")) ?? []) bytes.push(chunk as Buffer);
    const whole = Buffer.concat(bytes);
    const md5 = createHash("md5").update(whole).digest("hex");
    await world.ctx.db`update assets set checksum_md5 = ${md5} where id = ${asset_id}`;
    whole[whole.length - 1] = (whole.at(-1) ?? 0) ^ 1;
    await world.ctx.blobs.put(file?.blob_key ?? "", Readable.from([whole]));
    const id = await deliverTo(world, "store_threnody", release_id);
    expect(await storeOf(id)).toMatchObject({
      status: "action_required",
      rejection_code: "SignatureOrHashSumWrongOrMissing",
    });
  });
});
