// Sign-in by the identity provider: a page that sends the browser there, and the page to which it comes back.
//
// State, nonce and the verifier of PKCE stand sealed in a cookie of their own, which is good once and for ten minutes. The
// browser comes back from another site, so that cookie is lax, and the session's own, which is strict, is not sent: the cookie
// of the sign-in carries the token of the former session too, which ends.

import { isWellFormedKey } from "../credentials/api-key.ts";
import { SESSION_LIFETIME_S } from "../credentials/dashboard-session.ts";
import type { Context } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { isFromElsewhere, sessionCookie, sessionToken } from "../platform/http/guards/session-cookie.ts";
import type { Metrics } from "../platform/http/observing/metrics.ts";
import { type Answer, type Headers, type Route, route } from "../platform/http/route.ts";
import { HTML } from "../platform/http/sites/built-site.ts";
import type { Log } from "../platform/logging.ts";
import type { LinkParts } from "./acceptance-actions.ts";
import { signInByIdentity } from "./identity-actions.ts";
import type { Flow, OpenProvider } from "./identity-provider.ts";
import { ProviderAway } from "./provider-fetch.ts";
import { dashboardRoute, type SessionRouteParts, sessionAnswers } from "./session-routes.ts";
import { refusedPage, signedInPage } from "./sign-in-pages.ts";
import { type SignInRefusal, SignInRefused } from "./sign-in-refusal.ts";
import { takeTry } from "./tries.ts";

export type OidcRouteParts = SessionRouteParts &
  LinkParts & {
    /** Null: people sign in by password alone. */
    provider: OpenProvider | null;
    metrics: Pick<Metrics, "countFailedSignIn">;
    log: Log;
  };

type Visit = {
  url: string;
  method: string;
  request_id: string;
  headers: Headers;
  address(): string;
  isSecure(): boolean;
};

/** Sealed in the cookie, from the start to the callback. */
type StartedSignIn = Flow & { invitation_id: string | null; former: string | null; expires_at: string };

const PATH = "/dashboard/oidc";
const LIFETIME_S = 600;
const SEALED_AS = "sign-in by the identity provider";
const invitationPattern = /^(mbr|stf)_\w{1,60}$/;

export const oidcRoutes = (parts: OidcRouteParts): Route[] => {
  const page = { ...dashboardRoute, method: "GET", access: "public", gives: "answer" } as const;
  return [
    route({
      ...page,
      path: `${PATH}/start`,
      operation: "startFederatedSignIn",
      summary: "Go to the identity provider to sign in",
      success: { status: 302, content_type: HTML },
      handle: (ctx, visit) => orRefuse(parts, visit, (provider) => startSignIn(ctx, parts, provider, visit)),
    }),
    route({
      ...page,
      path: `${PATH}/callback`,
      operation: "finishFederatedSignIn",
      summary: "Come back from the identity provider",
      success: { status: 200, content_type: HTML },
      changes_principals: true,
      handle: (ctx, visit) => orRefuse(parts, visit, (provider) => finishSignIn(ctx, parts, provider, visit)),
    }),
  ];
};

/** A refusal is a page, counted by its reason. The cookie of the sign-in ends with it. */
async function orRefuse(
  parts: OidcRouteParts,
  visit: Visit,
  work: (provider: OpenProvider) => Promise<Answer>,
): Promise<Answer> {
  if (!parts.provider) throw new ApiError("not_found", "This service has no identity provider.");
  // Programs ask for the head of a link to preview it: this must use nothing up.
  if (visit.method === "HEAD") return { status: 200, payload: "" };
  try {
    return await work(parts.provider);
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === undefined) throw error;
    parts.metrics.countFailedSignIn("oidc", reason);
    const { message } = error as Error;
    const { request_id } = visit;
    if (message !== "" && !(error instanceof ApiError))
      parts.log.warn({ request_id }, `A sign-in by the identity provider failed (${reason}): ${message}`);
    return refusedPage(reason, [flowCookie(parts, visit, "")]);
  }
}

function refusalOf(error: unknown): SignInRefusal | undefined {
  if (error instanceof SignInRefused) return error.reason;
  if (error instanceof ProviderAway) return "provider_away";
  return error instanceof ApiError && error.code === "rate_limit_exceeded" ? "too_many_tries" : undefined;
}

