// The session of the dashboard: read, made, moved to another seat and ended by the pages at /dashboard.

import { Type } from "typebox";
import { NewLink, SESSION_LIFETIME_S, type SignedIn, SignInForm } from "../credentials/dashboard-session.ts";
import { makeLink, type SessionParts, signOut, startSession, useUpLink } from "../credentials/session-actions.ts";
import type { Context } from "../platform/context.ts";
import { ApiError, type Issue, problem } from "../platform/errors.ts";
import { unauthorized } from "../platform/http/guards/guards.ts";
import { isFromElsewhere, sessionCookie, sessionToken } from "../platform/http/guards/session-cookie.ts";
import type { PersonPrincipal, Principal } from "../platform/http/principal.ts";
import { type Answer, type Headers, type Route, route } from "../platform/http/route.ts";
import { Id, Nullable, OneOf, Timestamp } from "../platform/schema.ts";
import type { SignInWay } from "./people-settings.ts";
import {
  noteArrival,
  type PersonSessionParts,
  shownAgent,
  showSession,
  switchSeat,
  viewOrganization,
} from "./session-actions.ts";
import { assertStillProven } from "./sign-in.ts";

export type SessionRouteParts = SessionParts &
  Omit<PersonSessionParts, "pepper"> & {
    /** The name of the environment, which the pages show. */
    name: string;
    cookie_name: string;
    ern: { sender: { party_name: string | null } | null };
    sign_in: SignInWay;
    /** The name of the identity provider, if there is one. */
    identity_provider: string | null;
  };

const json = "application/json; charset=utf-8";
export const dashboardRoute = { page: true, tag: "Service", body_limit: 4_096 } as const;

/** The part of a request that tells of its browser. */
type Browser = { headers: Headers; address(): string; isSecure(): boolean };

const NewSeat = Type.Partial(Type.Object({ organization_id: Id("org"), operator: Type.Literal(true) }), {
  additionalProperties: false,
  rule: (given: object): Issue[] => {
    if (Object.keys(given).length === 1) return [];
    return [problem("organization_id", "is required, or `operator`: true, and not both", "missing_required_field")];
  },
});

/** A session as the answer to a sign-in: the pages' facts, and the cookie. */
export function sessionAnswers({ name, cookie_name, ern, sign_in, identity_provider, ...parts }: SessionRouteParts) {
  const shown = async (ctx: Context, principal: Principal | undefined): Promise<string> => {
    const session = await showSession(ctx, principal);
    const ways = { password: sign_in === "password", identity_provider };
    const signed_in: SignedIn = {
      environment: name,
      operator_name: ern.sender?.party_name ?? null,
      session,
      sign_in: ways,
    };
    return JSON.stringify(signed_in);
  };
  const cookie = (browser: Browser, token: string, max_age_s: number) => ({
    "set-cookie": sessionCookie(cookie_name, { token, max_age_s, is_secure: browser.isSecure() }),
  });
  return {
    shown,
    begin: ({ headers, address }: Browser) => ({
      ...parts,
      place: { address: address(), user_agent: shownAgent(headers["user-agent"] as string | undefined) },
      former: sessionToken(cookie_name, headers),
    }),
    async answer(ctx: Context, browser: Browser, started: { token: string; principal: Principal }): Promise<Answer> {
      const headers = cookie(browser, started.token, SESSION_LIFETIME_S);
      return { status: 200, headers, payload: await shown(ctx, started.principal) };
    },
    ended: (browser: Browser): Answer => ({ status: 204, headers: cookie(browser, "", 0), payload: undefined }),
  };
}

export const sessionRoutes = (parts: SessionRouteParts): Route[] => {
  const answers = sessionAnswers(parts);
  return [...changeRoutes(parts, answers), ...otherRoutes(parts, answers)];
};

type Answers = ReturnType<typeof sessionAnswers>;

