// Members who are limited to labels: every read and every write of the API that names a release of another label, found in the
// table of routes alone.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertAsset, makeRelease, must } from "../../test/catalog.ts";
import { member } from "../../test/people.ts";
import { type Answer, createWorld, type World } from "../../test/world.ts";
import { describedRoutes } from "../routes.ts";

let world: World;
let viewer: Awaited<ReturnType<typeof member>>;
let editor: Awaited<ReturnType<typeof member>>;
let manager: Awaited<ReturnType<typeof member>>;
/** The ids that the members do not see. */
const hidden: Record<string, string> = {};
const releases: string[] = [];
const outcome = ({ status, body }: Answer) => [status, body?.error?.code];
const fields = ({ body }: Answer) => body.error.details.map(({ field }: { field: string }) => field);

beforeAll(async () => {
  world = await createWorld();
  for (const label of ["Nightjar", "Nightjar", "Nightjar", "Owl", "Owl"])
    releases.push(await makeRelease(world, world.label, { label }));
  hidden.release_id = releases[4] ?? "";
  const [track] = (await must(world.label, `GET /v1/tracks?release_id=${hidden.release_id}`)).body.data;
  hidden.track_id = track.id;
  hidden.asset_id = track.audio_asset_id;
  for (const id of [releases[0], releases[4]]) {
    const submitted = await must(world.label, `POST /v1/releases/${id}/submit`);
    if (id === hidden.release_id) hidden.submission_id = submitted.body.submission_id;
    await world.ctx.db`
      insert into deliveries (id, organization_id, release_id, status, territory_codes, reach, created_at, updated_at)
      values (${`dlv_${id}`}, ${world.label.id}, ${id ?? ""}, 'in_progress', ${["WORLD"]}, null, now(), now())`;
  }
  hidden.delivery_id = `dlv_${hidden.release_id}`;
  expect(Object.values(hidden).map((id) => id.slice(0, 3))).toEqual(["rel", "trk", "ast", "sub", "dlv"]);
  const labels = ["Nightjar"];
  viewer = await member(world, { email: "viewer@example.com", role: "viewer", labels });
  manager = await member(world, { email: "manager@example.com", role: "manager", labels });
  editor = await member(world, { email: "editor@example.com", role: "editor", labels });
});
afterAll(() => world.close());

/** All routes that a member with labels may call at all. */
const routes = describedRoutes().filter(
  ({ access, path }) => typeof access === "object" && /^(catalog|deliveries):/.test(access.scope) && path.includes("{"),
);

describe("of another label", () => {
  const known = routes.filter(({ path }) => /\{(release|track|asset|submission|delivery)_id\}/.test(path));
  test.each(known.map(({ method, path, operation }) => [operation, method, path] as const))(
    "%s finds nothing",
    async (_operation, method, path) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => hidden[name] ?? "none");
      const answer = await manager.call(
        `${method} ${filled}`,
        method === "GET" || method === "DELETE" ? {} : { body: {} },
      );
      expect(outcome(answer), `${method} ${filled} ${answer.text}`).toEqual([404, "not_found"]);
      expect((await world.label.call(`GET /v1/releases/${hidden.release_id}`)).status).toBe(200);
    },
  );

  test("lists leave it out, and search too", async () => {
    const ids = async (path: string) =>
      (await viewer.call(`GET ${path}`)).body.data.map(({ id }: { id: string }) => id);
    expect((await ids("/v1/releases")).sort()).toEqual(releases.slice(0, 3).sort());
    expect(await ids(`/v1/releases?q=${hidden.release_id}`)).toEqual([]);
    expect(await ids("/v1/releases?sort=title&q=Owl")).toEqual([]);
    expect(await ids("/v1/tracks")).toHaveLength(3);
    expect(await ids(`/v1/tracks?release_id=${hidden.release_id}`)).toEqual([]);
    expect(await ids("/v1/submissions")).toHaveLength(1);
    expect(await ids("/v1/deliveries")).toEqual([`dlv_${releases[0]}`]);
    expect(await ids("/v1/assets")).toHaveLength(6);
    const overview = await viewer.call("GET /v1/overview");
    expect(overview.status).toBe(200);
    expect(overview.text).not.toContain(hidden.release_id);
    expect(overview.body.latest_releases).toHaveLength(3);
  });

  test("a cursor is for these labels alone", async () => {
    const first = await viewer.call("GET /v1/releases?limit=1");
    const path = `/v1/releases?limit=1&cursor=${first.body.next_cursor}`;
    expect((await viewer.call(`GET ${path}`)).status).toBe(200);
    expect(outcome(await world.label.call(`GET ${path}`))).toEqual([400, "invalid_cursor"]);
  });

  test("it is refused in a body, at its field", async () => {
    const audio_asset_id = hidden.asset_id;
    const tracks = [
      { release_id: releases[1], title: "One" },
      { release_id: hidden.release_id, title: "Two", audio_asset_id },
    ];
    const bulk = await editor.call("POST /v1/tracks/bulk", { body: { tracks } });
    expect([bulk.status, fields(bulk)]).toEqual([422, ["tracks[1].release_id", "tracks[1].audio_asset_id"]]);
    const patched = await editor.call(`PATCH /v1/releases/${releases[1]}`, {
      body: { artwork_asset_id: hidden.asset_id },
    });
    expect([patched.status, fields(patched)]).toEqual([422, ["artwork_asset_id"]]);
  });
});

describe("a label", () => {
  const draft = { title: "A", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2027-03-01" };

  test("that is not the member's is refused, the organization's own included", async () => {
    const changed = await editor.call(`PATCH /v1/releases/${releases[0]}`, { body: { label: "Owl" } });
    expect([changed.status, fields(changed)]).toEqual([422, ["label"]]);
    for (const body of [draft, { ...draft, label: "Owl" }, { ...draft, label: null }]) {
      const made = await editor.call("POST /v1/releases", { body });
      expect([made.status, fields(made)], JSON.stringify(made.body)).toEqual([422, ["label"]]);
    }
    expect((await editor.call("POST /v1/releases", { body: { ...draft, label: "Nightjar" } })).status).toBe(201);
  });

  test("gives a member the files that it made, used or not", async () => {
    const size = { type: "audio", filename: "a.wav", content_type: "audio/wav", size_bytes: 1000 };
    const made = await editor.call("POST /v1/assets", { body: size });
    expect(made.status, made.text).toBe(201);
    expect((await editor.call(`GET /v1/assets/${made.body.id}`)).status).toBe(200);
    expect((await viewer.call(`GET /v1/assets/${made.body.id}`)).status).toBe(404);
    const unused = await insertAsset(world, world.label, { type: "audio" });
    expect((await editor.call(`GET /v1/assets/${unused}`)).status).toBe(404);
  });

  test("takes away all that shows more", async () => {
    for (const path of [
      "/v1/balance",
      "/v1/request-log",
      "/v1/audit-log",
      "/v1/webhooks",
      "/v1/members",
      "/v1/api-keys",
    ])
      expect(outcome(await editor.call(`GET ${path}`)), path).toEqual([403, "insufficient_scope"]);
    expect(outcome(await editor.call("POST /v1/ddex/messages", { body: {} }))[0]).toBe(403);
  });
});
