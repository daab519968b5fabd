import { deleteSessionsOfMember } from "../credentials/session-queries.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, notFound, problem, throwIfAny } from "../platform/errors.ts";
import { hasScope } from "../platform/http/guards/access.ts";
import type { VisitorPrincipal } from "../platform/http/principal.ts";
import { newId } from "../platform/ids.ts";
import type { Owned } from "../platform/owned.ts";
import { assertMove } from "../platform/state-machine.ts";
import { type MemberRole, scopesOf } from "../rights/role.ts";
import {
  countInvitation,
  type InvitationParts,
  invitationEnd,
  invitedPerson,
  sendInvitation,
} from "./invitation-actions.ts";
import {
  type InvitedMember,
  limitIssues,
  MAX_MEMBERS,
  MAX_OPEN_INVITATIONS,
  type Member,
  type MemberChanges,
  memberTransitions,
  type NewMember,
} from "./member.ts";
import {
  countMembers,
  countOtherOwners,
  deleteMember,
  findMember,
  findMemberOfPerson,
  findPayeesOf,
  insertMember,
  lockMember,
  lockMembers,
  prolongMember,
  updateMemberRow,
} from "./member-queries.ts";
import { removeUninvited } from "./person-actions.ts";

export async function getMember(ctx: Context, own: Owned): Promise<Member> {
  const member = await findMember(ctx.db, own);
  if (!member) throw notFound("member");
  return member;
}

export async function inviteMember(
  ctx: Transaction,
  parts: InvitationParts,
  { principal, organization_id, given }: { principal: VisitorPrincipal; organization_id: string; given: NewMember },
): Promise<InvitedMember> {
  const { role, labels = null, payee_ids = null } = given;
  assertHasAll(principal, role);
  const { name } = await lockOrThrow(ctx, organization_id);
  await assertOwnPayees(ctx, organization_id, payee_ids);
  const person = await invitedPerson(ctx, given.email);
  const present = await findMemberOfPerson(ctx.db, { organization_id, person_id: person.id });
  if (present) throw alreadyThere("member", present.id);
  await assertRoom(ctx, organization_id);
  await countInvitation(ctx, parts, organization_id);
  const id = newId("mbr");
  const invitation_expires_at = invitationEnd(ctx);
  const invited = { invited_by: principal.actor, invited_at: timestamp(ctx), invitation_expires_at };
  await insertMember(ctx.db, { id, organization_id, person_id: person.id, role, labels, payee_ids, ...invited });
  const member = await getMember(ctx, { organization_id, id });
  return { ...member, invitation_url: await send(ctx, parts, { member, organization_id, name, principal }) };
}

export async function resendInvitation(
  ctx: Transaction,
  parts: InvitationParts,
  { principal, ...own }: Owned & { principal: VisitorPrincipal },
): Promise<InvitedMember> {
  const { name } = await lockOrThrow(ctx, own.organization_id);
  const before = await lockedMember(ctx, own);
  assertHasAll(principal, before.role);
  assertOpen(before.status);
  if (hasExpired(ctx, before)) await assertRoom(ctx, own.organization_id);
  await countInvitation(ctx, parts, own.organization_id);
  await prolongMember(ctx.db, { ...own, invitation_expires_at: invitationEnd(ctx) });
  const member = await getMember(ctx, own);
  const { organization_id } = own;
  return { ...member, invitation_url: await send(ctx, parts, { member, organization_id, name, principal }) };
}

export async function updateMember(
  ctx: Transaction,
  changes: MemberChanges,
  { principal, ...own }: Owned & { principal: VisitorPrincipal },
): Promise<Member> {
  await lockOrThrow(ctx, own.organization_id);
  const before = await lockedMember(ctx, own);
  const after = { ...before, ...changes };
  assertHasAll(principal, before.role, after.role);
  throwIfAny(limitIssues(after));
  if (changes.payee_ids !== undefined) await assertOwnPayees(ctx, own.organization_id, changes.payee_ids);
  if (changes.status !== undefined) assertStatus(before.status, changes.status);
  if (isOwner(before) && !isOwner(after)) await assertOtherOwner(ctx, own);
  await updateMemberRow(ctx.db, { ...after, organization_id: own.organization_id });
  if (after.status === "suspended") await deleteSessionsOfMember(ctx.db, own.id);
  return getMember(ctx, own);
}