const otherRoutes = (parts: SessionRouteParts, answers: Answers): Route[] => [
  route({
    ...dashboardRoute,
    method: "GET",
    path: "/dashboard/session",
    operation: "getSession",
    summary: "Get the visitor's dashboard session",
    access: "session",
    success: { status: 200, content_type: json },
    handle: (ctx, { principal }) => answers.shown(ctx, principal),
  }),
  route({
    ...dashboardRoute,
    method: "DELETE",
    path: "/dashboard/session",
    operation: "signOut",
    summary: "Sign out of the dashboard",
    access: "session",
    success: { status: 204 },
    gives: "answer",
    changes_principals: true,
    handle: async (ctx, input): Promise<Answer> => {
      refuseOtherSites(input.headers);
      await signOut(ctx, input.principal);
      return answers.ended(input);
    },
  }),
  route({
    ...dashboardRoute,
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

const changeRoutes = (parts: SessionRouteParts, answers: Answers): Route[] => [
  route({
    ...dashboardRoute,
    method: "POST",
    path: "/dashboard/session",
    operation: "signIn",
    summary: "Sign in to the dashboard",
    access: "sign_in",
    body: SignInForm,
    success: { status: 200, content_type: json },
    gives: "answer",
    changes_principals: true,
    handle: async (ctx, input): Promise<Answer> => {
      refuseOtherSites(input.headers);
      await assertStillProven(ctx, input.principal);
      if (input.body.token !== undefined) await useUpLink(ctx, parts, input.body.token);
      const session = answers.begin(input);
      const started = await startSession(ctx, input.principal, session);
      await noteArrival(ctx, { ...parts, pepper: parts.form.pepper }, input.principal, session.place);
      return answers.answer(ctx, input, started);
    },
  }),
  route({
    ...dashboardRoute,
    method: "PATCH",
    path: "/dashboard/session",
    operation: "switchSession",
    summary: "Go to another organization, or to the operator's pages",
    access: "session",
    body: NewSeat,
    success: { status: 200, content_type: json },
    gives: "answer",
    changes_principals: true,
    handle: async (ctx, input): Promise<Answer> => {
      refuseOtherSites(input.headers);
      const person = signedInPerson(input.principal);
      const { organization_id } = input.body;
      const to = organization_id === undefined ? ({ operator: true } as const) : { organization_id };
      const started = await switchSeat(ctx, person, { ...answers.begin(input), to, rules: parts.rules });
      return answers.answer(ctx, input, started);
    },
  }),
];

const SessionShown = Type.Object(
  {
    kind: OneOf(["organization"]),
    organization_id: Id("org"),
    name: Type.String(),
    tier: Type.String(),
    scopes: Type.Array(Type.String()),
    labels: Nullable(Type.Array(Type.String())),
    person: Type.Object({ id: Id("usr"), email: Type.String(), name: Type.String() }),
    role: Nullable(Type.String()),
    memberships: Type.Array(
      Type.Object({
        member_id: Id("mbr"),
        organization_id: Id("org"),
        organization_name: Type.String(),
        role: Type.String(),
        labels: Nullable(Type.Array(Type.String())),
      }),
    ),
    staff_role: Nullable(Type.String()),
    lacks_second_factor: Type.Boolean(),
    expires_at: Timestamp,
    view_expires_at: Nullable(Timestamp),
  },
  { title: "DashboardSession" },
);

export const viewRoute = route({
  method: "POST",
  path: "/v1/operator/organizations/{org_id}/view",
  operation: "viewOrganization",
  tag: "Operator",
  summary: "View an organization as its owner sees it",
  description:
    "For staff of the roles `support` and `admin`, in their dashboard session: for 30 minutes it reads what an owner reads, and " +
    "changes nothing. Both audit logs have it.",
  access: "operator",
  seen_by_organization: true,
  success: { status: 200, schema: SessionShown },
  changes_principals: true,
  handle: (ctx, { principal, params }) => viewOrganization(ctx, principal, params.org_id),
});

function signedInPerson(principal: Principal | undefined): PersonPrincipal {
  if (principal === undefined || principal.kind === "store" || !principal.session)
    throw unauthorized("authentication_required", "Sign in to the dashboard first.");
  const { session, person } = principal;
  if (!person) throw new ApiError("not_found", "The session of a key has no other organization to go to.");
  return { ...principal, session, person };
}

/** Another site could sign a visitor in as somebody else, or out. */
export function refuseOtherSites(headers: Headers): void {
  if (isFromElsewhere(headers))
    throw new ApiError("invalid_request", "Sign in and out on the dashboard's own pages, not from another site.");
}
