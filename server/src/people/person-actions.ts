import { deleteSessionsOfPerson } from "../credentials/session-queries.ts";
import type { MailParts } from "../mail/actions.ts";
import type { Context, Transaction } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { assertMove } from "../platform/state-machine.ts";
import { removeFactor } from "./account-queries.ts";
import { type Person, type PersonChanges, personTransitions } from "./person.ts";
import { deleteUninvitedPerson, findPerson, lockPerson, unbindIdentity, updatePersonStatus } from "./person-queries.ts";
import { tellPerson } from "./session-actions.ts";

export async function getPerson(ctx: Context, id: string): Promise<Person> {
  const person = await findPerson(ctx.db, id);
  if (!person) throw notFound("person");
  return person;
}

/**
 * A person who never accepted and has no invitation left is forgotten at once. The lock comes first, in a statement of its
 * own: the next one then sees an invitation that was made just before.
 */
export async function removeUninvited(ctx: Transaction, person_id: string): Promise<void> {
  await lockPerson(ctx.db, person_id);
  await deleteUninvitedPerson(ctx.db, person_id);
}

export async function updatePerson(
  ctx: Transaction,
  mail: MailParts,
  { id, changes }: { id: string; changes: PersonChanges },
): Promise<Person> {
  const before = await lockPerson(ctx.db, id);
  if (!before) throw notFound("person");
  const { status = before.status, remove_second_factor, unbind_identity } = changes;
  if (before.status === "invited" && status !== "invited") {
    const issue = "cannot be set before the person has accepted an invitation";
    throw new ApiError("invalid_state", `The \`status\` ${issue}.`, [{ field: "status", issue }]);
  }
  assertMove(personTransitions, before.status, status);
  if (status !== before.status) await updatePersonStatus(ctx.db, { id, status });
  if (status === "disabled") await deleteSessionsOfPerson(ctx.db, id);
  const removed: string[] = [];
  if (remove_second_factor && before.second_factor !== "none") {
    await removeFactor(ctx.db, id);
    removed.push("Your second factor was removed by the operator. A sign-in needs your password alone.");
  }
  if (unbind_identity && before.identity_provider !== null) {
    await unbindIdentity(ctx.db, id);
    removed.push("Your account is not bound to the identity provider any more: the operator has removed it.");
  }
  if (removed.length > 0) {
    const content = {
      subject: "Your sign-in has changed",
      paragraphs: [...removed, "If you do not expect this, ask the operator."],
    };
    await tellPerson(ctx, mail, before, content);
  }
  return getPerson(ctx, id);
}
