import { randomBytes } from "node:crypto";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Caller, createWorld, type World } from "../../../../test/world.ts";
import { parseAddressBlocks } from "../../address-block.ts";
import { memoryRateLimiter } from "../../limits/rate-limit.ts";
import { route } from "../route.ts";
import { hasScope } from "./access.ts";
import { admitByBody } from "./body-credential.ts";
import { type ClientCredentials, type Guards, unauthorized } from "./guards.ts";

/** When the probe's handler saw each request, by the clock that the limits are counted with. */
const seen: number[] = [];
const probe = route({
  method: "GET",
  path: "/v1/probe",
  operation: "probe",
  tag: "Probe",
  summary: "Notes the time",
  access: "any_key",
  success: { status: 200, content_type: "application/json; charset=utf-8" },
  handle: (ctx) => {
    seen.push(ctx.clock.now().getTime());
    return "{}";
  },
});
const secret = randomBytes(32);
const operator_key = "operator-key-of-both-environments";

let world: World;
let sandbox: World;
beforeAll(async () => {
  const trusted_proxies = parseAddressBlocks("127.0.0.0/8");
  world = await createWorld({ routes: [probe], trusted_proxies, secret, operator_key });
  sandbox = await createWorld({ environment: "sandbox", secret, operator_key });
});
afterAll(() => Promise.all([world.close(), sandbox.close()]));

/** For tests that count requests of one moment. */
function standStill(): void {
  beforeEach(() => {
    world.clock.stop();
    return () => world.clock.go();
  });
}

const rate = ({ headers }: { headers: Headers }) =>
  ["limit", "remaining", "reset"].map((name) => Number(headers.get(`ratelimit-${name}`)));

/** As many requests as are asked for, one after the other; the statuses they got. */
async function statuses(caller: Caller, count: number, operation: string, headers: Record<string, string> = {}) {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push((await caller.call(operation, { headers })).status);
  return found;
}

describe("a credential", () => {
  test("is asked for nowhere that is open and not counted: it could be guessed there without end", async () => {
    const given = await world.label.call("PUT /v1/uploads/nowhere", { raw: "x" });
    const wrong = await world.as("sk_live_wrong").call("PUT /v1/uploads/nowhere", { raw: "x" });
    expect([given.status, wrong.status]).toEqual([404, 404]);
    expect(rate(given)[0]).toBe(rate(wrong)[0]);
  });

  test("missing is 401 authentication_required with WWW-Authenticate: Bearer", async () => {
    const answer = await world.stranger.call("GET /v1/releases");
    expect(answer).toMatchObject({ status: 401, body: { error: { code: "authentication_required" } } });
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  const wrong = [
    "Bearer",
    "Bearer ",
    "Basic dXNlcjpwYXNz",
    "bearer",
    "Token unheard-of",
    "Bearer a b",
    `Bearer ${"x".repeat(513)}`,
    "Bearer nonsense",
    "Bearer sk_live_short",
    `Bearer sk_live_${"0".repeat(38)}`,
    "Bearer \xff\xfe",
  ];
  test.each(wrong)("wrong is 401 invalid_credentials with WWW-Authenticate: Bearer: %j", async (authorization) => {
    const answer = await world.stranger.call("GET /v1/releases", { headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: "invalid_credentials" } } });
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.text).not.toContain(authorization.slice(7) || "\0");
  });

  test("is taken whatever the case of Bearer", async () => {
    const authorization = `bEARER  ${world.label.key}`;
    expect((await world.stranger.call("GET /v1/organization", { headers: { authorization } })).status).toBe(200);
  });

  test("in the query, in the body or in another header is none", async () => {
    const headers = { "x-api-key": world.label.key ?? "" };
    expect((await world.stranger.call(`GET /v1/organization?api_key=${world.label.key}`, { headers })).status).toBe(
      401,
    );
  });

  test("of the other environment is refused with a sentence that says why, in both directions", async () => {
    const live = await sandbox.as(world.label.key).call("GET /v1/organization");
    expect(live).toMatchObject({ status: 401, body: { error: { code: "invalid_credentials" } } });
    expect(live.body.error.message).toMatch(/sk_live_.+other environment.+sk_test_/);
    const tested = await world.as(sandbox.label.key).call("GET /v1/organization");
    expect(tested).toMatchObject({ status: 401, body: { error: { code: "invalid_credentials" } } });
    expect(tested.body.error.message).toMatch(/sk_test_.+other environment.+sk_live_/);
  });

  test("of the operator works in both environments", async () => {
    expect(sandbox.operator.key).toBe(world.operator.key);
    expect((await world.operator.call("GET /v1/operator/organizations")).status).toBe(200);
    expect((await sandbox.operator.call("GET /v1/operator/organizations")).status).toBe(200);
  });
});

