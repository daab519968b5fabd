import { type Context, timestamp, withCommit } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import type { NewEvent } from "./event.ts";
import { insertEvent } from "./queries.ts";

/**
 * Records an event inside the transaction of the change that caused it: neither exists without the other. The envelope
 * is written out once, here: whoever receives it, and however often, gets the same bytes.
 */
export async function emit(ctx: Context, { organization_id, event_type, data }: NewEvent): Promise<void> {
  if (!ctx.commit) throw new Error(`${event_type} must be emitted in the transaction of its change`);
  const id = newId("evt");
  const created_at = timestamp(ctx);
  const body = JSON.stringify({ id, event_type, created_at, data });
  await withCommit(ctx, insertEvent(ctx.db, { id, organization_id, event_type, body, created_at }));
}