/** Removes a member, or revokes an invitation. */
export async function removeMember(
  ctx: Transaction,
  { principal, ...own }: Owned & { principal: VisitorPrincipal },
): Promise<void> {
  await lockOrThrow(ctx, own.organization_id);
  const member = await lockedMember(ctx, own);
  assertHasAll(principal, member.role);
  if (isOwner(member)) await assertOtherOwner(ctx, own);
  await deleteMember(ctx.db, own);
  await removeUninvited(ctx, member.person.id);
}

async function lockOrThrow(ctx: Transaction, organization_id: string): Promise<{ name: string }> {
  const organization = await lockMembers(ctx.db, organization_id);
  if (!organization) throw notFound("organization");
  return organization;
}

async function lockedMember(ctx: Transaction, own: Owned): Promise<Member> {
  const member = await lockMember(ctx.db, own);
  if (!member) throw notFound("member");
  return member;
}

function send(
  ctx: Transaction,
  parts: InvitationParts,
  invited: { member: Member; organization_id: string; name: string; principal: VisitorPrincipal },
): Promise<string | null> {
  const { member, organization_id, name, principal } = invited;
  return sendInvitation(ctx, parts, {
    to: { member_id: member.id, staff_id: null },
    person: member.person,
    organization: { id: organization_id, name },
    role: member.role,
    expires_at: member.invitation_expires_at ?? invitationEnd(ctx),
    is_shown: principal.kind === "operator",
  });
}

/** No caller gives more than it has, nor takes from a member who has more. */
function assertHasAll(principal: VisitorPrincipal, ...roles: MemberRole[]): void {
  if (principal.kind === "operator") return;
  for (const role of roles) {
    const beyond = givenBy(role).filter((scope) => !hasScope(principal.scopes, scope));
    if (beyond.length === 0) continue;
    const message = `The role ${role} gives scopes that you do not have, so you cannot give or take it: ${beyond.join(", ")}.`;
    throw new ApiError("insufficient_scope", message);
  }
}

/** The role payee has no scopes, but who gives it shows what `payees:read` shows. */
const givenBy = (role: MemberRole): readonly string[] => (role === "payee" ? ["payees:read"] : scopesOf(role, null));

/** A payee that is deleted at the same moment waits: both lock the organization. */
async function assertOwnPayees(
  ctx: Transaction,
  organization_id: string,
  ids: readonly string[] | null,
): Promise<void> {
  if (ids === null) return;
  const known = await findPayeesOf(ctx.db, organization_id, ids);
  throwIfAny(
    ids.flatMap((id, index) =>
      known.has(id) ? [] : [problem(`payee_ids[${index}]`, "is no payee of the organization")],
    ),
  );
}

async function assertRoom(ctx: Transaction, organization_id: string): Promise<void> {
  const { members, open_invitations } = await countMembers(ctx.db, { organization_id, now: timestamp(ctx) });
  if (members >= MAX_MEMBERS)
    throw new ApiError("invalid_state", `An organization has at most ${MAX_MEMBERS} members; remove one first.`);
  if (open_invitations >= MAX_OPEN_INVITATIONS) {
    const message = `An organization has at most ${MAX_OPEN_INVITATIONS} open invitations; revoke one first, or wait until it is accepted.`;
    throw new ApiError("invalid_state", message);
  }
}

const isOwner = ({ role, status }: Pick<Member, "role" | "status">) => role === "owner" && status === "active";

async function assertOtherOwner(ctx: Transaction, own: Owned): Promise<void> {
  if ((await countOtherOwners(ctx.db, own)) > 0) return;
  throw new ApiError("invalid_state", "This is the last active owner; make another member an owner first.");
}

function hasExpired(ctx: Context, { invitation_expires_at }: Pick<Member, "invitation_expires_at">): boolean {
  return invitation_expires_at !== null && invitation_expires_at <= timestamp(ctx);
}

// Staff has the same rules.

export function alreadyThere(noun: "member" | "staff", id: string): ApiError {
  const issue = `belongs to a person who is ${noun === "member" ? "a member" : "staff"} already, or invited: ${id}`;
  return new ApiError("invalid_state", `This \`email\` ${issue}.`, [{ field: "email", issue }]);
}

export function assertOpen(status: Member["status"]): void {
  if (status !== "invited")
    throw new ApiError("invalid_state", "The invitation was accepted; it cannot be sent again.");
}

export function assertStatus(from: Member["status"], to: "active" | "suspended"): void {
  if (from === "invited") {
    const issue = "cannot be set before the invitation is accepted";
    throw new ApiError("invalid_state", `The \`status\` ${issue}.`, [{ field: "status", issue }]);
  }
  assertMove(memberTransitions, from, to);
}
