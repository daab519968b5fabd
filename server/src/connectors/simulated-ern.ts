// The other side of a simulated store that gets ERN. It does what a store does: it reads the message, compares the hash of every
// file that the message brings with the bytes, and writes an acknowledgement. Its answer is what our own reader makes of that
// acknowledgement, so a test in the sandbox goes the whole way that a message to a real store goes.
//
// The message is checked when it comes. A sound one is acknowledged as received, and as available when the store is asked later.

import { createHash } from "node:crypto";
import { acknowledgedAnswer } from "../ddex/acknowledged-answer.ts";
import { type AcknowledgedRelease, readAcknowledgement, writeAcknowledgement } from "../ddex/acknowledgement.ts";
import { XmlRefused } from "../ddex/decode-xml.ts";
import { type ReadMessage, readMessage } from "../ddex/read-message.ts";
import { nameFiles } from "../messages/ern/files.ts";
import type { ErnSettings } from "../messages/ern/settings.ts";
import {
  type MessageFile,
  type StoreAnswer,
  type StoreMessage,
  type Ticket,
  TransportFailure,
} from "../messages/message.ts";
import { StorageAway } from "../platform/storage/blobs.ts";
import { atOnce, yielding } from "../platform/yielding.ts";
import type { ConnectorInputs, Receipt, WrittenBack } from "./connector.ts";

/** The party of every simulated store. Its id is none that DDEX has given away. */
const SIMULATED_PARTY = { party_id: "PADPIDA2026SIMUL05", party_name: "Simulated store" };

/** How every simulated store wants its messages. */
export const simulatedErn: ErnSettings = {
  recipients: [SIMULATED_PARTY],
  takedown_style: "no_deals",
  default_genre: "Other",
  compilation: "flags",
  resend_files: false,
  territory_attributes: false,
  lyrics: "none",
};

type Inputs = Pick<ConnectorInputs, "blobs" | "clock" | "ern">;
/** A fault of a message: one of DDEX's statuses, and where. */
type Fault = { status: string; information: string };
type Said = { answer: StoreAnswer | "in_progress"; acknowledgements: readonly WrittenBack[] };

/** The store's first reply to a message: the message's fault, or that the store is at work. */
export async function receiveErn(
  inputs: Inputs,
  message: StoreMessage,
  { document, signal }: { document: string; signal: AbortSignal },
): Promise<Said> {
  const fault = await findFault(inputs, message, { document, signal });
  if (!fault) return acknowledged(inputs, message, { release_status: "ReleaseReceivedByReleaseDistributor" });
  const release_status = "ProcessingErrorAtReleaseDistributor";
  return acknowledged(inputs, message, { release_status, proposed_action: "ResendXmlAndResources" }, fault);
}

/**
 * The store's last reply to a message that it could read. `verdict`: the answer that it is set to give for a release.
 */
export function concludeErn(inputs: Inputs, ticket: Ticket, verdict: StoreAnswer): Said {
  if (ticket.kind === "takedown") return acknowledged(inputs, ticket, { release_status: "ReleaseNotAvailable" });
  const { status, rejection_code = "", rejection_reason = "" } = verdict;
  if (status === "delivered")
    return acknowledged(inputs, ticket, { release_status: "ReleaseMadeAvailableToConsumers" });
  const refused =
    status === "rejected"
      ? { release_status: "ReleaseViolatesTermsOfService", proposed_action: "DoNotResendRelease" }
      : { release_status: "ProcessingErrorAtReleaseDistributor", is_manual_check_required: true };
  return acknowledged(inputs, ticket, refused, { status: rejection_code, information: rejection_reason });
}

