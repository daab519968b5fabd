import type { Context } from "../platform/context.ts";
import { getApprovedContent } from "../releases/approved-content.ts";
import type { StoreMessage } from "../stores/connector.ts";
import { messageId } from "./delivery.ts";
import type { LockedDelivery, StoreRow } from "./queries.ts";

/** What is approved of the release now. It is kept with the store, so that every try of this attempt sends the same. */
export async function buildMessage(ctx: Context, delivery: LockedDelivery, store: StoreRow): Promise<StoreMessage> {
  const content = await getApprovedContent(ctx, delivery.organization_id, delivery.release_id);
  const { store_id, attempts, territory_codes } = store;
  const message_id = messageId(delivery.id, store_id, attempts);
  return { message_id, store_id, attempt: attempts, kind: "release", ...content, territory_codes };
}
