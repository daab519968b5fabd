// The cookie of a dashboard session, and which requests it may speak for.
//
// A browser adds cookies to requests that other sites cause. So on the API the cookie counts only if the request has the
// dashboard's own header, which another site cannot send (no CORS preflight is ever allowed), and if the browser says
// that a page of this origin sent it. Any other request is treated as one without a credential.

import type { Headers } from "../route.ts";

/** On the API: the session's token if the cookie counts. */
export function apiSessionToken(cookie_name: string, headers: Headers): string | undefined {
  if (headers["x-segue-dashboard"] !== "1" || !isSameOrigin(headers)) return undefined;
  return sessionToken(cookie_name, headers);
}

export function sessionToken(cookie_name: string, { cookie }: Headers): string | undefined {
  if (typeof cookie !== "string") return undefined;
  const pairs = cookie.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookie_name}=`))?.slice(cookie_name.length + 1);
}

/**
 * Over plain HTTP, browsers send Sec-Fetch-Site to this machine only, and no Origin with a GET. There the Referer tells:
 * the dashboard's pages send it to their own origin and to no other.
 */
function isSameOrigin(headers: Headers): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined ? isFromHost(headers.origin ?? headers.referer, headers.host) : site === "same-origin";
}

/** True if the browser names another origin. A program that is no browser names none. */
export function isFromElsewhere(headers: Headers): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return headers.origin !== undefined && !isFromHost(headers.origin, headers.host);
}

function isFromHost(from: string | string[] | undefined, host: string | string[] | undefined): boolean {
  if (typeof from !== "string" || typeof host !== "string" || !URL.canParse(from)) return false;
  return new URL(from).host === host.toLowerCase();
}

/** `max_age_s` 0 removes the cookie. */
export function sessionCookie(
  cookie_name: string,
  { token, max_age_s, is_secure }: { token: string; max_age_s: number; is_secure: boolean },
): string {
  const cookie = `${cookie_name}=${token}; Path=/; Max-Age=${max_age_s}; HttpOnly; SameSite=Strict`;
  return is_secure ? `${cookie}; Secure` : cookie;
}
