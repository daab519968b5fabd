import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../test/world.ts";
import { scopes } from "../rights/scope.ts";
import { lockOrganization } from "./queries.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const createOrganization = (body: object) => world.operator.call("POST /v1/operator/organizations", { body });
const range = (first: string, last: string) => ({ first, last });

describe("works", () => {
  test("a name suffices; everything else has a default, the UPC range a block of its own", async () => {
    const [one, other] = await Promise.all([
      createOrganization({ name: "One" }),
      createOrganization({ name: "Other" }),
    ]);
    expect(one.status).toBe(201);
    expect(one.body).toMatchObject({
      id: expect.stringMatching(/^org_/),
      name: "One",
      tier: "starter",
      label: "One",
      review: "automatic",
      status: "active",
      isrc_prefix: null,
      licensed_territories: ["WORLD"],
      fee_rate: "0.15",
      fee_terms: [],
      withholding_rate: "0",
      withholding_territories: null,
      minimum_payouts: {},
      requires_tax_form: false,
      ddex_party_id: null,
      rate_limit: null,
    });
    const [mine] = one.body.upc_ranges;
    const [theirs] = other.body.upc_ranges;
    expect(Number(mine.last) - Number(mine.first)).toBe(99_999);
    expect(mine.first > theirs.last || mine.last < theirs.first).toBe(true);
    const read = await world.operator.call(`GET /v1/operator/organizations/${one.body.id}`);
    expect(read.body).toEqual(one.body);
    const { body: list } = await world.operator.call("GET /v1/operator/organizations?limit=2");
    expect(list.data).toHaveLength(2);
    expect(list.has_more).toBe(true);
  });

  test("the operator changes an organization, and the partner sees it at once", async () => {
    const member = await world.organization();
    const changes = {
      name: "Renamed",
      tier: "pro",
      label: "Imprint",
      review: "manual",
      isrc_prefix: "QZABC",
      licensed_territories: ["DE", "AT"],
      fee_rate: "0.125",
      requires_tax_form: true,
      withholding_rate: "0.3",
      withholding_territories: ["US", "XK", "ZZ"],
      minimum_payouts: { EUR: "50.00", JPY: "5000" },
      ddex_party_id: "PADPIDA2013020802I",
      rate_limit: { per_minute: 50, burst: 40 },
      upc_ranges: [range("12345600000", "12345600099"), range("12345700000", "12345700099")],
    };
    const changed = await world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, { body: changes });
    expect(changed.body).toMatchObject(changes);
    const own = await member.call("GET /v1/organization");
    expect(own.body).toEqual(changed.body);
    expect(own.headers.get("ratelimit-limit")).toBe("50");
    const back = await world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, {
      body: { rate_limit: null, isrc_prefix: null },
    });
    expect(back.body).toMatchObject({ rate_limit: null, isrc_prefix: null });
    expect((await member.call("GET /v1/organization")).headers.get("ratelimit-limit")).toBe("600");
  });

  test("a changed range is used from then on, and a kept one goes on where it was", async () => {
    const member = await world.organization({
      upc_ranges: [range("50000000000", "50000000001"), range("50000100000", "50000100009")],
    });
    const body = { title: "T", artists: [{ name: "A", role: "main" }], release_date: "2027-01-01" };
    const upc = async () => (await member.call("POST /v1/releases", { body })).body.upc?.slice(0, 11);
    const change = (upc_ranges: object[]) =>
      world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, { body: { upc_ranges } });
    expect(await upc()).toBe("50000000000");
    await change([range("50000100000", "50000100009")]);
    expect(await upc()).toBe("50000100000");
    await change([range("50000000000", "50000000001"), range("50000100000", "50000100009")]);
    const rest = [];
    for (let next = await upc(); next; next = await upc()) rest.push(next);
    const unused = ["50000000001", ...Array.from({ length: 9 }, (_, index) => `5000010000${index + 1}`)];
    expect(rest.sort()).toEqual(unused);
  });

  test("fee terms are kept with all their conditions, and name stores that exist", async () => {
    const { id } = await world.organization();
    const change = (fee_terms: object[]) =>
      world.operator.call(`PATCH /v1/operator/organizations/${id}`, { body: { fee_terms } });
    const store = { name: "Meridian", territories: ["WORLD"], connector: { kind: "manual" } };
    const made = await world.operator.call("POST /v1/operator/stores", { body: { store_id: "store_fees", ...store } });
    expect(made.status).toBe(201);
    const kept = await change([
      { rate: "0.2", store_ids: ["store_fees"], from: "2026-01" },
      { rate: "0", territories: ["US", "ZZ"] },
    ]);
    expect(kept.body.fee_terms).toEqual([
      { rate: "0.2", store_ids: ["store_fees"], territories: null, from: "2026-01" },
      { rate: "0", store_ids: null, territories: ["US", "ZZ"], from: null },
    ]);
    expect((await world.operator.call(`GET /v1/operator/organizations/${id}`)).body).toEqual(kept.body);
    const unknown = await change([{ rate: "0.2" }, { rate: "0.2", store_ids: ["store_fees", "store_unknown"] }]);
    expect([unknown.status, unknown.body.error.details]).toEqual([
      422,
      [{ field: "fee_terms[1].store_ids[1]", issue: "is not a store: store_unknown" }],
    ]);
    expect((await change([])).body.fee_terms).toEqual([]);
  });

  test("keys: created and shown once, listed without the secret, last used, revoked at once", async () => {
    const made = await world.operator.call(`POST /v1/operator/organizations/${world.label.id}/api-keys`, {
      body: { name: "Ingest" },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: "Ingest", scopes: [...scopes], last_used_at: null, expires_at: null });
    expect(made.body.key).toMatch(/^sk_live_\w{38}$/);
    expect(made.body.last4).toBe(made.body.key.slice(-4));
    const member = world.as(made.body.key);
    expect((await member.call("GET /v1/organization")).status).toBe(200);
    const { body: list, text } = await member.call("GET /v1/api-keys");
    expect(text).not.toContain(made.body.key);
    const listed = list.data.find(({ id }: { id: string }) => id === made.body.id);
    expect(listed).toEqual({ ...made.body, key: undefined, last_used_at: expect.any(String) });
    const revoked = await world.operator.call(
      `DELETE /v1/operator/organizations/${world.label.id}/api-keys/${made.body.id}`,
    );
    expect(revoked.status).toBe(204);
    const refused = await member.call("GET /v1/organization");
    expect([refused.status, refused.body.error.code]).toEqual([401, "invalid_credentials"]);
    expect(
      (await world.operator.call(`DELETE /v1/operator/organizations/${world.label.id}/api-keys/${made.body.id}`))
        .status,
    ).toBe(404);
    const { body: rest } = await world.operator.call(
      `GET /v1/operator/organizations/${world.label.id}/api-keys?limit=100`,
    );
    expect(rest.data.map(({ id }: { id: string }) => id)).not.toContain(made.body.id);
  });

  test("only a hash of a key is stored", async () => {
    const key = await world.keyFor(world.label.id);
    const rows = await world.ctx.db`select * from api_keys`;
    expect(JSON.stringify(rows)).not.toContain(key.slice(8, 40));
  });

  test("a partner manages its own keys and gives at most the scopes it has", async () => {
    const member = world.as(await world.keyFor(world.label.id, { scopes: ["keys:write", "catalog:write"] }));
    const inherited = await member.call("POST /v1/api-keys", { body: { name: null, expires_at: null } });
    expect(inherited.body.scopes).toEqual(["keys:write", "catalog:write"]);
    const narrower = await member.call("POST /v1/api-keys", { body: { scopes: ["catalog:read"] } });
    expect(narrower.status).toBe(201);
    const reader = world.as(narrower.body.key);
    expect((await reader.call("GET /v1/releases")).status).toBe(200);
    const wider = await member.call("POST /v1/api-keys", { body: { scopes: ["catalog:read", "payouts:write"] } });
    expect([wider.status, wider.body.error.code]).toEqual([403, "insufficient_scope"]);
    expect((await member.call(`DELETE /v1/api-keys/${narrower.body.id}`)).status).toBe(204);
    expect((await reader.call("GET /v1/releases")).status).toBe(401);
  });

  test("a key that a partner makes ends with the key it was made with, at the latest", async () => {
    const inMinutes = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();
    const expires_at = inMinutes(60);
    const maker = world.as(await world.keyFor(world.label.id, { expires_at }));
    const make = (body: object) => maker.call("POST /v1/api-keys", { body });
    for (const body of [{}, { expires_at: null }, { expires_at }])
      expect((await make(body)).body).toMatchObject({ expires_at });
    const earlier = inMinutes(10);
    expect((await make({ expires_at: earlier })).body).toMatchObject({ expires_at: earlier });
    const later = await make({ expires_at: inMinutes(61) });
    expect(later).toMatchObject({ status: 422, body: { error: { code: "validation_failed" } } });
    expect(later.body.error.details).toEqual([{ field: "expires_at", issue: expect.stringContaining(expires_at) }]);
    const grandchild = world.as((await make({})).body.key);
    expect((await grandchild.call("POST /v1/api-keys", { body: {} })).body).toMatchObject({ expires_at });
    const forever = await world.label.call("POST /v1/api-keys", { body: {} });
    expect(forever.body.expires_at).toBeNull();
  });

  test("a key that is made with an access token ends with the token, and revoking its maker leaves a key alone", async () => {
    const clients = `/v1/operator/organizations/${world.label.id}/oauth-clients`;
    const { client_id, client_secret } = (await world.operator.call(`POST ${clients}`, { body: {} })).body;
    const form = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const token = await world.stranger.call("POST /v1/oauth/token", { raw: form, headers });
    const made = await world.as(token.body.access_token).call("POST /v1/api-keys", { body: {} });
    const lifetime_ms = new Date(made.body.expires_at).getTime() - world.clock.now().getTime();
    expect(lifetime_ms).toBeLessThanOrEqual(3_600_000);
    expect(lifetime_ms).toBeGreaterThan(0);

    const maker = await world.label.call("POST /v1/api-keys", { body: {} });
    const child = await world.as(maker.body.key).call("POST /v1/api-keys", { body: {} });
    expect((await world.label.call(`DELETE /v1/api-keys/${maker.body.id}`)).status).toBe(204);
    expect((await world.as(maker.body.key).call("GET /v1/organization")).status).toBe(401);
    expect((await world.as(child.body.key).call("GET /v1/organization")).status).toBe(200);
  });

  test("a key expires by the clock", async () => {
    const expires_at = new Date(world.clock.now().getTime() + 60_000).toISOString();
    const member = world.as(await world.keyFor(world.label.id, { expires_at }));
    expect((await member.call("GET /v1/organization")).status).toBe(200);
    world.clock.advance(60_000);
    const refused = await member.call("GET /v1/organization");
    expect([refused.status, refused.body.error.code]).toEqual([401, "invalid_credentials"]);
    expect(refused.body.error.message).toContain("expired");
  });

  test("keys of a suspended organization are refused, and work again when it is active", async () => {
    const member = await world.organization();
    const set = (status: string) =>
      world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, { body: { status } });
    await set("suspended");
    const refused = await member.call("GET /v1/organization");
    expect([refused.status, refused.body.error.code]).toEqual([401, "invalid_credentials"]);
    expect(refused.body.error.message).toContain("suspended");
    await set("active");
    expect((await member.call("GET /v1/organization")).status).toBe(200);
  });

  test("a revocation on another node works within 5 s", async () => {
    const [{ database }] = (await world.ctx.db`select current_database() as database`) as unknown as [
      { database: string },
    ];
    const secret = Buffer.alloc(32, 7);
    await world.ctx.db`delete from settings where name = 'secret_fingerprint'`;
    const there = await createWorld({ database, secret });
    await world.ctx.db`delete from settings where name = 'secret_fingerprint'`;
    const here = await createWorld({ database, secret });
    try {
      const key = await there.keyFor(there.label.id);
      const on = (node: World) => node.as(key).call("GET /v1/organization");
      expect([(await on(here)).status, (await on(there)).status]).toEqual([200, 200]);
      const { body } = await there.as(key).call("GET /v1/api-keys?limit=1");
      await there.as(key).call(`DELETE /v1/api-keys/${body.data[0].id}`);
      expect((await on(there)).status).toBe(401);
      await expect.poll(async () => (await on(here)).status, { interval: 250 }).toBe(401);
    } finally {
      await Promise.all([here.close(), there.close()]);
    }
  });

  test("every change made by anyone is in the audit log: actor, request id, what", async () => {
    const member = await world.organization();
    const body = { title: "T", artists: [{ name: "A", role: "main" }], release_date: "2027-01-01" };
    const made = await member.call("POST /v1/releases", { body });
    await member.call("POST /v1/releases", { body: {} });
    const changed = await world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, {
      body: { tier: "pro" },
    });
    const { body: own } = await world.operator.call(`GET /v1/operator/audit-log?organization_id=${member.id}`);
    expect(own.data).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        created_at: expect.any(String),
        organization_id: member.id,
        actor: expect.stringMatching(/^key_/),
        request_id: made.headers.get("x-request-id"),
        operation: "createRelease",
        resource_id: made.body.id,
        fields: ["title", "artists", "release_date"],
      },
    ]);
    const { body: all } = await world.operator.call("GET /v1/operator/audit-log?limit=1");
    expect(all.data[0]).toMatchObject({
      actor: "operator",
      operation: "updateOrganization",
      resource_id: member.id,
      fields: ["tier"],
      request_id: changed.headers.get("x-request-id"),
    });
  });

  test("a deletion is in the audit log under the id of what it deleted; a replay is not there a second time", async () => {
    const member = await world.organization();
    const create = { body: { name: "Once" }, idempotency_key: "6e0d8a1c-3c0b-4b53-9d0e-0a6f7f3f6b11" };
    const { body: key } = await member.call("POST /v1/api-keys", create);
    expect((await member.call("POST /v1/api-keys", create)).headers.get("idempotency-replayed")).toBe("true");
    await member.call(`DELETE /v1/api-keys/${key.id}`);
    expect((await member.call(`DELETE /v1/api-keys/${key.id}`)).status).toBe(404);
    const { body: own } = await world.operator.call(`GET /v1/operator/audit-log?organization_id=${member.id}`);
    expect(own.data).toMatchObject([
      { operation: "revokeOwnApiKey", resource_id: key.id, fields: [] },
      { operation: "createOwnApiKey", resource_id: key.id, fields: ["name"] },
    ]);
  });

  test("a change without a field changes nothing, not even `updated_at`", async () => {
    const member = await world.organization();
    const before = await world.operator.call(`GET /v1/operator/organizations/${member.id}`);
    world.clock.advance(1_000);
    const after = await world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, { body: {} });
    expect([after.status, after.text]).toEqual([200, before.text]);
  });

  test("its releases are created while the operator is changing it", async () => {
    const member = await world.organization();
    const body = { title: "T", artists: [{ name: "A", role: "main" }], release_date: "2027-01-01" };
    const made = await world.ctx.begin(async (db) => {
      await lockOrganization(db, member.id);
      return member.call("POST /v1/releases", { body });
    });
    expect(made.status).toBe(201);
  });
});

