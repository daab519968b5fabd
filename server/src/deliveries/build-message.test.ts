// A store gets the approved content, whatever becomes of the release between the approval and the send.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approve, insertAsset, makeRelease, must } from "../../test/catalog.ts";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";
import type { Connector } from "../connectors/connector.ts";
import type { ReleaseMessage } from "../messages/message.ts";

let messages: ReleaseMessage[] = [];
const noting: Connector = {
  send: async (message) => {
    messages.push(message);
    return {};
  },
  poll: async () => ({}),
  takedown: async () => ({}),
};
let written = 0;
const kind = { summary: "notes what it gets", connect: () => noting, retry_s: [60] as [number], settings: {} };
const connectors = {
  noting: kind,
  writing: {
    ...kind,
    // biome-ignore lint/correctness/useYield: a short document is written in one step
    *write() {
      written++;
      return { document: "<as-written/>", problems: [] };
    },
  },
};

let world: World;
let reviewed: Member;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox", connectors });
  reviewed = await world.organization({ review: "manual" });
  for (const store_id of ["store_noting", "store_other", "store_writing"])
    await must(world.operator, "POST /v1/operator/stores", {
      store_id,
      name: store_id,
      territories: ["WORLD"],
      requirements: "none",
      connector: { kind: store_id === "store_writing" ? "writing" : "noting" },
    });
});
afterAll(() => world.close());
beforeEach(() => {
  messages = [];
});

const setStore = (status: "active" | "paused", store_id = "store_noting") =>
  must(world.operator, `PATCH /v1/operator/stores/${store_id}`, { status });
const setReview = ({ id }: Member, review: "manual" | "automatic") =>
  must(world.operator, `PATCH /v1/operator/organizations/${id}`, { review });
const latestOf = async (release_id: string, by = reviewed) =>
  (await must(by, `GET /v1/submissions?release_id=${release_id}`)).body.data[0];
const decide = async (release_id: string, decision: "approve" | "reject", by = reviewed) => {
  const { submission_id } = await latestOf(release_id, by);
  if (decision === "approve") return approve(world, submission_id);
  const body = { reason: "The artwork shows a price." };
  return must(world.operator, `POST /v1/operator/submissions/${submission_id}/reject`, body);
};
const withdraw = async (release_id: string) =>
  must(reviewed, `POST /v1/submissions/${(await latestOf(release_id)).submission_id}/withdraw`);
const patch = (release_id: string, changes: object, by = reviewed) =>
  must(by, `PATCH /v1/releases/${release_id}`, changes);
const trackOf = async (release_id: string, by = reviewed) =>
  (await must(by, `GET /v1/tracks?release_id=${release_id}`)).body.data[0];
const deliver = (release_id: string, by = reviewed, store_ids = ["store_noting"]): Promise<Answer> =>
  by.call("POST /v1/deliveries", { body: { release_id, store_ids, territory_codes: ["WORLDWIDE"] } });

/** Approved and delivered to a store that is paused: nothing has been sent yet. */
async function waiting(by = reviewed): Promise<{ release_id: string; id: string }> {
  await setStore("paused");
  const release_id = await makeRelease(world, by, { title: "As approved" });
  const { review_status } = (await must(by, `POST /v1/releases/${release_id}/submit`)).body;
  if (review_status === "pending_review") await decide(release_id, "approve", by);
  const made = await deliver(release_id, by);
  expect(made.status, made.text).toBe(201);
  await world.runJobs();
  messages = [];
  return { release_id, id: made.body.id };
}

async function resumed(): Promise<ReleaseMessage> {
  await setStore("active");
  await world.runJobs();
  expect(messages).toHaveLength(1);
  return messages[0] as ReleaseMessage;
}

/** A change of it was refused, so that its tracks can be changed, too. */
async function refused(release_id: string): Promise<void> {
  await patch(release_id, { title: "Refused" });
  await decide(release_id, "reject");
}