describe("a scope", () => {
  const keyWith = async (...scopes: string[]) => world.as(await world.keyFor(world.label.id, { scopes }));

  test("that is missing is 403 insufficient_scope, and the sentence names it", async () => {
    const answer = await (await keyWith("payouts:read")).call("GET /v1/releases");
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "insufficient_scope" } } });
    expect(answer.body.error.message).toContain("catalog:read");
  });

  test("x:write includes x:read, and not the other way round", async () => {
    expect((await (await keyWith("catalog:write")).call("GET /v1/releases")).status).toBe(200);
    const reader = await keyWith("catalog:read");
    expect((await reader.call("GET /v1/releases")).status).toBe(200);
    expect((await reader.call("POST /v1/releases", { body: {} })).status).toBe(403);
    expect(hasScope(["catalog:write"], "catalog:read")).toBe(true);
    expect(hasScope(["catalog:read"], "catalog:write")).toBe(false);
    expect(hasScope(["catalog:write"], "payouts:read")).toBe(false);
    expect(hasScope(["keys:write"], "keys:write")).toBe(true);
  });

  test("is checked before the body, whatever is wrong with that", async () => {
    const reader = await keyWith("catalog:read");
    const bodies = ['{"broken', "x".repeat(2_000_000), "\xff"];
    for (const raw of bodies) expect((await reader.call("POST /v1/releases", { raw })).status).toBe(403);
    const text = { raw: "{}", headers: { "content-type": "text/plain", "idempotency-key": "nonsense" } };
    expect((await reader.call("POST /v1/releases", text)).status).toBe(403);
    expect((await world.stranger.call("POST /v1/releases", text)).status).toBe(401);
  });

  test("any will do for /v1/organization", async () => {
    expect((await (await keyWith("ddex:write")).call("GET /v1/organization")).status).toBe(200);
  });

  test("the operator key has none on partner routes: 403 insufficient_scope", async () => {
    for (const operation of ["GET /v1/releases", "GET /v1/organization", "POST /v1/releases", "GET /v1/api-keys"]) {
      const answer = await world.operator.call(operation);
      expect(answer).toMatchObject({ status: 403, body: { error: { code: "insufficient_scope" } } });
    }
  });

  test("no partner key has the operator's: its routes are 404 not_found, and the message says whose they are", async () => {
    for (const operation of ["GET /v1/operator/organizations", "POST /v1/operator/organizations"]) {
      const { status, body } = await world.label.call(operation);
      expect([status, body.error.code]).toEqual([404, "not_found"]);
      expect(body.error.message).toContain("This path is the operator's, and this key is an organization's");
    }
  });

  test("a refusal for it is counted like any request, so that it cannot be asked for without end", async () => {
    world.clock.stop();
    onTestFinished(() => world.clock.go());
    const member = await world.organization({ rate_limit: { per_minute: 3, burst: 3 } });
    const reader = world.as(await world.keyFor(member.id, { scopes: ["payouts:read"] }));
    expect(await statuses(reader, 5, "GET /v1/releases")).toEqual([403, 403, 403, 429, 429]);
    expect((await member.call("GET /v1/organization")).status).toBe(429);
  });
});

