import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { draft, makeRelease, must } from "../../test/catalog.ts";
import { createWorld, type World } from "../../test/world.ts";
import { connectorKinds } from "../connectors/kinds.ts";
import { connectManual } from "../connectors/manual.ts";
import { writeErn } from "../messages/ern/document.ts";
import { ernSettings } from "../messages/ern/settings.ts";
import type { SchemaCheck } from "../messages/written-message.ts";
import { getRelease } from "../releases/actions.ts";
import { findStores } from "../stores/queries.ts";
import { messageJudge } from "./judge-messages.ts";

const undated = { path: "ReleaseList/Release/ReleaseDate", issue: "must be another one" };
const connectors = {
  // Its messages have something wrong at the release date.
  undated: {
    summary: "finds fault with the date",
    connect: connectManual,
    *write(message: never, inputs: never) {
      return { ...(yield* writeErn(message, inputs)), problems: [undated] };
    },
    speaks_ern: true,
    retry_s: [60],
    settings: ernSettings,
  },
} as never;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox", connectors });
  await addStore("store_ern");
  await addStore("store_mute", { capabilities: { streaming: false } });
  await addStore("store_alps", { territories: ["CH"] });
  await addStore("store_json", { connector: { kind: "manual" } });
  await addStore("store_valley", { connector: { kind: "manual" }, territories: ["CH"] });
  const recipients = [{ party_id: "PADPIDA2009101501Y", party_name: "Auralis" }];
  await addStore("store_undated", { connector: { kind: "undated", recipients } });
});
afterAll(() => world.close());

const addStore = (store_id: string, changes: object = {}) =>
  must(world.operator, "POST /v1/operator/stores", {
    store_id,
    name: store_id,
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "simulated", format: "ern_unread", latency_ms: 0 },
    ...changes,
  });

const isrc = "QZ-ABC-26-00001";
const twice = [
  { name: "Vera Lux", role: "main" },
  { name: "Vera Lux", role: "featured" },
];

/** Approved, and with an ISRC if `track` is left out. */
async function makeSubmitted(changes: object = {}, track: object = { isrc }): Promise<string> {
  const release_id = await makeRelease(world, world.label, changes);
  const [{ id }] = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
  await must(world.label, `PATCH /v1/tracks/${id}`, track);
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  return release_id;
}

type Issue = { code: string; severity: string; field: string; issue: string; store_id?: string };

/** The blockers that preflight finds for a store, alone and among all stores. */
async function blockersAt(store_id: string, release_id: string): Promise<Issue[]> {
  const path = `GET /v1/releases/${release_id}/preflight`;
  const alone = (await must(world.label, `${path}?store_id=${store_id}`)).body;
  const all = (await must(world.label, path)).body.stores;
  const blockers = alone.issues.filter(({ severity }: Issue) => severity === "blocker");
  const listed = all.find((one: { store_id: string }) => one.store_id === store_id);
  const codes = [...new Set(blockers.map(({ code }: Issue) => code))];
  expect([alone.ready, listed]).toEqual([codes.length === 0, { store_id, ready: codes.length === 0, blockers: codes }]);
  return blockers;
}

const request = (release_id: string, store_id: string) =>
  world.label.call("POST /v1/deliveries", {
    body: { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] },
  });

/** As a delivery is refused for these blockers of preflight. */
const refusal = (blockers: readonly Issue[]) => [
  422,
  "validation_failed",
  blockers.map(({ code, field, issue, store_id }) => ({ field, issue: `${issue} (${code}, required by ${store_id})` })),
];
const answerOf = ({ status, body }: Awaited<ReturnType<typeof request>>) => [
  status,
  body.error?.code,
  body.error?.details,
];