describe("a send that was queued before a change under manual review carries what was approved", () => {
  test("title, artwork and a track's title", async () => {
    const { release_id } = await waiting();
    const { artwork_asset_id } = (await must(reviewed, `GET /v1/releases/${release_id}`)).body;
    const other = await insertAsset(world, reviewed, { type: "artwork" });
    await patch(release_id, { title: "Not reviewed yet", artwork_asset_id: other });
    await must(reviewed, `PATCH /v1/tracks/${(await trackOf(release_id)).id}`, { title: "Nor this" });
    const { release, tracks } = await resumed();
    expect(release).toMatchObject({ title: "As approved", artwork_asset_id });
    expect(tracks.map(({ title }) => title)).toEqual(["Midnight in Paris"]);
  });

  test("in the very form of one that was never changed", async () => {
    const { release_id } = await waiting();
    const shown = (await must(reviewed, `GET /v1/releases/${release_id}`)).body;
    await patch(release_id, { title: "Not reviewed yet" });
    const kept = await resumed();
    await patch(release_id, { title: "As approved" });
    await decide(release_id, "approve");
    await deliver(release_id, reviewed, ["store_other"]);
    await world.runJobs();
    const present = messages[1] as ReleaseMessage;
    expect(kept.release).toEqual(shown);
    expect(Object.keys(kept.release).sort()).toEqual(Object.keys(present.release).sort());
    expect(JSON.stringify(kept.tracks)).toBe(JSON.stringify(present.tracks));
  });

  test("after several changes, also one that was rejected and submitted again, and one that was withdrawn", async () => {
    const { release_id } = await waiting();
    await patch(release_id, { title: "Second" });
    await patch(release_id, { title: "Third" });
    await decide(release_id, "reject");
    await patch(release_id, { title: "Fourth" });
    await must(reviewed, `POST /v1/releases/${release_id}/submit`);
    await withdraw(release_id);
    await patch(release_id, { title: "Fifth" });
    expect((await latestOf(release_id)).review_status).toBe("pending_review");
    expect((await resumed()).release.title).toBe("As approved");
  });

  test("until the change is approved: from then on the change", async () => {
    const { release_id } = await waiting();
    await patch(release_id, { title: "Better" });
    await decide(release_id, "approve");
    expect((await resumed()).release.title).toBe("Better");
    expect(await world.ctx.db`select 1 from approved_contents where release_id = ${release_id}`).toEqual([]);
  });

  test("tracks and audio that were changed after the review refused another change", async () => {
    const { release_id } = await waiting();
    await refused(release_id);
    const track = await trackOf(release_id);
    const audio_asset_id = await insertAsset(world, reviewed, { type: "audio", duration_ms: 200_000 });
    await must(reviewed, `PATCH /v1/tracks/${track.id}`, { audio_asset_id });
    await must(reviewed, "POST /v1/tracks", { release_id, title: "One more", audio_asset_id });
    const { tracks } = await resumed();
    expect(tracks.map((one) => [one.title, one.audio_asset_id, one.duration_ms])).toEqual([
      [track.title, track.audio_asset_id, track.duration_ms],
    ]);
  });

  test("also when it was submitted again before it was changed, and that review covers the change", async () => {
    const { release_id } = await waiting();
    await refused(release_id);
    await must(reviewed, `POST /v1/releases/${release_id}/submit`);
    await patch(release_id, { title: "Slipped in" });
    expect((await resumed()).release.title).toBe("As approved");
  });
});

describe("the setting of the review changes meanwhile", () => {
  test("from automatic to manual: what was changed under automatic counts as approved", async () => {
    const member = await world.organization();
    const { release_id } = await waiting(member);
    await patch(release_id, { title: "Changed under automatic" }, member);
    await setReview(member, "manual");
    await patch(release_id, { title: "Not reviewed yet" }, member);
    expect((await resumed()).release.title).toBe("Changed under automatic");
  });

  test("to manual and back: the open review is still decided, and afterwards the present content is sent", async () => {
    const member = await world.organization({ review: "manual" });
    const { release_id } = await waiting(member);
    await patch(release_id, { title: "Waits for its review" }, member);
    await setReview(member, "automatic");
    await patch(release_id, { title: "Waits with it" }, member);
    expect((await resumed()).release.title).toBe("As approved");
    await decide(release_id, "approve", member);
    await patch(release_id, { title: "Under automatic" }, member);
    const made = await deliver(release_id, member, ["store_other"]);
    expect(made.status).toBe(201);
    await world.runJobs();
    expect(messages.at(-1)?.release.title).toBe("Under automatic");
  });

  test("to automatic after a change was withdrawn: the next change is approved at once, and can be delivered", async () => {
    const member = await world.organization({ review: "manual" });
    const { release_id } = await waiting(member);
    await patch(release_id, { title: "Thought better of" }, member);
    const { submission_id } = await latestOf(release_id, member);
    await must(member, `POST /v1/submissions/${submission_id}/withdraw`);
    await setReview(member, "automatic");
    expect((await deliver(release_id, member, ["store_other"])).status).toBe(409);
    await patch(release_id, { title: "Under automatic" }, member);
    expect((await latestOf(release_id, member)).review_status).toBe("approved");
    expect((await resumed()).release.title).toBe("Under automatic");
  });
});

