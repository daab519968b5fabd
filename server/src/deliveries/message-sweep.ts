import type { Context } from "../platform/context.ts";
import { deleteSuperseded, listOldMessages, type MessagePlace } from "./message-queries.ts";

// As long as an operator may want to see what went out, and what a store answered.
const RETENTION_DAYS = 90;
const AT_ONCE = 500;

/** Messages are whole releases, and each attempt has one. Old ones go, except those that the next message may need. */
export async function removeOldMessages({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000).toISOString();
  let after: MessagePlace | undefined = { created_at: new Date(0).toISOString(), message_id: "" };
  while (after) {
    const old: MessagePlace[] = await listOldMessages(db, { before, after, limit: AT_ONCE });
    await deleteSuperseded(
      db,
      old.map(({ message_id }) => message_id),
    );
    after = old.length === AT_ONCE ? old.at(-1) : undefined;
  }
}
