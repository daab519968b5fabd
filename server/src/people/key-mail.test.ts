// Members and staff in sessions of their own: a key outlives its maker and owners hear of it; the last owner and admin stay.

import { afterAll, beforeAll, expect, test } from "vitest";
import { member, staff } from "../../test/people.ts";
import { createWorld, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("a key says which person made it, owners hear of it, and it outlives its maker", async () => {
  const { id } = await world.organization();
  const maker = await member(world, { email: "maker@example.com", role: "owner" }, id);
  const other = await member(world, { email: "other@example.com", role: "owner" }, id);
  await member(world, { email: "editor@example.com", role: "editor" }, id);
  const made = await maker.call("POST /v1/api-keys", { body: { scopes: ["catalog:read"] } });
  expect([made.status, made.body.created_by, made.body.expires_at]).toEqual([201, maker.person_id, null]);
  const mailed = await world.ctx.db<{ recipient: string }[]>`
    select recipient from mails where kind = 'security' and organization_id = ${id} order by recipient`;
  expect(mailed.map(({ recipient }) => recipient)).toEqual(["maker@example.com", "other@example.com"]);

  expect((await other.call(`DELETE /v1/members/${maker.member_id}`)).status).toBe(204);
  expect((await maker.call("GET /v1/releases")).status).toBe(401);
  expect((await world.as(made.body.key).call("GET /v1/releases")).status).toBe(200);
  const keys = (await other.call("GET /v1/api-keys")).body.data;
  expect(keys.find((key: { id: string }) => key.id === made.body.id).created_by).toBe(maker.person_id);
});

test("a key that a program makes is no news to owners", async () => {
  const caller = await world.organization();
  await member(world, { email: "quiet@example.com", role: "owner" }, caller.id);
  expect((await caller.call("POST /v1/api-keys", { body: {} })).status).toBe(201);
  expect(await world.ctx.db`select 1 from mails where kind = 'security' and organization_id = ${caller.id}`).toEqual(
    [],
  );
});

test("the only owner cannot demote herself; two who demote each other at once leave one", async () => {
  const { id } = await world.organization();
  const first = await member(world, { email: "first@example.com", role: "owner" }, id);
  const demote = (by: typeof first, whom: typeof first) =>
    by.call(`PATCH /v1/members/${whom.member_id}`, { body: { role: "viewer" } });
  expect((await demote(first, first)).status).toBe(409);
  const second = await member(world, { email: "second@example.com", role: "owner" }, id);
  const answers = await Promise.all([demote(first, second), demote(second, first)]);
  // The one who comes later is refused by the last owner's rule, or has already lost the right to it.
  const [won, lost] = answers.map(({ status }) => status).sort();
  expect([won, lost === 409 || lost === 403]).toEqual([200, true]);
});

test("a suspended member is signed out", async () => {
  const person = await member(world, { email: "suspended@example.com", role: "viewer" });
  expect((await person.call("GET /v1/releases")).status).toBe(200);
  const body = { status: "suspended" };
  expect((await world.label.call(`PATCH /v1/members/${person.member_id}`, { body })).status).toBe(200);
  expect((await person.call("GET /v1/releases")).status).toBe(401);
});

test("the last active admin stays, unless the operator key asks", async () => {
  world.clock.advance(61_000);
  const admin = await staff(world, { email: "admin@example.com", role: "admin" });
  const path = `/v1/operator/staff/${admin.staff_id}`;
  const answers = [
    await admin.call(`DELETE ${path}`),
    await admin.call(`PATCH ${path}`, { body: { role: "support" } }),
    await admin.call(`PATCH ${path}`, { body: { status: "suspended" } }),
    await admin.call(`DELETE /v1/operator/people/${admin.person_id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  const second = await staff(world, { email: "second-admin@example.com", role: "admin" });
  const both = [admin, second];
  const removals = await Promise.all(
    both.map((by, index) => by.call(`DELETE /v1/operator/staff/${both[1 - index]?.staff_id}`)),
  );
  expect(removals.filter(({ status }) => status === 204)).toHaveLength(1);
  const left = (await world.operator.call("GET /v1/operator/staff?role=admin&status=active")).body.data;
  expect(left).toHaveLength(1);
  expect((await world.operator.call(`DELETE /v1/operator/staff/${left[0].id}`)).status).toBe(204);
});
