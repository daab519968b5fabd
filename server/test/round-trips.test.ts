// How often the requests of intake ask the database. Each statement costs processor time on both sides, and each round trip holds
// a connection that others wait for.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDelivery, takeDownDelivery } from "../src/deliveries/actions.ts";
import { reportAnswer } from "../src/deliveries/answer.ts";
import { judgeForStores } from "../src/deliveries/requirements.ts";
import { auditStatement } from "../src/organizations/actions.ts";
import { transaction } from "../src/platform/context.ts";
import { runWrite } from "../src/platform/http/idempotency.ts";
import type { AnyInput, Route } from "../src/platform/http/route.ts";
import { createRelease } from "../src/releases/actions.ts";
import { judgeAhead } from "../src/releases/preflight/actions.ts";
import { approveSubmission, changeRelease, submitRelease } from "../src/submissions/actions.ts";
import { createTracks } from "../src/tracks/actions.ts";
import { draft, insertAsset, makeRelease, must } from "./catalog.ts";
import { countingRoundTrips } from "./counting-statements.ts";
import { addStore, deliver } from "./sales.ts";
import { createWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Without begin and commit, and what every request asks: its key, its audit row. */
async function countOf(work: (ctx: World["ctx"]) => Promise<unknown>) {
  const { ctx, counts } = countingRoundTrips(world.ctx);
  await work(ctx);
  return counts();
}

test("what opens a write with a key is one statement, and what ends it is one, sent with its commit", async () => {
  const { id } = world.label;
  const request = { principal_id: id, key: randomUUID(), fingerprint: Buffer.from("a") };
  const entry = {
    principal_id: id,
    actor: "key_a",
    request_id: "req_a",
    operation: "probe",
    resource_id: id,
    fields: [],
  };
  const write = (ctx: World["ctx"]) =>
    runWrite({} as Route, ctx, request, {
      validate: () => ({}) as AnyInput,
      act: async (ctx) => ({ status: 201, text: "{}", stored: "{}", audit: auditStatement(ctx, entry) }),
    });
  expect(await countOf(write)).toEqual({ statements: 2, round_trips: 2 });
  expect(await countOf(write)).toEqual({ statements: 1, round_trips: 1 });
  const [row] = await world.ctx.db`select count(*)::int as entries from audit_log where request_id = 'req_a'`;
  expect(row?.entries).toBe(1);
});

test("a new release, its artwork and its tracks ask for all they need at once", async () => {
  const { id: organization_id } = world.label;
  // The first one fills the pool of UPCs.
  await makeRelease(world);
  let id = "";
  const created = await countOf((ctx) =>
    transaction(ctx, async (ctx) => {
      ({ id } = await createRelease(ctx, organization_id, { ...draft, artists: [{ name: "Vera Lux", role: "main" }] }));
    }),
  );
  expect(created).toEqual({ statements: 3, round_trips: 2 });
  const artwork_asset_id = await insertAsset(world, world.label, { type: "artwork" });
  const changed = await countOf((ctx) =>
    transaction(ctx, (ctx) => changeRelease(ctx, { organization_id, id }, { artwork_asset_id }, undefined)),
  );
  expect(changed).toEqual({ statements: 4, round_trips: 3 });
  const audio_asset_id = await insertAsset(world, world.label, { type: "audio" });
  const track = { release_id: id, title: "Midnight in Paris", audio_asset_id };
  const tracks = await countOf((ctx) =>
    transaction(ctx, (ctx) => createTracks(ctx, organization_id, [track, { ...track, title: "At Dawn" }])),
  );
  expect(tracks).toEqual({ statements: 4, round_trips: 2 });
});

test("a submit is checked in two questions before its transaction, and in one within it", async () => {
  const own = { organization_id: world.label.id, id: await makeRelease(world) };
  const submitted = await countOf(async (ctx) => {
    const judgement = await judgeAhead(ctx, own);
    return transaction(ctx, (ctx) => submitRelease(ctx, own, judgement));
  });
  expect(submitted).toEqual({ statements: 8, round_trips: 5 });
});

test("an approval asks once how the release stands at its stores", async () => {
  const member = await world.organization({ review: "manual" });
  const own = { organization_id: member.id, id: await makeRelease(world, member, { release_date: "2035-01-01" }) };
  const latest = async () => {
    const [{ submission_id }] = (await must(member, `GET /v1/submissions?release_id=${own.id}`)).body.data;
    return (await must(world.operator, `GET /v1/operator/submissions/${submission_id}`)).body;
  };
  await must(member, `POST /v1/releases/${own.id}/submit`);
  const { submission_id, content_version } = await latest();
  const approved = await countOf((ctx) =>
    transaction(ctx, (ctx) => approveSubmission(ctx, submission_id, content_version)),
  );
  await addStore(world, "store_approval");
  await deliver(world, member, own.id, "store_approval");
  await must(member, `PATCH /v1/releases/${own.id}`, { title: "Changed" });
  const change = (await latest()).submission_id;
  await must(world.operator, `POST /v1/operator/submissions/${change}/reject`, { reason: "No." });
  await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { review: "automatic" });
  const judgement = await judgeAhead(world.ctx, own);
  const submitted = await countOf((ctx) => transaction(ctx, (ctx) => submitRelease(ctx, own, judgement)));
  expect((await must(member, `GET /v1/releases/${own.id}`)).body.status).toBe("delivered");
  // An approval keeps the content for the next review, together with the commit.
  expect([approved.statements, submitted.statements]).toEqual([9, 10]);
});

test("a delivery asks nothing of other releases where no store insists on anything", async () => {
  const { id: organization_id } = world.label;
  const release_id = await makeRelease(world, world.label, { title: "Last Light" });
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  const store_id = "store_round_trips";
  await must(world.operator, "POST /v1/operator/stores", {
    store_id,
    name: "Round Trips",
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "manual" },
  });
  const given = { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
  const messages = async () => new Map<string, never>();
  const delivered = await countOf(async (ctx) => {
    const judgement = await judgeForStores(ctx, organization_id, { ...given, messages });
    return transaction(ctx, (ctx) => createDelivery(ctx, organization_id, given, judgement));
  });
  expect(delivered).toEqual({ statements: 7, round_trips: 6 });
});

test("a move of stores locks the release and the delivery at once, writes both with their stores, and tells all events at once", async () => {
  const { id: organization_id } = world.label;
  const release_id = await makeRelease(world, world.label, { title: "Moving" });
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  await addStore(world, "store_moves");
  await deliver(world, world.label, release_id, "store_moves");
  const [{ id }] = (await must(world.label, `GET /v1/deliveries?release_id=${release_id}`)).body.data;
  const moved = await countOf((ctx) => transaction(ctx, (ctx) => takeDownDelivery(ctx, { organization_id, id })));
  const delivery = { delivery_id: id, store_id: "store_moves" };
  const ended = await countOf((ctx) =>
    transaction(ctx, (ctx) => reportAnswer(ctx, delivery, { status: "taken_down" })),
  );
  expect([moved.statements, ended.statements]).toEqual([3, 4]);
});
