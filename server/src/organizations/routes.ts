import { Type } from "typebox";
import { type Route, route } from "../platform/http/route.ts";
import { Id, Nullable, Timestamp } from "../platform/schema.ts";
import { createOrganization, getOrganization, updateOrganization } from "./actions.ts";
import { listAnyAuditRows } from "./audit-queries.ts";
import { NewOrganization, Organization, OrganizationChanges } from "./organization.ts";
import { listOrganizations } from "./queries.ts";

const AuditRow = Type.Object(
  {
    id: Id("aud"),
    created_at: Timestamp,
    organization_id: Type.String({
      description: "The organization whose key was used, or the store; `operator` for the operator's key.",
      examples: ["operator"],
    }),
    actor: Type.String({ description: "The credential, by its id.", examples: ["operator"] }),
    request_id: Id("req"),
    operation: Type.String({ examples: ["updateOrganization"] }),
    resource_id: Nullable(Id("org")),
    fields: Type.Array(Type.String(), { description: "The names of the fields that were sent.", examples: [["tier"]] }),
  },
  { title: "AuditLogEntry" },
);

export const organizationRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/organization",
    operation: "getOwnOrganization",
    tag: "Organization",
    summary: "See your own organization",
    access: "any_key",
    success: { status: 200, schema: Organization },
    handle: (ctx, { principal }) => getOrganization(ctx, principal.organization_id),
  }),
  route({
    method: "POST",
    path: "/v1/operator/organizations",
    operation: "createOrganization",
    tag: "Operator",
    summary: "Create an organization",
    access: "operator",
    body: NewOrganization,
    success: { status: 201, schema: Organization },
    errors: ["invalid_state", "territory_not_supported"],
    handle: (ctx, { body }) => createOrganization(ctx, body),
  }),
  route({
    method: "GET",
    path: "/v1/operator/organizations",
    operation: "listOrganizations",
    tag: "Operator",
    summary: "List organizations",
    access: "operator",
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: 200, description: "A part of the name, or a whole id." }),
    }),
    success: { status: 200, schema: Organization, list: true },
    handle: (ctx, { query, page }) => listOrganizations(ctx.db, { ...query, ...page }),
  }),
  route({
    method: "GET",
    path: "/v1/operator/organizations/{org_id}",
    operation: "getOrganization",
    tag: "Operator",
    summary: "See an organization",
    access: "operator",
    success: { status: 200, schema: Organization },
    handle: (ctx, { params }) => getOrganization(ctx, params.org_id),
  }),
  route({
    method: "PATCH",
    path: "/v1/operator/organizations/{org_id}",
    operation: "updateOrganization",
    tag: "Operator",
    summary: "Change an organization",
    description:
      "Only the fields you send change. `upc_ranges` and `licensed_territories` replace the whole old value.",
    access: "operator",
    body: OrganizationChanges,
    success: { status: 200, schema: Organization },
    errors: ["invalid_state", "territory_not_supported"],
    changes_principals: true,
    handle: (ctx, { params, body }) => updateOrganization(ctx, params.org_id, body),
  }),
  route({
    method: "GET",
    path: "/v1/operator/audit-log",
    operation: "listAuditLog",
    tag: "Operator",
    summary: "Read every change made by anyone",
    access: "operator",
    query: Type.Object({ organization_id: Type.String({ maxLength: 100 }) }),
    success: { status: 200, schema: AuditRow, list: true },
    handle: (ctx, { query, page }) => listAnyAuditRows(ctx.db, { ...page, only_of: query.organization_id ?? null }),
  }),
];
