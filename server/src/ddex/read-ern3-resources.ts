// Sound recordings and images of ERN 3.8, as values.

import { append } from "../platform/long-list.ts";
import type { Code, Contributor, Image, RightsLine, SoundRecording } from "./ern.ts";
import {
  detailsOf,
  type Ern3Place,
  type Ern3Reading,
  isTrue,
  readErn3Artists,
  readErn3File,
  readErn3Title,
  type Steps,
  shownName,
  technicalDetails,
} from "./read-ern3-parts.ts";
import { readLine } from "./read-names.ts";
import { yearOf } from "./read-resources.ts";
import { durationMs, numberOf, readCode, readHertz, readProprietaryIds } from "./read-values.ts";
import type { XmlElement } from "./read-xml.ts";
import { childOf, childrenOf, numbered, textAt, textOf } from "./xml-tree.ts";

export function* readErn3Recording(place: Ern3Place, reading: Ern3Reading): Steps<SoundRecording> {
  const { element: recording, path } = place;
  const { problems, origins } = reading;
  const details = yield* detailsOf(place, "SoundRecordingDetailsByTerritory", reading);
  const ids = currentOf(childrenOf(recording, "SoundRecordingId"));
  const technical = technicalDetails(details, "TechnicalSoundRecordingDetails");
  const creation = childOf(recording, "CreationDate");
  const display_artists = readErn3Artists(details, place, reading);
  origins.keep(`${path}/SoundRecordingEdition/ResourceId`, ids);
  origins.keep(`${path}/SoundRecordingEdition/TechnicalDetails`, technical);
  return {
    reference: problems.required(recording, "ResourceReference"),
    isrc: textAt(ids, "ISRC") ?? null,
    proprietary_ids: readProprietaryIds(ids, "ProprietaryId"),
    title: readErn3Title(place, details, reading),
    ...noOtherNames,
    display_artist_name: textAt(details, "DisplayArtistName") ?? shownName(display_artists, reading),
    display_artists,
    contributors: readContributors(details, place, reading),
    duration_ms: durationMs(textAt(recording, "Duration")),
    p_line: readErn3Line(details, "PLine"),
    iswc: textAt(recording, "IndirectSoundRecordingId", "ISWC") ?? null,
    recording_year: yearOf(textOf(creation)),
    recording_country: creation?.attributes.TerritoryCode ?? null,
    parental_warning: textAt(details, "ParentalWarningType") ?? null,
    language: textAt(recording, "LanguageOfPerformance") ?? null,
    contains_ai: null,
    is_instrumental: isTrue(textAt(recording, "IsInstrumental")),
    is_cover: false,
    is_work_part: false,
    file: technical
      ? {
          ...readErn3File(technical),
          codec: readCode(childOf(technical, "AudioCodecType")) ?? null,
          channels: numberOf(textAt(technical, "NumberOfChannels")),
          sampling_rate: readHertz(childOf(technical, "SamplingRate")),
          bits_per_sample: numberOf(textAt(technical, "BitsPerSample")),
        }
      : null,
  };
}

/** An id that was replaced is an old one. */
export function currentOf(ids: readonly XmlElement[]): XmlElement | undefined {
  return ids.find(({ attributes }) => !isTrue(attributes.IsReplaced)) ?? ids[0];
}

/** Those of the recording and those of its work as one list: each party once, with all roles. */
function readContributors(details: XmlElement, { path }: Ern3Place, { parties, origins }: Ern3Reading): Contributor[] {
  const known = new Map<string, ReadRole[]>();
  for (const [name, role] of [
    ["ResourceContributor", "ResourceContributorRole"],
    ["IndirectResourceContributor", "IndirectResourceContributorRole"],
  ] as const)
    for (const contributor of childrenOf(details, name)) {
      const reference = parties.read(contributor);
      const roles = known.get(reference) ?? [];
      if (!known.has(reference)) origins.keep(`${path}/Contributor[${known.size + 1}]`, contributor);
      append(roles, readRoles(contributor, role));
      known.set(reference, roles);
    }
  return [...known].map(([party_reference, roles], index) => {
    for (const [place, { element }] of roles.entries())
      origins.keep(`${path}/Contributor[${index + 1}]/${numbered("Role", place, roles.length)}`, element);
    const codes = roles.map(({ code }) => code);
    return { party_reference, special: null, sequence_number: index + 1, roles: codes, ai: null };
  });
}

type ReadRole = { code: Code; element: XmlElement };

function readRoles(contributor: XmlElement, name: string): ReadRole[] {
  return childrenOf(contributor, name).flatMap((element) => {
    const code = readCode(element);
    return code ? [{ code, element }] : [];
  });
}

export function readErn3Line(element: XmlElement, name: "PLine" | "CLine"): RightsLine | null {
  return readLine(childOf(element, name), `${name}Text`);
}

/** Translations are not read of ERN 3. */
export const noOtherNames = { translated_titles: [], formal_title: null, translated_artist_names: [] };

export function* readErn3Image(place: Ern3Place, reading: Ern3Reading): Steps<Image> {
  const { element: image, path } = place;
  const { problems, origins } = reading;
  const details = yield* detailsOf(place, "ImageDetailsByTerritory", reading);
  const technical = technicalDetails(details, "TechnicalImageDetails");
  origins.keep(`${path}/TechnicalDetails`, technical);
  return {
    reference: problems.required(image, "ResourceReference"),
    type: textAt(image, "ImageType") ?? "Unknown",
    proprietary_ids: childrenOf(image, "ImageId").flatMap((id) => readProprietaryIds(id, "ProprietaryId")),
    parental_warning: textAt(details, "ParentalWarningType") ?? null,
    contains_ai: null,
    file: technical
      ? {
          ...readErn3File(technical),
          codec: readCode(childOf(technical, "ImageCodecType")) ?? null,
          width: numberOf(textAt(technical, "ImageWidth")),
          height: numberOf(textAt(technical, "ImageHeight")),
        }
      : null,
  };
}
