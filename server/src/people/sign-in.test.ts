import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accept, browserWith, cookieOf, invite, lastLink, member, PASSWORD, signInAs } from "../../test/people.ts";
import { codeAt } from "../../test/totp-app.ts";
import { type Answer, createWorld, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
// Sign-ins are counted by address, for a minute.
beforeEach(() => world.clock.advance(61_000));

const outcome = ({ status, body }: Answer) => [status, body?.error?.code];
const fields = ({ body }: Answer) => body.error.details.map(({ field }: { field: string }) => field);

describe("an invitation", () => {
  test("is accepted with a name and a password, once", async () => {
    const { token } = await invite(world.label, "/v1/members", { email: " Ana@Example.com", role: "editor" });
    const read = await world.stranger.call("POST /dashboard/invitations/read", { body: { token } });
    expect(read.body).toMatchObject({
      email: "ana@example.com",
      organization_name: "Nightjar Records",
      role: "editor",
      has_account: false,
      can_set_password: true,
    });
    const short = await accept(world, token, { name: "Ana", password: "123456789" });
    expect([short.status, fields(short)]).toEqual([422, ["password"]]);
    const missing = await accept(world, token, {});
    expect([missing.status, fields(missing)]).toEqual([422, ["name", "password"]]);
    const taken = await accept(world, token);
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect(taken.body.session).toMatchObject({
      kind: "organization",
      organization_id: world.label.id,
      role: "editor",
      scopes: ["catalog:write", "deliveries:read"],
      person: { email: "ana@example.com", name: "Ana" },
      staff_role: null,
    });
    expect(outcome(await accept(world, token))).toEqual([401, "invalid_credentials"]);
    const page = browserWith(world, cookieOf(taken));
    expect((await page.call("GET /v1/me")).body).toMatchObject({
      email: "ana@example.com",
      has_password: true,
      second_factor: "none",
      email_verified_at: null,
      memberships: [{ organization_name: "Nightjar Records", role: "editor" }],
    });
    expect(outcome(await page.call("GET /v1/payouts"))).toEqual([403, "insufficient_scope"]);
    expect(outcome(await page.call("GET /v1/releases", { headers: { "x-segue-dashboard": "0" } }))).toEqual([
      401,
      "authentication_required",
    ]);
    expect((await page.call("GET /v1/releases")).status).toBe(200);
  });

  test("is accepted by one of eight", async () => {
    const { token } = await invite(world.label, "/v1/members", { email: "eight@example.com", role: "viewer" });
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(world, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401, 401, 401]);
  });

  test("ends after seven days", async () => {
    const { token } = await invite(world.label, "/v1/members", { email: "late@example.com", role: "viewer" });
    world.clock.advance(7 * 86_400_000 + 1_000);
    expect(outcome(await accept(world, token))).toEqual([401, "invalid_credentials"]);
  });

  test("of a known person needs its session or its password, and no other person's", async () => {
    const known = await member(world, { email: "known@example.com", role: "viewer" });
    const other = await member(world, { email: "other@example.com", role: "viewer" });
    const path = `/v1/operator/organizations/${world.rival.id}/members`;
    const { token } = await invite(world.operator, path, { email: "known@example.com", role: "owner" });
    const bare = { body: { token } };
    expect(outcome(await world.stranger.call("POST /dashboard/invitations/accept", bare))).toEqual([
      401,
      "authentication_required",
    ]);
    expect(outcome(await other.call("POST /dashboard/invitations/accept", bare))).toEqual([409, "invalid_state"]);
    expect(outcome(await accept(world, token, { password: "not the password" }))).toEqual([401, "invalid_credentials"]);
    const taken = await known.call("POST /dashboard/invitations/accept", bare);
    expect([taken.status, taken.body.session.organization_id]).toEqual([200, world.rival.id]);
    expect(taken.body.session.memberships).toHaveLength(2);
    const page = browserWith(world, cookieOf(taken));
    const back = await page.call("PATCH /dashboard/session", { body: { organization_id: world.label.id } });
    expect([back.status, back.body.session.role]).toEqual([200, "viewer"]);
    expect(outcome(await page.call("GET /v1/me"))).toEqual([401, "authentication_required"]);
    const there = browserWith(world, cookieOf(back));
    expect(outcome(await there.call("PATCH /dashboard/session", { body: { operator: true } }))).toEqual([
      404,
      "not_found",
    ]);
  });
});