describe("refuses", () => {
  test("ranges of two organizations may not overlap, also when both are made at once", async () => {
    const attempts = Array.from({ length: 8 }, (_, index) =>
      createOrganization({ name: `Racer ${index}`, upc_ranges: [range(`7000000${index}000`, "70000009999")] }),
    );
    const answers = await Promise.all(attempts);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.every(({ status, body }) => status === 409 && body.error.code === "invalid_state")).toBe(true);
    const member = await world.organization();
    const before = await world.operator.call(`GET /v1/operator/organizations/${member.id}`);
    const change = { body: { name: "Changed", upc_ranges: [range("70000009999", "70000010000")] } };
    expect((await world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, change)).status).toBe(409);
    expect((await world.operator.call(`GET /v1/operator/organizations/${member.id}`)).body).toEqual(before.body);
  });

  test("two organizations may not have one ISRC prefix", async () => {
    const answers = await Promise.all(
      ["A", "B", "C"].map((name) => createOrganization({ name, isrc_prefix: "QZXYZ" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test.each([
    [{ name: "" }, "name"],
    [{ name: "N", tier: "gold" }, "tier"],
    [{ name: "N", upc_ranges: [] }, "upc_ranges"],
    [{ name: "N", upc_ranges: [range("1", "2")] }, "upc_ranges[0].first"],
    [{ name: "N", upc_ranges: [range("10000000001", "10000000000")] }, "upc_ranges[0].last"],
    [
      { name: "N", upc_ranges: [range("10000000000", "10000000009"), range("10000000009", "10000000010")] },
      "upc_ranges[1]",
    ],
    [{ name: "N", isrc_prefix: "qzabc" }, "isrc_prefix"],
    [{ name: "N", fee_rate: "1.5" }, "fee_rate"],
    [{ name: "N", fee_rate: 0.15 }, "fee_rate"],
    [{ name: "N", fee_terms: [{ rate: "1.01" }] }, "fee_terms[0].rate"],
    [{ name: "N", fee_terms: [{ rate: "0", from: "2026-13" }] }, "fee_terms[0].from"],
    [{ name: "N", fee_terms: [{ rate: "0", store_ids: [] }] }, "fee_terms[0].store_ids"],
    [{ name: "N", fee_terms: [{ rate: "0", territories: ["us"] }] }, "fee_terms[0].territories[0]"],
    [{ name: "N", fee_terms: Array(21).fill({ rate: "0" }) }, "fee_terms"],
    [{ name: "N", withholding_territories: ["us"] }, "withholding_territories[0]"],
    [{ name: "N", withholding_territories: ["WORLD"] }, "withholding_territories[0]"],
    [{ name: "N", withholding_territories: [] }, "withholding_territories"],
    [{ name: "N", minimum_payouts: { EUR: "50.005" } }, "minimum_payouts.EUR"],
    [{ name: "N", minimum_payouts: { JPY: "0.5" } }, "minimum_payouts.JPY"],
    [{ name: "N", minimum_payouts: { EUR: "-1.00" } }, "minimum_payouts.EUR"],
    [{ name: "N", minimum_payouts: { EUR: 50 } }, "minimum_payouts.EUR"],
    [{ name: "N", minimum_payouts: { Euro: "50.00" } }, "minimum_payouts.Euro"],
    [{ name: "N", ddex_party_id: "PADPIDA2013" }, "ddex_party_id"],
    [{ name: "N", ddex_party_id: "padpida2013020802i" }, "ddex_party_id"],
    [{ name: "N", withholding_rate: "-0.1" }, "withholding_rate"],
    [{ name: "N", rate_limit: { per_minute: 0, burst: 1 } }, "rate_limit.per_minute"],
    [{ name: "N", licensed_territories: ["WORLD", "DE"] }, "licensed_territories[0]"],
  ])("validation_failed: %j", async (body, field) => {
    const answer = await createOrganization(body);
    expect([answer.status, answer.body.error.code, answer.body.error.details[0].field]).toEqual([
      422,
      "validation_failed",
      field,
    ]);
  });

  test.each([
    [{ scopes: ["catalog:everything"] }, "scopes[0]"],
    [{ scopes: [] }, "scopes"],
    [{ expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [{ expires_at: "2027-02-30T00:00:00Z" }, "expires_at"],
    [{ expires_at: "tomorrow" }, "expires_at"],
    [{ expires_at: "9999-12-31T23:59:59-12:00" }, "expires_at"],
  ])("a key: %j", async (body, field) => {
    const answer = await world.label.call("POST /v1/api-keys", { body });
    expect([answer.status, answer.body.error.code, answer.body.error.details[0].field]).toEqual([
      422,
      "validation_failed",
      field,
    ]);
  });

  test("an organization that does not exist", async () => {
    for (const operation of ["GET", "PATCH"]) {
      const answer = await world.operator.call(
        `${operation} /v1/operator/organizations/org_none`,
        operation === "PATCH" ? { body: {} } : {},
      );
      expect(answer.status).toBe(404);
    }
    expect((await world.operator.call("GET /v1/operator/organizations/org_none/api-keys")).status).toBe(404);
    expect((await world.operator.call("POST /v1/operator/organizations/org_none/api-keys", { body: {} })).status).toBe(
      404,
    );
  });
});

describe("keeps apart", () => {
  test("a partner neither sees nor revokes another organization's keys", async () => {
    const { body: theirs } = await world.label.call("GET /v1/api-keys?limit=100");
    const { body: mine } = await world.rival.call("GET /v1/api-keys?limit=100");
    const ids = theirs.data.map(({ id }: { id: string }) => id);
    expect(mine.data.some(({ id }: { id: string }) => ids.includes(id))).toBe(false);
    expect((await world.rival.call(`DELETE /v1/api-keys/${ids[0]}`)).status).toBe(404);
  });

  test("partner keys get 404 on operator routes; the operator key gets 403 on partner routes", async () => {
    const partner = await world.label.call("GET /v1/operator/organizations");
    expect([partner.status, partner.body.error.code]).toEqual([404, "not_found"]);
    const operator = await world.operator.call("GET /v1/organization");
    expect([operator.status, operator.body.error.code]).toEqual([403, "insufficient_scope"]);
  });
});
