// How a store is reached. A connector sends a message, asks for the store's answer, and requests a takedown. It has no state:
// the message holds all that it needs, so that any worker can continue after another was killed.
//
// A message is written once and kept. It has an id of its own: no other message ever gets that id, and every try of the same
// message keeps it. Every call may be repeated with the same message: a store that has it already must not take it for another.
//
// A message can be larger than one call may take. `send` then hands over a part and says so (`has_more`), and the next call goes
// on from what the store has. The files come first and the part that makes the store begin comes last.

import type { AssetRow } from "../assets/asset.ts";
import type { ControlType, MessageProblem, MessagingParty } from "../ddex/ern.ts";
import type { Clock } from "../platform/context.ts";
import type { Signal } from "../platform/signal.ts";
import type { Blobs } from "../platform/storage/blobs.ts";
import type { ContentTrack, Release } from "../releases/release.ts";
import type { Capabilities } from "./store.ts";

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

export type ReleaseMessage = Ticket & {
  kind: "new" | "update";
  /** Messages that earlier versions kept do not have it. */
  organization?: { name: string; ddex_party_id: string | null };
  release: Release;
  tracks: readonly ContentTrack[];
  territory_codes: readonly string[];
  files: readonly MessageFile[];
};

/** `taken`: the message that the store took last, as it was sent. */
export type TakedownMessage = Ticket & { kind: "takedown"; reason: string | null; taken: ReleaseMessage };

export type StoreMessage = ReleaseMessage | TakedownMessage;

export type StoreAnswer = {
  status: "delivered" | "rejected" | "action_required" | "taken_down";
  rejection_code?: string;
  rejection_reason?: string;
};

/**
 * What came of a call: an answer, or when to ask for one, or that the same call must be made again to hand over the rest.
 * With none of these, the answer comes by itself.
 */
export type Receipt = {
  answer?: StoreAnswer;
  ask_after_ms?: number;
  has_more?: true;
  /** What the store wrote back about the message. It is kept as it came. */
  acknowledgements?: readonly WrittenBack[];
};

/** `made_at`: the store's own time, as it wrote it. `name`: of the file, if it came in one. */
export type WrittenBack = { bytes: Buffer; made_at: string | undefined; name?: string };

/** A file in the folder of a store's answers. `version` changes when the store writes it anew. */
export type ListedFile = { name: string; version: string };
/** `bytes` null: it is too large, or it cannot be read. `has_more`: the rest is for the next call. */
export type Collected = { files: readonly (ListedFile & { bytes: Buffer | null })[]; has_more: boolean };
/** `unseen` gives those of the listed files that were not read before. */
export type CollectOptions = CallOptions & {
  unseen: (listed: readonly ListedFile[]) => Promise<readonly ListedFile[]>;
};

/** `signal` ends the call at its deadline. Otherwise an old call could still write while its repetition runs. */
export type CallOptions = { signal: AbortSignal };
/** `document`: what the store gets, word for word; the same for every try. */
export type SendOptions = CallOptions & { document: string };

export type Connector = {
  send(message: ReleaseMessage, options: SendOptions): Promise<Receipt>;
  poll(ticket: Ticket, options: CallOptions): Promise<Receipt>;
  takedown(message: TakedownMessage, options: SendOptions): Promise<Receipt>;
  /** What the store wrote into its folder of answers since, about any message. Only of a kind that `writes_back`. */
  collect?(options: CollectOptions): Promise<Collected>;
};

/** Who we are in DDEX messages, and whether they are meant. `sender` is null until the operator has set it. */
export type ErnParts = { sender: MessagingParty | null; control_type: ControlType };

/** Our party in a message. A store that gets ERN cannot be served without one. */
export function senderOf({ sender }: ErnParts): MessagingParty {
  if (sender) return sender;
  throw new TransportFailure(
    "The service has no DDEX party yet: the operator must set SEGUE_DDEX_PARTY_ID and SEGUE_DDEX_PARTY_NAME.",
  );
}

/** What a message is written from, besides itself. */
export type WriteInputs<Settings = never> = { settings: Settings; capabilities: Capabilities; ern: ErnParts };

/** `partner`: whose request asks for it, if one does, and `signal`: whether it still does; partners take turns. */
export type SchemaSample = {
  schema: string;
  key: string;
  document: () => string;
  partner?: string;
  signal?: Signal | undefined;
};

/** Undefined where the schema is not there. A sample with the same key is compared once. */
export type SchemaCheck = {
  check(schema: string, sample: Omit<SchemaSample, "schema">): Promise<readonly MessageProblem[] | undefined>;
};

/**
 * What the store gets. With any problem it is not sent. `sample` stands for all documents that differ only in what `problems`
 * covers, and is compared with the schema of its kind once.
 */
export type WrittenMessage = {
  document: string;
  problems: readonly MessageProblem[];
  sample?: () => Generator<undefined, SchemaSample, undefined>;
};

/** What a connector is made of. It reads files and never writes any. `schemas`: for what it writes itself, as a manifest. */
export type ConnectorInputs<Settings = never> = {
  settings: Settings;
  secrets: Readonly<Record<string, string>>;
  blobs: Pick<Blobs, "get" | "size">;
  clock: Clock;
  ern: ErnParts;
  schemas: SchemaCheck | undefined;
};

/** The store could not be reached, or did not say that it has the message. It is tried again. */
export class TransportFailure extends Error {}

/** The store was reached, and refused one request. */
export class RequestRefused extends TransportFailure {}
