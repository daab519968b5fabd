// Members of an organization and their invitations: who may invite whom, limits, races, and what another organization sees.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Caller, createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let number = 0;
const newEmail = () => `person${number++}@example.com`;

async function invite(caller: Caller, body: object = {}): Promise<Answer> {
  return caller.call("POST /v1/members", { body: { email: newEmail(), role: "editor", ...body } });
}

/** As if the person had accepted: how that is done is another file's matter. */
async function accept(id: string): Promise<void> {
  await world.ctx.begin(async (db) => {
    await db`update members set status = 'active', joined_at = now() where id = ${id}`;
    await db`update people set status = 'active' where id = (select person_id from members where id = ${id})`;
  });
}

async function join(caller: Caller, body: object = {}): Promise<string> {
  const { id } = (await invite(caller, body)).body;
  await accept(id);
  return id;
}

const linksOf = (id: string) =>
  world.ctx.db<{ verifies: boolean }[]>`select verifies from person_links where member_id = ${id}`;

describe("an invitation", () => {
  test("has the address in its one form, a mail and a link that is shown once", async () => {
    const { label } = world;
    const idempotency_key = randomUUID();
    const body = { email: " Ana@Example.com", role: "editor" };
    const made = await label.call("POST /v1/members", { body, idempotency_key });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      person: { email: "ana@example.com" },
      role: "editor",
      labels: null,
      status: "invited",
      joined_at: null,
      invitation_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/accept#token=iv_live_\w{38}$/),
    });
    expect(made.body.invited_by).toMatch(/^key_/);
    expect(made.body.payee_ids).toBeNull();
    const lifetime_ms = Date.parse(made.body.invitation_expires_at) - Date.parse(made.body.invited_at);
    expect(lifetime_ms).toBe(7 * 86_400_000);
    const replay = await label.call("POST /v1/members", { body, idempotency_key });
    expect(replay.body).toEqual({ ...made.body, invitation_url: null });
    const shown = await label.call(`GET /v1/members/${made.body.id}`);
    expect(shown.body).not.toHaveProperty("invitation_url");
    const mails = await world.ctx.db<{ kind: string }[]>`select kind from mails where recipient = 'ana@example.com'`;
    expect(mails).toEqual([{ kind: "invitation" }]);
    // The mail is a file: who reads it need not be the owner of the address.
    expect(await linksOf(made.body.id)).toEqual([{ verifies: false }]);

    const again = await label.call("POST /v1/members", { body });
    expect([again.status, again.body.error.code]).toEqual([409, "invalid_state"]);
    expect(again.body.error.message).toContain(made.body.id);
  });

  test("is sent again with a new link, until it is accepted", async () => {
    const { label } = world;
    const { id, invitation_url, invited_at } = (await invite(label)).body;
    world.clock.advance(1000);
    const again = await label.call(`POST /v1/members/${id}/resend`);
    expect(again.status).toBe(200);
    expect(again.body.invitation_url).not.toBe(invitation_url);
    expect(again.body.invited_at).toBe(invited_at);
    expect(await linksOf(id)).toHaveLength(1);
    await accept(id);
    expect((await label.call(`POST /v1/members/${id}/resend`)).body.error.code).toBe("invalid_state");
  });

  test("is revoked, and a person who has no other is forgotten", async () => {
    const { label, rival } = world;
    const email = newEmail();
    const [own, other] = [await invite(label, { email }), await invite(rival, { email })];
    const people = () => world.ctx.db`select id from people where email = ${email}`;
    expect((await label.call(`DELETE /v1/members/${own.body.id}`)).status).toBe(204);
    expect(await people()).toHaveLength(1);
    expect((await rival.call(`DELETE /v1/members/${other.body.id}`)).status).toBe(204);
    expect(await people()).toHaveLength(0);
    expect((await label.call(`GET /v1/members/${own.body.id}`)).status).toBe(404);
  });

  test.each([
    [{ email: "ana" }, "validation_failed", "email"],
    [{ email: undefined }, "missing_required_field", "email"],
    [{ role: "payee" }, "missing_required_field", "payee_ids"],
    [{ role: "payee", payee_ids: ["pye_1"] }, "validation_failed", "payee_ids[0]"],
    [{ role: "owner", labels: ["Nightjar"] }, "validation_failed", "labels"],
    [{ role: "finance", labels: ["Nightjar"] }, "validation_failed", "labels"],
    [{ labels: [] }, "validation_failed", "labels"],
    [{ labels: ["Owl", "Owl"] }, "validation_failed", "labels"],
    [{ labels: ["a\nb"] }, "validation_failed", "labels[0]"],
    [{ labels: Array.from({ length: 51 }, (_, index) => `Label ${index}`) }, "validation_failed", "labels"],
    [{ status: "invited" }, "unknown_field", "status"],
  ])("with %j is refused", async (given, code, field) => {
    const { status, body } = await invite(world.label, given);
    expect([status, body.error.code]).toEqual([422, code]);
    expect(body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });
});