test("what a change takes away from an approved release stays until the change is approved and the store has answered", async () => {
  const { release_id, id } = await waiting();
  const { artwork_asset_id } = (await must(reviewed, `GET /v1/releases/${release_id}`)).body;
  const other = await insertAsset(world, reviewed, { type: "artwork" });
  await patch(release_id, { artwork_asset_id: other });
  const remove = () => reviewed.call(`DELETE /v1/assets/${artwork_asset_id}`);
  const refused = await remove();
  expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
  await resumed();
  await decide(release_id, "approve");
  expect((await remove()).status).toBe(409);
  await must(reviewed, `POST /v1/sandbox/deliveries/${id}/simulate`, { store_id: "store_noting", status: "delivered" });
  expect((await remove()).status).toBe(204);
});

test("a change and the send at once: the store gets what was approved, whichever comes first", async () => {
  for (let time = 0; time < 5; time++) {
    const { release_id } = await waiting();
    await setStore("active");
    await Promise.all([patch(release_id, { title: "Not reviewed yet" }), world.runJobs()]);
    await world.runJobs();
    expect(messages.map(({ release }) => release.title)).toEqual(["As approved"]);
    messages = [];
  }
});

test("a change while the document for a store is written: it is written anew, and document and message have the change", async () => {
  const release_id = await makeRelease(world, world.label, { title: "Before" });
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  await deliver(release_id, world.label, ["store_writing"]);
  written = 0;
  const sent = await world.ctx.begin(async (db) => {
    await db`update releases set title = 'After' where id = ${release_id}`;
    const sending = world.runJobs();
    await expect.poll(() => written).toBe(1);
    return { sending };
  });
  await sent.sending;
  expect([written, messages.map(({ release }) => release.title)]).toEqual([2, ["After"]]);
});

test("under automatic review a send carries the present content, and nothing is kept", async () => {
  const { release_id } = await waiting(world.label);
  await patch(release_id, { title: "Present" }, world.label);
  expect((await resumed()).release.title).toBe("Present");
  expect(await world.ctx.db`select 1 from approved_contents where organization_id = ${world.label.id}`).toEqual([]);
});

describe("rights that were narrowed while a send waited", () => {
  const storeOf = async (id: string, by: Member) => (await must(by, `GET /v1/deliveries/${id}`)).body.stores[0];

  test("are narrowed in the message, for the tracks' own territories too", async () => {
    const member = await world.organization();
    const { release_id, id } = await waiting(member);
    const track = await trackOf(release_id, member);
    await must(member, `PATCH /v1/tracks/${track.id}`, { territory: ["DE", "FR", "US"] });
    await patch(release_id, { territories: ["CH", "DE", "FR"] }, member);
    await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { licensed_territories: ["CH", "DE"] });
    const { territory_codes, tracks } = await resumed();
    expect([territory_codes, tracks.map(({ territory }) => territory)]).toEqual([["CH", "DE"], [["DE"]]]);
    expect(await storeOf(id, member)).toMatchObject({ status: "ingesting", territory_codes: ["CH", "DE"] });
  });

  test("with none left, nothing is sent, and the partner learns what to do", async () => {
    const member = await world.organization();
    const { release_id, id } = await waiting(member);
    await patch(release_id, { territories: ["DE"] }, member);
    await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { licensed_territories: ["US"] });
    await setStore("active");
    await world.runJobs();
    expect(messages).toEqual([]);
    const store = await storeOf(id, member);
    expect(store).toMatchObject({
      status: "action_required",
      rejection_code: "no_territory_left",
      territory_codes: [],
    });
    const { data } = (await must(member, "GET /v1/events?event_type=delivery.store.updated")).body;
    expect(data[0].data).toMatchObject({ delivery_id: id, previous_status: "queued", store });
    await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { licensed_territories: ["DE"] });
    await must(member, `POST /v1/deliveries/${id}/resubmit`, {});
    await world.runJobs();
    expect(messages.map(({ territory_codes }) => territory_codes)).toEqual([["DE"]]);
  });
});

test("says the same of the release to a store that gets a document as to one that gets JSON", async () => {
  const release_id = await makeRelease(world, world.label, { title: "Written", version: "Live" });
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  await setStore("active");
  for (const store_id of ["store_noting", "store_writing"]) await deliver(release_id, world.label, [store_id]);
  await world.runJobs();
  const [first, second] = messages.map(({ release }) => ({ ...release, updated_at: "", status: "" }));
  expect(first).toMatchObject({ title: "Written", version: "Live" });
  expect(second).toEqual(first);
});
