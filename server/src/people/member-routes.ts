import { getOrganization } from "../organizations/actions.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { InvitationParts } from "./invitation-actions.ts";
import { InvitedMember, Member, MemberChanges, MemberFilter, NewMember } from "./member.ts";
import { getMember, inviteMember, removeMember, resendInvitation, updateMember } from "./member-actions.ts";
import { listMembers } from "./member-queries.ts";

const read = { scope: "members:read" } as const;
const write = { scope: "members:write" } as const;

export const memberRoutes = (parts: InvitationParts): Route[] => [
  ...ownRoutes,
  ...ownInvitations(parts),
  ...operatorRoutes,
  ...operatorInvitations(parts),
];

const ownRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/members",
    operation: "listMembers",
    tag: "Members",
    summary: "List your members and open invitations",
    access: read,
    query: MemberFilter,
    success: { status: 200, schema: Member, list: true },
    handle: (ctx, { principal, query, page }) => listMembers(ctx.db, principal.organization_id, { ...query, ...page }),
  }),
  route({
    method: "GET",
    path: "/v1/members/{member_id}",
    operation: "getMember",
    tag: "Members",
    summary: "See a member",
    access: read,
    success: { status: 200, schema: Member },
    handle: (ctx, { principal: { organization_id }, params }) =>
      getMember(ctx, { organization_id, id: params.member_id }),
  }),
  route({
    method: "PATCH",
    path: "/v1/members/{member_id}",
    operation: "updateMember",
    tag: "Members",
    summary: "Change a member's role, labels, payees or status",
    description:
      "You need every scope of the member's role and of the new one. The last active owner stays an active owner.",
    access: write,
    body: MemberChanges,
    success: { status: 200, schema: Member },
    errors: ["invalid_state"],
    changes_principals: true,
    handle: (ctx, { principal, params, body }) =>
      updateMember(ctx, body, { principal, organization_id: principal.organization_id, id: params.member_id }),
  }),
  route({
    method: "DELETE",
    path: "/v1/members/{member_id}",
    operation: "removeMember",
    tag: "Members",
    summary: "Remove a member, or revoke an invitation",
    description: "The member is signed out. Keys that the member made keep working.",
    access: write,
    success: { status: 204 },
    errors: ["invalid_state"],
    changes_principals: true,
    handle: (ctx, { principal, params }) =>
      removeMember(ctx, { principal, organization_id: principal.organization_id, id: params.member_id }),
  }),
];

const ownInvitations = (parts: InvitationParts): Route[] => [
  route({
    method: "POST",
    path: "/v1/members",
    operation: "inviteMember",
    tag: "Members",
    summary: "Invite a person by email",
    description:
      "The person gets a mail with a link, which works once, for seven days. You need every scope of the role that you give.",
    access: write,
    body: NewMember,
    success: { status: 201, schema: InvitedMember },
    errors: ["invalid_state"],
    one_time: ["invitation_url"],
    handle: (ctx, { principal, body: given }) =>
      inviteMember(ctx, parts, { principal, organization_id: principal.organization_id, given }),
  }),
  route({
    method: "POST",
    path: "/v1/members/{member_id}/resend",
    operation: "resendInvitation",
    tag: "Members",
    summary: "Send an invitation again",
    description: "The mail has a new link; the old one ends.",
    access: write,
    success: { status: 200, schema: InvitedMember },
    errors: ["invalid_state"],
    one_time: ["invitation_url"],
    handle: (ctx, { principal, params }) =>
      resendInvitation(ctx, parts, { principal, organization_id: principal.organization_id, id: params.member_id }),
  }),
];

const operatorRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/operator/organizations/{org_id}/members",
    operation: "listOrganizationMembers",
    tag: "Operator",
    summary: "List an organization's members and open invitations",
    access: "operator",
    query: MemberFilter,
    success: { status: 200, schema: Member, list: true },
    handle: async (ctx, { params, query, page }) => {
      const { id } = await getOrganization(ctx, params.org_id);
      return listMembers(ctx.db, id, { ...query, ...page });
    },
  }),
  route({
    method: "GET",
    path: "/v1/operator/organizations/{org_id}/members/{member_id}",
    operation: "getOrganizationMember",
    tag: "Operator",
    summary: "See an organization's member",
    access: "operator",
    success: { status: 200, schema: Member },
    handle: (ctx, { params }) => getMember(ctx, { organization_id: params.org_id, id: params.member_id }),
  }),
  route({
    method: "PATCH",
    path: "/v1/operator/organizations/{org_id}/members/{member_id}",
    operation: "updateOrganizationMember",
    tag: "Operator",
    summary: "Change the role, labels, payees or status of an organization's member",
    access: "operator",
    body: MemberChanges,
    success: { status: 200, schema: Member },
    errors: ["invalid_state"],
    changes_principals: true,
    seen_by_organization: true,
    handle: (ctx, { principal, params, body }) =>
      updateMember(ctx, body, { principal, organization_id: params.org_id, id: params.member_id }),
  }),
  route({
    method: "DELETE",
    path: "/v1/operator/organizations/{org_id}/members/{member_id}",
    operation: "removeOrganizationMember",
    tag: "Operator",
    summary: "Remove an organization's member, or revoke an invitation",
    access: "operator",
    success: { status: 204 },
    errors: ["invalid_state"],
    changes_principals: true,
    seen_by_organization: true,
    handle: (ctx, { principal, params }) =>
      removeMember(ctx, { principal, organization_id: params.org_id, id: params.member_id }),
  }),
];

const operatorInvitations = (parts: InvitationParts): Route[] => [
  route({
    method: "POST",
    path: "/v1/operator/organizations/{org_id}/members",
    operation: "inviteOrganizationMember",
    tag: "Operator",
    summary: "Invite a person to an organization",
    description: "The reply shows the link to accept, once. The organization's audit log tells of it.",
    access: "operator",
    body: NewMember,
    success: { status: 201, schema: InvitedMember },
    errors: ["invalid_state"],
    one_time: ["invitation_url"],
    seen_by_organization: true,
    handle: (ctx, { principal, params, body: given }) =>
      inviteMember(ctx, parts, { principal, organization_id: params.org_id, given }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/organizations/{org_id}/members/{member_id}/resend",
    operation: "resendOrganizationInvitation",
    tag: "Operator",
    summary: "Send an organization's invitation again",
    description: "The mail has a new link, and the reply shows one, once. The old links end.",
    access: "operator",
    success: { status: 200, schema: InvitedMember },
    errors: ["invalid_state"],
    one_time: ["invitation_url"],
    seen_by_organization: true,
    handle: (ctx, { principal, params }) =>
      resendInvitation(ctx, parts, { principal, organization_id: params.org_id, id: params.member_id }),
  }),
];