/** Written as XML and read again, as it would come from a real store. */
function acknowledged(
  { clock, ern }: Inputs,
  { message_id, kind }: Ticket,
  said: Omit<AcknowledgedRelease, "messages">,
  fault?: Fault,
): Said {
  const statuses = [fault ?? { status: "FileOK" }];
  const made_at = clock.now().toISOString();
  const xml = writeAcknowledgement({
    message_id: `${message_id}-ack`,
    sender_party_id: SIMULATED_PARTY.party_id,
    recipient_party_id: ern.sender?.party_id,
    created_at: made_at,
    releases: [{ ...said, messages: [{ message_type: "NewReleaseMessage", message_id, statuses }] }],
  });
  const bytes = Buffer.from(xml);
  // Our own words, and few.
  const read = atOnce(readAcknowledgement(bytes));
  const answer = acknowledgedAnswer(read ? [read] : [], { message_id, kind }) ?? "in_progress";
  return { answer, acknowledgements: [{ bytes, made_at }] };
}

async function findFault(
  { blobs }: Inputs,
  message: StoreMessage,
  { document, signal }: { document: string; signal: AbortSignal },
): Promise<Fault | undefined> {
  try {
    const read = await yielding(readMessage(Buffer.from(document)), signal);
    return faultOfMessage(read, message) ?? (await findFaultOfFiles(blobs, read, { message, signal }));
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    return { status: "NewReleaseMessageInvalid", information: error.message };
  }
}

function faultOfMessage(read: ReadMessage, { message_id, kind }: StoreMessage): Fault | undefined {
  const [problem] = read.problems;
  if (problem) return { status: "NewReleaseMessageInvalid", information: `${problem.path}: ${problem.issue}` };
  if (read.message.header.message_id !== message_id)
    return { status: "IdentifierInvalid", information: `The header does not name the message ${message_id}.` };
  if (kind === "takedown") return undefined;
  if (read.message_type !== "NewReleaseMessage")
    return { status: "NewReleaseMessageInvalid", information: "A PurgeReleaseMessage brings no release." };
  return read.message.deals.length > 0
    ? undefined
    : { status: "NoDealInNewReleaseMessage", information: "The message has no deal." };
}

/** In the order of the message. A file that the store has from an earlier message is not looked at. */
async function findFaultOfFiles(
  blobs: Inputs["blobs"],
  read: ReadMessage,
  { message, signal }: { message: StoreMessage; signal: AbortSignal },
): Promise<Fault | undefined> {
  if (message.kind === "takedown" || read.message_type !== "NewReleaseMessage") return undefined;
  const handed_over = new Map(nameFiles(message).map(({ uri, file }) => [uri, file]));
  for (const { file: named } of [...read.message.images, ...read.message.recordings]) {
    if (named && !named.is_provided) continue;
    const file = named && handed_over.get(named.uri);
    if (!file) return { status: "ResourceMissing", information: `There is no file ${named?.uri ?? "for a resource"}.` };
    const { algorithm = "", value = "" } = named.hash ?? {};
    const kind = algorithms.get(algorithm);
    const isRight = kind && value.toLowerCase() === (await hashOfBytes(blobs, file, { kind, signal }));
    const information = `The hash of ${named.uri} is not that of its bytes.`;
    if (!isRight) return { status: "SignatureOrHashSumWrongOrMissing", information };
  }
  return undefined;
}

/** The names of hashes in ERN 4 and in ERN 3. */
const algorithms = new Map([
  ["SHA-256", "sha256"],
  ["MD5", "md5"],
]);

async function hashOfBytes(
  blobs: Inputs["blobs"],
  file: MessageFile,
  { kind, signal }: { kind: string; signal: AbortSignal },
): Promise<string> {
  try {
    const bytes = await blobs.get(file.blob_key);
    if (!bytes) throw new TransportFailure(`The file ${file.asset_id} is not there.`);
    const hash = createHash(kind);
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      hash.update(chunk as Buffer);
    }
    return hash.digest("hex");
  } catch (error) {
    if (error instanceof StorageAway) throw new TransportFailure(`The file ${file.asset_id} cannot be read now.`);
    throw error;
  }
}

/** A receipt of what the store said: its answer, or when to ask again. */
export function receiptOf({ answer, acknowledgements }: Said, ask_after_ms: number): Receipt {
  return answer === "in_progress" ? { ask_after_ms, acknowledgements } : { answer, acknowledgements };
}
