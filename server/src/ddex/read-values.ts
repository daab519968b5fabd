// The values that messages of every kind have, read from their elements. A required value that is missing is a problem
// at its path; the value is then empty, so that all problems of a message are found at once.

import type {
  Code,
  ControlType,
  DisplayTitle,
  ErnReleaseId,
  MessageHeader,
  MessageProblem,
  MessagingParty,
  ProprietaryId,
} from "./ern.ts";
import { controlTypes, updateIndicators } from "./ern.ts";
import type { XmlElement } from "./read-xml.ts";
import { childOf, childrenOf, pathOf, textAt, textOf } from "./xml-tree.ts";

/** The problems of a message. Only as many are kept as an answer shows, since each costs a walk to its path. */
export class Problems {
  static readonly MAX = 100;
  readonly list: MessageProblem[] = [];

  add(at: XmlElement | undefined, name: string, issue: string): void {
    if (this.list.length >= Problems.MAX) return;
    const path = [at ? pathOf(at) : "", name].filter(Boolean).join("/");
    this.list.push({ path, issue });
  }

  addAt(at: XmlElement, issue: string): void {
    if (this.list.length < Problems.MAX) this.list.push({ path: pathOf(at), issue });
  }

  /** The text of a child that must be there. */
  required(element: XmlElement | undefined, name: string): string {
    const text = textAt(element, name);
    if (text === undefined) this.add(element, name, "is missing");
    return text ?? "";
  }
}

export function readHeader(root: XmlElement, problems: Problems): MessageHeader {
  const header = childOf(root, "MessageHeader");
  if (!header) problems.add(root, "MessageHeader", "is missing");
  const control_type = textAt(header, "MessageControlType");
  const created_at = header ? problems.required(header, "MessageCreatedDateTime") : "";
  if (created_at !== "" && instantOf(created_at) === undefined) {
    problems.add(header, "MessageCreatedDateTime", "must be a date and time such as 2027-01-01T00:00:00Z");
  }
  const message_id = header ? problems.required(header, "MessageId") : "";
  if (message_id.length > MAX_ID_LETTERS) {
    problems.add(header, "MessageId", `must have at most ${MAX_ID_LETTERS} letters`);
  }
  const behalf = childOf(header, "SentOnBehalfOf");
  return {
    message_id,
    sender: readMessagingParty(header, "MessageSender", problems),
    sent_on_behalf_of: behalf ? partyOf(behalf) : null,
    recipients: childrenOf(header, "MessageRecipient").map(partyOf),
    created_at,
    control_type: controlTypes.find((type): type is ControlType => type === control_type) ?? null,
    update_indicator: updateIndicators.find((indicator) => indicator === textAt(root, "UpdateIndicator")) ?? null,
  };
}

const MAX_ID_LETTERS = 200;

function readMessagingParty(header: XmlElement | undefined, name: string, problems: Problems): MessagingParty {
  const element = childOf(header, name);
  if (header && !element) problems.add(header, name, "is missing");
  if (element) problems.required(element, "PartyId");
  return element ? partyOf(element) : { party_id: "", party_name: null };
}

function partyOf(element: XmlElement): MessagingParty {
  const name = textAt(element, "PartyName", "FullName") ?? textAt(element, "PartyName");
  return { party_id: textAt(element, "PartyId")?.slice(0, MAX_ID_LETTERS) ?? "", party_name: name ?? null };
}

/** The moment, where a time without a zone counts as UTC. Undefined where it is none. */
export function instantOf(text: string | undefined): string | undefined {
  if (!text || text.length > 40 || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)) return undefined;
  const instant = Date.parse(hasZone(text) ? text : `${text}Z`);
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}

export function hasZone(text: string): boolean {
  return /(Z|[+-]\d\d:?\d\d)$/.test(text);
}

export function readReleaseId(element: XmlElement | undefined): ErnReleaseId {
  return {
    grid: textAt(element, "GRid") ?? null,
    icpn: textAt(element, "ICPN") ?? null,
    catalog_number: readProprietaryIds(element, "CatalogNumber")[0] ?? null,
    proprietary_ids: readProprietaryIds(element, "ProprietaryId"),
  };
}

export function readProprietaryIds(element: XmlElement | undefined, name: string): ProprietaryId[] {
  return childrenOf(element, name).flatMap((id) => {
    const value = textOf(id);
    return value === undefined ? [] : { namespace: id.attributes.Namespace ?? "", value };
  });
}

/** Reads `Role` and its like, which 4.3.2 writes as `Role/Value`. */
export function readCodes(element: XmlElement | undefined, name: string): Code[] {
  return childrenOf(element, name).flatMap((given) => readCode(given) ?? []);
}

export function readCode(given: XmlElement | undefined): Code | undefined {
  const holder = childOf(given, "Value") ?? given;
  const value = textOf(holder);
  if (value === undefined || !holder) return undefined;
  const { Namespace: namespace = "", UserDefinedValue: user_defined } = { ...given?.attributes, ...holder.attributes };
  return { value, user_defined: user_defined === undefined ? null : { namespace, value: user_defined } };
}

/** The one that holds everywhere, where a message has several languages or territories: the default, else the first. */
export function mainOf(elements: readonly XmlElement[]): XmlElement | undefined {
  return elements.find(({ attributes }) => attributes.IsDefault === "true") ?? elements[0];
}

/** Undefined where there is none. */
export function readTitle(element: XmlElement): DisplayTitle | undefined {
  const shown = textOf(mainOf(childrenOf(element, "DisplayTitleText")));
  const parts = mainOf(childrenOf(element, "DisplayTitle"));
  const title = textAt(parts, "TitleText");
  const sub_title = textAt(parts, "SubTitle") ?? null;
  const text = shown ?? (title && sub_title ? `${title} (${sub_title})` : title);
  return text === undefined ? undefined : { text, title: title ?? text, sub_title };
}

/** The milliseconds of a duration in ISO 8601, such as PT3M26.2S. Null if the text is no duration. */
export function durationMs(text: string | undefined): number | null {
  const parts = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,7}(?:\.\d{1,9})?)S)?)?$/.exec(text ?? "");
  if (!parts) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000);
}

export function readHertz(rate: XmlElement | undefined): number | null {
  const value = numberOf(textOf(rate));
  return value === null ? null : Math.round(rate?.attributes.UnitOfMeasure === "Hz" ? value : value * 1_000);
}

export function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}(\.\d{1,9})?$/.test(text) ? Number(text) : null;
}
