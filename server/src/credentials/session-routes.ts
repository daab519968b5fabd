// The session of the dashboard: read, made and ended by the pages at /dashboard.

import type { Context } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { isFromElsewhere, sessionCookie } from "../platform/http/guards/session-cookie.ts";
import type { Principal } from "../platform/http/principal.ts";
import { type Answer, type Headers, type Route, route } from "../platform/http/route.ts";
import { NewLink, NewSession, SESSION_LIFETIME_S, type SignedIn } from "./dashboard-session.ts";
import { makeLink, type SessionParts, showSession, signIn, signOut } from "./session-actions.ts";

export type SessionRouteParts = SessionParts & {
  /** The name of the environment, which the pages show. */
  name: string;
  cookie_name: string;
  ern: { sender: { party_name: string | null } | null };
};

const json = "application/json; charset=utf-8";
const page = { page: true, tag: "Service", body_limit: 4_096 } as const;

export const sessionRoutes = ({ name, cookie_name, ern, ...parts }: SessionRouteParts): Route[] => {
  const shown = async (ctx: Context, principal: Principal | undefined): Promise<string> => {
    const session = await showSession(ctx, principal);
    const signed_in: SignedIn = { environment: name, operator_name: ern.sender?.party_name ?? null, session };
    return JSON.stringify(signed_in);
  };
  return [
    route({
      ...page,
      method: "GET",
      path: "/dashboard/session",
      operation: "getSession",
      summary: "Get the visitor's dashboard session",
      access: "session",
      success: { status: 200, content_type: json },
      handle: (ctx, { principal }) => shown(ctx, principal),
    }),
    route({
      ...page,
      method: "POST",
      path: "/dashboard/session",
      operation: "signIn",
      summary: "Sign in to the dashboard",
      access: "sign_in",
      body: NewSession,
      success: { status: 200, content_type: json },
      gives: "answer",
      handle: async (ctx, { principal: caller, body, headers, isSecure }): Promise<Answer> => {
        refuseOtherSites(headers);
        const { token, principal } = await signIn(ctx, caller, { ...parts, link: body.token });
        const cookie = { token, max_age_s: SESSION_LIFETIME_S, is_secure: isSecure() };
        const set = { "set-cookie": sessionCookie(cookie_name, cookie) };
        return { status: 200, headers: set, payload: await shown(ctx, principal) };
      },
    }),
    route({
      ...page,
      method: "DELETE",
      path: "/dashboard/session",
      operation: "signOut",
      summary: "Sign out of the dashboard",
      access: "session",
      success: { status: 204 },
      gives: "answer",
      changes_principals: true,
      handle: async (ctx, { principal, headers, isSecure }): Promise<Answer> => {
        refuseOtherSites(headers);
        await signOut(ctx, principal);
        const cookie = { token: "", max_age_s: 0, is_secure: isSecure() };
        return { status: 204, headers: { "set-cookie": sessionCookie(cookie_name, cookie) }, payload: undefined };
      },
    }),
    route({
      ...page,
      method: "POST",
      path: "/dashboard/links",
      operation: "createDashboardLink",
      summary: "Make a one-time link that signs in to the dashboard",
      access: "sign_in",
      body: NewLink,
      success: { status: 201, content_type: json },
      gives: "answer",
      handle: async (ctx, { principal }): Promise<Answer> => {
        return { status: 201, payload: JSON.stringify(await makeLink(ctx, principal, parts)) };
      },
    }),
  ];
};

/** Another site could sign a visitor in as somebody else, or out. */
function refuseOtherSites(headers: Headers): void {
  if (isFromElsewhere(headers))
    throw new ApiError("invalid_request", "Sign in and out on the dashboard's own pages, not from another site.");
}
