// People as the operator sees them: found, disabled, erased; and swept when they belong to nothing any more.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, createWorld, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
let number = 0;
const newEmail = () => `someone${number++}@example.com`;

type Ids = { member_id: string; person_id: string };

async function invite(caller: Caller, body: object = {}): Promise<Ids> {
  const made = await caller.call("POST /v1/members", { body: { email: newEmail(), role: "editor", ...body } });
  expect(made.status).toBe(201);
  return { member_id: made.body.id, person_id: made.body.person.id };
}

async function join(caller: Caller, body: object = {}): Promise<Ids> {
  const ids = await invite(caller, body);
  await world.ctx.begin(async (db) => {
    await db`update members set status = 'active' where id = ${ids.member_id}`;
    await db`update people set status = 'active' where id = ${ids.person_id}`;
  });
  return ids;
}

const count = async (table: string, person_id: string) => {
  const rows = await world.ctx.db.unsafe<{ count: number }[]>(
    `select count(*)::int as count from ${table} where person_id = '${person_id}'`,
  );
  return rows[0]?.count;
};

describe("a person", () => {
  test("is found by a part of the email, a status, or its id", async () => {
    const invited = await invite(world.label, { email: "Found.Me@Example.com" });
    const active = await join(world.label, { email: "found.too@example.com" });
    const ids = async (query: string) =>
      (await world.operator.call(`GET /v1/operator/people?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids("q=FOUND.")).toEqual([active.person_id, invited.person_id]);
    expect(await ids("q=found.&status=invited")).toEqual([invited.person_id]);
    expect(await ids(`q=${active.person_id}`)).toEqual([active.person_id]);
    expect((await world.operator.call("GET /v1/operator/people?status=gone")).status).toBe(400);
    expect((await world.operator.call(`GET /v1/operator/people/${invited.person_id}`)).body).toEqual({
      id: invited.person_id,
      email: "found.me@example.com",
      name: "found.me@example.com",
      status: "invited",
      email_verified_at: null,
      has_password: false,
      second_factor: "none",
      identity_provider: null,
      created_at: expect.any(String),
      last_sign_in_at: null,
    });
  });

  test("is disabled and active again, but not before it has accepted", async () => {
    const { person_id } = await join(world.label);
    const path = `/v1/operator/people/${person_id}`;
    expect((await world.operator.call(`PATCH ${path}`, { body: { status: "disabled" } })).body.status).toBe("disabled");
    expect((await world.operator.call(`PATCH ${path}`, { body: { status: "active" } })).body.status).toBe("active");
    const invited = await invite(world.label);
    const early = await world.operator.call(`PATCH /v1/operator/people/${invited.person_id}`, {
      body: { status: "active" },
    });
    expect([early.status, early.body.error.code]).toEqual([409, "invalid_state"]);
    for (const body of [{ status: "invited" }, { remove_second_factor: false }, { email: "new@example.com" }])
      expect((await world.operator.call(`PATCH ${path}`, { body })).status).toBe(422);
  });

  test("loses its second factor and its identity, and is mailed", async () => {
    const { person_id } = await join(world.label);
    await world.ctx.begin(async (db) => {
      await db`
        update people set totp_secret = 'sealed', totp_confirmed_at = now(), issuer = 'https://id.example.com', subject = 'abc'
        where id = ${person_id}`;
      await db`insert into recovery_codes (person_id, hash) values (${person_id}, ${Buffer.from("x")})`;
    });
    const path = `/v1/operator/people/${person_id}`;
    expect((await world.operator.call(`GET ${path}`)).body).toMatchObject({
      second_factor: "totp",
      identity_provider: "https://id.example.com",
    });
    const body = { remove_second_factor: true, unbind_identity: true };
    expect((await world.operator.call(`PATCH ${path}`, { body })).body).toMatchObject({
      second_factor: "none",
      identity_provider: null,
    });
    expect(await count("recovery_codes", person_id)).toBe(0);
    const mails = await world.ctx.db`select 1 from mails where person_id = ${person_id} and kind = 'security'`;
    expect(mails).toHaveLength(1);
  });
});

describe("erasing", () => {
  test("removes the person and everything about it but its id in the audit log", async () => {
    const { person_id, member_id } = await join(world.label);
    await world.ctx.begin(async (db) => {
      await db`insert into seen_addresses (person_id, hash, seen_at) values (${person_id}, ${Buffer.from("x")}, now())`;
    });
    expect((await world.operator.call(`DELETE /v1/operator/people/${person_id}`)).status).toBe(204);
    for (const table of ["members", "person_links", "mails", "seen_addresses"])
      expect([table, await count(table, person_id)]).toEqual([table, 0]);
    expect((await world.label.call(`GET /v1/members/${member_id}`)).status).toBe(404);
    expect((await world.operator.call(`DELETE /v1/operator/people/${person_id}`)).status).toBe(404);
    const mailed = await world.operator.call(`GET /v1/operator/audit-log?resource_id=${person_id}`);
    expect(mailed.body.data).toMatchObject([{ operation: "erasePerson", fields: [] }]);
  });

  test("leaves no organization without an owner, also for two at once", async () => {
    const caller = await world.organization();
    const owners = [await join(caller, { role: "owner" }), await join(caller, { role: "owner" })];
    const answers = await Promise.all(
      owners.map(({ person_id }) => world.operator.call(`DELETE /v1/operator/people/${person_id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.message).toContain(caller.id);
  });
});

describe("the sweep", () => {
  test("keeps an expired invitation for 30 days, then forgets it and its person", async () => {
    const caller = await world.organization();
    const { member_id, person_id } = await invite(caller);
    const staff = await world.operator.call("POST /v1/operator/staff", {
      body: { email: newEmail(), role: "support" },
    });
    world.clock.advance(36 * DAY_MS);
    await world.runJobs();
    const kept = await caller.call(`GET /v1/members/${member_id}`);
    expect([kept.status, kept.body.status]).toEqual([200, "invited"]);
    expect(await count("person_links", person_id)).toBe(0);
    world.clock.advance(DAY_MS + 3_600_000);
    await world.runJobs();
    expect((await caller.call(`GET /v1/members/${member_id}`)).status).toBe(404);
    expect((await world.operator.call(`GET /v1/operator/people/${person_id}`)).status).toBe(404);
    expect((await world.operator.call(`GET /v1/operator/staff/${staff.body.id}`)).status).toBe(404);
  });

  test("erases who is neither member nor staff for 90 days, and no one else", async () => {
    const caller = await world.organization();
    const [gone, back] = [await join(caller), await join(caller)];
    const { email } = (await world.operator.call(`GET /v1/operator/people/${back.person_id}`)).body;
    for (const { member_id } of [gone, back]) await caller.call(`DELETE /v1/members/${member_id}`);
    // The hourly sweep notes since when.
    world.clock.advance(3_600_000);
    await world.runJobs();
    world.clock.advance(89 * DAY_MS);
    await world.runJobs();
    expect((await world.operator.call(`GET /v1/operator/people/${gone.person_id}`)).status).toBe(200);
    expect((await join(caller, { email })).person_id).toBe(back.person_id);
    world.clock.advance(2 * DAY_MS);
    await world.runJobs();
    expect((await world.operator.call(`GET /v1/operator/people/${gone.person_id}`)).status).toBe(404);
    expect((await world.operator.call(`GET /v1/operator/people/${back.person_id}`)).status).toBe(200);
  });

  test("removes old tries and addresses", async () => {
    const { person_id } = await join(world.label);
    const at = (days: number) => new Date(world.clock.now().getTime() - days * DAY_MS).toISOString();
    await world.ctx.begin(async (db) => {
      await db`
        insert into seen_addresses (person_id, hash, seen_at)
        values (${person_id}, ${Buffer.from("old")}, ${at(91)}), (${person_id}, ${Buffer.from("new")}, ${at(89)})`;
      await db`
        insert into sign_in_tries (subject, kind, at)
        values (${Buffer.from("sweep")}, 'password', ${at(2)}), (${Buffer.from("sweep")}, 'password', ${at(0.5)})`;
    });
    world.clock.advance(3_600_000);
    await world.runJobs();
    expect(await count("seen_addresses", person_id)).toBe(1);
    expect(await world.ctx.db`select 1 from sign_in_tries where subject = ${Buffer.from("sweep")}`).toHaveLength(1);
  });
});

describe("the audit log of an organization", () => {
  test("has its own entries and the operator's about its members, by each filter", async () => {
    const caller = await world.organization();
    const { member_id } = await invite(caller);
    const path = `/v1/operator/organizations/${caller.id}/members/${member_id}`;
    await world.operator.call(`PATCH ${path}`, { body: { role: "viewer" } });
    await world.operator.call(`PATCH /v1/operator/organizations/${caller.id}`, { body: { label: "Owl" } });
    const of = async (query: string) =>
      (await caller.call(`GET /v1/audit-log?${query}`)).body.data.map(
        ({ operation, actor }: { operation: string; actor: string }) => `${operation} by ${actor.slice(0, 4)}`,
      );
    expect(await of("")).toEqual(["updateOrganizationMember by oper", "inviteMember by key_"]);
    expect(await of("actor=operator")).toEqual(["updateOrganizationMember by oper"]);
    expect(await of("operation=inviteMember")).toEqual(["inviteMember by key_"]);
    expect(await of(`resource_id=${member_id}`)).toHaveLength(2);
    expect(await of("resource_id=mbr_other")).toEqual([]);
    const first = await caller.call("GET /v1/audit-log?limit=1");
    expect(first.body.has_more).toBe(true);
    expect(await of(`limit=1&cursor=${first.body.next_cursor}`)).toEqual(["inviteMember by key_"]);
    expect((await world.rival.call(`GET /v1/audit-log?resource_id=${member_id}`)).body.data).toEqual([]);
    const few = world.as(await world.keyFor(caller.id, { scopes: ["catalog:write"] }));
    expect((await few.call("GET /v1/audit-log")).status).toBe(403);
  });

  test("is for the operator in the operator's log, by the same filters", async () => {
    const { member_id } = await invite(world.label);
    const of = async (query: string) =>
      (await world.operator.call(`GET /v1/operator/audit-log?resource_id=${member_id}&${query}`)).body.data;
    expect(await of("operation=inviteMember")).toHaveLength(1);
    expect(await of("operation=removeMember")).toHaveLength(0);
    expect(await of("actor=operator")).toHaveLength(0);
    expect(await of(`organization_id=${world.label.id}`)).toHaveLength(1);
    expect(await of(`organization_id=${world.rival.id}`)).toHaveLength(0);
  });
});

describe("an API key", () => {
  test("says who made it", async () => {
    const own = await world.label.call("POST /v1/api-keys", { body: { scopes: ["catalog:read"] } });
    expect(own.body.created_by).toMatch(/^key_/);
    const keys = (await world.operator.call(`GET /v1/operator/organizations/${world.label.id}/api-keys`)).body.data;
    expect(keys.find(({ id }: { id: string }) => id === own.body.id).created_by).toBe(own.body.created_by);
    expect(keys.find(({ id }: { id: string }) => id === own.body.created_by).created_by).toBe("operator");
  });
});
