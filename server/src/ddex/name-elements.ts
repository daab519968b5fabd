// The elements that name a release, a recording and their makers: titles, artists, contributors, labels, genres.

import type {
  Code,
  ContainsAi,
  Contributor,
  DisplayArtist,
  DisplayTitle,
  Ern4Version,
  FormalTitle,
  Party,
  RightsLine,
  TranslatedName,
  TranslatedTitle,
} from "./ern.ts";
import { codeElement, type dialects, proprietaryIdElements } from "./message-parts.ts";
import { element, escapeXml } from "./xml.ts";

/**
 * The dialect and attributes that all elements of one message share. `everywhere`: the attributes, with a space before
 * them.
 */
export type ElementForm = (typeof dialects)[Ern4Version] & { everywhere: string };

export function allOf<Value>(values: readonly Value[], write: (value: Value) => string): string {
  let text = "";
  for (const value of values) text += write(value);
  return text;
}

/** It yields after each value. */
export function* allInSteps<Value>(
  values: readonly Value[],
  write: (value: Value) => string,
): Generator<undefined, string, undefined> {
  let text = "";
  for (const value of values) {
    text += write(value);
    yield;
  }
  return text;
}

export function listedParty(party: Party, form: ElementForm): string {
  const { reference, name, translated_names, isni, dpid, ipi, proprietary_ids } = party;
  const ids =
    `${element("ISNI", isni)}${element("DPID", dpid)}${element("IpiNameNumber", ipi)}` +
    `${proprietaryIdElements(proprietary_ids)}`;
  const fullName = (attributes: string, text: string) =>
    `<PartyName${attributes}>${element("FullName", text)}</PartyName>`;
  const named = name === null ? "" : fullName(translated_names.length > 0 ? DEFAULT : "", name);
  const others = allOf(translated_names, (other) => fullName(inLanguage(other, form), other.name));
  return (
    `<Party>${element("PartyReference", reference)}${named}${others}` +
    `${ids === "" ? "" : `<PartyId>${ids}</PartyId>`}</Party>`
  );
}

const DEFAULT = ' IsDefault="true"';

/** Where there are other languages, the message's own is the default. */
function ownLanguage(others: readonly unknown[], { everywhere }: ElementForm): string {
  return others.length > 0 && everywhere === "" ? DEFAULT : everywhere;
}

function inLanguage({ language }: { language: string }, { everywhere }: ElementForm): string {
  const place = everywhere === "" ? "" : ' ApplicableTerritoryCode="Worldwide"';
  return ` LanguageAndScriptCode="${escapeXml(language)}"${place}`;
}

export function titleElements(title: DisplayTitle, others: readonly TranslatedTitle[], form: ElementForm): string {
  const own = ownLanguage(others, form);
  if (others.length === 0) return shownTitle(title, own) + titleParts("DisplayTitle", title, own);
  return (
    shownTitle(title, own) +
    allOf(others, (other) => shownTitle(other, inLanguage(other, form))) +
    titleParts("DisplayTitle", title, own) +
    allOf(others, (other) => titleParts("DisplayTitle", other, inLanguage(other, form)))
  );
}

function shownTitle({ text }: DisplayTitle, attributes: string): string {
  return `<DisplayTitleText${attributes}>${escapeXml(text)}</DisplayTitleText>`;
}

function titleParts(name: string, { title, sub_title }: FormalTitle, attributes: string): string {
  return `<${name}${attributes}>${element("TitleText", title)}${element("SubTitle", sub_title)}</${name}>`;
}

export function formalTitleElement(title: FormalTitle | null, { formal_title: name }: ElementForm): string {
  if (title === null) return "";
  return titleParts(name, title, name === "AdditionalTitle" ? ' TitleType="FormalTitle"' : "");
}

export function artistNameElements(name: string, others: readonly TranslatedName[], form: ElementForm): string {
  const shown = (text: string, attributes: string) =>
    `<DisplayArtistName${attributes}>${escapeXml(text)}</DisplayArtistName>`;
  return shown(name, ownLanguage(others, form)) + allOf(others, (other) => shown(other.name, inLanguage(other, form)));
}

export function artistElements(artists: readonly DisplayArtist[], form: ElementForm): string {
  return allOf(artists, ({ party_reference, sequence_number, role, artistic_roles }) => {
    const sequence = sequence_number === null ? "" : ` SequenceNumber="${sequence_number}"`;
    const roles = artistic_roles.map((code) => roleElement("ArtisticRole", code, form)).join("");
    return (
      `<DisplayArtist${sequence}>${element("ArtistPartyReference", party_reference)}` +
      `${element("DisplayArtistRole", role)}${roles}</DisplayArtist>`
    );
  });
}

/** A version that cannot say what artificial intelligence made has no element for a contributor that is one. */
export function contributorElements(contributors: readonly Contributor[], form: ElementForm): string {
  return allOf(contributors, ({ party_reference, special, sequence_number, roles, ai }) => {
    if (special !== null && !form.has_contains_ai) return "";
    const sequence = sequence_number === null ? "" : ` SequenceNumber="${sequence_number}"`;
    return (
      `<Contributor${sequence}>${element("ContributorPartyReference", party_reference)}` +
      `${element("SpecialContributor", special)}${allOf(roles, (code) => roleElement("Role", code, form))}` +
      `${form.has_contains_ai ? element("AiContribution", ai) : ""}</Contributor>`
    );
  });
}

function roleElement(name: string, code: Code, { has_role_values }: ElementForm): string {
  return has_role_values ? `<${name}>${codeElement("Value", code)}</${name}>` : codeElement(name, code);
}

export function labelElements(references: readonly string[], { everywhere }: ElementForm): string {
  return allOf(
    references,
    (reference) => `<ReleaseLabelReference${everywhere}>${escapeXml(reference)}</ReleaseLabelReference>`,
  );
}

type Genres = { genre: string | null; sub_genre: string | null };

export function genreElement({ genre, sub_genre }: Genres, { genre: name, everywhere }: ElementForm): string {
  if (genre === null) return "";
  return `<${name}${everywhere}>${element("GenreText", genre)}${element("SubGenre", sub_genre)}</${name}>`;
}

export function lineElement(name: "PLine" | "CLine", line: RightsLine | null): string {
  return line ? `<${name}>${element("Year", line.year)}${element(`${name}Text`, line.text)}</${name}>` : "";
}

export function aiElement(share: ContainsAi, { has_contains_ai }: ElementForm): string {
  return has_contains_ai ? element("ContainsAI", share) : "";
}

/** In whole seconds, as stores show it. */
export function durationElement(duration_ms: number): string {
  const seconds = Math.round(duration_ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `<Duration>PT${hours > 0 ? `${hours}H` : ""}${hours + minutes > 0 ? `${minutes}M` : ""}${seconds % 60}S</Duration>`;
}
