// The variables about DDEX.

import { resolve } from "node:path";
import { ConfigError } from "./config-error.ts";
import type { ErnParts } from "./messages/written-message.ts";
import { findSchemaFolder } from "./schema-folder.ts";
import { isDpid } from "./standards/identifier.ts";

type Differences = { ddex_control_type: ErnParts["control_type"]; ddex_sender: ErnParts["sender"] };

/** Reads our own party in DDEX messages, for each environment. */
export function readErnParts<Name extends string>(
  environments: Readonly<Record<Name, Differences>>,
  party_id: string | undefined,
  party_name: string | undefined,
): Record<Name, ErnParts> {
  if ((party_id === undefined) !== (party_name === undefined))
    throw new ConfigError("SEGUE_DDEX_PARTY_ID and SEGUE_DDEX_PARTY_NAME belong together: set both or neither.");
  if (party_id !== undefined && !isDpid(party_id))
    throw new ConfigError(
      `SEGUE_DDEX_PARTY_ID must be PADPIDA and 11 capital letters or digits, such as PADPIDA2013020802I, not "${party_id}".`,
    );
  const given = party_id !== undefined && party_name !== undefined ? { party_id, party_name } : undefined;
  const parts = Object.entries<Differences>(environments).map(([name, { ddex_control_type, ddex_sender }]) => [
    name,
    { sender: given ?? ddex_sender, control_type: ddex_control_type },
  ]);
  return Object.fromEntries(parts);
}

export function readSchemaFolder(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const found = findSchemaFolder(resolve(text));
  if ("folder" in found) return found.folder;
  throw new ConfigError(`SEGUE_DDEX_SCHEMAS ${found.fault}`);
}
