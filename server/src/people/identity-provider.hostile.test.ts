import { createHmac, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Claims,
  client,
  federatedWorld,
  flowCookieOf,
  sessionCookieOf,
  signToken,
  startForger,
  visit,
} from "../../test/identity-provider.ts";
import { member } from "../../test/people.ts";
import { cloneDatabase, type World } from "../../test/world.ts";

const email = "ana@example.com";
let forger: Awaited<ReturnType<typeof startForger>>;
let world: World;
/** Another node of the same service, which waits only a moment for the provider. */
let hasty: World;
beforeAll(async () => {
  forger = await startForger();
  const shared = { secret: randomBytes(32), database: await cloneDatabase() };
  world = await federatedWorld(forger.issuer, shared);
  hasty = await federatedWorld(forger.issuer, { ...shared, within_ms: 200 });
  await member(world, { email, role: "editor" });
});
afterAll(async () => {
  await hasty.close();
  await world.close();
  await forger.close();
});
beforeEach(() => {
  forger.answer = undefined;
  forger.metadata = {};
  // The service reads the provider's metadata again.
  world.clock.advance(600_000);
  hasty.clock.advance(600_000);
});

const now_s = () => Math.floor(world.clock.now().getTime() / 1_000);

const rightClaims = (asked: URLSearchParams): Claims => ({
  iss: forger.issuer,
  aud: client.client_id,
  sub: "sub-1",
  nonce: asked.get("nonce"),
  iat: now_s(),
  exp: now_s() + 600,
  email,
  email_verified: true,
});

/** A sign-in whose code is answered with the token that `make` writes of the right claims. */
async function signInWith(make: (claims: Claims) => string, back_at = world): Promise<Response> {
  const started = await visit(world, "/dashboard/oidc/start");
  const { searchParams } = new URL(started.headers.get("location") ?? "");
  forger.id_token = make(rightClaims(searchParams));
  const path = `/dashboard/oidc/callback?code=x&state=${searchParams.get("state")}`;
  return visit(back_at, path, { cookie: flowCookieOf(started) });
}

const outcome = (response: Response) => [response.status, sessionCookieOf(response) !== undefined];
const sessions = async () => (await world.ctx.db`select from dashboard_sessions where is_federated`).length;

