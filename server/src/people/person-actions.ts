import type { Context, Transaction } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import type { Person } from "./person.ts";
import { deleteUninvitedPerson, findPerson, lockPerson } from "./person-queries.ts";

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
