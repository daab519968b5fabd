import { Type } from "typebox";
import { type Route, route } from "../platform/http/route.ts";
import { Id, Nullable, Timestamp } from "../platform/schema.ts";
import { createOrganization, getOrganization, updateOrganization } from "./actions.ts";
import { listAnyAuditRows, listAuditRows } from "./audit-queries.ts";
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
    actor: Type.String({ description: "The credential or the person, by its id.", examples: ["operator"] }),
    request_id: Id("req"),
    operation: Type.String({ examples: ["updateOrganization"] }),
    resource_id: Nullable(Id("org")),
    fields: Type.Array(Type.String(), {
      description:
        "The names of the fields that were sent. `name=value` is a value that the change is about, such as the one it replaced.",
      examples: [["tier"]],
    }),
  },
  { title: "AuditLogEntry" },
);

const auditFilter = {
  actor: Type.String({ maxLength: 100, description: "Who did it: `key_…`, `cli_…`, `usr_…`, or `operator`." }),
  operation: Type.String({ maxLength: 100, description: "The name of an operation, such as `updateRelease`." }),
  resource_id: Type.String({ maxLength: 100, description: "The resource that was changed." }),
};

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
    query: Type.Object({ organization_id: Type.String({ maxLength: 100 }), ...auditFilter }),
    success: { status: 200, schema: AuditRow, list: true },
    handle: (ctx, { query: { organization_id: only_of = null, ...filter }, page }) =>
      listAnyAuditRows(ctx.db, { ...page, ...filter, only_of }),
  }),
  route({
    method: "GET",
    path: "/v1/audit-log",
    operation: "listOwnAuditLog",
    tag: "Members",
    summary: "Read every change made in your organization",
    description:
      "With the changes that the operator made to your members, and each view of your organization by its staff.",
    access: { scope: "members:read" },
    query: Type.Object(auditFilter),
    success: { status: 200, schema: AuditRow, list: true },
    handle: (ctx, { principal, query, page }) =>
      listAuditRows(ctx.db, principal.organization_id, { ...page, ...query }),
  }),
];
