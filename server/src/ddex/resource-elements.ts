// The resources of a message as XML: recordings, the cover, lyrics, and the files of each.

import type { AudioFile, ErnFile, Image, SoundRecording, TextResource } from "./ern.ts";
import { codeElement, proprietaryIdElements } from "./message-parts.ts";
import {
  aiElement,
  artistElements,
  artistNameElements,
  contributorElements,
  durationElement,
  type ElementForm,
  formalTitleElement,
  lineElement,
  titleElements,
} from "./name-elements.ts";
import { element } from "./xml.ts";

export function recordingElement(recording: SoundRecording, number: number, form: ElementForm): string {
  const { reference, isrc, iswc, proprietary_ids, duration_ms, parental_warning, language } = recording;
  const attribute = recording.is_work_part ? ' ApplyClassicalProfileVariant="true"' : "";
  return (
    `<SoundRecording${attribute}>${element("ResourceReference", reference)}<Type>MusicalWorkSoundRecording</Type><SoundRecordingEdition>` +
    `<ResourceId>${element("ISRC", isrc)}${proprietaryIdElements(proprietary_ids)}</ResourceId>${lineElement("PLine", recording.p_line)}` +
    `${recording.file ? audioElement(recording.file, number) : ""}</SoundRecordingEdition>` +
    `${iswc === null ? "" : `<WorkId>${element("ISWC", iswc)}</WorkId>`}` +
    `${titleElements(recording.title, recording.translated_titles, form)}${formalTitleElement(recording.formal_title, form)}` +
    `${artistNameElements(recording.display_artist_name, recording.translated_artist_names, form)}` +
    `${artistElements(recording.display_artists, form)}${contributorElements(recording.contributors, form)}` +
    `${durationElement(duration_ms ?? 0)}${sessionElement(recording)}${element("ParentalWarningType", parental_warning)}` +
    `${aiElement(recording.contains_ai, form)}${recording.is_cover ? element("IsCover", true) : ""}` +
    `${recording.is_instrumental ? INSTRUMENTAL : ""}${element("LanguageOfPerformance", language)}</SoundRecording>`
  );
}

const INSTRUMENTAL = "<HasVocalPerformance>false</HasVocalPerformance><IsInstrumental>true</IsInstrumental>";

function sessionElement({ recording_year, recording_country }: SoundRecording): string {
  if (recording_year === null && recording_country === null) return "";
  const period = recording_year === null ? "" : `<Period>${element("StartDate", recording_year)}</Period>`;
  const venue = recording_country === null ? "" : `<Venue>${element("TerritoryCode", recording_country)}</Venue>`;
  return `<LocationAndDateOfSession>${period}${venue}</LocationAndDateOfSession>`;
}

function audioElement(file: AudioFile, number: number): string {
  const { codec, channels, sampling_rate, bits_per_sample } = file;
  const rate = sampling_rate === null ? "" : `<SamplingRate UnitOfMeasure="kHz">${sampling_rate / 1000}</SamplingRate>`;
  return (
    `<TechnicalDetails>${technicalReference(number)}<DeliveryFile>` +
    `<Type>AudioFile</Type>${codec ? codeElement("AudioCodecType", codec) : ""}${element("NumberOfChannels", channels)}${rate}` +
    `${element("BitsPerSample", bits_per_sample)}${fileElements(file)}</DeliveryFile></TechnicalDetails>`
  );
}

function technicalReference(number: number): string {
  return `<TechnicalResourceDetailsReference>T${number}</TechnicalResourceDetailsReference>`;
}

export function imageElement(image: Image, number: number, form: ElementForm): string {
  const { reference, type, proprietary_ids, parental_warning, file } = image;
  const pixels = (name: string, count: number | null) =>
    count === null ? "" : `<${name} UnitOfMeasure="Pixel">${count}</${name}>`;
  const technical = file
    ? `<TechnicalDetails>${technicalReference(number)}` +
      `${file.codec ? codeElement("ImageCodecType", file.codec) : ""}${pixels("ImageHeight", file.height)}` +
      `${pixels("ImageWidth", file.width)}${fileElements(file)}</TechnicalDetails>`
    : "";
  return (
    `<Image>${element("ResourceReference", reference)}${element("Type", type)}<ResourceId>${proprietaryIdElements(proprietary_ids)}</ResourceId>` +
    `${element("ParentalWarningType", parental_warning)}${aiElement(image.contains_ai, form)}${technical}</Image>`
  );
}

export function textElement(
  { reference, type, proprietary_ids, language, file }: TextResource,
  number: number,
): string {
  const ids = proprietaryIdElements(proprietary_ids);
  const technical = file
    ? `<TechnicalDetails>${technicalReference(number)}${file.codec ? codeElement("TextCodecType", file.codec) : ""}` +
      `${fileElements(file)}</TechnicalDetails>`
    : "";
  return (
    `<Text>${element("ResourceReference", reference)}${element("Type", type)}` +
    `${ids === "" ? "" : `<ResourceId>${ids}</ResourceId>`}${technical}${element("LanguageOfText", language)}</Text>`
  );
}

/** The schema counts sizes in kilobytes; as a decimal they are exact. */
function fileElements({ uri, hash, size_bytes, is_provided }: ErnFile): string {
  const sum = hash
    ? `<HashSum>${element("Algorithm", hash.algorithm)}${element("HashSumValue", hash.value)}</HashSum>`
    : "";
  const size = size_bytes === null ? null : size_bytes / 1000;
  return (
    `<File>${element("URI", uri)}${sum}${element("FileSize", size)}</File>` +
    `${element("IsProvidedInDelivery", is_provided)}`
  );
}
