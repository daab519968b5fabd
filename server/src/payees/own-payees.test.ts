// Members of the role payee: invited for payees, they read what is theirs at /v1/me and nothing else.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { member, staff } from "../../test/people.ts";
import { type Answer, createWorld, type World } from "../../test/world.ts";

let world: World;
let vera: string;
let bo: string;
beforeAll(async () => {
  world = await createWorld();
  vera = (await must(world.label, "POST /v1/payees", { name: "Vera Lux" })).body.id;
  bo = (await must(world.label, "POST /v1/payees", { name: "Bo" })).body.id;
  await world.ctx.db`
    insert into payee_balances (payee_id, organization_id, currency, available, in_transit, created_at)
    values (${vera}, ${world.label.id}, 'EUR', 119, 20.5, now()), (${vera}, ${world.label.id}, 'JPY', 500, 0, now()),
      (${bo}, ${world.label.id}, 'EUR', 59.5, 0, now())`;
});
afterAll(() => world.close());

const outcome = ({ status, body }: Answer) => [status, body?.error?.code];
const fields = ({ body }: Answer) => body.error.details.map(({ field }: { field: string }) => field);
const balance = "GET /v1/me/payee-balance";
let count = 0;
const signedIn = (role: string, more: object = {}) =>
  member(world, { email: `${role}${count++}@example.com`, role, ...more });

describe("a payee's member", () => {
  test("reads the balances of its own payees", async () => {
    const own = await signedIn("payee", { payee_ids: [vera] });
    expect((await own.call(balance)).body).toEqual({
      data: [
        { payee_id: vera, name: "Vera Lux", currency: "EUR", available: "119.00", pending: "20.50" },
        { payee_id: vera, name: "Vera Lux", currency: "JPY", available: "500", pending: "0" },
      ],
    });
    const shown = (await must(world.label, `GET /v1/members/${own.member_id}`)).body;
    expect(shown).toMatchObject({ role: "payee", payee_ids: [vera], labels: null });
    expect((await own.call("GET /v1/me")).body.memberships[0].role).toBe("payee");
  });

  test("may do nothing else, with any method", async () => {
    const own = await signedIn("payee", { payee_ids: [vera] });
    for (const path of [
      "/v1/organization",
      "/v1/request-log",
      "/v1/releases",
      "/v1/payees",
      `/v1/payees/${vera}`,
      "/v1/overview",
      "/v1/members",
      "/v1/balance",
    ])
      expect(outcome(await own.call(`GET ${path}`)), path).toEqual([403, "insufficient_scope"]);
    expect(outcome(await own.call("POST /v1/payees", { body: { name: "A" } }))).toEqual([403, "insufficient_scope"]);
    expect(outcome(await own.call("PATCH /v1/payment-details", { body: {} }))).toEqual([403, "insufficient_scope"]);
  });

  test("sees a change of its payees at once, and keeps an archived one", async () => {
    const own = await signedIn("payee", { payee_ids: [vera] });
    const path = `/v1/members/${own.member_id}`;
    await must(world.label, `PATCH ${path}`, { payee_ids: [bo] });
    const names = async () => (await own.call(balance)).body.data.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(["Bo"]);
    await must(world.label, `PATCH ${path}`, { role: "viewer", payee_ids: null });
    expect(outcome(await own.call(balance))).toEqual([403, "insufficient_scope"]);
    expect((await own.call("GET /v1/releases")).status).toBe(200);
  });

  test("loses a payee that is deleted", async () => {
    const gone = (await must(world.label, "POST /v1/payees", { name: "Gone" })).body.id;
    const own = await signedIn("payee", { payee_ids: [gone, bo] });
    await world.label.call(`DELETE /v1/payees/${gone}`);
    expect((await must(world.label, `GET /v1/members/${own.member_id}`)).body.payee_ids).toEqual([bo]);
    expect((await own.call(balance)).body.data).toHaveLength(1);
  });
});

describe("refuses", () => {
  const invite = (body: object) => world.label.call("POST /v1/members", { body: { email: "x@example.com", ...body } });

  test("the role without payees, and payees without the role", async () => {
    const missing = await invite({ role: "payee" });
    expect([...outcome(missing), fields(missing)]).toEqual([422, "missing_required_field", ["payee_ids"]]);
    for (const body of [
      { role: "viewer", payee_ids: [vera] },
      { role: "payee", payee_ids: [] },
      { role: "payee", payee_ids: [vera, vera] },
      { role: "payee", payee_ids: Array.from({ length: 21 }, (_, n) => `pye_${n}`) },
    ]) {
      const answer = await invite(body);
      expect([answer.status, fields(answer)], answer.text).toEqual([422, ["payee_ids"]]);
    }
    const labels = await invite({ role: "payee", payee_ids: [vera], labels: ["Nightjar"] });
    expect([labels.status, fields(labels)]).toEqual([422, ["labels"]]);
  });

  test("payees that are not the organization's, in invitations and changes", async () => {
    const foreign = (await must(world.rival, "POST /v1/payees", { name: "Foreign" })).body.id;
    const answer = await invite({ role: "payee", payee_ids: [vera, foreign] });
    expect([answer.status, fields(answer)]).toEqual([422, ["payee_ids[1]"]]);
    const own = await signedIn("payee", { payee_ids: [vera] });
    const path = `PATCH /v1/members/${own.member_id}`;
    const changed = await world.label.call(path, { body: { payee_ids: [foreign] } });
    expect([changed.status, fields(changed)]).toEqual([422, ["payee_ids[0]"]]);
    const role = await world.label.call(path, { body: { role: "viewer" } });
    expect([role.status, fields(role)]).toEqual([422, ["payee_ids"]]);
  });

  test("an inviter who cannot read payees", async () => {
    const key = async (...scopes: string[]) => world.as(await world.keyFor(world.label.id, { scopes }));
    const body = { email: "y@example.com", role: "payee", payee_ids: [vera] };
    expect(outcome(await (await key("members:write")).call("POST /v1/members", { body }))).toEqual([
      403,
      "insufficient_scope",
    ]);
    expect((await (await key("members:write", "payees:read")).call("POST /v1/members", { body })).status).toBe(201);
  });

  test("other roles, keys and staff: no payee is theirs", async () => {
    const finance = await signedIn("finance");
    const admin = await staff(world, { email: "admin@example.com", role: "admin" });
    for (const caller of [finance, admin, world.label, world.operator])
      expect(outcome(await caller.call(balance))).toEqual([403, "insufficient_scope"]);
  });
});
