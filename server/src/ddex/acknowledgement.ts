// A store's acknowledgements of our messages, by DDEX's choreographies 1.6 to 1.8: read from XML, written as XML, and
// turned into an answer.
//
// Stores are free in how they write acknowledgements, so reading is lenient: names of the root and the namespace vary
// with the version, fields may be absent, and values that no standard knows are kept. Only text that is no XML is
// refused.
//
// An acknowledgement comes more than once and late: a store sends the same one with a new status. So the newest that is
// about a message decides, by the time at which the store made it.

import type { Signal } from "../platform/signal.ts";
import { yielding } from "../platform/yielding.ts";
import { XmlRefused } from "./decode-xml.ts";
import { instantOf } from "./read-values.ts";
import { readXml, type XmlElement } from "./read-xml.ts";
import { childOf, childrenOf, textAt, textOf } from "./xml-tree.ts";

type MessageStatus = { status: string; information?: string | undefined };

/** The part of an acknowledgement about one message of ours. */
export type AcknowledgedMessage = {
  message_type: string;
  message_id: string;
  batch_id?: string | undefined;
  statuses: readonly MessageStatus[];
};

export type AcknowledgedRelease = {
  icpn?: string | undefined;
  /** One of DDEX's, such as `ReleaseMadeAvailableToConsumers`. Older choreographies have none. */
  release_status?: string | undefined;
  error_text?: string | undefined;
  proposed_action?: string | undefined;
  is_manual_check_required?: boolean | undefined;
  /** ISRCs, or the store's own names for files. */
  affected_resources?: readonly string[] | undefined;
  messages: readonly AcknowledgedMessage[];
};

export type Acknowledgement = {
  message_id: string;
  sender_party_id?: string | undefined;
  recipient_party_id?: string | undefined;
  /** As an instant in UTC. Absent where the store states none that can be read. */
  created_at?: string | undefined;
  releases: readonly AcknowledgedRelease[];
};

/** Throws XmlRefused where it is no XML, and undefined where it is another message. */
export function* readAcknowledgement(bytes: Uint8Array): Generator<undefined, Acknowledgement | undefined, undefined> {
  const { root } = yield* readXml(bytes);
  if (!root.name.endsWith("AcknowledgementMessage")) return undefined;
  const header = childOf(root, "MessageHeader");
  return {
    message_id: textAt(header, "MessageId") ?? "",
    sender_party_id: textAt(header, "MessageSender", "PartyId"),
    recipient_party_id: textAt(header, "MessageRecipient", "PartyId"),
    created_at: instantOf(textAt(header, "MessageCreatedDateTime")),
    releases: yield* releasesOf(root),
  };
}

/** Undefined where it is no acknowledgement, or no XML that we read: a file may still be on its way. */
export async function tryReadAcknowledgement(bytes: Uint8Array, signal?: Signal): Promise<Acknowledgement | undefined> {
  try {
    return await yielding(readAcknowledgement(bytes), signal);
  } catch (error) {
    if (error instanceof XmlRefused) return undefined;
    throw error;
  }
}

function* releasesOf(root: XmlElement): Generator<undefined, AcknowledgedRelease[], undefined> {
  const statuses = childrenOf(root, "ReleaseStatus");
  // Before 1.7 an acknowledgement was about files, and its root said how they are.
  const files = statuses.length > 0 ? [] : childrenOf(root, "AcknowledgedFile");
  const of_all = files.length > 0 ? fileStatuses(root) : [];
  const error_text = textAt(root, "ErrorText");
  const releases: AcknowledgedRelease[] = [];
  for (const status of statuses) {
    releases.push(releaseOf(status));
    yield;
  }
  for (const file of files) {
    releases.push(fileOf(file, { of_all, error_text }));
    yield;
  }
  return releases;
}

function releaseOf(status: XmlElement): AcknowledgedRelease {
  return {
    icpn: textAt(status, "ReleaseId", "ICPN"),
    release_status: namedValue(childOf(status, "ReleaseStatus")) ?? textOf(status),
    error_text: textAt(status, "ErrorText"),
    proposed_action: namedValue(childOf(status, "ProposedActionType")),
    is_manual_check_required: /^(true|1)$/.test(textAt(status, "ManualCheckRequired") ?? ""),
    affected_resources: childrenOf(status, "AffectedResource").flatMap((resource) => {
      const [name] = resource.children.flatMap((id) => textOf(id) ?? []);
      return name ?? textOf(resource) ?? [];
    }),
    messages: childrenOf(status, "Acknowledgement").map(messageOf),
  };
}

