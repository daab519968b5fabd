// Sound recordings and images of ERN 3.8, as values.

import { append } from "../platform/long-list.ts";
import type { Code, Contributor, Image, RightsLine, SoundRecording } from "./ern.ts";
import {
  detailsOf,
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
import { durationMs, numberOf, readCode, readCodes, readHertz, readProprietaryIds } from "./read-values.ts";
import type { XmlElement } from "./read-xml.ts";
import { childOf, childrenOf, textAt, textOf } from "./xml-tree.ts";

export function* readErn3Recording(recording: XmlElement, reading: Ern3Reading): Steps<SoundRecording> {
  const { problems } = reading;
  const details = yield* detailsOf(recording, "SoundRecordingDetailsByTerritory", reading);
  const ids = currentOf(childrenOf(recording, "SoundRecordingId"));
  const technical = technicalDetails(details, "TechnicalSoundRecordingDetails");
  const creation = childOf(recording, "CreationDate");
  const display_artists = readErn3Artists(details, reading);
  return {
    reference: problems.required(recording, "ResourceReference"),
    isrc: textAt(ids, "ISRC") ?? null,
    proprietary_ids: readProprietaryIds(ids, "ProprietaryId"),
    title: readErn3Title(recording, details, problems),
    ...noOtherNames,
    display_artist_name: textAt(details, "DisplayArtistName") ?? shownName(display_artists, reading),
    display_artists,
    contributors: readContributors(details, reading),
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
function readContributors(details: XmlElement, { parties }: Ern3Reading): Contributor[] {
  const roles = new Map<string, Code[]>();
  for (const [name, role] of [
    ["ResourceContributor", "ResourceContributorRole"],
    ["IndirectResourceContributor", "IndirectResourceContributorRole"],
  ] as const)
    for (const contributor of childrenOf(details, name)) {
      const reference = parties.read(contributor);
      const known = roles.get(reference) ?? [];
      append(known, readCodes(contributor, role));
      roles.set(reference, known);
    }
  return [...roles].map(([party_reference, roles], index) => ({
    party_reference,
    special: null,
    sequence_number: index + 1,
    roles,
    ai: null,
  }));
}

export function readErn3Line(element: XmlElement, name: "PLine" | "CLine"): RightsLine | null {
  return readLine(childOf(element, name), `${name}Text`);
}

/** Translations are not read of ERN 3. */
export const noOtherNames = { translated_titles: [], formal_title: null, translated_artist_names: [] };

export function* readErn3Image(image: XmlElement, reading: Ern3Reading): Steps<Image> {
  const { problems } = reading;
  const details = yield* detailsOf(image, "ImageDetailsByTerritory", reading);
  const technical = technicalDetails(details, "TechnicalImageDetails");
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
