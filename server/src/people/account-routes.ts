// Routes for visitors who are not signed in yet: accept an invitation, ask for a new password and set it.

import { Type } from "typebox";
import { startSession } from "../credentials/session-actions.ts";
import { type Answer, type Route, route } from "../platform/http/route.ts";
import { accept, type LinkParts, proveAcceptance, readInvitation } from "./acceptance-actions.ts";
import { GivenCode, GivenPassword } from "./me.ts";
import { GivenEmail, PersonName } from "./person.ts";
import { askForReset, completeReset, prepareReset } from "./reset-actions.ts";
import { noteArrival } from "./session-actions.ts";
import { dashboardRoute, refuseOtherSites, type SessionRouteParts, sessionAnswers } from "./session-routes.ts";
import { takeTry } from "./tries.ts";

const json = "application/json; charset=utf-8";
const Token = Type.String({ minLength: 1, maxLength: 100 });

type Parts = SessionRouteParts & LinkParts;

export const accountRoutes = (parts: Parts): Route[] => [...invitationRoutes(parts), ...resetRoutes(parts)];

const invitationRoutes = (parts: Parts): Route[] => {
  const answers = sessionAnswers(parts);
  return [
    route({
      ...dashboardRoute,
      method: "POST",
      path: "/dashboard/invitations/read",
      operation: "readInvitation",
      summary: "Read the invitation of a link",
      access: "session",
      body: Type.Object({ token: Token }, { additionalProperties: false }),
      success: { status: 200, content_type: json },
      gives: "answer",
      audits_itself: true,
      ahead: async (ctx, { headers, body, address }) => {
        refuseOtherSites(headers);
        return readInvitation(ctx, parts, { token: body.token, address: address() });
      },
      handle: async (_ctx, _input, invitation): Promise<Answer> => {
        return { status: 200, payload: JSON.stringify(invitation) };
      },
    }),
    route({
      ...dashboardRoute,
      method: "POST",
      path: "/dashboard/invitations/accept",
      operation: "acceptInvitation",
      summary: "Accept an invitation",
      access: "session",
      body: Type.Object(
        {
          token: Token,
          name: Type.Optional(PersonName),
          password: Type.Optional(GivenPassword),
          code: Type.Optional(GivenCode),
        },
        { additionalProperties: false },
      ),
      success: { status: 200, content_type: json },
      gives: "answer",
      changes_principals: true,
      audits_itself: true,
      ahead: async (ctx, { headers, body, principal, address }) => {
        refuseOtherSites(headers);
        return proveAcceptance(ctx, parts, { given: body, principal, address: address() });
      },
      handle: async (ctx, input, proof): Promise<Answer> => {
        const { body, request_id } = input;
        const principal = await accept(ctx, parts, { token: body.token, request_id }, proof);
        const session = answers.begin(input);
        const started = await startSession(ctx, principal, session);
        await noteArrival(ctx, parts, principal, session.place);
        return answers.answer(ctx, input, started);
      },
    }),
  ];
};

const resetRoutes = (parts: Parts): Route[] => [
  route({
    ...dashboardRoute,
    method: "POST",
    path: "/dashboard/password-resets",
    operation: "askForPasswordReset",
    summary: "Ask for a link to set a new password",
    access: "session",
    body: Type.Object({ email: GivenEmail }, { additionalProperties: false }),
    success: { status: 202, content_type: json },
    gives: "answer",
    audits_itself: true,
    ahead: async (ctx, { headers, address }) => {
      refuseOtherSites(headers);
      await takeTry(ctx, "address", { pepper: parts.pepper, about: address() });
    },
    handle: async (ctx, { body }): Promise<Answer> => {
      await askForReset(ctx, parts, body.email);
      return { status: 202, payload: "{}" };
    },
  }),
  route({
    ...dashboardRoute,
    method: "POST",
    path: "/dashboard/password-resets/complete",
    operation: "resetPassword",
    summary: "Set a new password with the link",
    access: "session",
    body: Type.Object({ token: Token, password: GivenPassword }, { additionalProperties: false }),
    success: { status: 204 },
    changes_principals: true,
    audits_itself: true,
    ahead: async (ctx, { headers, body, address }) => {
      refuseOtherSites(headers);
      return prepareReset(ctx, parts, { ...body, address: address() });
    },
    handle: (ctx, { body, request_id }, password) =>
      completeReset(ctx, parts, { token: body.token, request_id }, password),
  }),
];