function messageOf(acknowledged: XmlElement): AcknowledgedMessage {
  return {
    message_type: textAt(acknowledged, "MessageType") ?? "NewReleaseMessage",
    message_id: textAt(acknowledged, "MessageId") ?? "",
    batch_id: textAt(acknowledged, "BatchId"),
    statuses: childrenOf(acknowledged, "MessageStatus").map((status) => ({
      status: namedValue(childOf(status, "Status")) ?? textOf(status) ?? "",
      information: textAt(status, "Information"),
    })),
  };
}

type OfAllFiles = { of_all: readonly MessageStatus[]; error_text: string | undefined };

function fileOf(file: XmlElement, { of_all, error_text }: OfAllFiles): AcknowledgedRelease {
  const own = fileStatuses(file);
  return {
    icpn: textAt(file, "ReleaseId", "ICPN") ?? textAt(file, "ReleaseId"),
    error_text: error_text ?? textAt(file, "ErrorText"),
    messages: [
      {
        message_type: textAt(file, "MessageType") ?? "NewReleaseMessage",
        message_id: textAt(file, "MessageId") ?? "",
        // Those of all files are one list: there may be thousands of both.
        statuses: own.length === 0 ? of_all : [...of_all, ...own].slice(0, MAX_STATUSES),
      },
    ],
  };
}

/** The statuses read of one file. A store sends a few. */
const MAX_STATUSES = 100;

function fileStatuses(at: XmlElement): MessageStatus[] {
  const stated = [...childrenOf(at, "FileStatus"), ...childrenOf(at, "MessageStatus")].slice(0, MAX_STATUSES);
  return stated.flatMap((status) => {
    const value = namedValue(childOf(status, "Status") ?? status);
    return value === undefined ? [] : { status: value };
  });
}

/** A value of DDEX's, or the one that the store has defined itself. */
function namedValue(element: XmlElement | undefined): string | undefined {
  const value = textOf(element);
  return value === "UserDefined" ? (element?.attributes.UserDefinedValue ?? value) : value;
}

/** By choreography 1.8, with what the values state and no more. */
export function writeAcknowledgement(acknowledgement: Acknowledgement): string {
  const { message_id, sender_party_id, recipient_party_id, created_at, releases } = acknowledgement;
  const header =
    tag("MessageId", message_id) +
    `<MessageSender>${tag("PartyId", sender_party_id)}</MessageSender>` +
    `<MessageRecipient>${tag("PartyId", recipient_party_id)}</MessageRecipient>` +
    tag("MessageCreatedDateTime", created_at);
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<ern-c-sftp:AcknowledgementMessage xmlns:ern-c-sftp="http://ddex.net/xml/ern-c-sftp/18" AvsVersionId="9">` +
    `<MessageHeader>${header}</MessageHeader>${releases.map(writeRelease).join("")}` +
    `</ern-c-sftp:AcknowledgementMessage>\n`
  );
}

function writeRelease(release: AcknowledgedRelease): string {
  const { icpn, release_status, error_text, proposed_action, is_manual_check_required, messages } = release;
  return (
    `<ReleaseStatus><ReleaseId>${tag("ICPN", icpn)}</ReleaseId>` +
    tag("ReleaseStatus", release_status) +
    tag("ErrorText", error_text) +
    tag("ProposedActionType", proposed_action) +
    (is_manual_check_required ? tag("ManualCheckRequired", "true") : "") +
    (release.affected_resources ?? [])
      .map((isrc) => `<AffectedResource>${tag("ISRC", isrc)}</AffectedResource>`)
      .join("") +
    messages.map(writeMessage).join("") +
    `</ReleaseStatus>`
  );
}

function writeMessage({ message_type, batch_id, message_id, statuses }: AcknowledgedMessage): string {
  const written = statuses.map(
    ({ status, information }) =>
      `<MessageStatus>${tag("Status", status)}${tag("Information", information)}</MessageStatus>`,
  );
  const ids = tag("MessageType", message_type) + tag("BatchId", batch_id) + tag("MessageId", message_id);
  return `<Acknowledgement>${ids}${written.join("")}</Acknowledgement>`;
}

function tag(name: string, text: string | undefined): string {
  if (!text) return "";
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<${name}>${escaped}</${name}>`;
}
