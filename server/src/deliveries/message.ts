// The message that a store gets, and the takedown message. Each is built once and stored, so that every try sends the same
// content under the same id.

import { getOrganization } from "../organizations/actions.ts";
import type { Organization } from "../organizations/organization.ts";
import { type Context, timestamp } from "../platform/context.ts";
import { type ApprovedContent, findContent, getApprovedContent } from "../releases/approved-content.ts";
import type { MessageFile, ReleaseMessage, TakedownMessage, Ticket } from "../stores/connector.ts";
import { hasRelease, messageId } from "./delivery.ts";
import { findTaken, listReleaseFiles } from "./message-queries.ts";
import type { LockedDelivery, StoreRow } from "./queries.ts";
import { overlap } from "./reach.ts";

/**
 * The approved content of the release. Rights may have ended since it was queued, so there may be no territory left.
 * A track with its own territories gets only those that are left.
 */
export async function buildMessage(ctx: Context, delivery: LockedDelivery, store: StoreRow): Promise<ReleaseMessage> {
  const { id: delivery_id, organization_id, release_id } = delivery;
  const release_owned = { organization_id, id: release_id };
  const kind = hasRelease(store.history) ? "update" : "new";
  const [content, owner, stored, taken] = await Promise.all([
    getApprovedContent(ctx, release_owned),
    getOrganization(ctx, organization_id),
    listReleaseFiles(ctx.db, release_owned),
    kind === "update" ? findTaken(ctx.db, delivery_id, store.store_id) : undefined,
  ]);
  const { release } = content;
  const territory_codes = overlap(store.territory_codes, [release.territories, owner.licensed_territories]);
  const tracks = content.tracks.map(({ territory, ...track }) => ({
    ...track,
    territory: territory && overlap(territory_codes, [territory]),
  }));
  const files = messageFiles(content, stored, taken?.files);
  const organization = partyOf(owner);
  return { ...ticketFor(ctx, delivery, store, kind), kind, organization, release, tracks, territory_codes, files };
}

/** Built from the message that the store took last, even if the release has changed since. */
export async function buildTakedown(ctx: Context, delivery: LockedDelivery, store: StoreRow): Promise<TakedownMessage> {
  const kept = await findTaken(ctx.db, delivery.id, store.store_id);
  const taken = kept ?? (await presentMessage(ctx, delivery, store));
  return { ...ticketFor(ctx, delivery, store, "takedown"), kind: "takedown", reason: store.takedown_reason, taken };
}

/**
 * For a store whose message was not kept: an earlier version sent it, or the operator reported the store's answer before anything
 * was sent. The store's territories stay as they are: a takedown ends rights and grants none.
 */
async function presentMessage(ctx: Context, delivery: LockedDelivery, store: StoreRow): Promise<ReleaseMessage> {
  const { organization_id, release_id } = delivery;
  const [content, owner, stored] = await Promise.all([
    findContent(ctx, { organization_id, id: release_id }),
    getOrganization(ctx, organization_id),
    listReleaseFiles(ctx.db, { organization_id, id: release_id }),
  ]);
  if (!content) throw new Error(`${release_id} is not there any more.`);
  const files = messageFiles(content, stored);
  const { territory_codes } = store;
  const organization = partyOf(owner);
  return { ...ticketFor(ctx, delivery, store, "new"), kind: "new", organization, ...content, territory_codes, files };
}

/** Who the message is sent for. */
export function partyOf({ name, ddex_party_id }: Organization): Pick<Organization, "name" | "ddex_party_id"> {
  return { name, ddex_party_id };
}

function ticketFor(ctx: Context, delivery: LockedDelivery, store: StoreRow, kind: Ticket["kind"]): Ticket {
  const { store_id, attempts: attempt } = store;
  const message_id = messageId({ delivery_id: delivery.id, store_id, attempt }, kind);
  return { message_id, store_id, attempt, kind, created_at: timestamp(ctx) };
}

/** Artwork first, then as the tracks name them, each once. */
export function messageFiles(
  { release, tracks }: ApprovedContent,
  stored: readonly Omit<MessageFile, "is_at_store">[],
  at_store: readonly MessageFile[] = [],
): MessageFile[] {
  const byId = new Map(stored.map((file) => [file.asset_id, file]));
  const named = new Set([release.artwork_asset_id, ...tracks.map(({ audio_asset_id }) => audio_asset_id)]);
  const sent = new Set(at_store.map(({ checksum_sha256 }) => checksum_sha256));
  return [...named].flatMap((id) => {
    const file = id === null ? undefined : byId.get(id);
    return file ? [{ ...file, is_at_store: sent.has(file.checksum_sha256) }] : [];
  });
}
