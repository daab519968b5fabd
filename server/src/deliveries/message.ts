import { getOrganization } from "../organizations/actions.ts";
import type { Context } from "../platform/context.ts";
import { getApprovedContent } from "../releases/approved-content.ts";
import type { StoreMessage } from "../stores/connector.ts";
import { messageId } from "./delivery.ts";
import type { LockedDelivery, StoreRow } from "./queries.ts";
import { overlap } from "./reach.ts";

/**
 * What is approved of the release now. It is kept with the store, so that every try of this attempt sends the same. Rights may
 * have gone since it was queued: what is left of its territories may be none. A track that names its own gets no more of them.
 */
export async function buildMessage(ctx: Context, delivery: LockedDelivery, store: StoreRow): Promise<StoreMessage> {
  const [content, { licensed_territories }] = await Promise.all([
    getApprovedContent(ctx, { organization_id: delivery.organization_id, id: delivery.release_id }),
    getOrganization(ctx, delivery.organization_id),
  ]);
  const { store_id, attempts } = store;
  const { release } = content;
  const territory_codes = overlap(store.territory_codes, [release.territories, licensed_territories]);
  const tracks = content.tracks.map(({ territory, ...track }) => ({
    ...track,
    territory: territory && overlap(territory_codes, [territory]),
  }));
  const message_id = messageId(delivery.id, store_id, attempts);
  return { message_id, store_id, attempt: attempts, kind: "release", release, tracks, territory_codes };
}