async function startSignIn(ctx: Context, parts: OidcRouteParts, provider: OpenProvider, visit: Visit): Promise<Answer> {
  await takeTry(ctx, "address", { pepper: parts.pepper, about: visit.address() });
  const invitation_id = callbackUrl(parts, visit).searchParams.get("invitation");
  if (invitation_id !== null && !invitationPattern.test(invitation_id)) throw new SignInRefused("invitation");
  // Another site must not make a person join an organization without asking. A plain sign-in is harmless.
  if (invitation_id !== null && isFromElsewhere(visit.headers)) throw new SignInRefused("from_elsewhere");
  const secret = () => ctx.chance.bytes(32).toString("base64url");
  const flow: Flow = { state: secret(), nonce: secret(), verifier: secret() };
  const location = await provider.authorizationUrl(ctx, flow, redirectUri(parts));
  const former = sessionToken(parts.cookie_name, visit.headers) ?? "";
  const started: StartedSignIn = {
    ...flow,
    invitation_id,
    former: isWellFormedKey(former) ? former : null,
    expires_at: new Date(ctx.clock.now().getTime() + LIFETIME_S * 1_000).toISOString(),
  };
  const headers = {
    location: location.href,
    "set-cookie": flowCookie(parts, visit, parts.vault.seal(started, SEALED_AS)),
    "referrer-policy": "no-referrer",
  };
  return { status: 302, headers, payload: "" };
}

async function finishSignIn(
  ctx: Context,
  parts: OidcRouteParts,
  provider: OpenProvider,
  visit: Visit,
): Promise<Answer> {
  await takeTry(ctx, "address", { pepper: parts.pepper, about: visit.address() });
  const url = callbackUrl(parts, visit);
  const { invitation_id, former, ...flow } = openStarted(ctx, parts, visit, url.searchParams.get("state"));
  await useOnce(ctx, parts, flow.state);
  const identity = await provider.identify(ctx, flow, url);
  const session = { ...sessionAnswers(parts).begin(visit), former: former ?? undefined };
  const { request_id } = visit;
  const token = await signInByIdentity(ctx, parts, { identity, invitation_id, request_id, session });
  const is_secure = visit.isSecure();
  const cookie = sessionCookie(parts.cookie_name, { token, max_age_s: SESSION_LIFETIME_S, is_secure });
  return signedInPage([cookie, flowCookie(parts, visit, "")]);
}

function openStarted(ctx: Context, parts: OidcRouteParts, { headers }: Visit, state: string | null): StartedSignIn {
  const sealed = sessionToken(flowCookieName(parts), headers);
  const started = sealed === undefined ? undefined : (parts.vault.open(sealed, SEALED_AS) as StartedSignIn | undefined);
  if (!started || started.state !== state || started.expires_at <= ctx.clock.now().toISOString())
    throw new SignInRefused("not_started");
  return started;
}

/** A copy of the cookie is worth nothing: its state counts as a try, and there is one. */
async function useOnce(ctx: Context, { pepper }: OidcRouteParts, state: string): Promise<void> {
  try {
    await takeTry(ctx, "oidc", { pepper, about: state });
  } catch (error) {
    throw error instanceof ApiError ? new SignInRefused("not_started") : error;
  }
}

/** By the public address: the `Host` of a request is the client's word. */
function redirectUri({ mail }: OidcRouteParts): string {
  return `${mail.links.public_url}${PATH}/callback`;
}

function callbackUrl(parts: OidcRouteParts, { url }: Visit): URL {
  const found = new URL(redirectUri(parts));
  const at = url.indexOf("?");
  found.search = at === -1 ? "" : url.slice(at);
  return found;
}

function flowCookieName({ cookie_name }: Pick<OidcRouteParts, "cookie_name">): string {
  return `${cookie_name}_oidc`;
}

/** Lax: the browser sends it when the provider sends it back. An empty value removes it. */
function flowCookie(parts: OidcRouteParts, { isSecure }: Visit, sealed: string): string {
  const max_age_s = sealed === "" ? 0 : LIFETIME_S;
  const cookie = `${flowCookieName(parts)}=${sealed}; Path=${PATH}; Max-Age=${max_age_s}; HttpOnly; SameSite=Lax`;
  return isSecure() ? `${cookie}; Secure` : cookie;
}
