import type { Context } from "../platform/context.ts";
import { getRelease } from "../releases/actions.ts";
import type { StoreMessage } from "../stores/connector.ts";
import { messageId } from "./delivery.ts";
import { type LockedDelivery, listMessageTracks, type StoreRow } from "./queries.ts";

/** The release as it is now. It is kept with the store, so that every try of this attempt sends the same. */
export async function buildMessage(ctx: Context, delivery: LockedDelivery, store: StoreRow): Promise<StoreMessage> {
  const { organization_id, release_id } = delivery;
  const [release, tracks] = await Promise.all([
    getRelease(ctx, organization_id, release_id),
    listMessageTracks(ctx.db, organization_id, release_id),
  ]);
  const { store_id, attempts, territory_codes } = store;
  const message_id = messageId(delivery.id, store_id, attempts);
  return { message_id, store_id, attempt: attempts, kind: "release", release, tracks, territory_codes };
}
