// The manifest of a batch (choreography for SFTP, 1.8): its arrival tells a store that all messages of the batch are there.

import type { ControlType, MessagingParty } from "./ern.ts";
import { AVS_VERSION, partyElement } from "./message-parts.ts";
import { element } from "./xml.ts";

/** `path`: that of the message's file, from the batch's folder. A purge cannot be listed. */
type ListedMessage = {
  message_id: string;
  path: string;
  icpn: string;
  kind: "new" | "update" | "takedown";
  checksum_sha256: string;
};

export type Manifest = {
  sender: MessagingParty;
  recipient: MessagingParty;
  created_at: string;
  control_type: ControlType;
  /** The name of the batch's folder. */
  folder: string;
  messages: readonly ListedMessage[];
};

const deliveryTypes = { new: "NewReleaseDelivery", update: "ReDelivery", takedown: "TakeDown" } as const;

export function writeManifest(manifest: Manifest): string {
  const { sender, recipient, created_at, control_type, folder, messages } = manifest;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<ern-c-sftp:ManifestMessage xmlns:ern-c-sftp="http://ddex.net/xml/ern-c-sftp/18"` +
    ` MessageVersionId="1.8" AvsVersionId="${AVS_VERSION}"><MessageHeader>${partyElement("MessageSender", sender)}` +
    `${partyElement("MessageRecipient", recipient)}${element("MessageCreatedDateTime", created_at)}</MessageHeader>` +
    `${element("IsTestFlag", control_type === "TestMessage")}${element("RootDirectory", folder)}` +
    `${element("NumberOfMessages", messages.length)}${messages.map(listed).join("")}</ern-c-sftp:ManifestMessage>\n`
  );
}

function listed({ message_id, path, icpn, kind, checksum_sha256 }: ListedMessage): string {
  return (
    `<MessageInBatch><MessageType>NewReleaseMessage</MessageType>${element("MessageId", message_id)}${element("URL", path)}` +
    `<IncludedReleaseId>${element("ICPN", icpn)}</IncludedReleaseId>${element("DeliveryType", deliveryTypes[kind])}` +
    `<ProductType>AudioProduct</ProductType><HashSum>${element("HashSumValue", checksum_sha256)}` +
    `<HashSumAlgorithmType>SHA-256</HashSumAlgorithmType></HashSum></MessageInBatch>`
  );
}
