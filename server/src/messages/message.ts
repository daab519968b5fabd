// A message to a store, the files that go with it, and the store's answer.
//
// A message is written once and kept. It has an id of its own: no other message ever gets that id, and every try of the
// same message keeps it. Every call may be repeated with the same message: a store that has it already must not take it
// for another.

import type { AssetRow } from "../assets/asset.ts";
import type { ContentTrack, Release } from "../releases/release.ts";

/** `update`: the store has taken an earlier message of this delivery. */
export const messageKinds = ["new", "update", "takedown"] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Which message. `attempt` counts submissions to this store, from 1; a takedown has that of the last submission. */
export type Ticket = {
  message_id: string;
  store_id: string;
  attempt: number;
  kind: MessageKind;
  created_at: string;
};

/** A file that goes with a message. Tracks and release name it by its asset's id. `blob_key`: where `blobs` has its bytes. */
export type MessageFile = Pick<AssetRow, "type" | "filename" | "size_bytes" | "audio" | "image"> & {
  asset_id: string;
  checksum_sha256: string;
  blob_key: string;
  /** The message that the store took last had the same bytes. */
  is_at_store: boolean;
};

/** A code of the store's price list, and the party whose code it is. Without a namespace, the sender of the message. */
export type MessageTier = { code: string; namespace: string | null };

/** A message that is made after the start of the release has neither pre-order nor preview. */
export type MessageTerms = {
  preorder_on: string | null;
  preview_at: string | null;
  price_tier: MessageTier | null;
  track_price_tiers: readonly { track_id: string; price_tier: MessageTier }[];
};

export type ReleaseMessage = Ticket & {
  kind: "new" | "update";
  /** Messages that earlier versions kept do not have it. */
  organization?: { name: string; ddex_party_id: string | null };
  release: Release;
  tracks: readonly ContentTrack[];
  territory_codes: readonly string[];
  files: readonly MessageFile[];
  /** Left out: none. */
  terms?: MessageTerms;
};

/** `taken`: the message that the store took last, as it was sent. */
export type TakedownMessage = Ticket & {
  kind: "takedown";
  reason: string | null;
  taken: ReleaseMessage;
  /** The version of ERN in which the store took it. Left out: it got no ERN, or the message was not kept. */
  taken_version?: string;
};

export type StoreMessage = ReleaseMessage | TakedownMessage;

export type StoreAnswer = {
  status: "delivered" | "rejected" | "action_required" | "taken_down";
  rejection_code?: string;
  rejection_reason?: string;
};

/** The store could not be reached, or did not say that it has the message. It is tried again. */
export class TransportFailure extends Error {}

/** The store was reached, and refused one request. */
export class RequestRefused extends TransportFailure {}
