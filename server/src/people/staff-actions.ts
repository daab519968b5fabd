import { deleteSessionsOfStaff } from "../credentials/session-queries.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import type { OperatorPrincipal } from "../platform/http/principal.ts";
import { newId } from "../platform/ids.ts";
import { type InvitationParts, invitationEnd, invitedPerson, sendInvitation } from "./invitation-actions.ts";
import { alreadyThere, assertOpen, assertStatus } from "./member-actions.ts";
import { removeUninvited } from "./person-actions.ts";
import { type InvitedStaff, MAX_STAFF, type NewStaff, type Staff, type StaffChanges } from "./staff.ts";
import {
  countOtherAdmins,
  countStaff,
  deleteStaff,
  findStaff,
  findStaffOfPerson,
  insertStaff,
  lockAllStaff,
  lockStaff,
  prolongStaff,
  updateStaffRow,
} from "./staff-queries.ts";

export async function getStaff(ctx: Context, id: string): Promise<Staff> {
  const staff = await findStaff(ctx.db, id);
  if (!staff) throw notFound("staff");
  return staff;
}

export async function addStaff(
  ctx: Transaction,
  parts: InvitationParts,
  { principal, given }: { principal: OperatorPrincipal; given: NewStaff },
): Promise<InvitedStaff> {
  await lockAllStaff(ctx.db);
  const person = await invitedPerson(ctx, given.email);
  const present = await findStaffOfPerson(ctx.db, person.id);
  if (present) throw alreadyThere("staff", present.id);
  await assertRoom(ctx);
  const id = newId("stf");
  const invited = {
    invited_by: principal.actor,
    invited_at: timestamp(ctx),
    invitation_expires_at: invitationEnd(ctx),
  };
  await insertStaff(ctx.db, { id, person_id: person.id, role: given.role, ...invited });
  return invitedStaff(ctx, parts, id);
}

export async function resendStaffInvitation(
  ctx: Transaction,
  parts: InvitationParts,
  id: string,
): Promise<InvitedStaff> {
  await lockAllStaff(ctx.db);
  const before = await lockedStaff(ctx, id);
  assertOpen(before.status);
  if ((before.invitation_expires_at ?? "") <= timestamp(ctx)) await assertRoom(ctx);
  await prolongStaff(ctx.db, { id, invitation_expires_at: invitationEnd(ctx) });
  return invitedStaff(ctx, parts, id);
}

async function invitedStaff(ctx: Transaction, parts: InvitationParts, id: string): Promise<InvitedStaff> {
  const staff = await getStaff(ctx, id);
  const invitation_url = await sendInvitation(ctx, parts, {
    to: { member_id: null, staff_id: id },
    person: staff.person,
    organization: null,
    role: staff.role,
    expires_at: staff.invitation_expires_at ?? invitationEnd(ctx),
    is_shown: true,
  });
  return { ...staff, invitation_url };
}

export async function updateStaff(
  ctx: Transaction,
  changes: StaffChanges,
  { principal, id }: { principal: OperatorPrincipal; id: string },
): Promise<Staff> {
  await lockAllStaff(ctx.db);
  const before = await lockedStaff(ctx, id);
  const after = { ...before, ...changes };
  if (changes.status !== undefined) assertStatus(before.status, changes.status);
  if (!isAdmin(after)) await assertOtherAdmin(ctx, principal, before);
  await updateStaffRow(ctx.db, after);
  if (after.status === "suspended") await deleteSessionsOfStaff(ctx.db, id);
  return getStaff(ctx, id);
}

/** Removes staff, or revokes an invitation. */
export async function removeStaff(
  ctx: Transaction,
  { principal, id }: { principal: OperatorPrincipal; id: string },
): Promise<void> {
  await lockAllStaff(ctx.db);
  const staff = await lockedStaff(ctx, id);
  await assertOtherAdmin(ctx, principal, staff);
  await deleteStaff(ctx.db, id);
  await removeUninvited(ctx, staff.person.id);
}

async function lockedStaff(ctx: Transaction, id: string): Promise<Staff> {
  const staff = await lockStaff(ctx.db, id);
  if (!staff) throw notFound("staff");
  return staff;
}

async function assertRoom(ctx: Transaction): Promise<void> {
  if ((await countStaff(ctx.db, timestamp(ctx))) < MAX_STAFF) return;
  throw new ApiError("invalid_state", `There can be ${MAX_STAFF} staff at most; remove one first.`);
}

const isAdmin = ({ role, status }: Pick<Staff, "role" | "status">) => role === "admin" && status === "active";

/** The operator key can always make another admin, so it may take the last one. Staff is locked. */
export async function assertOtherAdmin(
  ctx: Transaction,
  { person }: OperatorPrincipal,
  staff: Pick<Staff, "id" | "role" | "status">,
): Promise<void> {
  if (person === undefined || !isAdmin(staff) || (await countOtherAdmins(ctx.db, staff.id)) > 0) return;
  throw new ApiError(
    "invalid_state",
    "This is the last active admin; make another one first, or use the operator key.",
  );
}