describe("what would make the message to a store invalid", () => {
  test.each([
    ["a track without ISRC", {}, { isrc: null }, "isrc_missing", "tracks[0].isrc"],
    ["one name as main and featured", { artists: twice }, { isrc }, "primary_also_featured", "artists[1].role"],
    ["the same on a track", {}, { isrc, artists: twice }, "primary_also_featured", "tracks[0].artists[1].role"],
  ])(
    "%s is a blocker there in preflight, and the delivery is refused in the same words",
    async (_, release, track, code, field) => {
      const id = await makeSubmitted(release, track);
      const blockers = await blockersAt("store_ern", id);
      expect(blockers).toMatchObject([{ code, field, store_id: "store_ern" }]);
      expect(answerOf(await request(id, "store_ern"))).toEqual(refusal(blockers));
      expect(await blockersAt("store_json", id)).toEqual([]);
      expect((await request(id, "store_json")).status).toBe(201);
    },
  );

  test("is reported where no other rule reports it: a store without terms can be sent nothing", async () => {
    const id = await makeSubmitted();
    const blockers = await blockersAt("store_mute", id);
    expect(blockers).toMatchObject([
      {
        code: "invalid_message",
        issue: "makes the message to the store invalid: DealList must have a deal for the release itself",
      },
    ]);
    expect(answerOf(await request(id, "store_mute"))).toEqual(refusal(blockers));
    expect(await blockersAt("store_ern", id)).toEqual([]);
  });

  test("is reported for a release whose date has passed, too: only what the delivery refuses is not reported twice", async () => {
    for (const status of ["submitted", "rejected"]) {
      const id = await makeSubmitted({ title: `Long Ago, ${status}` });
      await world.ctx.db`update releases set release_date = '2001-01-01', status = ${status} where id = ${id}`;
      const blockers = await blockersAt("store_undated", id);
      const fault = { code: "invalid_message", field: "release_date", store_id: "store_undated" };
      const past = { code: "release_date_not_future", field: "release_date" };
      // A rejected release would have to be submitted again, and preflight tells of its date alone.
      expect(blockers).toMatchObject([status === "rejected" ? past : fault]);
      const issue = "makes the message to the store invalid: ReleaseDate must be another one";
      expect(answerOf(await request(id, "store_undated"))).toEqual(refusal([{ ...fault, severity: "blocker", issue }]));
    }
  });

  test("does not repeat what submitting refuses: a release without files has no length", async () => {
    const { body } = await must(world.label, "POST /v1/releases", { ...draft, title: "Bare" });
    await must(world.label, "POST /v1/tracks", { release_id: body.id, title: "Bare", isrc });
    const codes = (await blockersAt("store_ern", body.id)).map(({ code }) => code);
    expect(codes).toEqual(["audio_not_ready", "artwork_not_ready"]);
  });

  test("keeps an update and a resubmission from being taken, too", async () => {
    const release_id = await makeSubmitted();
    const { id } = (await request(release_id, "store_ern")).body;
    await world.runJobs();
    await must(world.label, `PATCH /v1/releases/${release_id}`, { artists: twice });
    const blockers = await blockersAt("store_ern", release_id);
    expect(blockers).toHaveLength(1);
    expect(answerOf(await world.label.call(`POST /v1/deliveries/${id}/update`, { body: {} }))).toEqual(
      refusal(blockers),
    );
    const rejected = { store_id: "store_ern", status: "rejected", rejection_reason: "No." };
    await must(world.label, `POST /v1/sandbox/deliveries/${id}/simulate`, rejected);
    const again = await world.label.call(`POST /v1/deliveries/${id}/resubmit`, { body: {} });
    expect(answerOf(again)).toEqual(refusal(blockers));
    await must(world.label, `PATCH /v1/releases/${release_id}`, { artists: twice.slice(0, 1) });
    expect((await world.label.call(`POST /v1/deliveries/${id}/resubmit`, { body: {} })).status).toBe(200);
  });

  test("is judged by the store as it is when the delivery is taken", async () => {
    const id = await makeSubmitted({}, { isrc: null });
    const change = (connector: object) => must(world.operator, "PATCH /v1/operator/stores/store_json", { connector });
    await change({ kind: "simulated", format: "ern" });
    expect((await request(id, "store_json")).status).toBe(422);
    await change({ kind: "manual" });
    expect((await request(id, "store_json")).status).toBe(201);
  });
});

test("the schema is asked for the partner whose request it is, as long as that lasts", async () => {
  const id = await makeSubmitted({ title: "In Line" });
  const asked: object[] = [];
  const check: SchemaCheck["check"] = async (_, { partner, signal }) => {
    asked.push({ partner, signal });
    return [];
  };
  const sender = { party_id: "PADPIDA0000000000X", party_name: null };
  const parts = { connectors: connectorKinds, ern: { sender, control_type: "TestMessage" }, schemas: { check } };
  const organization_id = world.label.id;
  const release = await getRelease(world.ctx, { organization_id, id });
  const { signal } = new AbortController();
  const stores = await findStores(world.ctx.db, ["store_ern"]);
  await messageJudge(parts as never)({ ...world.ctx, signal }, { organization_id, release }, stores);
  expect(asked).toEqual([{ partner: organization_id, signal }]);
});

describe("a store without any territory of the release", () => {
  test.each(["store_alps", "store_valley"])(
    "is reported in preflight as in the delivery, whatever it gets: %s",
    async (store_id) => {
      const licence = (licensed_territories: string[]) =>
        must(world.operator, `PATCH /v1/operator/organizations/${world.label.id}`, { licensed_territories });
      const elsewhere = await makeSubmitted({ territories: ["DE"], title: `Elsewhere ${store_id}` });
      const anywhere = await makeSubmitted({ territories: ["WORLD"], title: `Anywhere ${store_id}` });
      await licence(["DE"]);
      for (const id of [elsewhere, anywhere]) {
        const issue = `${store_id} serves none of these territories`;
        expect(await blockersAt(store_id, id)).toMatchObject([
          { code: "store_territory_unsupported", field: "territories", issue },
        ]);
        expect(answerOf(await request(id, store_id))).toEqual([
          422,
          "territory_not_supported",
          [{ field: "store_ids[0]", issue }],
        ]);
      }
      await licence(["WORLD"]);
      expect(await blockersAt(store_id, anywhere)).toEqual([]);
      expect((await request(anywhere, store_id)).status).toBe(201);
    },
  );
});
