import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { parseAddressBlocks } from "../platform/address-block.ts";
import { scopes } from "../rights/scope.ts";
import { grantScopes } from "./oauth-client.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Client = { client_id: string; client_secret: string };

const clientsOf = (organization_id: string) => `/v1/operator/organizations/${organization_id}/oauth-clients`;

async function makeClient(organization_id = world.label.id, body: object = {}): Promise<Client> {
  const made = await world.operator.call(`POST ${clientsOf(organization_id)}`, { body });
  expect(made.status).toBe(201);
  return made.body;
}

const basic = ({ client_id, client_secret }: Client) =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`;

/** Asks at the token endpoint, with a form of these fields. */
function ask(fields: Record<string, string>, headers: Record<string, string> = {}, on: World = world) {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const raw = new URLSearchParams(fields).toString();
  return on.stranger.call("POST /v1/oauth/token", { raw, headers: { ...form, ...headers } });
}

const grant = { grant_type: "client_credentials" };
const askFor = (client: Client, fields: Record<string, string> = {}) =>
  ask({ ...grant, client_id: client.client_id, client_secret: client.client_secret, ...fields });

async function tokenOf(client: Client, fields: Record<string, string> = {}): Promise<string> {
  return (await askFor(client, fields)).body.access_token;
}

const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body?.error?.code,
];

describe("works", () => {
  test.each([
    ["HTTP Basic", oauth.ClientSecretBasic],
    ["the form", oauth.ClientSecretPost],
  ])("a standard OAuth library gets a token by %s", async (_how, authentication) => {
    const { client_id, client_secret } = await makeClient(world.label.id, { scopes: ["catalog:read"] });
    const server = { issuer: world.url, token_endpoint: `${world.url}/v1/oauth/token` };
    const answer = await oauth.clientCredentialsGrantRequest(
      server,
      { client_id },
      authentication(client_secret),
      { scope: "catalog:read" },
      { [oauth.allowInsecureRequests]: true },
    );
    const token = await oauth.processClientCredentialsResponse(server, { client_id }, answer);
    expect(token).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "catalog:read" });
    expect((await world.as(token.access_token).call("GET /v1/releases")).status).toBe(200);
  });

  test("a client is made with a name and scopes; its secret is shown once, and only hashes are stored", async () => {
    const body = { name: "Catalog sync", scopes: ["catalog:write"] };
    const made = await world.operator.call(`POST ${clientsOf(world.label.id)}`, { body });
    expect([made.status, made.body]).toEqual([
      201,
      {
        client_id: expect.stringMatching(/^cli_[0-9a-z]{26}$/),
        client_secret: expect.stringMatching(/^cs_live_\w{38}$/),
        name: "Catalog sync",
        scopes: ["catalog:write"],
        created_at: expect.any(String),
      },
    ]);
    const list = await world.operator.call(`GET ${clientsOf(world.label.id)}?limit=1`);
    const { client_secret, ...shown } = made.body;
    expect(list.body.data).toEqual([shown]);
    const token = await tokenOf(made.body);
    const rows = [
      await world.ctx.db`select c::text from oauth_clients c`,
      await world.ctx.db`select t::text from access_tokens t`,
      await world.ctx.db`select a::text from audit_log a`,
    ];
    for (const secret of [client_secret, token]) expect(JSON.stringify(rows)).not.toContain(secret.slice(8, 40));
    const { body: log } = await world.operator.call(`GET /v1/operator/audit-log?organization_id=${world.label.id}`);
    expect(log.data[0]).toMatchObject({ operation: "issueAccessToken", actor: shown.client_id });
  });

  test("a replayed creation shows the same client without its secret", async () => {
    const idempotency_key = "5e0d8a1c-3c0b-4b53-9d0e-0a6f7f3f6b11";
    const create = () => world.operator.call(`POST ${clientsOf(world.label.id)}`, { body: {}, idempotency_key });
    const [first, again] = [await create(), await create()];
    expect(first.body.scopes).toEqual([...scopes]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual({ ...first.body, client_secret: null });
  });

  test("id and secret by HTTP Basic or in the form: a Bearer token for an hour, never cached", async () => {
    const client = await makeClient();
    for (const answer of [await askFor(client), await ask(grant, { authorization: basic(client) })]) {
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          access_token: expect.stringMatching(/^at_live_\w{38}$/),
          token_type: "Bearer",
          expires_in: 3600,
          scope: scopes.join(" "),
        },
      ]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const own = await world.as(answer.body.access_token).call("GET /v1/organization");
      expect([own.status, own.body.id]).toEqual([200, world.label.id]);
    }
  });

  test("a token does what a key with its scopes does, and no more", async () => {
    const client = await makeClient(world.label.id, { scopes: ["catalog:write", "payouts:read"] });
    const body = { title: "T", artists: [{ name: "A", role: "main" }], release_date: "2027-01-01" };
    const whole = world.as(await tokenOf(client));
    expect((await whole.call("POST /v1/releases", { body })).status).toBe(201);
    expect(outcome(await whole.call("GET /v1/api-keys"))).toEqual([403, "insufficient_scope"]);
    const answer = await askFor(client, { scope: "catalog:read catalog:read" });
    expect(answer.body.scope).toBe("catalog:read");
    const reader = world.as(answer.body.access_token);
    expect((await reader.call("GET /v1/releases")).status).toBe(200);
    expect(outcome(await reader.call("POST /v1/releases", { body }))).toEqual([403, "insufficient_scope"]);
    expect(outcome(await reader.call("GET /v1/operator/organizations"))).toEqual([404, "not_found"]);
  });

  test("a token expires by the clock after 3600 s, and the sweep removes it", async () => {
    const own = await createWorld();
    try {
      const made = await own.operator.call(`POST ${clientsOf(own.label.id)}`, { body: {} });
      const issued = await ask({ ...grant }, { authorization: basic(made.body) }, own);
      const holder = own.as(issued.body.access_token);
      own.clock.advance(3_599_000);
      expect((await holder.call("GET /v1/organization")).status).toBe(200);
      own.clock.advance(1_000);
      const refused = await holder.call("GET /v1/organization");
      expect(outcome(refused)).toEqual([401, "invalid_credentials"]);
      expect(refused.body.error.message).toContain("expired");
      const younger = await ask({ ...grant }, { authorization: basic(made.body) }, own);
      await own.runJobs();
      const [{ count }] = (await own.ctx.db`select count(*)::int from access_tokens`) as unknown as [{ count: number }];
      expect(count).toBe(1);
      expect((await own.as(younger.body.access_token).call("GET /v1/organization")).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  test("revoking a client ends its tokens at once and those of no other", async () => {
    const [gone, kept] = [await makeClient(), await makeClient()];
    const [ended, living] = [world.as(await tokenOf(gone)), world.as(await tokenOf(kept))];
    expect((await ended.call("GET /v1/organization")).status).toBe(200);
    const revoke = () => world.operator.call(`DELETE ${clientsOf(world.label.id)}/${gone.client_id}`);
    expect((await revoke()).status).toBe(204);
    expect(outcome(await ended.call("GET /v1/organization"))).toEqual([401, "invalid_credentials"]);
    expect((await living.call("GET /v1/organization")).status).toBe(200);
    expect(outcome(await askFor(gone))).toEqual([401, "invalid_credentials"]);
    expect((await revoke()).status).toBe(404);
    const { body } = await world.operator.call(`GET ${clientsOf(world.label.id)}?limit=100`);
    expect(body.data.map(({ client_id }: Client) => client_id)).not.toContain(gone.client_id);
  });

  test("revocation on another node works within 5 s", async () => {
    const [{ database }] = (await world.ctx.db`select current_database() as database`) as unknown as [
      { database: string },
    ];
    await world.ctx.db`delete from settings where name = 'secret_fingerprint'`;
    const secret = Buffer.alloc(32, 7);
    const here = await createWorld({ database, secret });
    const there = await createWorld({ database, secret });
    try {
      const made = await here.operator.call(`POST ${clientsOf(here.label.id)}`, { body: {} });
      const { body } = await ask(grant, { authorization: basic(made.body) }, here);
      const onThere = async () => (await there.as(body.access_token).call("GET /v1/organization")).status;
      expect(await onThere()).toBe(200);
      await here.operator.call(`DELETE ${clientsOf(here.label.id)}/${made.body.client_id}`);
      await expect.poll(onThere, { interval: 250 }).toBe(401);
    } finally {
      await Promise.all([here.close(), there.close()]);
    }
  });

  test("the right secret counts in the organization's budget, not in the address's", async () => {
    const member = await world.organization({ rate_limit: { per_minute: 3, burst: 3 } });
    const client = await makeClient(member.id);
    const [first, , third, fourth] = [
      await askFor(client),
      await askFor(client),
      await askFor(client),
      await askFor(client),
    ];
    expect(first.headers.get("ratelimit-limit")).toBe("3");
    expect([third.status, third.headers.get("ratelimit-remaining")]).toEqual([200, "0"]);
    expect(outcome(fourth)).toEqual([429, "rate_limit_exceeded"]);
    expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("refuses", () => {
  let client: Client;
  beforeAll(async () => {
    client = await makeClient(world.label.id, { scopes: ["catalog:read"] });
  });
  const inForm = () => ({ client_id: client.client_id, client_secret: client.client_secret });

  test("no client: 401 authentication_required; half of one, another scheme or a wrong secret: 401 invalid_credentials", async () => {
    const none = await ask(grant);
    expect(outcome(none)).toEqual([401, "authentication_required"]);
    expect(none.headers.get("www-authenticate")).toBe("Bearer");
    const other = await makeClient();
    for (const answer of [
      await ask({ ...grant, client_id: client.client_id }),
      await ask({ ...grant, client_secret: client.client_secret }),
      await ask({ ...grant, ...inForm(), client_secret: other.client_secret }),
      await ask({ ...grant, ...inForm(), client_id: "cli_01k8z3v9qxe7p9a4m2c6t5w8rn" }),
      await ask({ ...grant, ...inForm(), client_id: "nobody" }),
      await ask(grant, { authorization: `Bearer ${world.label.key}` }),
      await ask(grant, { authorization: "Basic !" }),
      await ask(grant, { authorization: "Basic Og==" }),
      await ask(grant, { authorization: basic({ ...client, client_secret: "wrong" }) }),
    ]) {
      expect(outcome(answer)).toEqual([401, "invalid_credentials"]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(answer.headers.get("ratelimit-limit")).toBe("600");
    }
  });

  test("every error is the error object, with its text again as OAuth has it", async () => {
    const json = { raw: "{}", headers: { "content-type": "application/json" } };
    for (const answer of [
      await ask(grant),
      await ask({ ...grant, ...inForm(), client_secret: "wrong" }),
      await ask({ ...inForm(), grant_type: 'pass"wörd' }),
      await ask({ ...grant, ...inForm(), scope: "everything" }),
      await world.stranger.call("POST /v1/oauth/token", json),
    ]) {
      const { error, error_description } = answer.body;
      expect([answer.status >= 400, error.request_id]).toEqual([true, answer.headers.get("x-request-id")]);
      // RFC 6749, 5.2: neither quotation marks nor backslashes, nor anything beyond ASCII.
      expect(error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]{10,}$/);
      expect(error_description.slice(0, 10)).toBe(error.message.slice(0, 10));
    }
    expect((await world.stranger.call("GET /v1/organization")).body.error_description).toBeUndefined();
  });

  test("an unknown client and a wrong secret get the same answer", async () => {
    const wrong = await ask({ ...grant, ...inForm(), client_secret: "wrong" });
    const unknown = await ask({ ...grant, ...inForm(), client_id: "cli_01k8z3v9qxe7p9a4m2c6t5w8rn" });
    expect(wrong.body.error.message).toBe(unknown.body.error.message);
  });

  test.each([
    [{}, "grant_type"],
    [{ grant_type: "" }, "grant_type"],
    [{ grant_type: "password" }, "grant_type"],
    [{ ...grant, scope: "catalog:everything" }, "scope"],
    [{ ...grant, scope: "catalog:read payouts:read" }, "scope"],
    [{ ...grant, scope: "catalog:write" }, "scope"],
  ])("%j is 400 invalid_request", async (fields, field) => {
    const answer = await ask({ ...fields, ...inForm() });
    expect([...outcome(answer), answer.body.error.details[0].field]).toEqual([400, "invalid_request", field]);
  });

  test("HTTP Basic and form together, a field twice, a bad escape: 400 invalid_request", async () => {
    const authorization = basic(client);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const send = (raw: string) =>
      world.stranger.call("POST /v1/oauth/token", { raw, headers: { ...form, authorization } });
    for (const answer of [
      await ask({ ...grant, ...inForm() }, { authorization }),
      await ask({ ...grant, client_id: client.client_id }, { authorization }),
      await send("grant_type=client_credentials&grant_type=client_credentials"),
      await send("grant_type=%ff"),
    ])
      expect(outcome(answer)).toEqual([400, "invalid_request"]);
    expect((await ask({ ...grant, audience: "x" }, { authorization })).status).toBe(200);
  });

  test("another type is 415, a large body 413, and a query is not read", async () => {
    const body = { ...grant, ...inForm() };
    expect(outcome(await world.stranger.call("POST /v1/oauth/token", { body }))).toEqual([
      415,
      "unsupported_media_type",
    ]);
    const latin = { "content-type": "application/x-www-form-urlencoded; charset=latin1" };
    expect(outcome(await ask(body, latin))).toEqual([415, "unsupported_media_type"]);
    expect(outcome(await ask({ ...body, padding: "x".repeat(8_192) }))).toEqual([413, "payload_too_large"]);
    const query = `?${new URLSearchParams(body).toString()}`;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await world.stranger.call(`POST /v1/oauth/token${query}`, { raw: "a=1", headers: form });
    expect(outcome(answer)).toEqual([401, "authentication_required"]);
  });

  test("what a form holds besides is not read, and not kept in the audit log", async () => {
    const client = await makeClient();
    expect((await askFor(client, { "hush\0": "1", secret_name: "2" })).status).toBe(200);
    const { body } = await world.operator.call("GET /v1/operator/audit-log?limit=1");
    expect(body.data[0]).toMatchObject({
      operation: "issueAccessToken",
      fields: ["grant_type", "client_id", "client_secret"],
    });
  });

  test("an Idempotency-Key means nothing there: each request is a new token", async () => {
    const headers = { "idempotency-key": "0b0e3a56-2f6e-4f3b-8c3d-1f2a3b4c5d6e" };
    const [first, second] = [
      await ask({ ...grant, ...inForm() }, headers),
      await ask({ ...grant, ...inForm() }, headers),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.access_token).not.toBe(second.body.access_token);
    expect(second.headers.get("idempotency-replayed")).toBe(null);
    expect((await ask({ ...grant, ...inForm() }, { "idempotency-key": "none" })).status).toBe(200);
  });

  test("a damaged token, one of the other environment, and one that never was", async () => {
    const token = await tokenOf(client);
    const message = async (key: string) => {
      const answer = await world.as(key).call("GET /v1/organization");
      expect(outcome(answer)).toEqual([401, "invalid_credentials"]);
      return answer.body.error.message;
    };
    expect(await message(token.slice(0, -1))).toContain("damaged");
    expect(await message(token.replace("at_live_", "at_test_"))).toContain("other environment");
    expect(await message(client.client_secret)).toContain("not an API key");
  });
});

describe("enterprise only", () => {
  const setTier = (member: Member, tier: string) =>
    world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, { body: { tier } });

  test("another tier gets no client: 403 tier_not_eligible", async () => {
    const member = await world.organization({ tier: "pro" });
    const made = await world.operator.call(`POST ${clientsOf(member.id)}`, { body: {} });
    expect(outcome(made)).toEqual([403, "tier_not_eligible"]);
  });

  test("who loses the tier gets no token, and its tokens are refused, until it has the tier again", async () => {
    const member = await world.organization();
    const client = await makeClient(member.id);
    const holder = world.as(await tokenOf(client));
    expect((await holder.call("GET /v1/organization")).status).toBe(200);
    await setTier(member, "pro");
    expect(outcome(await askFor(client))).toEqual([403, "tier_not_eligible"]);
    expect(outcome(await holder.call("GET /v1/organization"))).toEqual([401, "invalid_credentials"]);
    expect((await member.call("GET /v1/organization")).status).toBe(200);
    await setTier(member, "enterprise");
    expect((await askFor(client)).status).toBe(200);
    expect((await holder.call("GET /v1/organization")).status).toBe(200);
  });

  test("a suspended organization is refused", async () => {
    const member = await world.organization();
    const client = await makeClient(member.id);
    const holder = world.as(await tokenOf(client));
    await world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, { body: { status: "suspended" } });
    for (const answer of [await askFor(client), await holder.call("GET /v1/organization")]) {
      expect(outcome(answer)).toEqual([401, "invalid_credentials"]);
      expect(answer.body.error.message).toContain("suspended");
    }
  });
});

describe("wrong secrets", () => {
  let own: World;
  beforeAll(async () => {
    own = await createWorld({ trusted_proxies: parseAddressBlocks("127.0.0.0/8") });
    own.clock.stop();
  });
  afterAll(() => own.close());
  const from = (address: string, fields: Record<string, string>) =>
    ask({ ...grant, ...fields }, { "x-forwarded-for": address }, own);
  const wrong = { client_secret: "cs_live_wrong" };

  test("200 in a minute are throttled, and other callers are not harmed", async () => {
    const create = async () =>
      (await own.operator.call(`POST ${clientsOf(own.label.id)}`, { body: {} })).body as Client;
    const [target, other] = [await create(), await create()];
    const fieldsOf = ({ client_id, client_secret }: Client) => ({ client_id, client_secret });
    const answers = [];
    for (let count = 0; count < 200; count++) {
      answers.push(await from("203.0.113.7", { client_id: target.client_id, ...wrong }));
      own.clock.advance(100);
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expect(refused).toHaveLength(170);
    for (const { body, headers } of refused) {
      expect(body.error.code).toBe("rate_limit_exceeded");
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await from("203.0.113.7", fieldsOf(target))).status).toBe(429);
    expect((await from("203.0.113.7", fieldsOf(other))).status).toBe(200);
    expect((await from("203.0.113.8", fieldsOf(target))).status).toBe(200);
    own.clock.advance(60_000);
    expect((await from("203.0.113.7", fieldsOf(target))).status).toBe(200);
  });

  test("of ever new client ids count in the address's budget", async () => {
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => from("203.0.113.9", { client_id: `cli_${index}`, ...wrong })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});

describe("keeps apart", () => {
  test("the client of another organization is not there", async () => {
    const theirs = await makeClient(world.rival.id);
    const foreign = await world.operator.call(`DELETE ${clientsOf(world.label.id)}/${theirs.client_id}`);
    expect(outcome(foreign)).toEqual([404, "not_found"]);
    const { body } = await world.operator.call(`GET ${clientsOf(world.label.id)}?limit=100`);
    expect(body.data.map(({ client_id }: Client) => client_id)).not.toContain(theirs.client_id);
    const own = await world.as(await tokenOf(theirs)).call("GET /v1/organization");
    expect(own.body.id).toBe(world.rival.id);
    expect((await world.label.call(`GET ${clientsOf(world.label.id)}`)).status).toBe(404);
  });

  test("an organization that is not there has no clients", async () => {
    for (const operation of ["GET", "POST"]) {
      const request = operation === "POST" ? { body: {} } : {};
      expect((await world.operator.call(`${operation} ${clientsOf("org_none")}`, request)).status).toBe(404);
    }
  });
});

test("a token's scopes: all of the client's, or those asked for; `x:write` includes `x:read`", () => {
  expect(grantScopes(undefined, ["catalog:write"])).toEqual(["catalog:write"]);
  expect(grantScopes("  ", ["catalog:write"])).toEqual(["catalog:write"]);
  expect(grantScopes("catalog:read", ["catalog:write"])).toEqual(["catalog:read"]);
  expect(() => grantScopes("catalog:write", ["catalog:read"])).toThrow("does not have: catalog:write");
  expect(() => grantScopes("nothing", ["catalog:read"])).toThrow("does not exist: nothing");
});
