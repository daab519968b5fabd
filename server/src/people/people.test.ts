// The rights of people in their seats: roles of members and of staff, views, and how soon a right ends.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../test/catalog.ts";
import { accept, browserWith, cookieOf, invite, member, signInAs, staff } from "../../test/people.ts";
import { type Answer, createWorld, type World } from "../../test/world.ts";
import { hasScope } from "../platform/http/guards/access.ts";
import { memberRoles, scopesOf, staffRoles } from "../rights/role.ts";
import { mayAsStaff } from "../rights/staff-right.ts";
import { describedRoutes } from "../routes.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(61_000));

const outcome = ({ status, body }: Answer) => [status, body?.error?.code];
const refused = [403, "insufficient_scope"];

describe("a member", () => {
  test.each(memberRoles)("%s may do what its scopes say, of every operation", async (role) => {
    const payee = (await must(world.label, "POST /v1/payees", { name: role })).body.id;
    const page = await member(world, {
      email: `${role}@example.com`,
      role,
      ...(role === "payee" && { payee_ids: [payee] }),
    });
    for (const { method, path, access, operation, tier } of describedRoutes()) {
      world.clock.advance(1_000);
      if (typeof access !== "object" || tier !== undefined || path.startsWith("/v1/sandbox")) continue;
      const filled = path.replaceAll(/\{(\w+)\}/g, "none_0");
      const answer = await page.call(
        `${method} ${filled}`,
        method === "GET" || method === "DELETE" ? {} : { body: {} },
      );
      const may = hasScope(scopesOf(role, null), access.scope);
      expect(outcome(answer)[1] === "insufficient_scope", `${operation}: ${answer.text}`).toBe(!may);
    }
    expect(outcome(await page.call("GET /v1/operator/staff"))).toEqual([404, "not_found"]);
  });

  test("acts under its own name, and its keys stay when it goes", async () => {
    const owner = await member(world, { email: "keeper@example.com", role: "owner" });
    const made = await owner.call("POST /v1/api-keys", { body: { name: "Keeper's", scopes: ["catalog:read"] } });
    expect([made.status, made.body.created_by]).toEqual([201, owner.person_id]);
    const [entry] = (await must(world.label, `GET /v1/audit-log?actor=${owner.person_id}`)).body.data;
    expect(entry).toMatchObject({ operation: "createOwnApiKey", actor: owner.person_id });
    await must(world.label, `DELETE /v1/members/${owner.member_id}`);
    expect(outcome(await owner.call("GET /v1/me"))).toEqual([401, "authentication_required"]);
    expect((await world.as(made.body.key).call("GET /v1/releases")).status).toBe(200);
  });

  test("who is demoted or suspended has less at once", async () => {
    const page = await member(world, { email: "less@example.com", role: "manager" });
    expect((await page.call("GET /v1/payouts")).status).toBe(200);
    await must(world.label, `PATCH /v1/members/${page.member_id}`, { role: "editor" });
    expect(outcome(await page.call("GET /v1/payouts"))).toEqual(refused);
    await must(world.label, `PATCH /v1/members/${page.member_id}`, { status: "suspended" });
    expect(outcome(await page.call("GET /v1/releases"))).toEqual([401, "authentication_required"]);
    expect(outcome(await signInAs(world, "less@example.com"))).toEqual([401, "invalid_credentials"]);
  });

  test("of a suspended organization is told so, and goes on elsewhere", async () => {
    const firm = await world.organization({ name: "Suspended Records" });
    const page = await member(world, { email: "two@example.com", role: "viewer" }, firm.id);
    const path = `/v1/operator/organizations/${world.label.id}/members`;
    const { token } = await invite(world.operator, path, { email: "two@example.com", role: "viewer" });
    const both = await page.call("POST /dashboard/invitations/accept", { body: { token } });
    expect(both.status).toBe(200);
    const there = browserWith(world, cookieOf(both));
    const back = await there.call("PATCH /dashboard/session", { body: { organization_id: firm.id } });
    const here = browserWith(world, cookieOf(back));
    await must(world.operator, `PATCH /v1/operator/organizations/${firm.id}`, { status: "suspended" });
    const answer = await here.call("GET /v1/releases");
    expect([...outcome(answer), answer.body.error.message]).toEqual([
      401,
      "invalid_credentials",
      "This organization is suspended; ask the operator.",
    ]);
    const again = await signInAs(world, "two@example.com");
    expect([again.status, again.body.session.organization_id]).toEqual([200, world.label.id]);
  });

  test("has ten sessions: the oldest ends, and any can be ended", async () => {
    const page = await member(world, { email: "many@example.com", role: "viewer" });
    const cookies: string[] = [];
    for (let count = 0; count < 10; count++) {
      world.clock.advance(3_000);
      cookies.push(cookieOf(await signInAs(world, "many@example.com", {}, { "user-agent": `Browser ${count}` })));
    }
    expect(outcome(await page.call("GET /v1/me"))).toEqual([401, "authentication_required"]);
    const newest = browserWith(world, cookies[9] ?? "");
    const listed = (await newest.call("GET /v1/me/sessions")).body.data;
    expect(listed).toHaveLength(10);
    expect(listed[0]).toMatchObject({ is_current: true, address: "127.0.0.1" });
    expect((await newest.call(`DELETE /v1/me/sessions/${listed[1].id}`)).status).toBe(204);
    expect(outcome(await browserWith(world, cookies[8] ?? "").call("GET /v1/me"))).toEqual([
      401,
      "authentication_required",
    ]);
    expect(outcome(await newest.call(`DELETE /v1/me/sessions/${listed[1].id}`))).toEqual([404, "not_found"]);
  });
});

