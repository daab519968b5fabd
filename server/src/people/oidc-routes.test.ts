import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  federate,
  federatedWorld,
  flowCookieOf,
  sessionCookieOf,
  startRealProvider,
  visit,
  walk,
} from "../../test/identity-provider.ts";
import { accept, browserWith, invite, member, PASSWORD, signInAs, staff } from "../../test/people.ts";
import { createWorld, type World } from "../../test/world.ts";

let provider: Awaited<ReturnType<typeof startRealProvider>>;
let world: World;
beforeAll(async () => {
  provider = await startRealProvider();
  world = await federatedWorld(provider.issuer);
  provider.open(`${world.url}/dashboard/oidc/callback`);
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

let people = 0;
/** A user of the provider, who sits before the browser now. */
function user(more: object = {}) {
  const sub = `sub-${++people}`;
  const one = { sub, email: `${sub}@example.com`, email_verified: true, name: "Ana Example", ...more };
  provider.use(one);
  return one;
}

const personOf = async (email: string) =>
  (await world.operator.call(`GET /v1/operator/people?q=${encodeURIComponent(email)}`)).body.data[0];

const mailsTo = async (email: string) =>
  (await world.operator.call(`GET /v1/operator/mails?to=${encodeURIComponent(email)}&kind=security`)).body.data.map(
    ({ subject }: { subject: string }) => subject,
  );

const BOUND = "Your account is bound to an identity provider";

async function refused(response: Response, status: number, words: RegExp) {
  const text = await response.text();
  expect([response.status, sessionCookieOf(response)], text).toEqual([status, undefined]);
  expect(text).toMatch(words);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(text).toContain('<a href="/dashboard">');
  expect(text).not.toContain("<script");
}

async function signedIn(response: Response) {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(text).toContain('<meta http-equiv="refresh" content="0; url=/dashboard">');
  return browserWith(world, sessionCookieOf(response) ?? "");
}

describe("a sign-in by the identity provider", () => {
  test("starts with PKCE, a state and a nonce, sealed in a cookie of its own", async () => {
    user();
    const started = await visit(world, "/dashboard/oidc/start");
    expect(started.status).toBe(302);
    const { searchParams, origin } = new URL(started.headers.get("location") ?? "");
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: "segue",
      response_type: "code",
      redirect_uri: `${world.url}/dashboard/oidc/callback`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [cookie = ""] = started.headers.getSetCookie();
    expect(cookie).toMatch(/^segue_live_oidc=[\w-]+; Path=\/dashboard\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(searchParams.get("state"));
    const secure = await visit(world, "/dashboard/oidc/start", { "x-forwarded-proto": "https" });
    expect(secure.headers.getSetCookie()[0]).toMatch(/; Secure$/);
  });

  test("binds the person of the address, tells it, and finds it by the binding from then on", async () => {
    const { email, sub } = user();
    const { person_id } = await member(world, { email, role: "editor" });
    const answer = await federate(world);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith("segue_live="))).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(cookies).toContain("segue_live_oidc=; Path=/dashboard/oidc; Max-Age=0; HttpOnly; SameSite=Lax");
    const page = await signedIn(answer);
    const { body } = await page.call("GET /v1/me");
    expect(body).toMatchObject({ id: person_id, email, name: "Ana", identity_provider: provider.issuer });
    expect(body.email_verified_at).not.toBeNull();
    expect(await mailsTo(email)).toContain(BOUND);
    // Another address there changes nothing here.
    provider.use({ sub, email: `renamed-${email}`, email_verified: true });
    const again = await signedIn(await federate(world));
    expect((await again.call("GET /v1/me")).body.id).toBe(person_id);
    expect((await mailsTo(email)).filter((subject: string) => subject === BOUND)).toHaveLength(1);
    const log = await world.operator.call(`GET /v1/operator/audit-log?actor=${person_id}&operation=signIn`);
    expect(log.body.data).toHaveLength(2);
    const [session] = await world.ctx.db<{ is_federated: boolean }[]>`
      select is_federated from dashboard_sessions where person_id = ${person_id}`;
    expect(session?.is_federated).toBe(true);
  });

  test("of the same person, twice at once, binds once", async () => {
    const { email } = user();
    await member(world, { email, role: "editor" });
    const walks = [await walk(world), await walk(world)];
    const answers = await Promise.all(walks.map(({ callback, cookie }) => visit(world, callback, { cookie })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await mailsTo(email)).filter((subject: string) => subject === BOUND)).toHaveLength(1);
  });

  test("is refused for another account with the same address, until it is unbound", async () => {
    const { email } = user();
    await member(world, { email, role: "editor" });
    await signedIn(await federate(world));
    user({ email });
    await refused(await federate(world), 403, /belongs to another sign-in/);
    const { id } = await personOf(email);
    await world.operator.call(`PATCH /v1/operator/people/${id}`, { body: { unbind_identity: true } });
    await signedIn(await federate(world));
  });

  test("ends what was set up before the address was verified", async () => {
    const { email } = user();
    const before = await member(world, { email, role: "editor" });
    const offered = await before.call("POST /v1/me/totp", { body: { password: PASSWORD } });
    expect(offered.status).toBe(201);
    const page = await signedIn(await federate(world));
    expect((await before.call("GET /v1/me")).status).toBe(401);
    expect((await signInAs(world, email)).status).toBe(401);
    expect((await page.call("GET /v1/me")).body).toMatchObject({ has_password: false, second_factor: "none" });
    expect((await page.call("GET /v1/releases")).status).toBe(200);
  });

  test("leaves the password and the sessions of a verified address", async () => {
    const { email } = user();
    const before = await member(world, { email, role: "editor" });
    await world.ctx.db`update people set email_verified_at = now() where email = ${email}`;
    await signedIn(await federate(world));
    expect((await before.call("GET /v1/me")).status).toBe(200);
    expect((await signInAs(world, email)).status).toBe(200);
  });

  test("ends the session that the browser had", async () => {
    const { email } = user();
    const before = await member(world, { email: `former-${email}`, role: "viewer" });
    await member(world, { email, role: "editor" });
    await signedIn(await federate(world, "", { cookie: before.cookie }));
    expect((await before.call("GET /v1/me")).status).toBe(401);
  });

  test("makes nobody, and says why it refuses", async () => {
    const { email } = user();
    await refused(await federate(world), 403, /no account here/);
    expect(await personOf(email)).toBeUndefined();

    const disabled = user();
    const { person_id } = await member(world, { email: disabled.email, role: "editor" });
    await world.operator.call(`PATCH /v1/operator/people/${person_id}`, { body: { status: "disabled" } });
    await refused(await federate(world), 403, /account is disabled/);
    expect((await personOf(disabled.email)).identity_provider).toBeNull();

    const unverified = user({ email_verified: false });
    await member(world, { email: unverified.email, role: "editor" });
    await refused(await federate(world), 403, /address is not verified/);

    const organization = await world.organization();
    const suspended = user();
    await member(world, { email: suspended.email, role: "editor" }, organization.id);
    await world.operator.call(`PATCH /v1/operator/organizations/${organization.id}`, { body: { status: "suspended" } });
    await refused(await federate(world), 403, /organization is suspended/);

    const invited = user();
    await invite(world.label, "/v1/members", { email: invited.email, role: "editor" });
    await refused(await federate(world), 403, /not a member/);
    expect((await personOf(invited.email)).identity_provider).toBeNull();
    const { text } = await world.operator.call("GET /metrics");
    expect(text).toMatch(/segue_failed_sign_ins_total\{way="oidc",reason="no_person".*\} 1/);
    expect(text).not.toContain("@example.com");
  });
});

describe("the cookie of a sign-in", () => {
  test("is needed, and good once", async () => {
    const { email } = user();
    await member(world, { email, role: "editor" });
    const { callback, cookie } = await walk(world);
    await refused(await visit(world, callback), 400, /Start this sign-in again/);
    await refused(await visit(world, callback, { cookie: `${cookie}x` }), 400, /Start this sign-in again/);
    const other = await walk(world);
    await refused(await visit(world, callback, { cookie: other.cookie }), 400, /Start this sign-in again/);
    await refused(await visit(world, callback.split("?")[0] ?? "", { cookie }), 400, /Start this sign-in again/);
    expect((await fetch(world.url + callback, { method: "HEAD", headers: { cookie } })).status).toBe(200);
    await signedIn(await visit(world, callback, { cookie }));
    await refused(await visit(world, callback, { cookie }), 400, /Start this sign-in again/);
    // The code was used up: with another state of this browser, the provider refuses it.
    const third = await walk(world);
    const mixed = new URL(callback, world.url);
    mixed.searchParams.set("state", new URL(third.callback, world.url).searchParams.get("state") ?? "");
    await refused(await visit(world, mixed.pathname + mixed.search, { cookie: third.cookie }), 401, /was refused/);
  });

  test("ends after ten minutes", async () => {
    const { email } = user();
    const late = await federatedWorld(provider.issuer);
    try {
      await member(late, { email, role: "editor" });
      const started = await visit(late, "/dashboard/oidc/start");
      const state = new URL(started.headers.get("location") ?? "").searchParams.get("state");
      late.clock.advance(600_000);
      const cookie = flowCookieOf(started);
      await refused(await visit(late, `/dashboard/oidc/callback?code=x&state=${state}`, { cookie }), 400, /Start this/);
    } finally {
      await late.close();
    }
  });

  test("comes back with the provider's refusal, too", async () => {
    user();
    const { callback, cookie } = await walk(world);
    const state = new URL(callback, world.url).searchParams.get("state");
    const iss = encodeURIComponent(provider.issuer);
    const path = `/dashboard/oidc/callback?error=access_denied&state=${state}&iss=${iss}`;
    await refused(await visit(world, path, { cookie }), 401, /did not sign you in/);
  });
});

describe("an invitation by the identity provider", () => {
  test("is accepted by the person of its address, and ends its links", async () => {
    const { email } = user({ name: `Ana\u0007 ${"x".repeat(300)}` });
    const { id, token } = await invite(world.operator, `/v1/operator/organizations/${world.label.id}/members`, {
      email,
      role: "editor",
    });
    const page = await signedIn(await federate(world, `?invitation=${id}`));
    const me = (await page.call("GET /v1/me")).body;
    expect(me).toMatchObject({ email, status: "active", memberships: [{ member_id: id, role: "editor" }] });
    expect([me.name.length, /\p{Cc}/u.test(me.name)]).toEqual([200, false]);
    expect((await accept(world, token)).status).toBe(401);
    const log = await world.operator.call(`GET /v1/operator/audit-log?actor=${me.id}&operation=acceptInvitation`);
    expect(log.body.data).toHaveLength(1);
    await refused(await federate(world, `?invitation=${id}`), 403, /cannot be accepted/);
  });

  test("as staff has the address as its name if the provider has none", async () => {
    const { email } = user({ name: undefined });
    const { id } = await invite(world.operator, "/v1/operator/staff", { email, role: "support" });
    const page = await signedIn(await federate(world, `?invitation=${id}`));
    expect((await page.call("GET /v1/me")).body).toMatchObject({ name: email, staff_role: "support" });
  });

  test("is refused for another person, after its end, and from another site", async () => {
    const { email } = user();
    const path = `/v1/operator/organizations/${world.label.id}/members`;
    const { id } = await invite(world.operator, path, { email, role: "editor" });
    const other = user();
    await staff(world, { email: other.email, role: "support" });
    await refused(await federate(world, `?invitation=${id}`), 403, /cannot be accepted/);
    expect((await personOf(other.email)).identity_provider).toBeNull();
    const elsewhere = { "sec-fetch-site": "cross-site" };
    await refused(await visit(world, `/dashboard/oidc/start?invitation=${id}`, elsewhere), 400, /Open the link/);
    await refused(await visit(world, "/dashboard/oidc/start?invitation=org_1"), 403, /cannot be accepted/);
    provider.use({ sub: "late", email, email_verified: true });
    await world.ctx.db`update members set invitation_expires_at = now() - interval '1 second' where id = ${id}`;
    await refused(await federate(world, `?invitation=${id}`), 403, /cannot be accepted/);
    expect((await personOf(email)).status).toBe("invited");
  });
});

describe("the settings", () => {
  test("SEGUE_SIGN_IN=oidc leaves keys, links and the operator key", async () => {
    const { email } = user();
    const alone = await federatedWorld(provider.issuer, { people: { sign_in: "oidc" } });
    try {
      const { token } = await invite(alone.operator, "/v1/operator/staff", { email, role: "admin" });
      const read = await alone.stranger.call("POST /dashboard/invitations/read", { body: { token } });
      expect(read.body).toMatchObject({ can_set_password: false, has_account: false });
      const calls = [
        await accept(alone, token),
        await signInAs(alone, email),
        await alone.stranger.call("POST /dashboard/password-resets", { body: { email } }),
        await alone.stranger.call("POST /dashboard/password-resets/complete", {
          body: { token: "pr_live_x", password: PASSWORD },
        }),
      ];
      for (const { status, body } of calls) {
        expect([status, body.error.code]).toEqual([401, "invalid_credentials"]);
        expect(body.error.message).toContain("identity provider");
      }
      for (const { key } of [alone.label, alone.operator])
        expect((await alone.stranger.call("POST /dashboard/session", { body: { key } })).status).toBe(200);
      const link = await alone.label.call("POST /dashboard/links", { body: { key: alone.label.key } });
      const by_link = await alone.stranger.call("POST /dashboard/session", { body: { token: link.body.token } });
      expect(by_link.status).toBe(200);
    } finally {
      await alone.close();
    }
  });

  test("without an issuer there is no such page", async () => {
    const plain = await createWorld();
    try {
      for (const path of ["start", "callback"])
        expect((await plain.stranger.call(`GET /dashboard/oidc/${path}`)).status).toBe(404);
    } finally {
      await plain.close();
    }
  });

  test("a wrong password is counted, without its email", async () => {
    const { email } = user();
    await member(world, { email, role: "viewer" });
    await signInAs(world, email, { password: "not the password" });
    const { text } = await world.operator.call("GET /metrics");
    expect(text).toMatch(/segue_failed_sign_ins_total\{way="password",reason="invalid_credentials".*\} \d/);
    expect(text).not.toContain(email);
  });
});