describe("rate limits", () => {
  standStill();
  const numbers: [tier: string, per_minute: number, burst: number][] = [
    ["starter", 120, 20],
    ["pro", 600, 60],
    ["enterprise", 6000, 300],
  ];
  test.each(numbers)("%s: %i a minute, and ten times as much in the sandbox", async (tier, per_minute) => {
    for (const [place, factor] of [
      [world, 1],
      [sandbox, 10],
    ] as const) {
      const member = await place.organization({ tier });
      expect(rate(await member.call("GET /v1/organization"))).toEqual([
        per_minute * factor,
        per_minute * factor - 1,
        60,
      ]);
    }
  });

  test.each(numbers.slice(0, 2))("%s: %i a minute and at most the burst at once", async (tier, per_minute, burst) => {
    const member = await world.organization({ tier });
    const found: number[] = [];
    for (let left = per_minute; left > 0; left -= burst) {
      found.push(...(await statuses(member, burst, "GET /v1/organization")));
      world.clock.advance(1_000);
    }
    expect(found).toEqual(Array(per_minute).fill(200));
    const refused = await member.call("GET /v1/organization");
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limit_exceeded" } } });
    expect(rate(refused).slice(0, 2)).toEqual([per_minute, 0]);
    expect(refused.headers.get("retry-after")).toBe(refused.headers.get("ratelimit-reset"));
  });

  test("the operator's are those of enterprise, and one organization's are not another's", async () => {
    expect(rate(await world.operator.call("GET /v1/operator/organizations"))[0]).toBe(6000);
    const [one, two] = [await world.organization({ tier: "starter" }), await world.organization({ tier: "starter" })];
    await one.call("GET /v1/organization");
    expect(rate(await two.call("GET /v1/organization"))[1]).toBe(119);
  });

  test("all keys of an organization share its numbers", async () => {
    const member = await world.organization({ rate_limit: { per_minute: 2, burst: 2 } });
    const second = world.as(await world.keyFor(member.id));
    expect((await member.call("GET /v1/organization")).status).toBe(200);
    expect((await second.call("GET /v1/organization")).status).toBe(200);
    expect((await member.call("GET /v1/organization")).status).toBe(429);
  });

  test("Retry-After: whole seconds, at least 1, until it would be admitted", async () => {
    const member = await world.organization({ rate_limit: { per_minute: 3, burst: 2 } });
    expect(await statuses(member, 2, "GET /v1/organization")).toEqual([200, 200]);
    const burst = await member.call("GET /v1/organization");
    expect([burst.status, burst.headers.get("retry-after")]).toEqual([429, "1"]);
    world.clock.advance(1_000);
    expect((await member.call("GET /v1/organization")).status).toBe(200);
    world.clock.advance(10_000);
    const minute = await member.call("GET /v1/organization");
    const wait_s = Number(minute.headers.get("retry-after"));
    expect(wait_s).toBe(49);
    world.clock.advance(wait_s * 1_000);
    expect((await member.call("GET /v1/organization")).status).toBe(200);
  });

  test("the operator can set both numbers per organization, and they apply at once", async () => {
    const member = await world.organization({ tier: "starter" });
    await member.call("GET /v1/organization");
    const set = (rate_limit: object | null) =>
      world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, { body: { rate_limit } });
    await set({ per_minute: 1, burst: 1 });
    const refused = await member.call("GET /v1/organization");
    expect([refused.status, ...rate(refused).slice(0, 2)]).toEqual([429, 1, 0]);
    await set({ per_minute: 1_000, burst: 2 });
    expect(rate(await member.call("GET /v1/organization")).slice(0, 2)).toEqual([1_000, 998]);
    expect((await member.call("GET /v1/organization")).status).toBe(429);
    await set(null);
    expect(rate(await member.call("GET /v1/organization")).slice(0, 2)).toEqual([120, 117]);
  });

  test("without a valid credential: 600 a minute and 60 at once per address, whatever is asked for", async () => {
    const from = { "x-forwarded-for": "198.51.100.7" };
    const bad = { ...from, authorization: "Bearer nonsense" };
    expect(await statuses(world.stranger, 20, "GET /v1/releases", from)).toEqual(Array(20).fill(401));
    expect(await statuses(world.stranger, 20, "GET /v1/releases", bad)).toEqual(Array(20).fill(401));
    expect(await statuses(world.stranger, 10, "GET /v1/nothing", from)).toEqual(Array(10).fill(404));
    expect(await statuses(world.stranger, 10, "GET /v1/openapi.json", from)).toEqual(Array(10).fill(200));
    const refused = await world.stranger.call("GET /v1/openapi.json", { headers: from });
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limit_exceeded" } } });
    expect(rate(refused).slice(0, 2)).toEqual([600, 540]);
    // Neither another address nor somebody with a key at this one is touched.
    const elsewhere = { "x-forwarded-for": "198.51.100.8" };
    expect(rate(await world.stranger.call("GET /v1/nothing", { headers: elsewhere }))[1]).toBe(599);
    expect((await world.label.call("GET /v1/organization", { headers: from })).status).toBe(200);
    expect(rate(await sandbox.stranger.call("GET /v1/nothing"))[0]).toBe(6000);
  });

  test("wrong keys in the sandbox: 600 at once per address, and a right one is not touched", async () => {
    sandbox.clock.stop();
    sandbox.clock.advance(60_000);
    onTestFinished(() => {
      sandbox.clock.advance(60_000);
      sandbox.clock.go();
    });
    const guesses = Array.from({ length: 650 }, (_, index) =>
      sandbox.as(`sk_test_guess${index}`).call("GET /v1/organization"),
    );
    const found = (await Promise.all(guesses)).map(({ status }) => status);
    expect([401, 429].map((wanted) => found.filter((status) => status === wanted).length)).toEqual([600, 50]);
    expect((await sandbox.label.call("GET /v1/organization")).status).toBe(200);
  });

  test("IPv6 counts by /64", async () => {
    const remaining = async (address: string) =>
      rate(await world.stranger.call("GET /v1/nothing", { headers: { "x-forwarded-for": address } }))[1];
    expect(await remaining("2001:db8:1:2::1")).toBe(599);
    expect(await remaining("2001:db8:1:2:ffff:ffff:ffff:ffff")).toBe(598);
    expect(await remaining("2001:db8:1:3::1")).toBe(599);
  });

  test("who is not a trusted proxy cannot name an address", async () => {
    const before = rate(
      await sandbox.stranger.call("GET /v1/nothing", { headers: { "x-forwarded-for": "203.0.113.1" } }),
    );
    const after = rate(
      await sandbox.stranger.call("GET /v1/nothing", { headers: { "x-forwarded-for": "203.0.113.2" } }),
    );
    expect((before[1] ?? 0) - (after[1] ?? 0)).toBe(1);
  });

  test("pages and health checks are not counted", async () => {
    const headers = { "x-forwarded-for": "192.0.2.44" };
    for (const path of ["/healthz", "/readyz", "/docs", "/docs/start.js", "/nothing"]) {
      expect((await statuses(world.stranger, 15, `GET ${path}`, headers)).filter((status) => status === 429)).toEqual(
        [],
      );
    }
    expect(rate(await world.stranger.call("GET /v1/nothing", { headers }))[1]).toBe(599);
  });
});

