import { type Route, route } from "../platform/http/route.ts";
import type { InvitationParts } from "./invitation-actions.ts";
import { InvitedStaff, NewStaff, Staff, StaffChanges, StaffFilter } from "./staff.ts";
import { addStaff, getStaff, removeStaff, resendStaffInvitation, updateStaff } from "./staff-actions.ts";
import { listStaff } from "./staff-queries.ts";

export const staffRoutes = (parts: InvitationParts): Route[] => [...invitations(parts), ...presentStaff];

const invitations = (parts: InvitationParts): Route[] => [
  route({
    method: "POST",
    path: "/v1/operator/staff",
    operation: "addStaff",
    tag: "Operator",
    summary: "Invite a person to the staff",
    description: "The reply shows the link to accept, once. The link works for seven days.",
    access: "operator",
    body: NewStaff,
    success: { status: 201, schema: InvitedStaff },
    errors: ["invalid_state"],
    one_time: ["invitation_url"],
    handle: (ctx, { principal, body: given }) => addStaff(ctx, parts, { principal, given }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/staff/{staff_id}/resend",
    operation: "resendStaffInvitation",
    tag: "Operator",
    summary: "Send an invitation to the staff again",
    description: "The mail has a new link, and the reply shows one, once. The old links end.",
    access: "operator",
    success: { status: 200, schema: InvitedStaff },
    errors: ["invalid_state"],
    one_time: ["invitation_url"],
    handle: (ctx, { params }) => resendStaffInvitation(ctx, parts, params.staff_id),
  }),
];

const presentStaff: Route[] = [
  route({
    method: "GET",
    path: "/v1/operator/staff",
    operation: "listStaff",
    tag: "Operator",
    summary: "List staff and open invitations",
    access: "operator",
    query: StaffFilter,
    success: { status: 200, schema: Staff, list: true },
    handle: (ctx, { query, page }) => listStaff(ctx.db, { ...query, ...page }),
  }),
  route({
    method: "GET",
    path: "/v1/operator/staff/{staff_id}",
    operation: "getStaff",
    tag: "Operator",
    summary: "See one of the staff",
    access: "operator",
    success: { status: 200, schema: Staff },
    handle: (ctx, { params }) => getStaff(ctx, params.staff_id),
  }),
  route({
    method: "PATCH",
    path: "/v1/operator/staff/{staff_id}",
    operation: "updateStaff",
    tag: "Operator",
    summary: "Change the role or the status of staff",
    description: "The last active admin stays an active admin, unless the operator key asks.",
    access: "operator",
    body: StaffChanges,
    success: { status: 200, schema: Staff },
    errors: ["invalid_state"],
    changes_principals: true,
    handle: (ctx, { principal, params, body }) => updateStaff(ctx, body, { principal, id: params.staff_id }),
  }),
  route({
    method: "DELETE",
    path: "/v1/operator/staff/{staff_id}",
    operation: "removeStaff",
    tag: "Operator",
    summary: "Remove staff, or revoke an invitation",
    access: "operator",
    success: { status: 204 },
    errors: ["invalid_state"],
    changes_principals: true,
    handle: (ctx, { principal, params }) => removeStaff(ctx, { principal, id: params.staff_id }),
  }),
];
