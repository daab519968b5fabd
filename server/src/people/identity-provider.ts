// The identity provider, by OpenID Connect: code flow with PKCE. Only the id_token is looked at, and no token is kept.
//
// The library checks `iss`, `aud`, `exp`, `nonce` and the state. By default it trusts TLS instead of the signature, so the
// check of the signature is turned on, and the algorithms are limited to those that a provider's public key can check. It
// does not look at `iat`, nor at the `azp` of a token with one audience: this file does.

import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  type ExportedJWKSCache,
  enableNonRepudiationChecks,
  getJwksCache,
  type IDToken,
  type ServerMetadata,
  setJwksCache,
} from "openid-client";
import type { Context } from "../platform/context.ts";
import { readEmail } from "./email.ts";
import type { IdentityProvider } from "./people-settings.ts";
import { ProviderAway, type ProviderCalls, providerCalls } from "./provider-fetch.ts";
import { SignInRefused } from "./sign-in-refusal.ts";

/** Secrets of one sign-in, from its start to its callback. */
export type Flow = { state: string; nonce: string; verifier: string };

/** The person as the provider names it. `name` null: it sent none. */
export type Identity = { issuer: string; subject: string; email: string; name: string | null };

export type OpenProvider = {
  /** The provider's page that the browser goes to. */
  authorizationUrl(ctx: Context, flow: Flow, redirect_uri: string): Promise<URL>;
  /** `url`: the callback as it was called, at our public address. */
  identify(ctx: Context, flow: Flow, url: URL): Promise<Identity>;
};

const METADATA_FOR_MS = 5 * 60_000;
const TOLERANCE_S = 30;
const algorithms = ["RS256", "PS256", "ES256"];
const SCOPE = "openid email profile";

type Known = { metadata: ServerMetadata; keys: ExportedJWKSCache | undefined };

export function openIdentityProvider(settings: IdentityProvider): OpenProvider {
  let known: { reading: Promise<Known>; since_ms: number } | undefined;

  /** Read once for all who wait, and again after some minutes or after anything went wrong. */
  function find(ctx: Context): Promise<Known> {
    const now_ms = ctx.clock.now().getTime();
    if (!known || Math.abs(now_ms - known.since_ms) >= METADATA_FOR_MS)
      known = { reading: readMetadata(settings), since_ms: now_ms };
    return forgetIfFailed(known.reading);
  }

  async function forgetIfFailed<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      known = undefined;
      throw error;
    }
  }

  return {
    async authorizationUrl(ctx, { state, nonce, verifier }, redirect_uri) {
      const { metadata } = await find(ctx);
      const code_challenge = await calculatePKCECodeChallenge(verifier);
      const pkce = { code_challenge, code_challenge_method: "S256" };
      const asked = { redirect_uri, scope: SCOPE, state, nonce, ...pkce };
      try {
        return buildAuthorizationUrl(configure(ctx, settings, metadata), asked);
      } catch (error) {
        known = undefined;
        throw new ProviderAway(messageOf(error));
      }
    },
    async identify(ctx, flow, url) {
      const found = await find(ctx);
      const claims = await forgetIfFailed(redeem(ctx, settings, found, { flow, url }));
      return identityOf(claims, settings.client_id, ctx.clock.now());
    },
  };
}

async function readMetadata({ issuer, client_id, within_ms }: IdentityProvider): Promise<Known> {
  const calls = providerCalls(within_ms);
  const execute = isInsecure(issuer) ? [allowInsecureRequests] : [];
  try {
    const found = await discovery(new URL(issuer), client_id, undefined, undefined, {
      [customFetch]: calls.fetch,
      execute,
    });
    const metadata = found.serverMetadata();
    // The library lets some well-known hosts name another issuer: then people of other companies could sign in, too.
    if (new URL(metadata.issuer).href !== new URL(issuer).href)
      throw new ProviderAway("It names another issuer than SEGUE_OIDC_ISSUER.");
    return { metadata, keys: undefined };
  } catch (error) {
    throw calls.away ?? new ProviderAway(messageOf(error));
  }
}

type Callback = { flow: Flow; url: URL };

async function redeem(ctx: Context, settings: IdentityProvider, known: Known, { flow, url }: Callback) {
  const calls = providerCalls(settings.within_ms);
  const configuration = configure(ctx, settings, known.metadata, calls);
  if (known.keys) setJwksCache(configuration, known.keys);
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    known.keys = getJwksCache(configuration);
    return tokens.claims();
  } catch (error) {
    if (calls.away) throw calls.away;
    const reason = error instanceof AuthorizationResponseError ? "refused_by_provider" : "token";
    throw new SignInRefused(reason, messageOf(error));
  }
}

/** Times are compared by the service's clock, as everywhere. */
function configure(
  ctx: Context,
  { issuer, client_id, client_secret }: IdentityProvider,
  metadata: ServerMetadata,
  calls?: ProviderCalls,
): Configuration {
  const offered = metadata.id_token_signing_alg_values_supported ?? algorithms;
  const limited = { ...metadata, id_token_signing_alg_values_supported: algorithms.filter((a) => offered.includes(a)) };
  const clock = {
    [clockSkew]: Math.round((ctx.clock.now().getTime() - Date.now()) / 1_000),
    [clockTolerance]: TOLERANCE_S,
  };
  // The standard's default is Basic; a provider that does not name it takes the secret in the body.
  const ways = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const isBasic = ways.includes("client_secret_basic");
  const authentication = isBasic ? ClientSecretBasic(client_secret) : ClientSecretPost(client_secret);
  const configuration = new Configuration(limited, client_id, clock, authentication);
  if (isInsecure(issuer)) allowInsecureRequests(configuration);
  if (calls) configuration[customFetch] = calls.fetch;
  enableNonRepudiationChecks(configuration);
  return configuration;
}

function isInsecure(issuer: string): boolean {
  return new URL(issuer).protocol === "http:";
}

/** Printable ASCII, at most 255: the standard's own limit. */
const subjectPattern = /^[\x20-\x7e]{1,255}$/;

function identityOf(claims: IDToken | undefined, client_id: string, now: Date): Identity {
  if (!claims) throw new SignInRefused("token", "There is no id_token.");
  const { iss, sub, iat, azp = client_id, email_verified, email, name } = claims;
  if (azp !== client_id) throw new SignInRefused("token", "Its `azp` is another client.");
  if (iat > now.getTime() / 1_000 + TOLERANCE_S) throw new SignInRefused("token", "Its `iat` is in the future.");
  if (typeof sub !== "string" || !subjectPattern.test(sub)) throw new SignInRefused("token", "Its `sub` is malformed.");
  const address = typeof email === "string" ? readEmail(email) : undefined;
  if (email_verified !== true || address === undefined) throw new SignInRefused("unverified");
  return { issuer: iss, subject: sub, email: address, name: readName(name) };
}

const MAX_NAME_LENGTH = 200;

function readName(name: unknown): string | null {
  if (typeof name !== "string") return null;
  const plain = name
    .slice(0, 4 * MAX_NAME_LENGTH)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
  return [...plain].slice(0, MAX_NAME_LENGTH).join("").trim() || null;
}

const MAX_MESSAGE_LENGTH = 200;

/** Without its cause, which holds claims. */
function messageOf(error: unknown): string {
  const { message = "", code, error: oauth } = error as { message?: string; code?: unknown; error?: unknown };
  const named = [oauth, code].filter((word) => typeof word === "string" && /^[\w.-]{1,60}$/.test(word));
  return [...named, message].join(": ").slice(0, MAX_MESSAGE_LENGTH);
}
