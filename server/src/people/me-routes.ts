// Operations of a person on its own account. No key opens these: they need the person's dashboard session.

import { Type } from "typebox";
import { sessionHash } from "../credentials/session-actions.ts";
import { timestamp } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { type Route, route } from "../platform/http/route.ts";
import { GivenCode, GivenPassword, Me, MeChanges, OfferedFactor, PersonSession, RecoveryCodes } from "./me.ts";
import {
  changeMe,
  confirmFactor,
  countOwnCode,
  type MeParts,
  offerFactor,
  prepareOffer,
  prepareOwnChange,
  removeOwnFactor,
  renewRecoveryCodes,
  showMe,
} from "./me-actions.ts";
import { deleteSessionOf, listSessionsOf } from "./me-queries.ts";

const CodeForm = Type.Object({ code: GivenCode }, { additionalProperties: false });

export const meRoutes = (parts: MeParts): Route[] => [
  ...profileRoutes(parts),
  ...factorRoutes(parts),
  ...ownSessionRoutes,
];

const common = { tag: "People", access: "person" } as const;

const profileRoutes = (parts: MeParts): Route[] => [
  route({
    ...common,
    method: "GET",
    path: "/v1/me",
    operation: "getMe",
    summary: "Get yourself",
    description: "For a person's dashboard session; keys get 403.",
    success: { status: 200, schema: Me },
    handle: (ctx, { principal }) => showMe(ctx, principal.person.id),
  }),
  route({
    ...common,
    method: "PATCH",
    path: "/v1/me",
    operation: "updateMe",
    summary: "Change your name, notifications or password",
    body: MeChanges,
    success: { status: 200, schema: Me },
    errors: ["rate_limit_exceeded"],
    changes_principals: true,
    ahead: (ctx, { principal, body, address }) => prepareOwnChange(ctx, parts, { principal, body, address: address() }),
    handle: (ctx, { principal, body }, ahead) => changeMe(ctx, parts, { principal, body }, ahead),
  }),
];

const factorRoutes = (parts: MeParts): Route[] => [
  route({
    ...common,
    method: "POST",
    path: "/v1/me/totp",
    operation: "offerSecondFactor",
    summary: "Begin to set up a second factor",
    description:
      "The secret is good for 10 minutes. It needs the password, or a sign-in in the last 10 minutes if you have none.",
    body: Type.Object({ password: Type.Optional(GivenPassword) }, { additionalProperties: false }),
    success: { status: 201, schema: OfferedFactor },
    one_time: ["secret", "otpauth_url"],
    errors: ["invalid_state"],
    ahead: (ctx, { principal, body, address }) =>
      prepareOffer(ctx, parts, { principal, password: body.password, address: address() }),
    handle: (ctx, _input, proven) => offerFactor(ctx, parts, proven),
  }),
  route({
    ...common,
    method: "POST",
    path: "/v1/me/totp/confirm",
    operation: "confirmSecondFactor",
    summary: "Confirm the second factor with its first code",
    body: CodeForm,
    success: { status: 200, schema: RecoveryCodes },
    one_time: ["recovery_codes"],
    errors: ["invalid_state"],
    changes_principals: true,
    ahead: (ctx, { principal }) => countOwnCode(ctx, parts, principal),
    handle: (ctx, { principal, body }, counted) => confirmFactor(ctx, parts, { principal, code: body.code }, counted),
  }),
  route({
    ...common,
    method: "POST",
    path: "/v1/me/totp/remove",
    operation: "removeSecondFactor",
    summary: "Remove the second factor",
    body: CodeForm,
    success: { status: 200, schema: Me },
    errors: ["invalid_state"],
    changes_principals: true,
    ahead: (ctx, { principal }) => countOwnCode(ctx, parts, principal),
    handle: (ctx, { principal, body }, counted) => removeOwnFactor(ctx, parts, { principal, code: body.code }, counted),
  }),
  route({
    ...common,
    method: "POST",
    path: "/v1/me/totp/recovery-codes",
    operation: "renewRecoveryCodes",
    summary: "Get ten new recovery codes; the old ones end",
    body: CodeForm,
    success: { status: 200, schema: RecoveryCodes },
    one_time: ["recovery_codes"],
    errors: ["invalid_state"],
    ahead: (ctx, { principal }) => countOwnCode(ctx, parts, principal),
    handle: (ctx, { principal, body }, counted) =>
      renewRecoveryCodes(ctx, parts, { principal, code: body.code }, counted),
  }),
];

const ownSessionRoutes: Route[] = [
  route({
    ...common,
    method: "GET",
    path: "/v1/me/sessions",
    operation: "listMySessions",
    summary: "List your sessions",
    success: { status: 200, schema: PersonSession, list: true },
    handle: (ctx, { principal, page }) => {
      const current = sessionHash(principal.session);
      return listSessionsOf(ctx.db, { ...page, person_id: principal.person.id, current, now: timestamp(ctx) });
    },
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v1/me/sessions/{session_id}",
    operation: "endMySession",
    summary: "End one of your sessions",
    success: { status: 204 },
    changes_principals: true,
    handle: async (ctx, { principal, params }) => {
      if (!(await deleteSessionOf(ctx.db, principal.person.id, params.session_id))) throw notFound("session");
    },
  }),
];
