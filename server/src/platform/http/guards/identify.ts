// Who is calling: the holder of the key or token in the Authorization header, or of the session in the cookie.

import { ApiError } from "../../errors.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import type { FrameworkRequest } from "../framework.ts";
import { isApi } from "../paths.ts";
import { isOpen } from "./access.ts";
import { requestAddressKey, type TrustedBlock } from "./client-address.ts";
import { originOf } from "./count-request.ts";
import { type Caller, type Guards, type Knock, unauthorized } from "./guards.ts";
import { apiSessionToken, sessionToken } from "./session-cookie.ts";

type Doorway = { cookie_name: string; trusted_proxies: readonly TrustedBlock[] };

/** Finds the credential of a request in a header or the cookie. */
export function knockOf(
  { cookie_name, trusted_proxies }: Doorway,
  route: Knock["route"],
  { raw, headers, url }: FrameworkRequest,
): Knock {
  const addressKey = () => requestAddressKey(raw, trusted_proxies);
  if (route.access === "session") {
    return { route, authorization: undefined, session: sessionToken(cookie_name, headers), addressKey };
  }
  const { authorization } = headers;
  const isByCookie = authorization === undefined && isApi(url);
  const session = isByCookie ? apiSessionToken(cookie_name, headers) : undefined;
  return { route, authorization, session, addressKey };
}

export function identify(guards: Guards, { route, authorization, session, addressKey }: Knock): MaybePromise<Caller> {
  // The credential is not checked here: otherwise a caller could try any number of them.
  if (isOpen(route.access) && route.uncounted) return undefined;
  if (authorization === undefined && session === undefined)
    return route.access === "session" ? undefined : noCredential();
  const origin = originOf(guards, addressKey);
  if (authorization === undefined) return guards.authenticateSession(session ?? "", origin);
  const credential = bearerOf(authorization);
  return credential instanceof ApiError ? credential : guards.authenticate(credential, origin);
}

function noCredential(): ApiError {
  return unauthorized("authentication_required", "Send your API key or access token as `Authorization: Bearer …`.");
}

function bearerOf(authorization: string): string | ApiError {
  const credential = /^Bearer +([\x21-\x7e]{1,512}) *$/i.exec(authorization)?.[1];
  const message = "The Authorization header must be `Bearer` and an API key or access token.";
  return credential ?? unauthorized("invalid_credentials", message);
}
