import type { Context } from "../platform/context.ts";
import { deleteOldReceived, listOldReceived, type ReceivedPlace } from "./queries.ts";

// As long as messages to stores are kept. An older one that is repeated is recognized by its time: a newer one of its
// release is kept.
const RETENTION_DAYS = 90;
const AT_ONCE = 500;

export async function removeOldReceived({ db, begin, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000).toISOString();
  const first = { received_at: new Date(0).toISOString(), organization_id: "", sender_party_id: "", message_id: "" };
  let after: ReceivedPlace | undefined = first;
  while (after) {
    const old: ReceivedPlace[] = await listOldReceived(db, { before, after, limit: AT_ONCE });
    await begin((db) => deleteOldReceived(db, old));
    after = old.length === AT_ONCE ? old.at(-1) : undefined;
  }
}