describe("an id_token", () => {
  test.each([
    ["RS256", "rsa"],
    ["PS256", "rsa"],
    ["ES256", "curve"],
  ] as const)("is taken with %s", async (alg, key) => {
    const answer = await signInWith((claims) => signToken(claims, { alg, key, kid: key }));
    expect(outcome(answer), await answer.text()).toEqual([200, true]);
  });

  test("is taken with several audiences, if it is for us", async () => {
    const aud = ["another", client.client_id];
    const answer = await signInWith((claims) => signToken({ ...claims, aud, azp: client.client_id }, { alg: "RS256" }));
    expect(outcome(answer)).toEqual([200, true]);
  });

  const wrong: Record<string, [number, Claims]> = {
    "another nonce": [401, { nonce: "another" }],
    "no nonce": [401, { nonce: undefined }],
    "another audience": [401, { aud: "another" }],
    "no audience": [401, { aud: undefined }],
    "several audiences and no azp": [401, { aud: [client.client_id, "another"] }],
    "another azp": [401, { azp: "another" }],
    "another azp among several audiences": [401, { aud: [client.client_id, "another"], azp: "another" }],
    "another issuer": [401, { iss: "https://id.example.com" }],
    "no issuer": [401, { iss: undefined }],
    "no subject": [401, { sub: undefined }],
    "an empty subject": [401, { sub: "" }],
    "a number as subject": [401, { sub: 1 }],
    "a subject that no database takes": [401, { sub: "a\u0000b" }],
    "a subject that is too long": [401, { sub: "x".repeat(256) }],
    "no exp": [401, { exp: undefined }],
    "a text as exp": [401, { exp: "9999999999" }],
    "no iat": [401, { iat: undefined }],
    "email_verified: false": [403, { email_verified: false }],
    'email_verified: "true"': [403, { email_verified: "true" }],
    "email_verified: 1": [403, { email_verified: 1 }],
    "no email_verified": [403, { email_verified: undefined }],
    "no email": [403, { email: undefined }],
    "a list as email": [403, { email: [email] }],
    "two addresses as email": [403, { email: `${email},other@example.com` }],
  };
  test.each(Object.entries(wrong))("with %s signs in no one", async (_, [status, change]) => {
    const before = await sessions();
    const answer = await signInWith((claims) => signToken({ ...claims, ...change }, { alg: "RS256" }));
    expect(outcome(answer), await answer.text()).toEqual([status, false]);
    expect(await sessions()).toBe(before);
  });

  test.each([
    ["that has expired", () => ({ iat: now_s() - 700, exp: now_s() - 60 })],
    ["of the future", () => ({ iat: now_s() + 300, exp: now_s() + 900 })],
    ["that is not valid yet", () => ({ nbf: now_s() + 300 })],
  ])("%s signs in no one", async (_, change) => {
    const answer = await signInWith((claims) => signToken({ ...claims, ...change() }, { alg: "RS256" }));
    expect(outcome(answer)).toEqual([401, false]);
  });

  test("that names two people with one account, at once: it is bound to one", async () => {
    const emails = ["one@example.com", "two@example.com"];
    for (const email of emails) await member(world, { email, role: "editor" });
    const flows = await Promise.all(
      emails.map(async (email) => {
        const started = await visit(world, "/dashboard/oidc/start");
        const { searchParams } = new URL(started.headers.get("location") ?? "");
        const claims = { ...rightClaims(searchParams), sub: "shared", email };
        forger.tokens.set(email, signToken(claims, { alg: "RS256" }));
        const path = `/dashboard/oidc/callback?code=${email}&state=${searchParams.get("state")}`;
        return { path, cookie: flowCookieOf(started) };
      }),
    );
    const answers = await Promise.all(flows.map(({ path, cookie }) => visit(world, path, { cookie })));
    expect(answers.map(outcome)).toEqual([
      [200, true],
      [200, true],
    ]);
    const bound = await world.ctx.db`select from people where subject = 'shared'`;
    expect(bound).toHaveLength(1);
  });

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const hmac = (claims: Claims) => {
    const text = `${part({ alg: "HS256", kid: "rsa" })}.${part(claims)}`;
    return `${text}.${createHmac("sha256", client.client_secret).update(text).digest("base64url")}`;
  };
  const forgeries: [string, (claims: Claims) => string][] = [
    ["alg: none", (claims) => signToken(claims, { alg: "none" })],
    ["alg: None", (claims) => signToken(claims, { alg: "none" }).replace(/^[^.]+/, part({ alg: "None" }))],
    ["HS256 by the client's secret", hmac],
    ["RS512, which is not among ours", (claims) => signToken(claims, { alg: "RS512" })],
    ["an unknown key", (claims) => signToken(claims, { alg: "RS256", kid: "unknown", key: "stranger" })],
    ["another's signature", (claims) => signToken(claims, { alg: "RS256", key: "stranger" })],
    ["no signature", (claims) => signToken(claims, { alg: "RS256" }).replace(/[^.]+$/, "")],
    [
      "a changed payload",
      (claims) => signToken(claims, { alg: "RS256" }).replace(/\.[^.]+\./, `.${part({ ...claims, sub: "sub-2" })}.`),
    ],
    ["a key of another kind", (claims) => signToken(claims, { alg: "RS256", kid: "curve" })],
    [
      "an extension that must be understood",
      (claims) =>
        signToken(claims, { alg: "RS256" }).replace(/^[^.]+/, part({ alg: "RS256", kid: "rsa", crit: ["x"], x: 1 })),
    ],
    ["two parts", (claims) => signToken(claims, { alg: "RS256" }).replace(/\.[^.]+$/, "")],
    ["five parts", () => "a.b.c.d.e"],
    ["no JSON", () => "bm8.bm8.bm8"],
    ["an empty text", () => ""],
  ];
  test.each(forgeries)("with %s signs in no one", async (_, forge) => {
    const before = await sessions();
    const answer = await signInWith(forge);
    expect(outcome(answer), await answer.text()).toEqual([401, false]);
    expect(await sessions()).toBe(before);
  });
});

