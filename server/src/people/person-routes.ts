import { Type } from "typebox";
import type { MailParts } from "../mail/actions.ts";
import { type Route, route } from "../platform/http/route.ts";
import { OneOf } from "../platform/schema.ts";
import { erasePerson } from "./erasure-actions.ts";
import { Person, PersonChanges, personStatuses } from "./person.ts";
import { getPerson, updatePerson } from "./person-actions.ts";
import { listPeople } from "./person-queries.ts";

export const personRoutes = (mail: MailParts): Route[] => [
  route({
    method: "GET",
    path: "/v1/operator/people",
    operation: "listPeople",
    tag: "Operator",
    summary: "List people",
    access: "operator",
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: 200, description: "A part of the name or the email, or a whole id." }),
      status: OneOf(personStatuses),
    }),
    success: { status: 200, schema: Person, list: true },
    handle: (ctx, { query, page }) => listPeople(ctx.db, { ...query, ...page }),
  }),
  route({
    method: "GET",
    path: "/v1/operator/people/{person_id}",
    operation: "getPerson",
    tag: "Operator",
    summary: "See a person",
    access: "operator",
    success: { status: 200, schema: Person },
    handle: (ctx, { params }) => getPerson(ctx, params.person_id),
  }),
  route({
    method: "PATCH",
    path: "/v1/operator/people/{person_id}",
    operation: "updatePerson",
    tag: "Operator",
    summary: "Disable a person, or remove a second factor or a bound identity",
    description: "A disabled person is signed out everywhere. The person gets a mail when a way to sign in is removed.",
    access: "operator",
    body: PersonChanges,
    success: { status: 200, schema: Person },
    errors: ["invalid_state"],
    changes_principals: true,
    handle: (ctx, { params, body }) => updatePerson(ctx, mail, { id: params.person_id, changes: body }),
  }),
  route({
    method: "DELETE",
    path: "/v1/operator/people/{person_id}",
    operation: "erasePerson",
    tag: "Operator",
    summary: "Erase a person",
    description:
      "Removes the email, the name, all ways to sign in, sessions, memberships and mails. The audit log keeps the id alone. " +
      "The only owner of an organization cannot be erased: make another owner first.",
    access: "operator",
    success: { status: 204 },
    errors: ["invalid_state"],
    changes_principals: true,
    handle: (ctx, { principal, params }) => erasePerson(ctx, { principal, id: params.person_id }),
  }),
];
