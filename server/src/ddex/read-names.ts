// The names in a message of ERN 4: its parties, and the titles and makers of a release or a recording.

import type {
  ContainsAi,
  Contributor,
  DisplayArtist,
  DisplayTitle,
  FormalTitle,
  OtherNames,
  Party,
  RightsLine,
} from "./ern.ts";
import { mainOf, numberOf, type Problems, readCodes, readProprietaryIds, readTitle } from "./read-values.ts";
import type { XmlElement } from "./read-xml.ts";
import { childrenOf, textAt, textOf } from "./xml-tree.ts";

export function readParty(party: XmlElement, problems: Problems): Party {
  const ids = childrenOf(party, "PartyId");
  const first = (name: string) => ids.map((id) => textAt(id, name)).find((text) => text !== undefined) ?? null;
  const names = childrenOf(party, "PartyName");
  const name = mainOf(names);
  const nameOf = (element: XmlElement | undefined) => textAt(element, "FullName") ?? textOf(element);
  return {
    reference: problems.required(party, "PartyReference"),
    name: nameOf(name) ?? null,
    translated_names: inOtherLanguages(names).flatMap(({ language, element }) => {
      const translated = nameOf(element);
      return translated === undefined ? [] : { language, name: translated };
    }),
    isni: first("ISNI"),
    dpid: first("DPID"),
    ipi: first("IpiNameNumber"),
    proprietary_ids: ids.flatMap((id) => readProprietaryIds(id, "ProprietaryId")),
  };
}

/** Those besides the main one that say their language, each language once. */
function inOtherLanguages(elements: readonly XmlElement[]): { language: string; element: XmlElement }[] {
  if (elements.length < 2) return [];
  const main = mainOf(elements);
  const met = new Set([main?.attributes.LanguageAndScriptCode]);
  return elements.flatMap((element) => {
    const language = element.attributes.LanguageAndScriptCode;
    if (element === main || !language || met.has(language)) return [];
    met.add(language);
    return [{ language, element }];
  });
}

export function readOtherNames(element: XmlElement): OtherNames {
  const parts = new Map(
    inOtherLanguages(childrenOf(element, "DisplayTitle")).map((found) => [found.language, found.element]),
  );
  return {
    translated_titles: inOtherLanguages(childrenOf(element, "DisplayTitleText")).flatMap((found) => {
      const text = textOf(found.element);
      const own = parts.get(found.language);
      const sub_title = textAt(own, "SubTitle") ?? null;
      return text === undefined
        ? []
        : { language: found.language, text, title: textAt(own, "TitleText") ?? text, sub_title };
    }),
    formal_title: readFormalTitle(element),
    translated_artist_names: inOtherLanguages(childrenOf(element, "DisplayArtistName")).flatMap((found) => {
      const name = textOf(found.element);
      return name === undefined ? [] : { language: found.language, name };
    }),
  };
}

/** 4.3 and before write it as an additional title. */
export function readFormalTitle(element: XmlElement | undefined): FormalTitle | null {
  const additional = childrenOf(element, "AdditionalTitle").filter(
    ({ attributes }) => attributes.TitleType === "FormalTitle",
  );
  const formal = mainOf(childrenOf(element, "FormalTitle")) ?? mainOf(additional);
  const title = textAt(formal, "TitleText");
  return title === undefined ? null : { title, sub_title: textAt(formal, "SubTitle") ?? null };
}

export function requiredTitle(element: XmlElement, problems: Problems): DisplayTitle {
  const title = readTitle(element);
  if (!title) problems.add(element, "DisplayTitleText", "is missing");
  return title ?? { text: "", title: "", sub_title: null };
}

export function readArtistName(element: XmlElement): string {
  return textOf(mainOf(childrenOf(element, "DisplayArtistName"))) ?? "";
}

export function readDisplayArtists(element: XmlElement): DisplayArtist[] {
  return childrenOf(element, "DisplayArtist").map((artist) => ({
    party_reference: textAt(artist, "ArtistPartyReference") ?? "",
    sequence_number: numberOf(artist.attributes.SequenceNumber),
    role: textAt(artist, "DisplayArtistRole") ?? "",
    artistic_roles: readCodes(artist, "ArtisticRole"),
  }));
}

export function readContributor(contributor: XmlElement): Contributor {
  const special = textAt(contributor, "SpecialContributor") ?? null;
  return {
    party_reference: textAt(contributor, "ContributorPartyReference") ?? (special === null ? "" : null),
    special,
    sequence_number: numberOf(contributor.attributes.SequenceNumber),
    roles: readCodes(contributor, "Role"),
    ai: readAiShare(contributor, "AiContribution"),
  };
}

export function readLine(line: XmlElement | undefined, name: string): RightsLine | null {
  const text = textAt(line, name);
  return text === undefined ? null : { year: textAt(line, "Year") ?? null, text };
}

export function readAiShare(element: XmlElement, name: "ContainsAI" | "AiContribution"): ContainsAi {
  const said = textAt(element, name);
  return (["None", "Partly", "All"] as const).find((value) => value === said) ?? null;
}
