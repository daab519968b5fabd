// Erases people: by the operator, and by the sweep those that are neither member nor staff any more.
//
// Locks are taken in the order in which all changes of members take them: organizations, then members, then the person. A
// person who is locked gets no new membership, since that would refer to its row.

import { type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import type { OperatorPrincipal } from "../platform/http/principal.ts";
import { countOtherOwners, listAnyMembershipsOf, lockAnyMembershipsOf, lockMembers } from "./member-queries.ts";
import { removeUninvited } from "./person-actions.ts";
import { deletePerson, lockPerson } from "./person-queries.ts";
import { assertOtherAdmin } from "./staff-actions.ts";
import { findStaffOfPerson, lockAllStaff } from "./staff-queries.ts";
import {
  clearAttached,
  deleteExpiredInvitations,
  deleteUnattachedPeople,
  lockUnattachedPeople,
  markUnattached,
} from "./sweep-queries.ts";

export async function erasePerson(
  ctx: Transaction,
  { principal, id }: { principal: OperatorPrincipal; id: string },
): Promise<void> {
  const known = await listAnyMembershipsOf(ctx.db, id);
  for (const { organization_id } of known) await lockMembers(ctx.db, organization_id);
  await lockAllStaff(ctx.db);
  const memberships = await lockAnyMembershipsOf(ctx.db, id);
  if (!(await lockPerson(ctx.db, id))) throw notFound("person");
  const after = await listAnyMembershipsOf(ctx.db, id);
  if (after.length > memberships.length || memberships.length > known.length)
    throw new ApiError("invalid_state", "The person was invited at this moment; send the request again.");
  for (const own of memberships) {
    if (own.role !== "owner" || own.status !== "active" || (await countOtherOwners(ctx.db, own)) > 0) continue;
    const message = `The person is the only active owner of ${own.organization_id}; make another member an owner first.`;
    throw new ApiError("invalid_state", message);
  }
  const staff = await findStaffOfPerson(ctx.db, id);
  if (staff) await assertOtherAdmin(ctx, principal, staff);
  await deletePerson(ctx.db, id);
}

const EXPIRED_LISTED_MS = 30 * 86_400_000;
const UNATTACHED_KEPT_MS = 90 * 86_400_000;

/** Returns how many invitations were removed. An expired one stays listed for 30 days. */
export async function sweepInvitations(ctx: Transaction, limit: number): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - EXPIRED_LISTED_MS).toISOString();
  const people = await deleteExpiredInvitations(ctx.db, before, limit);
  for (const person_id of [...new Set(people)].sort()) await removeUninvited(ctx, person_id);
  return people.length;
}

/** Returns how many people were erased: those that were neither member nor staff for 90 days. */
export async function sweepUnattached(ctx: Transaction, limit: number): Promise<number> {
  await clearAttached(ctx.db);
  await markUnattached(ctx.db, timestamp(ctx));
  const before = new Date(ctx.clock.now().getTime() - UNATTACHED_KEPT_MS).toISOString();
  // Locked by one statement, removed by the next, which sees an invitation that was made just before.
  const ids = await lockUnattachedPeople(ctx.db, before, limit);
  await deleteUnattachedPeople(ctx.db, ids);
  return ids.length;
}
