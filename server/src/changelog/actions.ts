import { emitAll } from "../events/actions.ts";
import { eventTypes } from "../events/event.ts";
import { type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import type { ChangelogEntry, NewChangelogEntry } from "./changelog.ts";
import { insertEntry, listReaders } from "./queries.ts";

const event_type = "api.changelog.published";

export async function publishEntry(ctx: Transaction, given: NewChangelogEntry): Promise<ChangelogEntry> {
  const entry = { id: newId("chg"), ...given, created_at: timestamp(ctx) };
  await withCommit(ctx, insertEntry(ctx.db, entry));
  const readers = await listReaders(ctx.db, eventTypes[event_type].tier);
  const events = readers.map(({ id: organization_id }) => ({ organization_id, event_type, data: entry }) as const);
  await emitAll(ctx, events);
  return entry;
}