describe("no caller gives more than it has", () => {
  const keyWith = async (...scopes: string[]) => world.as(await world.keyFor(world.label.id, { scopes }));

  test("a key invites members whose scopes it has", async () => {
    const few = await keyWith("members:write", "catalog:write");
    const refused = await invite(few, { role: "viewer" });
    expect([refused.status, refused.body.error.code]).toEqual([403, "insufficient_scope"]);
    const more = await keyWith("members:write", "catalog:write", "deliveries:read");
    expect((await invite(more, { role: "viewer" })).status).toBe(201);
    expect((await invite(more, { role: "owner" })).status).toBe(403);
  });

  test("nor does it change, suspend, remove or invite anew a member who has more", async () => {
    const caller = await keyWith("members:write", "catalog:write", "deliveries:read");
    const manager = await join(world.label, { role: "manager" });
    const editor = await join(world.label, { role: "editor" });
    const finance = (await invite(world.label, { role: "finance" })).body.id;
    const answers = [
      await caller.call(`PATCH /v1/members/${manager}`, { body: { role: "viewer" } }),
      await caller.call(`PATCH /v1/members/${manager}`, { body: { status: "suspended" } }),
      await caller.call(`DELETE /v1/members/${manager}`),
      await caller.call(`POST /v1/members/${finance}/resend`),
      await caller.call(`PATCH /v1/members/${editor}`, { body: { role: "owner" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await caller.call(`PATCH /v1/members/${editor}`, { body: { role: "viewer" } })).status).toBe(200);
  });
});

describe("a member", () => {
  test("gets another role, labels and a status", async () => {
    const { label } = world;
    const id = await join(label);
    const path = `/v1/members/${id}`;
    const labelled = await label.call(`PATCH ${path}`, { body: { role: "viewer", labels: ["Nightjar"] } });
    expect(labelled.body).toMatchObject({ role: "viewer", labels: ["Nightjar"], status: "active" });
    const wider = await label.call(`PATCH ${path}`, { body: { role: "finance" } });
    expect([wider.status, wider.body.error.details[0].field]).toEqual([422, "labels"]);
    expect((await label.call(`PATCH ${path}`, { body: { role: "finance", labels: null } })).status).toBe(200);
    expect((await label.call(`PATCH ${path}`, { body: { status: "suspended" } })).body.status).toBe("suspended");
    expect((await label.call(`PATCH ${path}`, { body: { status: "active" } })).body.status).toBe("active");
    expect((await label.call(`PATCH ${path}`, { body: { status: "invited" } })).status).toBe(422);
  });

  test("keeps the status of an invitation until it is accepted", async () => {
    const { id } = (await invite(world.label)).body;
    for (const status of ["active", "suspended"])
      expect((await world.label.call(`PATCH /v1/members/${id}`, { body: { status } })).status).toBe(409);
    expect((await world.label.call(`PATCH /v1/members/${id}`, { body: { role: "viewer" } })).body).toMatchObject({
      role: "viewer",
      status: "invited",
    });
  });

  test("is found by role, status and a part of the email", async () => {
    const caller = await world.organization();
    const finance = (await invite(caller, { role: "finance", email: "50%off_club@example.com" })).body.id;
    const active = await join(caller);
    const ids = async (query: string) =>
      (await caller.call(`GET /v1/members?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids("")).toEqual([active, finance]);
    expect(await ids("role=finance")).toEqual([finance]);
    expect(await ids("status=active")).toEqual([active]);
    expect(await ids("q=50%25OFF_")).toEqual([finance]);
    expect(await ids("q=5_%25")).toEqual([]);
    expect((await caller.call("GET /v1/members?role=boss")).status).toBe(400);
  });

  test("is as missing for another organization, for every operation", async () => {
    const { label, rival } = world;
    const id = await join(label);
    const calls = [
      `GET /v1/members/${id}`,
      `DELETE /v1/members/${id}`,
      `POST /v1/members/${id}/resend`,
      `PATCH /v1/members/${id}`,
    ];
    for (const call of calls) {
      const request = call.startsWith("PATCH") ? { body: { role: "viewer" } } : {};
      expect((await rival.call(call, request)).status).toBe(404);
      const elsewhere = call.replace("/v1/", `/v1/operator/organizations/${rival.id}/`);
      expect((await world.operator.call(elsewhere, request)).status).toBe(404);
    }
    expect((await label.call(`GET /v1/members/${id}`)).body).toMatchObject({ role: "editor", status: "active" });
  });
});

describe("the last active owner", () => {
  /** An organization with so many owners. */
  async function owned(count: number): Promise<{ caller: Member; owners: string[] }> {
    const caller = await world.organization();
    const owners: string[] = [];
    for (let index = 0; index < count; index++) owners.push(await join(caller, { role: "owner" }));
    return { caller, owners };
  }

  test("is neither changed, suspended nor removed", async () => {
    const { caller, owners } = await owned(1);
    // An owner who has not accepted yet, and one who is suspended, cannot take over.
    await invite(caller, { role: "owner" });
    const suspended = await join(caller, { role: "owner" });
    await caller.call(`PATCH /v1/members/${suspended}`, { body: { status: "suspended" } });
    const path = `/v1/members/${owners[0]}`;
    const answers = [
      await caller.call(`PATCH ${path}`, { body: { role: "manager" } }),
      await caller.call(`PATCH ${path}`, { body: { status: "suspended" } }),
      await caller.call(`DELETE ${path}`),
      await world.operator.call(`DELETE /v1/operator/organizations/${caller.id}/members/${owners[0]}`),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(Array(4).fill([409, "invalid_state"]));
    await join(caller, { role: "owner" });
    expect((await caller.call(`PATCH ${path}`, { body: { role: "manager" } })).status).toBe(200);
  });

  test("stays when all owners are demoted, suspended and removed at once", async () => {
    const { caller, owners } = await owned(8);
    const ways = (id: string) => [
      () => caller.call(`PATCH /v1/members/${id}`, { body: { role: "viewer" } }),
      () => caller.call(`PATCH /v1/members/${id}`, { body: { status: "suspended" } }),
      () => caller.call(`DELETE /v1/members/${id}`),
    ];
    const answers = await Promise.all(owners.map(async (id, index) => ways(id)[index % 3]?.()));
    const statuses = answers.map((answer) => answer?.status ?? 0);
    expect(statuses.filter((status) => status === 409)).toHaveLength(1);
    expect(statuses.filter((status) => status < 300)).toHaveLength(7);
    expect((await caller.call("GET /v1/members?role=owner&status=active")).body.data).toHaveLength(1);
  });
});

describe("eight invitations of one address at once", () => {
  test("make one member and one person", async () => {
    const caller = await world.organization();
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite(caller, { email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(await world.ctx.db`select id from people where email = ${email}`).toHaveLength(1);
    expect(await world.ctx.db`select id from mails where recipient = ${email}`).toHaveLength(1);
  });

  test("to eight organizations make eight members of one person", async () => {
    const callers = await Promise.all(Array.from({ length: 8 }, () => world.organization()));
    const email = newEmail();
    const answers = await Promise.all(callers.map((caller) => invite(caller, { email })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => body.person.id)).size).toBe(1);
  });
});

describe("limits", () => {
  /** Members as they are after they were invited, without a mail for each. */
  async function fill(organization_id: string, count: number, status: "active" | "invited"): Promise<void> {
    const tag = randomUUID().slice(0, 8);
    const now = world.clock.now().toISOString();
    await world.ctx.begin(async (db) => {
      await db`
        insert into people (id, email, name, status, created_at)
        select 'usr_' || ${tag} || n, ${tag} || n || '@example.com', 'x', 'active', ${now} from generate_series(1, ${count}::int) as n`;
      await db`
        insert into members (id, organization_id, person_id, role, status, invited_by, invited_at, invitation_expires_at)
        select 'mbr_' || ${tag} || n, ${organization_id}, 'usr_' || ${tag} || n, 'viewer', ${status}, 'operator', ${now},
          ${now}::timestamptz + interval '7 days'
        from generate_series(1, ${count}::int) as n`;
    });
  }

  test("of 500 members: 409, also for several at once", async () => {
    const caller = await world.organization();
    await fill(caller.id, 499, "active");
    const answers = await Promise.all(Array.from({ length: 4 }, () => invite(caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test("of 100 open invitations: 409; those that have expired do not count until they are sent again", async () => {
    const caller = await world.organization();
    await fill(caller.id, 100, "invited");
    expect((await invite(caller)).status).toBe(409);
    const [first] = (await caller.call("GET /v1/members")).body.data;
    expect((await caller.call(`POST /v1/members/${first.id}/resend`)).status).toBe(200);
    world.clock.advance(7 * 86_400_000 + 1_000);
    expect((await invite(caller)).status).toBe(201);
    await fill(caller.id, 99, "invited");
    expect((await caller.call(`POST /v1/members/${first.id}/resend`)).status).toBe(409);
  });

  test("of 100 invitations a day, with those sent again: 429 and the seconds to wait", async () => {
    const caller = await world.organization();
    const { id } = (await invite(caller)).body;
    world.clock.advance(3_600_000);
    for (let sent = 1; sent < 100; sent++)
      expect((await caller.call(`POST /v1/members/${id}/resend`)).status).toBe(200);
    for (const refused of [await invite(caller), await caller.call(`POST /v1/members/${id}/resend`)]) {
      expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limit_exceeded"]);
      const wait_s = Number(refused.headers.get("retry-after"));
      expect(wait_s).toBeGreaterThan(22 * 3600);
      expect(wait_s).toBeLessThanOrEqual(23 * 3600);
    }
    expect((await invite(world.rival)).status).toBe(201);
    world.clock.advance(23 * 3_600_000 + 1_000);
    expect((await invite(caller)).status).toBe(201);
  });
});

describe("the operator", () => {
  test("invites to any role, and always sees the link", async () => {
    const path = `/v1/operator/organizations/${world.label.id}/members`;
    const made = await world.operator.call(`POST ${path}`, { body: { email: newEmail(), role: "owner" } });
    expect([made.status, made.body.invited_by]).toEqual([201, "operator"]);
    expect(made.body.invitation_url).toContain("#token=iv_live_");
    const again = await world.operator.call(`POST ${path}/${made.body.id}/resend`);
    expect(again.body.invitation_url).toContain("#token=iv_live_");
    expect((await world.operator.call(`GET ${path}/${made.body.id}`)).body.role).toBe("owner");
    const changed = await world.operator.call(`PATCH ${path}/${made.body.id}`, { body: { role: "viewer" } });
    expect(changed.body.role).toBe("viewer");
    expect((await world.operator.call(`GET ${path}?role=viewer`)).body.data[0].id).toBe(made.body.id);
    expect((await world.operator.call(`DELETE ${path}/${made.body.id}`)).status).toBe(204);
    const nowhere = "/v1/operator/organizations/org_01k8z3v9qxe7p9a4m2c6t5w8rn/members";
    const body = { email: newEmail(), role: "owner" };
    expect((await world.operator.call(`POST ${nowhere}`, { body })).status).toBe(404);
    expect((await world.operator.call(`GET ${nowhere}`)).status).toBe(404);
  });
});
