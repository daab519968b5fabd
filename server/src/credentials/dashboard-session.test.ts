import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { countingStatements } from "../../test/counting-statements.ts";
import { addFetchingStore } from "../../test/fetching-store.ts";
import { type Answer, createWorld, type World } from "../../test/world.ts";
import { parseAddressBlocks } from "../platform/address-block.ts";
import { deriveKeys } from "../secrets.ts";
import { createCredentials } from "./credentials.ts";

const secret = randomBytes(32);
const operator_key = "operator-key-of-both-environments";
let world: World;
let sandbox: World;
beforeAll(async () => {
  world = await createWorld({ secret, operator_key });
  sandbox = await createWorld({ environment: "sandbox", secret, operator_key });
});
afterAll(() => Promise.all([world.close(), sandbox.close()]));
// Sign-ins count by address. No test shall wait for what another has used.
beforeEach(() => world.clock.advance(60_000));

const signIn = (at: World, body: object, headers: Record<string, string> = {}) =>
  at.stranger.call("POST /dashboard/session", { body, headers });
const cookieOf = ({ headers }: Answer) => headers.get("set-cookie")?.split(";")[0] ?? "";
const own = { "x-segue-dashboard": "1", "sec-fetch-site": "same-origin" };
const outcome = ({ status, body }: Answer) => [status, body?.error?.code];

/** Signs in, and calls with the cookie as the dashboard's pages do, or with these headers in their place. */
async function browser(at: World, body: object) {
  const answer = await signIn(at, body);
  expect(answer.status).toBe(200);
  const cookie = cookieOf(answer);
  const call = (operation: string, headers: Record<string, string> = own, more = {}) =>
    at.stranger.call(operation, { ...more, headers: { cookie, ...headers } });
  return { answer, cookie, call, session: async () => (await call("GET /dashboard/session", {})).body.session };
}

async function link(at: World, key: string | undefined): Promise<string> {
  const answer = await at.stranger.call("POST /dashboard/links", { body: { key } });
  expect(answer.status).toBe(201);
  return answer.body.token;
}

/** The session of a key tells of no person. */
const no_person = { person: null, role: null, memberships: null, staff_role: null };
const unlimited = { labels: null, view_expires_at: null, lacks_second_factor: false };
const sign_in = { password: true, identity_provider: null };