describe("/v1/me", () => {
  test("is for a person's session alone", async () => {
    for (const by of [world.label, world.operator]) expect(outcome(await by.call("GET /v1/me"))).toEqual(refused);
    const signed = await world.stranger.call("POST /dashboard/session", { body: { key: world.label.key } });
    expect(outcome(await browserWith(world, cookieOf(signed)).call("GET /v1/me"))).toEqual(refused);
  });

  test("changes the name, notifications and the password, which ends the other sessions", async () => {
    const email = "self@example.com";
    const page = await member(world, { email, role: "viewer" });
    const other = browserWith(world, cookieOf(await signInAs(world, email)));
    const bad = [
      { name: "A\r\nBcc: x@example.com" },
      { notifications: { security: false } },
      { notifications: { nothing: true } },
    ];
    for (const body of bad) expect((await page.call("PATCH /v1/me", { body })).status, JSON.stringify(body)).toBe(422);
    const body = { name: "Ana B", notifications: { rejection: false } };
    expect((await page.call("PATCH /v1/me", { body })).body).toMatchObject({
      name: "Ana B",
      notifications: { rejection: false, statement: true },
    });
    const password = { current: "a quiet nightjar sings", new: "another quiet nightjar" };
    const wrong = await page.call("PATCH /v1/me", { body: { password: { ...password, current: "wrong" } } });
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, "password.current"]);
    expect((await page.call("PATCH /v1/me", { body: { password } })).status).toBe(200);
    expect(outcome(await other.call("GET /v1/me"))).toEqual([401, "authentication_required"]);
    expect((await page.call("GET /v1/me")).status).toBe(200);
    expect((await signInAs(world, email)).status).toBe(401);
    expect((await signInAs(world, email, { password: password.new })).status).toBe(200);
  });

  test("is all that is open until a second factor is set up, where the service asks for one", async () => {
    const strict = await createWorld({ people: { second_factor: "all" } });
    try {
      const page = await member(strict, { email: "strict@example.com", role: "owner" });
      expect(outcome(await page.call("GET /v1/releases"))).toEqual(refused);
      expect((await page.call("GET /v1/me")).status).toBe(200);
      expect((await page.call("GET /dashboard/session")).body.session.lacks_second_factor).toBe(true);
    } finally {
      await strict.close();
    }
  });
});

