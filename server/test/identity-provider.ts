// Identity providers for tests: a real one, and one made by hand that signs whatever the test wants. And a browser that walks from
// the start of a sign-in to its callback.

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Provider } from "oidc-provider";
import { parseAddressBlocks } from "../src/platform/address-block.ts";
import { createWorld, type World, type WorldOptions } from "./world.ts";

export const client = { client_id: "segue", client_secret: "a secret of the client, long enough" };

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });

const publicKey = (key: KeyObject, kid: string) => ({ ...key.export({ format: "jwk" }), kid, use: "sig" });

type Handler = (...exchange: Parameters<RequestListener>) => unknown;

async function listen(handler: Handler) {
  const server = createServer((...exchange) => void handler(...exchange));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Options = WorldOptions & { within_ms?: number };

/** A service with this issuer. Proxies are trusted, so that each visit can have an address of its own: tries are counted by it. */
export function federatedWorld(issuer: string, { within_ms = 30_000, ...options }: Options = {}): Promise<World> {
  const identity_provider = { issuer, ...client, within_ms };
  const trusted_proxies = parseAddressBlocks("127.0.0.0/8");
  return createWorld({ ...options, trusted_proxies, people: { ...options.people, identity_provider } });
}

type User = { sub: string; email: string; email_verified: boolean; name?: string };

/**
 * The library that other services run, with its checks of PKCE, codes and redirects. Its people sign in without being asked.
 * A browser takes `localhost` for another site than `127.0.0.1`.
 */
export async function startRealProvider(host = "127.0.0.1") {
  let answer: Handler = (_request, response) => response.writeHead(503).end();
  const server = await listen((request, response) => answer(request, response));
  const issuer = server.url.replace("127.0.0.1", host);
  const users = new Map<string, User>();
  let current = "";
  return {
    issuer,
    close: server.close,
    /** Who sits before the browser. */
    use(user: User) {
      users.set(user.sub, user);
      current = user.sub;
    },
    /** It knows the service now. */
    open(redirect_uri: string) {
      const provider = makeProvider(issuer, redirect_uri, users);
      const callback = provider.callback();
      answer = async (request, response) => {
        if (!request.url?.startsWith("/interaction/")) return callback(request, response);
        const login = { accountId: current };
        await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
      };
    },
  };
}

function makeProvider(issuer: string, redirect_uri: string, users: Map<string, User>): Provider {
  return new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirect_uri] }],
    cookies: { keys: [randomBytes(16).toString("hex")] },
    jwks: { keys: [{ ...rsa.privateKey.export({ format: "jwk" }), kid: "rsa", use: "sig", alg: "RS256" }] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => users.get(id) ?? { sub: id } }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
}

export type Claims = Record<string, unknown>;
type Signing = { alg: string; kid?: string; key?: "rsa" | "curve" | "stranger" };

/** `answer` is asked first: it may answer a path in its own way, or hang. */
export async function startForger() {
  const forger = {
    answer: undefined as ((path: string, response: ServerResponse) => boolean) | undefined,
    metadata: {} as Claims,
    id_token: "",
    /** Tokens of single codes. */
    tokens: new Map<string, string>(),
    paths: [] as string[],
  };
  const server = await listen(async (request: IncomingMessage, response) => {
    const path = new URL(request.url ?? "/", "http://forger").pathname;
    forger.paths.push(path);
    if (forger.answer?.(path, response)) return void request.resume();
    const sent = new URLSearchParams(await text(request));
    const id_token = forger.tokens.get(sent.get("code") ?? "") ?? forger.id_token;
    const body = answers(server.url, { ...forger, id_token })[path];
    response.writeHead(body ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}));
  });
  return Object.assign(forger, { issuer: server.url, close: server.close });
}

function answers(url: string, { metadata, id_token }: { metadata: Claims; id_token: string }): Record<string, Claims> {
  return {
    "/.well-known/openid-configuration": {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256", "PS256", "ES256", "HS256", "none", "RS512"],
      ...metadata,
    },
    "/jwks": { keys: [publicKey(rsa.publicKey, "rsa"), publicKey(curve.publicKey, "curve")] },
    "/token": { access_token: "unused", token_type: "Bearer", id_token },
  };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export function signToken(claims: Claims, { alg, kid = "rsa", key = "rsa" }: Signing): string {
  const signed = `${encode({ alg, kid, typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed, alg, { rsa, curve, stranger }[key].privateKey).toString("base64url")}`;
}

function signatureOf(signed: string, alg: string, key: KeyObject): Buffer {
  const bytes = Buffer.from(signed);
  if (alg === "none") return Buffer.alloc(0);
  if (alg === "PS256") return sign("sha256", bytes, { key, padding: 6, saltLength: 32 });
  if (alg === "ES256") return sign("sha256", bytes, { key, dsaEncoding: "ieee-p1363" });
  return sign(alg === "RS512" ? "sha512" : "sha256", bytes, key);
}

let addresses = 0;
/** Each visitor has an address of its own. */
const nextAddress = () => `198.51.${Math.floor(++addresses / 250) % 250}.${(addresses % 250) + 1}`;

export const flowCookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.includes("_oidc="))
    ?.split(";")[0] ?? "";

export const sessionCookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((cookie) => /^segue_(live|test)=/.test(cookie))
    ?.split(";")[0];

export function visit(world: World, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(path, world.url), {
    redirect: "manual",
    headers: { "x-forwarded-for": nextAddress(), ...headers },
  });
}

/** From the start to the provider's answer: the address of the callback, and the cookie that goes with it. */
export async function walk(world: World, query = "", headers: Record<string, string> = {}) {
  const started = await visit(world, `/dashboard/oidc/start${query}`, headers);
  const cookie = flowCookieOf(started);
  const jar = new Map<string, string>();
  let at = started.headers.get("location") ?? "";
  for (let steps = 0; steps < 10 && !at.startsWith(world.url); steps++) {
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(at, { redirect: "manual", headers: { cookie: cookies } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`The provider stops at ${at}: ${answer.status} ${await answer.text()}`);
    at = new URL(location, at).href;
  }
  return { callback: at.slice(world.url.length), cookie };
}

/** The whole sign-in, as a browser does it. */
export async function federate(world: World, query = "", headers: Record<string, string> = {}) {
  const { callback, cookie } = await walk(world, query, headers);
  return visit(world, callback, { cookie });
}