describe("works", () => {
  test("a partner signs in with an API key and then calls with the key's rights", async () => {
    const key = await world.keyFor(world.label.id, { name: "Desk", scopes: ["catalog:write"] });
    const page = await browser(world, { key });
    const session = {
      kind: "organization",
      organization_id: world.label.id,
      name: "Nightjar Records",
      tier: "enterprise",
      scopes: ["catalog:write"],
      expires_at: expect.any(String),
      ...no_person,
      ...unlimited,
    };
    expect(page.answer.body).toEqual({ environment: "production", operator_name: null, session, sign_in });
    expect(page.answer.headers.get("set-cookie")).toMatch(
      /^segue_live=ds_live_\w{38}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    expect(page.answer.headers.get("cache-control")).toBe("no-store");
    expect((await page.call("GET /dashboard/session", {})).body).toEqual({
      environment: "production",
      operator_name: null,
      session,
      sign_in,
    });
    expect((await page.call("GET /v1/organization")).body.id).toBe(world.label.id);
    expect(outcome(await page.call("GET /v1/payouts"))).toEqual([403, "insufficient_scope"]);
    const made = await page.call("POST /v1/releases", own, { body: await draft() });
    expect(made.status).toBe(201);
    const [key_id] = (await must(world.label, "GET /v1/api-keys")).body.data.map(({ id }: { id: string }) => id);
    const log = (await must(world.operator, "GET /v1/operator/audit-log?limit=2")).body.data;
    expect(log).toMatchObject([
      { operation: "createRelease", actor: key_id, organization_id: world.label.id },
      { operation: "signIn", actor: key_id, organization_id: world.label.id },
    ]);
  });

  test("the operator signs in to both environments with the operator key", async () => {
    const page = await browser(sandbox, { key: operator_key });
    expect(page.answer.body).toEqual({
      environment: "sandbox",
      operator_name: "Segue Sandbox",
      session: {
        kind: "operator",
        organization_id: null,
        name: "Operator",
        tier: null,
        scopes: [],
        expires_at: expect.any(String),
        ...no_person,
        ...unlimited,
      },
      sign_in,
    });
    expect((await page.call("GET /v1/operator/organizations")).status).toBe(200);
    expect(outcome(await page.call("GET /v1/releases"))).toEqual([403, "insufficient_scope"]);
  });

  test("a visitor who is not signed in gets no error, whatever the cookie is", async () => {
    for (const cookie of ["", "segue_live=", "segue_live=nonsense", "other=1; segue_live=ds_live_x; x"]) {
      const answer = await world.stranger.call("GET /dashboard/session", { headers: { cookie } });
      expect([answer.status, answer.body]).toEqual([
        200,
        { environment: "production", operator_name: null, session: null, sign_in },
      ]);
    }
  });

  test("signing out ends the session at once and removes the cookie", async () => {
    const page = await browser(world, { key: world.label.key });
    expect((await page.call("GET /v1/organization")).status).toBe(200);
    const answer = await page.call("DELETE /dashboard/session");
    expect(answer.status).toBe(204);
    expect(answer.headers.get("set-cookie")).toMatch(/^segue_live=; Path=\/; Max-Age=0;/);
    expect(outcome(await page.call("GET /v1/organization"))).toEqual([401, "authentication_required"]);
    expect(await page.session()).toBeNull();
    expect((await world.stranger.call("DELETE /dashboard/session")).status).toBe(204);
  });

  test("all sessions of an organization share one rate budget, beside that of its keys", async () => {
    const member = await world.organization({ tier: "starter" });
    world.clock.stop();
    onTestFinished(() => world.clock.go());
    const pages = [];
    for (let count = 0; count < 5; count++) pages.push(await browser(world, { key: member.key }));
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++)
      for (const page of pages) statuses.push((await page.call("GET /v1/organization")).status);
    // Twenty at once, of which five were the sign-ins themselves.
    expect(statuses).toEqual([...Array(15).fill(200), ...Array(10).fill(429)]);
    expect((await signIn(world, { key: member.key })).status).toBe(429);
    const byKey = await member.call("GET /v1/organization");
    expect([byKey.status, byKey.headers.get("ratelimit-remaining")]).toEqual([200, "119"]);
    const other = await browser(world, { key: world.rival.key });
    expect((await other.call("GET /v1/organization")).status).toBe(200);
  });

  test("an Authorization header wins over the cookie", async () => {
    const page = await browser(world, { key: world.label.key });
    const headers = { ...own, authorization: `Bearer ${world.rival.key}` };
    expect((await page.call("GET /v1/organization", headers)).body.id).toBe(world.rival.id);
    expect(outcome(await page.call("GET /v1/organization", { ...own, authorization: "Bearer no" }))).toEqual([
      401,
      "invalid_credentials",
    ]);
  });

  test("behind a trusted proxy with TLS the cookie is Secure; others cannot claim it", async () => {
    const headers = { "x-forwarded-proto": "https" };
    const behind = await createWorld({ trusted_proxies: parseAddressBlocks("127.0.0.0/8") });
    const set = async (at: World, more = {}) =>
      (await signIn(at, { key: at.label.key }, more)).headers.get("set-cookie");
    expect(await set(behind, headers)).toMatch(/; Secure$/);
    expect(await set(behind)).not.toContain("Secure");
    expect(await set(world, headers)).not.toContain("Secure");
    await behind.close();
  });

  test("a link signs in once, also when eight browsers open it at once", async () => {
    const token = await link(world, world.label.key);
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(world, { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
    const later = await signIn(world, { token });
    expect(outcome(later)).toEqual([401, "invalid_credentials"]);
    expect(later.body.error.message).toContain("npx segue dashboard");
    const page = await browser(world, { token: await link(world, operator_key) });
    expect(await page.session()).toMatchObject({ kind: "operator" });
  });

  test("ordinary keys cost no statement more, and a session no more than a key", async () => {
    const page = await browser(world, { key: world.label.key });
    const { db, statements } = countingStatements(world.ctx.db);
    const form = { prefix: "sk_live_", pepper: deriveKeys(secret).pepper };
    const node = createCredentials(
      { ...world.ctx, db },
      { form, other_prefix: "sk_test_", operator_key, rate_factor: 1, second_factor: "optional", fetched_kinds: [] },
    );
    const token = page.cookie.split("=")[1] ?? "";
    for (let count = 0; count < 3; count++) await node.authenticate(world.label.key ?? "");
    expect(statements()).toBe(1);
    for (let count = 0; count < 3; count++) await node.authenticateSession(token);
    expect(statements()).toBe(2);
  });
});

describe("refuses", () => {
  test("a cookie without the dashboard's header, or from another page, as if there were none", async () => {
    const page = await browser(world, { key: world.label.key });
    const host = new URL(world.url).host;
    const header = { "x-segue-dashboard": "1" };
    const refused: Record<string, string>[] = [
      {},
      { "sec-fetch-site": "same-origin" },
      header,
      { ...header, "x-segue-dashboard": "true", "sec-fetch-site": "same-origin" },
      { ...header, "sec-fetch-site": "cross-site" },
      { ...header, "sec-fetch-site": "same-site" },
      { ...header, "sec-fetch-site": "none" },
      { ...header, "sec-fetch-site": "cross-site", origin: `http://${host}` },
      { ...header, origin: "https://evil.example" },
      { ...header, origin: "null" },
      { ...header, origin: `http://127.0.0.1:${Number(new URL(world.url).port) + 1}` },
      { ...header, origin: "https://evil.example", referer: `http://${host}/dashboard` },
      { ...header, referer: `https://evil.example/${host}` },
    ];
    for (const headers of refused) {
      expect([headers, outcome(await page.call("GET /v1/organization", headers))]).toEqual([
        headers,
        [401, "authentication_required"],
      ]);
      const write = await page.call("POST /v1/releases", headers, { body: await draft() });
      expect(outcome(write)).toEqual([401, "authentication_required"]);
    }
    const accepted = [own, { ...header, origin: `http://${host}` }, { ...header, referer: `http://${host}/dashboard` }];
    for (const headers of accepted) expect((await page.call("GET /v1/organization", headers)).status).toBe(200);
  });

  test("a session's token as a bearer, and a cookie at the pages of the operator", async () => {
    const page = await browser(world, { key: operator_key });
    const token = page.cookie.split("=")[1];
    expect(outcome(await world.as(token).call("GET /v1/operator/organizations"))).toEqual([401, "invalid_credentials"]);
    expect(outcome(await page.call("GET /metrics"))).toEqual([401, "authentication_required"]);
  });

  test("a wrong key, a token or a store's credential, and says what to use", async () => {
    const { client_id, client_secret } = (
      await must(world.operator, `POST /v1/operator/organizations/${world.label.id}/oauth-clients`, {})
    ).body;
    const granted = await world.stranger.call("POST /v1/oauth/token", {
      raw: new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const store = await addFetchingStore(sandbox, "store_visitor");
    const wrong: [World, object, string][] = [
      [world, { key: "nonsense" }, "keys here begin with sk_live_"],
      [world, { key: sandbox.label.key }, "other environment"],
      [world, { key: `${world.label.key?.slice(0, -1)}_` }, "damaged"],
      [world, { key: granted.body.access_token }, "use an API key"],
      [sandbox, { key: store.key }, "use an API key"],
      [world, { token: "nonsense" }, "damaged"],
      [world, { token: await link(sandbox, sandbox.label.key) }, "other environment"],
    ];
    for (const [at, body, sentence] of wrong) {
      const answer = await signIn(at, body);
      expect([outcome(answer), answer.body.error.message]).toEqual([
        [401, "invalid_credentials"],
        expect.stringContaining(sentence),
      ]);
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });

  test("a body that holds neither, both, or something else", async () => {
    expect(outcome(await signIn(world, {}))).toEqual([422, "missing_required_field"]);
    expect(outcome(await signIn(world, { key: world.label.key, token: "x" }))).toEqual([422, "validation_failed"]);
    expect(outcome(await signIn(world, { key: world.label.key, remember: true }))).toEqual([422, "unknown_field"]);
    expect(outcome(await signIn(world, { key: 7 }))).toEqual([422, "validation_failed"]);
    const raw = JSON.stringify({ key: world.label.key });
    const plain = { raw, headers: { "content-type": "text/plain" } };
    expect(outcome(await world.stranger.call("POST /dashboard/session", plain))).toEqual([
      415,
      "unsupported_media_type",
    ]);
    const large = { raw: JSON.stringify({ key: "x".repeat(5_000) }) };
    expect(outcome(await world.stranger.call("POST /dashboard/session", large))).toEqual([413, "payload_too_large"]);
  });

  test("another site that signs a visitor in or out", async () => {
    const body = { key: world.label.key };
    const away = { origin: "https://evil.example" };
    expect(outcome(await signIn(world, body, away))).toEqual([400, "invalid_request"]);
    expect(outcome(await signIn(world, body, { "sec-fetch-site": "same-site" }))).toEqual([400, "invalid_request"]);
    const page = await browser(world, body);
    expect(outcome(await page.call("DELETE /dashboard/session", away))).toEqual([400, "invalid_request"]);
    expect(await page.session()).not.toBeNull();
  });

  test.each(["production", "sandbox"] as const)(
    "guessing, in the %s: 30 sign-ins a minute from an address",
    async (environment) => {
      const trusted_proxies = parseAddressBlocks("127.0.0.0/8");
      const guessed = await createWorld({ environment, trusted_proxies });
      onTestFinished(guessed.close);
      guessed.clock.stop();
      const right = { key: guessed.label.key };
      const here = { "x-forwarded-for": "198.51.100.7" };
      // All at once: none may slip through while another is being looked up.
      const answers = await Promise.all(Array.from({ length: 80 }, () => signIn(guessed, { key: "guess" }, here)));
      const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
      expect([count(401), count(429)]).toEqual([30, 50]);
      const late = await signIn(guessed, right, here);
      expect([...outcome(late), late.headers.get("retry-after")]).toEqual([429, "rate_limit_exceeded", "60"]);
      const token = await guessed.stranger.call("POST /dashboard/links", { body: right, headers: here });
      expect(token.status).toBe(429);
      expect((await signIn(guessed, right, { "x-forwarded-for": "198.51.100.8" })).status).toBe(200);
      expect((await guessed.label.call("GET /v1/organization", { headers: here })).status).toBe(200);
      guessed.clock.advance(60_000);
      expect((await signIn(guessed, right, here)).status).toBe(200);
    },
  );
});

describe("keeps apart", () => {
  test("the other environment's cookie is none here, under either name", async () => {
    const page = await browser(sandbox, { key: sandbox.label.key });
    for (const cookie of [page.cookie, page.cookie.replace("segue_test=", "segue_live=")]) {
      const answer = await world.stranger.call("GET /v1/organization", { headers: { ...own, cookie } });
      expect(outcome(answer)).toEqual([401, "authentication_required"]);
    }
    const both = `${page.cookie}; ${(await browser(world, { key: world.label.key })).cookie}`;
    const call = (at: World) => at.stranger.call("GET /v1/organization", { headers: { ...own, cookie: both } });
    expect([(await call(world)).body.id, (await call(sandbox)).body.id]).toEqual([world.label.id, sandbox.label.id]);
  });

  test("a session ends with its key: revoked, expired, or its organization suspended", async () => {
    const member = await world.organization({ name: "Short Lived" });
    const keys = `/v1/operator/organizations/${member.id}/api-keys`;
    const expires_at = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
    const revoked = (await must(world.operator, `POST ${keys}`, {})).body;
    const [first, second, third] = [
      await browser(world, { key: revoked.key }),
      await browser(world, { key: await world.keyFor(member.id, { expires_at }) }),
      await browser(world, { key: member.key }),
    ];
    expect((await second.session()).expires_at).toBe(expires_at);
    for (const page of [first, second, third]) expect((await page.call("GET /v1/organization")).status).toBe(200);

    await must(world.operator, `DELETE ${keys}/${revoked.id}`);
    expect(outcome(await first.call("GET /v1/organization"))).toEqual([401, "authentication_required"]);
    expect(await first.session()).toBeNull();
    world.clock.advance(3_600_000);
    expect((await second.call("GET /v1/organization")).status).toBe(401);
    expect((await third.call("GET /v1/organization")).status).toBe(200);
    await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { status: "suspended" });
    expect((await third.call("GET /v1/organization")).status).toBe(401);
    expect(await third.session()).toBeNull();
    expect((await signIn(world, { key: member.key })).body.error.message).toContain("suspended");
  });

  test("after 12 hours a session is over and a link after 10 minutes, and both are swept", async () => {
    const token = await link(world, world.label.key);
    const page = await browser(world, { key: world.label.key });
    world.clock.advance(10 * 60_000);
    expect(outcome(await signIn(world, { token }))).toEqual([401, "invalid_credentials"]);
    expect((await page.call("GET /v1/organization")).status).toBe(200);
    world.clock.advance(12 * 3_600_000);
    expect(outcome(await page.call("GET /v1/organization"))).toEqual([401, "authentication_required"]);
    await world.runJobs();
    const rows = await world.ctx.db`
      select hash from dashboard_sessions union all select hash from dashboard_links`;
    expect(rows).toHaveLength(0);
  });

  test("the operator's session ends when the operator key changes", async () => {
    const page = await browser(sandbox, { key: operator_key });
    const [here] = await sandbox.ctx.db<{ database: string }[]>`select current_database() as database`;
    const database = here?.database ?? "";
    const changed = await createWorld({
      environment: "sandbox",
      secret,
      operator_key: "another-operator-key",
      database,
    });
    const headers = { ...own, cookie: page.cookie };
    expect((await changed.stranger.call("GET /v1/operator/organizations", { headers })).status).toBe(401);
    expect((await page.call("GET /v1/operator/organizations")).status).toBe(200);
    await changed.close();
  });

  test("a key has twenty sessions at most: a new one ends the oldest of that key, and no other key's", async () => {
    const member = await world.organization();
    const owner = await browser(world, { key: member.key });
    const reader = await world.keyFor(member.id, { scopes: ["catalog:read"] });
    const pages = [];
    for (let count = 0; count < 21; count++) {
      world.clock.advance(5_000);
      pages.push(await browser(world, { key: reader }));
    }
    const states = await Promise.all(pages.map(async ({ session }) => (await session()) !== null));
    expect(states).toEqual([false, ...Array(20).fill(true)]);
    expect(await owner.session()).not.toBeNull();
  });

  test("sign-ins with one key at once neither wait for each other nor fail, and the next one ends what is too many", async () => {
    const many = await createWorld({ trusted_proxies: parseAddressBlocks("127.0.0.0/8") });
    onTestFinished(many.close);
    const signInFrom = (index: number) =>
      signIn(many, { key: many.label.key }, { "x-forwarded-for": `10.0.${index % 100}.1` });
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 80 }, (_, index) => signInFrom(index)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      many.clock.advance(60_000);
    }
    // Each ends a hundred at most.
    for (let count = 0; count < 3; count++) await signInFrom(count);
    expect(await many.ctx.db`select from dashboard_sessions`).toHaveLength(20);
  });

  test("the operator has twenty sessions at most, too", async () => {
    for (let count = 0; count < 22; count++) {
      world.clock.advance(5_000);
      await browser(world, { key: operator_key });
    }
    const [row] = await world.ctx.db`
      select count(*)::int as count from dashboard_sessions where organization_id = 'operator'`;
    expect(row?.count).toBe(20);
  });

  test("revoking a key removes its sessions", async () => {
    const member = await world.organization();
    const keys = `/v1/operator/organizations/${member.id}/api-keys`;
    const made = (await must(world.operator, `POST ${keys}`, {})).body;
    await browser(world, { key: made.key });
    await must(world.operator, `DELETE ${keys}/${made.id}`);
    const rows = await world.ctx.db`select from dashboard_sessions where organization_id = ${member.id}`;
    expect(rows).toHaveLength(0);
  });
});

async function draft() {
  return { title: "First Light", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2030-03-01" };
}
