// Serves one environment: its routes behind its guards, at its address.

import type { Links } from "./assets/links.ts";
import { kindsThatFetch } from "./connectors/kinds.ts";
import { hashKey } from "./credentials/api-key.ts";
import { createCredentials } from "./credentials/credentials.ts";
import { FIRST_LINK_LIFETIME_S } from "./credentials/dashboard-session.ts";
import { makeLink } from "./credentials/session-actions.ts";
import type { EnvironmentParts } from "./environment-parts.ts";
import type { SendingParts } from "./mail/sending.ts";
import { auditStatement } from "./organizations/actions.ts";
import { anonymousLimits, scaleLimits } from "./organizations/organization.ts";
import { openIdentityProvider } from "./people/identity-provider.ts";
import { authenticatePerson, type SignInParts } from "./people/sign-in.ts";
import type { ServiceClock } from "./platform/clock.ts";
import { type Context, transaction } from "./platform/context.ts";
import { ApiError } from "./platform/errors.ts";
import type { AuthenticateSignIn, Origin, PersonalSignIn } from "./platform/http/guards/guards.ts";
import { createFailureLog } from "./platform/http/observing/failure-log.ts";
import type { Metrics } from "./platform/http/observing/metrics.ts";
import type { RequestLog } from "./platform/http/observing/request-log.ts";
import { healthRoutes } from "./platform/http/pages.ts";
import { cursorSeal } from "./platform/http/pagination.ts";
import type { Route } from "./platform/http/route.ts";
import { createServer, type Server } from "./platform/http/server.ts";
import type { OpenLimiters } from "./platform/limits/limiters.ts";
import { memoryOfUpload } from "./platform/storage/storage.ts";
import { assertSeen } from "./rights/see.ts";
import { allRoutes } from "./routes.ts";
import type { DerivedKeys } from "./secrets.ts";

type AllParts = Parameters<typeof allRoutes>[0];

type ServedParts = Pick<AllParts, "handlers" | "links"> & {
  mail: AllParts["mail"] & Pick<SendingParts, "transport">;
  time: ServiceClock;
  ctx: Context;
  keys: DerivedKeys;
  stores: Pick<AllParts, "connectors" | "vault" | "ern" | "schemas">;
  metrics: Metrics;
  limits: OpenLimiters;
  request_log: RequestLog | undefined;
};

export function openServing(parts: EnvironmentParts, served: ServedParts) {
  const { ctx, keys, stores, links, limits, metrics, request_log } = served;
  const form = { prefix: parts.key_prefix, pepper: keys.pepper };
  const { second_factor, sign_in, identity_provider } = parts.people;
  const rules = { rate_factor: parts.rate_factor, second_factor };
  const fetched_kinds = kindsThatFetch(stores.connectors);
  const credentials = createCredentials(ctx, { ...parts, ...rules, form, fetched_kinds });
  const people = { pepper: keys.pepper, vault: stores.vault, mail: served.mail, rules, sign_in };
  const authenticateSignIn: AuthenticateSignIn = (given, origin) =>
    "email" in given
      ? signInByPassword(ctx, { ...people, metrics }, given, origin)
      : credentials.authenticateKeySignIn(given, origin);
  const anonymous = scaleLimits(anonymousLimits, parts.rate_factor);
  const sessions = { form, operator_hash: hashKey(parts.operator_key, keys.pepper), cookie_name: cookieOf(parts) };
  const server = createServer({
    ...parts,
    ctx,
    metrics,
    request_log,
    guards: { ...credentials, authenticateSignIn, limiters: limits.limiters, anonymous },
    forgetPrincipals: credentials.forget,
    assertSeen,
    routes: servedRoutes(parts, {
      ...parts,
      ...served,
      ...stores,
      ...sessions,
      ...people,
      provider: identity_provider && openIdentityProvider(identity_provider),
      identity_provider: identity_provider && new URL(identity_provider.issuer).hostname,
      diagnosis: { ...parts, ...served, ...served.mail },
    }),
    cookie_name: sessions.cookie_name,
    stream_idle_ms: parts.edges?.stream_idle_ms,
    stream_bytes: memoryOfUpload(parts.storage),
    cursors: cursorSeal(keys.cursor_key),
    auditStatement,
    logFailure: createFailureLog(parts.log),
  });
  return {
    authenticate: credentials.authenticate,
    /** The token of a one-time link that signs in to the dashboard with this key. */
    async makeLink(key: string): Promise<string | undefined> {
      const principal = await credentials.authenticate(key);
      if (principal instanceof ApiError || principal.kind === "store") return undefined;
      return (
        await transaction(ctx, (ctx) => makeLink(ctx, principal, { ...sessions, lifetime_s: FIRST_LINK_LIFETIME_S }))
      ).token;
    },
    listen: (address: { port: number; host: string }) => listenAs(links, server, address),
    close: server.close,
  };
}

/** A try is counted by its reason, and never by its email. A right password that still needs a code is no failure. */
async function signInByPassword(
  ctx: Context,
  { metrics, ...people }: SignInParts & Pick<ServedParts, "metrics">,
  given: PersonalSignIn,
  origin: Origin,
) {
  const found = await authenticatePerson(ctx, people, given, origin);
  if (found instanceof ApiError && found.code !== "authentication_required")
    metrics.countFailedSignIn("password", found.code);
  return found;
}

/** Cookies ignore ports, so each environment has a name of its own: `segue_live`, `segue_test`. */
function cookieOf({ key_prefix }: Pick<EnvironmentParts, "key_prefix">): string {
  return key_prefix.replace(/^sk_(\w+)_$/, "segue_$1");
}

/** A process that is only a worker serves just health checks. */
function servedRoutes({ has_api, edges }: EnvironmentParts, api: AllParts): Route[] {
  return [...(has_api ? allRoutes(api) : healthRoutes(api)), ...(edges?.routes ?? [])];
}

/** Links begin with this process's own address, unless a public URL is set. */
async function listenAs(links: Links, server: Server, address: { port: number; host: string }) {
  const { port } = await server.listen(address);
  const local_url = addressFor(address.host, port);
  links.public_url ||= local_url;
  return { url: links.public_url, local_url };
}

function addressFor(host: string, port: number): string {
  // A client cannot use the address that means "every address".
  const reachable = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
