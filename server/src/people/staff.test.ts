// Staff of the operator: invitations, the last admin, limits and races.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let number = 0;
const add = (body: object = {}) =>
  world.operator.call("POST /v1/operator/staff", {
    body: { email: `staff${number++}@example.com`, role: "reviewer", ...body },
  });

async function accept(id: string): Promise<void> {
  await world.ctx.begin(async (db) => {
    await db`update staff set status = 'active' where id = ${id}`;
  });
}

describe("staff", () => {
  test("is invited with a link that is shown once, changed and removed", async () => {
    const idempotency_key = randomUUID();
    const body = { email: "Bo@Example.com ", role: "reviewer" };
    const made = await world.operator.call("POST /v1/operator/staff", { body, idempotency_key });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      person: { email: "bo@example.com" },
      role: "reviewer",
      status: "invited",
      invited_by: "operator",
      invitation_url: expect.stringContaining("/dashboard/accept#token=iv_live_"),
    });
    const replay = await world.operator.call("POST /v1/operator/staff", { body, idempotency_key });
    expect(replay.body).toEqual({ ...made.body, invitation_url: null });
    const path = `/v1/operator/staff/${made.body.id}`;
    const again = await world.operator.call("POST /v1/operator/staff", { body });
    expect([again.status, again.body.error.message.includes(made.body.id)]).toEqual([409, true]);
    const resent = await world.operator.call(`POST ${path}/resend`);
    expect(resent.body.invitation_url).not.toBe(made.body.invitation_url);
    expect(await world.ctx.db`select 1 from person_links where staff_id = ${made.body.id}`).toHaveLength(1);
    expect((await world.operator.call(`PATCH ${path}`, { body: { status: "active" } })).status).toBe(409);
    await accept(made.body.id);
    expect((await world.operator.call(`POST ${path}/resend`)).status).toBe(409);
    const suspended = await world.operator.call(`PATCH ${path}`, { body: { role: "finance", status: "suspended" } });
    expect(suspended.body).toMatchObject({ role: "finance", status: "suspended", invitation_expires_at: null });
    expect((await world.operator.call(`PATCH ${path}`, { body: { status: "active" } })).body.status).toBe("active");
    expect((await world.operator.call("GET /v1/operator/staff?role=finance&q=BO%40")).body.data).toHaveLength(1);
    expect((await world.operator.call("GET /v1/operator/staff?status=invited")).body.data).toHaveLength(0);
    expect((await world.operator.call(`DELETE ${path}`)).status).toBe(204);
    expect((await world.operator.call(`GET ${path}`)).status).toBe(404);
  });

  test.each([
    [{ role: "owner" }, "role"],
    [{ email: "a b@example.com" }, "email"],
    [{ labels: ["Owl"] }, "labels"],
  ])("with %j is refused", async (given, field) => {
    const { status, body } = await add(given);
    expect([status, body.error.details[0].field]).toEqual([422, field]);
  });

  test("of which the last admin leaves, if the operator key says so", async () => {
    const { id } = (await add({ role: "admin" })).body;
    await accept(id);
    expect((await world.operator.call(`DELETE /v1/operator/staff/${id}`)).status).toBe(204);
  });

  test("invited eight times at once is one", async () => {
    const email = "eight@example.com";
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({ email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  test("is at most 200, also when several come at once", async () => {
    const now = world.clock.now().toISOString();
    const [{ count } = { count: 0 }] = await world.ctx.db<
      { count: number }[]
    >`select count(*)::int as count from staff`;
    await world.ctx.begin(async (db) => {
      await db`
        insert into people (id, email, name, status, created_at)
        select 'usr_full' || n, 'full' || n || '@example.com', 'x', 'active', ${now} from generate_series(1, ${199 - count}::int) as n`;
      await db`
        insert into staff (id, person_id, role, status, invited_by, invited_at, invitation_expires_at, created_at)
        select 'stf_full' || n, 'usr_full' || n, 'support', 'active', 'operator', ${now}, ${now}, ${now}
        from generate_series(1, ${199 - count}::int) as n`;
    });
    const answers = await Promise.all(Array.from({ length: 4 }, () => add()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});