describe("a sign-in", () => {
  test("has one answer for all that is wrong", async () => {
    await member(world, { email: "one@example.com", role: "viewer" });
    const wrong = await signInAs(world, "one@example.com", { password: "not the password" });
    const unknown = await signInAs(world, "none@example.com");
    expect(wrong.status).toBe(401);
    expect({ ...wrong.body.error, request_id: "" }).toEqual({ ...unknown.body.error, request_id: "" });
    const right = await signInAs(world, " One@example.com");
    expect([right.status, right.body.session.person.email]).toEqual([200, "one@example.com"]);
    const both = await signInAs(world, "one@example.com", { key: "sk_live_x" });
    expect([both.status, fields(both)]).toEqual([422, ["email"]]);
    expect((await world.stranger.call("POST /dashboard/session", { body: { email: "one@example.com" } })).status).toBe(
      422,
    );
    expect((await signInAs(world, "no address")).status).toBe(422);
  });

  test("is refused after ten wrong passwords from one address, and free after a reset", async () => {
    const email = "tries@example.com";
    await member(world, { email, role: "viewer" });
    for (let count = 0; count < 10; count++)
      expect((await signInAs(world, email, { password: "not the password" })).status).toBe(401);
    const eleventh = await signInAs(world, email);
    expect(outcome(eleventh)).toEqual([429, "rate_limit_exceeded"]);
    expect(Number(eleventh.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((await world.stranger.call("POST /dashboard/password-resets", { body: { email } })).status).toBe(202);
    await world.runJobs();
    const token = await lastLink(world, email);
    const password = "another quiet nightjar";
    const set = await world.stranger.call("POST /dashboard/password-resets/complete", { body: { token, password } });
    expect(set.status, JSON.stringify(set.body)).toBe(204);
    expect((await signInAs(world, email, { password })).status).toBe(200);
    expect(
      outcome(await world.stranger.call("POST /dashboard/password-resets/complete", { body: { token, password } })),
    ).toEqual([401, "invalid_credentials"]);
  });

  test("that meets a reset leaves no session of the old password", async () => {
    const email = "meets@example.com";
    await member(world, { email, role: "viewer" });
    await world.stranger.call("POST /dashboard/password-resets", { body: { email } });
    await world.runJobs();
    const body = { token: await lastLink(world, email), password: "another quiet nightjar" };
    const [reset, ...sign_ins] = await Promise.all([
      world.stranger.call("POST /dashboard/password-resets/complete", { body }),
      ...Array.from({ length: 6 }, () => signInAs(world, email)),
    ]);
    expect(reset.status).toBe(204);
    for (const { status } of sign_ins) expect([200, 401]).toContain(status);
    for (const answer of sign_ins.filter(({ status }) => status === 200))
      expect((await browserWith(world, cookieOf(answer)).call("GET /v1/me")).status).toBe(401);
  });

  test("with a second factor needs each code once", async () => {
    const email = "factor@example.com";
    const page = await member(world, { email, role: "viewer" });
    const offered = await page.call("POST /v1/me/totp", { body: { password: PASSWORD } });
    expect(offered.status, JSON.stringify(offered.body)).toBe(201);
    const code = () => codeAt(offered.body.secret, world.clock.now());
    const wrong = await page.call("POST /v1/me/totp/confirm", { body: { code: "000000" } });
    expect([wrong.status, fields(wrong)]).toEqual([422, ["code"]]);
    const confirmed = await page.call("POST /v1/me/totp/confirm", { body: { code: code() } });
    expect([confirmed.status, confirmed.body.recovery_codes.length]).toEqual([200, 10]);
    const asked = await signInAs(world, email);
    expect([...outcome(asked), fields(asked)]).toEqual([401, "authentication_required", ["code"]]);
    world.clock.advance(30_000);
    // The clock goes on: asked for later, it may be the next.
    const used = code();
    const both = await Promise.all([signInAs(world, email, { code: used }), signInAs(world, email, { code: used })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(outcome(await signInAs(world, email, { code: used }))).toEqual([401, "invalid_credentials"]);
    const [recovery] = confirmed.body.recovery_codes;
    const spelled = `${recovery.slice(0, 5).toLowerCase()}-${recovery.slice(5)} `;
    expect((await signInAs(world, email, { code: spelled })).status).toBe(200);
    expect(outcome(await signInAs(world, email, { code: recovery }))).toEqual([401, "invalid_credentials"]);
  });
});
