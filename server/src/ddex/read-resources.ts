// The resources of a message of ERN 4: recordings, images, texts, and the files of each.

import type { AudioFile, ErnFile, Image, ImageFile, SoundRecording, TextFile, TextResource } from "./ern.ts";
import {
  readAiShare,
  readArtistName,
  readContributor,
  readDisplayArtists,
  readLine,
  readOtherNames,
  requiredTitle,
} from "./read-names.ts";
import { durationMs, mainOf, numberOf, type Problems, readCode, readHertz, readProprietaryIds } from "./read-values.ts";
import type { XmlElement } from "./read-xml.ts";
import { childOf, childrenOf, textAt, textOf } from "./xml-tree.ts";

export function readRecording(recording: XmlElement, problems: Problems): SoundRecording {
  const edition = childOf(recording, "SoundRecordingEdition") ?? recording;
  const session = childOf(recording, "LocationAndDateOfSession");
  const says = (name: string) => textAt(recording, name) === "true";
  const id = childOf(edition, "ResourceId") ?? childOf(recording, "ResourceId");
  return {
    reference: problems.required(recording, "ResourceReference"),
    isrc: textAt(id, "ISRC") ?? null,
    proprietary_ids: readProprietaryIds(id, "ProprietaryId"),
    title: requiredTitle(recording, problems),
    ...readOtherNames(recording),
    display_artist_name: readArtistName(recording),
    display_artists: readDisplayArtists(recording),
    contributors: childrenOf(recording, "Contributor").map(readContributor),
    duration_ms: durationMs(textAt(recording, "Duration")),
    p_line: readLine(childOf(edition, "PLine") ?? childOf(recording, "PLine"), "PLineText"),
    iswc: textAt(recording, "WorkId", "ISWC") ?? null,
    recording_year: yearOf(textAt(session, "Period", "StartDate") ?? textAt(session, "Period", "StartDateTime")),
    recording_country: textAt(session, "Venue", "TerritoryCode") ?? null,
    parental_warning: textOf(mainOf(childrenOf(recording, "ParentalWarningType"))) ?? null,
    language: textAt(recording, "LanguageOfPerformance") ?? null,
    contains_ai: readAiShare(recording, "ContainsAI"),
    is_instrumental: says("IsInstrumental"),
    is_cover: says("IsCover"),
    is_work_part: recording.attributes.ApplyClassicalProfileVariant === "true",
    file: readAudioFile(childOf(edition, "TechnicalDetails") ?? childOf(recording, "TechnicalDetails")),
  };
}

/** A session may be dated to the day or the second. */
export function yearOf(date: string | undefined): string | null {
  return /^\d{4}(?!\d)/.exec(date ?? "")?.[0] ?? null;
}

function readAudioFile(details: XmlElement | undefined): AudioFile | null {
  const delivered = childOf(details, "DeliveryFile") ?? details;
  const file = readFile(delivered);
  if (!file) return null;
  return {
    ...file,
    codec: readCode(childOf(delivered, "AudioCodecType")) ?? null,
    channels: numberOf(textAt(delivered, "NumberOfChannels")),
    sampling_rate: readHertz(childOf(delivered, "SamplingRate")),
    bits_per_sample: numberOf(textAt(delivered, "BitsPerSample")),
  };
}

function readFile(delivered: XmlElement | undefined): ErnFile | null {
  const file = childOf(delivered, "File");
  const uri = textAt(file, "URI") ?? textAt(file, "FileName");
  if (uri === undefined) return null;
  const hash = childOf(file, "HashSum");
  const value = textAt(hash, "HashSumValue");
  const kilobytes = numberOf(textAt(file, "FileSize"));
  return {
    uri,
    hash: value === undefined ? null : { algorithm: textAt(hash, "Algorithm") ?? "", value },
    size_bytes: kilobytes === null ? null : Math.round(kilobytes * 1_000),
    is_provided: textAt(delivered, "IsProvidedInDelivery") !== "false",
  };
}

export function readImage(image: XmlElement, problems: Problems): Image {
  const details = childOf(image, "TechnicalDetails");
  const file = readFile(details);
  const picture: ImageFile | null = file && {
    ...file,
    codec: readCode(childOf(details, "ImageCodecType")) ?? null,
    width: numberOf(textAt(details, "ImageWidth")),
    height: numberOf(textAt(details, "ImageHeight")),
  };
  return {
    reference: problems.required(image, "ResourceReference"),
    type: problems.required(image, "Type"),
    proprietary_ids: childrenOf(image, "ResourceId").flatMap((id) => readProprietaryIds(id, "ProprietaryId")),
    parental_warning: textAt(image, "ParentalWarningType") ?? null,
    contains_ai: readAiShare(image, "ContainsAI"),
    file: picture,
  };
}

export function readText(text: XmlElement, problems: Problems): TextResource {
  const details = childOf(text, "TechnicalDetails");
  const file = readFile(details);
  const written: TextFile | null = file && { ...file, codec: readCode(childOf(details, "TextCodecType")) ?? null };
  return {
    reference: problems.required(text, "ResourceReference"),
    type: problems.required(text, "Type"),
    proprietary_ids: childrenOf(text, "ResourceId").flatMap((id) => readProprietaryIds(id, "ProprietaryId")),
    language: textAt(text, "LanguageOfText") ?? null,
    file: written,
  };
}
