import type { Context } from "../../platform/context.ts";
import {
  type AcknowledgementPlace,
  deleteOldAcknowledgements,
  listOldAcknowledgements,
} from "./acknowledgement-queries.ts";
import { deleteSuperseded, listOldMessages, type MessagePlace } from "./message-queries.ts";

// As long as an operator may want to see what went out, and what a store answered.
const RETENTION_DAYS = 90;
const AT_ONCE = 500;

/** Messages are whole releases, and each attempt has one. Old ones go, except those that the next message may need. */
export async function removeOldMessages(ctx: Context): Promise<void> {
  const before = oldest(ctx);
  let after: MessagePlace | undefined = { created_at: new Date(0).toISOString(), message_id: "" };
  while (after) {
    const old: MessagePlace[] = await listOldMessages(ctx.db, { before, after, limit: AT_ONCE });
    const ids = old.map(({ message_id }) => message_id);
    await ctx.begin((db) => deleteSuperseded(db, ids));
    after = old.length === AT_ONCE ? old.at(-1) : undefined;
  }
}

/** Removes documents that stores wrote back after the same time, except the last about each message that is kept. */
export async function removeOldAcknowledgements(ctx: Context): Promise<void> {
  const before = oldest(ctx);
  let after: AcknowledgementPlace | undefined = { received_at: new Date(0).toISOString(), store_id: "", sha256: "" };
  while (after) {
    const old: AcknowledgementPlace[] = await listOldAcknowledgements(ctx.db, { before, after, limit: AT_ONCE });
    await ctx.begin((db) => deleteOldAcknowledgements(db, old));
    after = old.length === AT_ONCE ? old.at(-1) : undefined;
  }
}

function oldest({ clock }: Context): string {
  return new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000).toISOString();
}