describe("a flood at once", () => {
  standStill();

  test("not one is admitted too many in any 1,000 ms, and not one is refused wrongly", async () => {
    const burst = 25;
    const member = await world.organization({ rate_limit: { per_minute: 100_000, burst } });
    seen.length = 0;
    const refused: number[] = [];
    for (let moment = 0; moment < 25; moment++) {
      world.clock.advance(1 + Math.floor(Math.random() * 250));
      const answers = await Promise.all(Array.from({ length: 12 }, () => member.call("GET /v1/probe")));
      for (const { status } of answers) {
        if (status === 429) refused.push(world.clock.now().getTime());
        else expect(status).toBe(200);
      }
    }
    const admittedBefore = (time: number) => seen.filter((one) => one > time - 1_000 && one <= time).length;
    for (const time of seen) expect(admittedBefore(time)).toBeLessThanOrEqual(burst);
    for (const time of refused) expect(admittedBefore(time)).toBe(burst);
    expect(refused.length).toBeGreaterThan(50);
    expect(seen.length).toBeGreaterThanOrEqual(2 * burst);
  });

  test("of the minute exactly its number is admitted, though many come in the same moment", async () => {
    const member = await world.organization({ rate_limit: { per_minute: 50, burst: 1_000 } });
    const answers = await Promise.all(Array.from({ length: 200 }, () => member.call("GET /v1/probe")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(150);
    const left = answers.filter(({ status }) => status === 200).map((answer) => rate(answer)[1] ?? 0);
    expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 50 }, (_, index) => 49 - index));
  });
});

