// How a store is reached. A connector sends a message, asks for the store's answer, and requests a takedown. It has no state:
// the message holds all that it needs, so that any worker can continue after another was killed.
//
// A message can be larger than one call may take. `send` then hands over a part and says so (`has_more`), and the next call goes
// on from what the store has. The files come first and the part that makes the store begin comes last.

import type { ReleaseMessage, StoreAnswer, TakedownMessage, Ticket } from "../messages/message.ts";
import type { ErnParts, SchemaCheck } from "../messages/written-message.ts";
import type { Clock } from "../platform/context.ts";
import type { Blobs } from "../platform/storage/blobs.ts";

/**
 * The result of a call: an answer, or when to ask for one, or that the same call must be made again to hand over the
 * rest. With none of these, the answer comes by itself.
 */
export type Receipt = {
  answer?: StoreAnswer;
  ask_after_ms?: number;
  has_more?: true;
  /** Documents that the store wrote back about the message, kept as they came. */
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
  /** Reads new documents in the store's folder of answers, about any message. Only for a kind that `writes_back`. */
  collect?(options: CollectOptions): Promise<Collected>;
};

/**
 * The parts of a connector. It reads files and never writes any. `schemas`: for documents that it writes itself, as a
 * manifest.
 */
export type ConnectorInputs<Settings = never> = {
  settings: Settings;
  secrets: Readonly<Record<string, string>>;
  blobs: Pick<Blobs, "get" | "size">;
  clock: Clock;
  ern: ErnParts;
  schemas: SchemaCheck | undefined;
};