describe("staff", () => {
  test.each(staffRoles)("%s may do what the table says, of every operation of the operator", async (role) => {
    const page = await staff(world, { email: `staff.${role}@example.com`, role });
    for (const { method, path, access, operation } of describedRoutes()) {
      world.clock.advance(1_000);
      if (access !== "operator" || operation === "viewOrganization") continue;
      const filled = path.replaceAll(/\{(\w+)\}/g, "none_0");
      const answer = await page.call(
        `${method} ${filled}`,
        method === "GET" || method === "DELETE" ? {} : { body: {} },
      );
      const may = mayAsStaff(role, { operation, method });
      expect(outcome(answer)[1] === "insufficient_scope", `${operation}: ${answer.text}`).toBe(!may);
    }
    expect(outcome(await page.call("GET /v1/releases"))).toEqual(refused);
  });

  test("approves and pays under its own name", async () => {
    const reviewer = await staff(world, { email: "reviewer@example.com", role: "reviewer" });
    const id = await makeRelease(world);
    await must(world.operator, `PATCH /v1/operator/organizations/${world.label.id}`, { review: "manual" });
    const submission = (await must(world.label, `POST /v1/releases/${id}/submit`)).body.submission_id;
    const read = await reviewer.call(`GET /v1/operator/submissions/${submission}`);
    expect(read.status, read.text).toBe(200);
    const { content_version } = read.body;
    const approved = await reviewer.call(`POST /v1/operator/submissions/${submission}/approve`, {
      body: { content_version },
    });
    expect(approved.status, approved.text).toBe(200);
    const [entry] = (
      await must(world.operator, `GET /v1/operator/audit-log?actor=${reviewer.person_id}&operation=approveSubmission`)
    ).body.data;
    expect(entry).toMatchObject({ resource_id: submission, actor: reviewer.person_id });
  });

  test("views an organization for half an hour, and changes nothing", async () => {
    const support = await staff(world, { email: "support@example.com", role: "support" });
    const view = await support.call(`POST /v1/operator/organizations/${world.label.id}/view`, { body: {} });
    expect([view.status, view.body.name, view.body.view_expires_at]).toEqual([
      200,
      "Nightjar Records",
      expect.any(String),
    ]);
    expect((await support.call("GET /v1/releases")).status).toBe(200);
    expect((await support.call("GET /v1/api-keys")).status).toBe(200);
    expect(outcome(await support.call("POST /v1/releases", { body: {} }))).toEqual(refused);
    expect(outcome(await support.call("POST /v1/api-keys", { body: {} }))).toEqual(refused);
    expect(outcome(await support.call("GET /v1/me"))).toEqual(refused);
    const [viewed] = (await must(world.label, "GET /v1/audit-log?operation=viewOrganization")).body.data;
    expect(viewed).toMatchObject({ actor: support.person_id });
    world.clock.advance(30 * 60_000 + 5_000);
    expect(outcome(await support.call("GET /v1/releases"))).toEqual(refused);
    expect((await support.call("GET /v1/operator/organizations")).status).toBe(200);
    expect((await support.call(`POST /v1/operator/organizations/${world.label.id}/view`, { body: {} })).status).toBe(
      200,
    );
    const ended = await support.call("PATCH /dashboard/session", { body: { operator: true } });
    expect([ended.status, ended.body.session.kind]).toEqual([200, "operator"]);
    const finance = await staff(world, { email: "finance@example.com", role: "finance" });
    expect(outcome(await finance.call(`POST /v1/operator/organizations/${world.label.id}/view`, { body: {} }))).toEqual(
      refused,
    );
    expect(
      outcome(await world.operator.call(`POST /v1/operator/organizations/${world.label.id}/view`, { body: {} })),
    ).toEqual(refused);
  });

  test("is accepted like a member, and not by another site", async () => {
    const { token } = await invite(world.operator, "/v1/operator/staff", { email: "site@example.com", role: "admin" });
    const from = { headers: { "sec-fetch-site": "cross-site" } };
    for (const path of ["/dashboard/invitations/read", "/dashboard/invitations/accept"])
      expect(outcome(await world.stranger.call(`POST ${path}`, { ...from, body: { token } }))).toEqual([
        400,
        "invalid_request",
      ]);
    const form = { headers: { "content-type": "text/plain" }, body: { token } };
    expect((await world.stranger.call("POST /dashboard/invitations/accept", form)).status).toBe(415);
    const taken = await accept(world, token);
    expect([taken.status, taken.body.session.kind, taken.body.session.staff_role]).toEqual([200, "operator", "admin"]);
  });
});
