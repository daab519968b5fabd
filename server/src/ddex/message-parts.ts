// The parts that all ERN messages of a version share, and how the versions differ.

import type { Code, Ern4Version, ErnReleaseId, MessageHeader, MessagingParty, ProprietaryId } from "./ern.ts";
import { element, escapeXml } from "./xml.ts";

/** The newest set of allowed values that we use. */
export const AVS_VERSION = "9";

type Dialect = {
  namespace: string;
  genre: "Genre" | "DisplayGenre";
  /** The role of a contributor is an element in an element. */
  has_role_values: boolean;
  has_contains_ai: boolean;
  /** A formal title is an element of its own, or an additional title of that type. */
  formal_title: "FormalTitle" | "AdditionalTitle";
};

/** All that differs between the versions of ERN 4 that we write. */
export const dialects: Readonly<Record<Ern4Version, Dialect>> = {
  "4.3.2": {
    namespace: "http://ddex.net/xml/ern/432",
    genre: "DisplayGenre",
    has_role_values: true,
    has_contains_ai: true,
    formal_title: "FormalTitle",
  },
  "4.3": {
    namespace: "http://ddex.net/xml/ern/43",
    genre: "Genre",
    has_role_values: false,
    has_contains_ai: false,
    formal_title: "AdditionalTitle",
  },
};

/** A whole document. `attributes` begin with a space. */
export function rootElement(
  name: string,
  version: Ern4Version,
  { attributes, language, content }: { attributes: string; language: string; content: string },
): string {
  const { namespace } = dialects[version];
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<ern:${name} xmlns:ern="${namespace}"${attributes} AvsVersionId="${AVS_VERSION}"` +
    ` LanguageAndScriptCode="${escapeXml(language)}">${content}</ern:${name}>\n`
  );
}

export function headerElement(header: MessageHeader): string {
  const { message_id, sender, sent_on_behalf_of, recipients, created_at, control_type } = header;
  return (
    `<MessageHeader>${element("MessageId", message_id)}${partyElement("MessageSender", sender)}` +
    `${sent_on_behalf_of ? partyElement("SentOnBehalfOf", sent_on_behalf_of) : ""}` +
    `${recipients.map((one) => partyElement("MessageRecipient", one)).join("")}` +
    `${element("MessageCreatedDateTime", created_at)}${element("MessageControlType", control_type)}</MessageHeader>`
  );
}

export function partyElement(name: string, { party_id, party_name }: MessagingParty): string {
  const named = party_name === null ? "" : `<PartyName>${element("FullName", party_name)}</PartyName>`;
  return `<${name}>${element("PartyId", party_id)}${named}</${name}>`;
}

export function releaseIdElement(id: ErnReleaseId): string {
  const { grid, icpn, catalog_number, proprietary_ids } = id;
  const catalog = catalog_number ? namespacedElement("CatalogNumber", catalog_number) : "";
  return `<ReleaseId>${element("GRid", grid)}${element("ICPN", icpn)}${catalog}${proprietaryIdElements(proprietary_ids)}</ReleaseId>`;
}

export function proprietaryIdElements(ids: readonly ProprietaryId[]): string {
  return ids.map((id) => namespacedElement("ProprietaryId", id)).join("");
}

function namespacedElement(name: string, { namespace, value }: ProprietaryId): string {
  return `<${name} Namespace="${escapeXml(namespace)}">${escapeXml(value)}</${name}>`;
}

/** A value that has no code stands in an attribute. */
export function codeElement(name: string, { value, user_defined }: Code): string {
  if (!user_defined) return element(name, value);
  const { namespace, value: words } = user_defined;
  return `<${name} Namespace="${escapeXml(namespace)}" UserDefinedValue="${escapeXml(words)}">UserDefined</${name}>`;
}
