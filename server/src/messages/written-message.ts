// A message as the document that a store gets, and what it is written from.

import type { ControlType, MessageProblem, MessagingParty } from "../ddex/ern.ts";
import type { Vocabulary } from "../ddex/vocabulary.ts";
import type { Signal } from "../platform/signal.ts";
import type { Capabilities } from "./capabilities.ts";
import { TransportFailure } from "./message.ts";

/** Our party in DDEX messages, and whether they are live or tests. `sender` is null until the operator has set it. */
export type ErnParts = { sender: MessagingParty | null; control_type: ControlType };

/** Our party in a message. A store that gets ERN cannot be served without one. */
export function senderOf({ sender }: ErnParts): MessagingParty {
  if (sender) return sender;
  throw new TransportFailure(
    "The service has no DDEX party yet: the operator must set SEGUE_DDEX_PARTY_ID and SEGUE_DDEX_PARTY_NAME.",
  );
}

/** The inputs of a message's writer, besides the message. */
export type WriteInputs<Settings = never> = {
  settings: Settings;
  capabilities: Capabilities;
  ern: ErnParts;
  /** The store's own words for genres and roles. Left out: it has none. */
  vocabulary?: Vocabulary;
  /** In messages of ERN 3, in place of the profile that the service names. */
  release_profile?: string | null;
  /** The MD5 of files by asset, for ERN 3. A file that has none here goes out without a hash. */
  md5_sums?: ReadonlyMap<string, string>;
};

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
 * The document for the store. With any problem it is not sent. `sample` stands for all documents that differ only in
 * what `problems` covers, and is compared with the schema of its kind once.
 */
export type WrittenMessage = {
  document: string;
  problems: readonly MessageProblem[];
  sample?: () => Generator<undefined, SchemaSample, undefined>;
};