describe("a client's id and secret by HTTP Basic", () => {
  /** The id and the secret that the guards read, or the code of their refusal. */
  async function read(authorization: string): Promise<ClientCredentials | string | undefined> {
    let read: ClientCredentials | undefined;
    const limiter = memoryRateLimiter(() => 0);
    const guards: Guards = {
      authenticate: () => unauthorized("invalid_credentials", "None."),
      authenticateClient: async (given) => {
        read = given;
        return unauthorized("invalid_credentials", "None.");
      },
      authenticateSession: () => unauthorized("authentication_required", "None."),
      authenticateSignIn: () => unauthorized("invalid_credentials", "None."),
      limiters: { principals: limiter, addresses: limiter, guesses: limiter },
      anonymous: { per_minute: 600, burst: 60 },
    };
    const knock = { route: { access: "client" }, authorization, addressKey: () => "192.0.2.1" } as const;
    const { refusal } = await admitByBody(guards, knock, { headers: {}, body: undefined });
    return read ?? refusal?.code;
  }
  const encoded = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

  const pairs: [client_id: string, client_secret: string][] = [
    ["cli_01k8z3v9qxe7p9a4m2c6t5w8rn", "cs_live_0123456789"],
    ["with a space", "and:a+plus%and&more=/?#[]@!$'()*,;~-._"],
    ["naïve:client", "pässwörd 音楽 🎵"],
  ];
  test.each(pairs)("are read as a standard library writes them: %s, %s", async (client_id, client_secret) => {
    const headers = new Headers();
    await oauth.ClientSecretBasic(client_secret)({ issuer: "" }, { client_id }, new URLSearchParams(), headers);
    expect(await read(headers.get("authorization") ?? "")).toEqual({ client_id, client_secret });
  });

  test("are read as curl writes them, too", async () => {
    expect(await read(encoded("cli_1:cs_live_2"))).toEqual({ client_id: "cli_1", client_secret: "cs_live_2" });
    expect(await read(encoded("cli%5F1:cs%5Flive%5f2"))).toEqual({ client_id: "cli_1", client_secret: "cs_live_2" });
    expect(await read(encoded("cli_1:a:b"))).toEqual({ client_id: "cli_1", client_secret: "a:b" });
  });

  test.each(["cli_1:%", "cli_1:%zz", "%ff:secret", "cli_1", ":", "cli_1:", ":secret"])(
    "are refused where they cannot be read: %s",
    async (text) => {
      expect(await read(encoded(text))).toBe("invalid_credentials");
    },
  );
});