describe("a provider", () => {
  const right = (claims: Claims) => signToken(claims, { alg: "RS256" });
  const head = { "content-type": "application/json" };
  const large = (response: ServerResponse) => response.writeHead(200, head).end(`{"x":"${"x".repeat(300_000)}"}`);
  const endless = (response: ServerResponse) => {
    response.writeHead(200, head);
    const timer = setInterval(() => response.write(" ".repeat(100_000)), 5);
    response.on("close", () => clearInterval(timer));
  };
  const faults: [string, (response: ServerResponse) => void, () => World][] = [
    ["sends too much", large, () => world],
    ["never ends", endless, () => world],
    ["hangs", () => undefined, () => hasty],
    ["hangs in its body", (response) => void response.writeHead(200, head).write("{"), () => hasty],
    ["breaks the connection", (response) => void response.destroy(), () => world],
    ["fails", (response) => void response.writeHead(500).end(), () => world],
  ];
  const paths = ["/.well-known/openid-configuration", "/token", "/jwks"];
  test.each(paths.flatMap((path) => faults.map(([name, fault, at]) => [name, path, fault, at] as const)))(
    "that %s at %s: a page that says so, and then it works again",
    async (_, path, fault, at) => {
      forger.answer = (asked, response) => {
        if (asked !== path) return false;
        fault(response);
        return true;
      };
      if (path === paths[0]) {
        const started = await visit(at(), "/dashboard/oidc/start");
        expect(started.status).toBe(503);
        expect(await started.text()).toContain("cannot be reached");
      } else {
        const answer = await signInWith(right, at());
        expect(outcome(answer)).toEqual([503, false]);
        expect(answer.headers.get("retry-after")).toBe("30");
        expect(await answer.text()).toContain("cannot be reached");
      }
      forger.answer = undefined;
      expect(outcome(await signInWith(right))).toEqual([200, true]);
    },
  );

  test.each([
    ["another issuer", { issuer: "https://id.example.com" }],
    ["no endpoints", { authorization_endpoint: undefined, token_endpoint: undefined }],
    ["an endpoint of another kind", { authorization_endpoint: "javascript:alert(1)" }],
  ])("that names %s is not used", async (_, metadata) => {
    forger.metadata = metadata;
    const started = await visit(world, "/dashboard/oidc/start");
    expect([started.status, started.headers.get("location")]).toEqual([503, null]);
  });

  test.each([
    ["no token", {}],
    ["a list", []],
    ["an error", { error: "invalid_grant", error_description: "ana@example.com" }],
  ])("that answers a code with %s signs in no one, and its words are not logged", async (_, body) => {
    forger.answer = (path, response) => {
      if (path !== "/token") return false;
      response.writeHead("error" in body ? 400 : 200, head).end(JSON.stringify(body));
      return true;
    };
    expect(outcome(await signInWith(right))).toEqual([401, false]);
    expect(world.log_lines.join("")).not.toContain("ana@example.com");
  });

  test("that redirects is not followed", async () => {
    forger.answer = (path, response) => {
      if (path !== "/token") return false;
      response.writeHead(302, { location: "/elsewhere" }).end();
      return true;
    };
    expect(outcome(await signInWith(right))).toEqual([401, false]);
    expect(forger.paths).not.toContain("/elsewhere");
  });

  test("is asked for its metadata and keys once in some minutes", async () => {
    await signInWith(right);
    forger.paths.length = 0;
    for (let count = 0; count < 3; count++) expect(outcome(await signInWith(right))).toEqual([200, true]);
    expect(forger.paths).toEqual(["/token", "/token", "/token"]);
  });

  test("that is away: a page that says so", async () => {
    const gone = await startForger();
    await gone.close();
    const lonely = await federatedWorld(gone.issuer);
    try {
      const started = await visit(lonely, "/dashboard/oidc/start");
      expect([started.status, await started.text()]).toEqual([503, expect.stringContaining("cannot be reached")]);
    } finally {
      await lonely.close();
    }
  });
});
