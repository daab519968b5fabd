// NewReleaseMessage as XML, for the versions of ERN that we write.
//
// The problem. A release goes to many stores, each in its version and with its own header and deals. A document must be valid, and
// the same message must always give the same bytes.
//
// The procedure. Elements are strings, put together in the order of the schema from the values of `ern.ts`. `escapeXml` handles
// all text that is not ours. Nothing here decides what a message says; `messages/ern/document.ts` does. The versions
// differ in the few places that `dialects` names.

import type {
  AudioFile,
  Contributor,
  Deal,
  DisplayArtist,
  DisplayTitle,
  ErnFile,
  ErnRelease,
  ErnVersion,
  Image,
  MessageHeader,
  NewReleaseContent,
  NewReleaseMessage,
  Party,
  ResourceGroup,
  RightsLine,
  SoundRecording,
  TrackRelease,
} from "./ern.ts";
import {
  codeElement,
  dialects,
  headerElement,
  proprietaryIdElements,
  releaseIdElement,
  rootElement,
} from "./message-parts.ts";
import { element, escapeXml } from "./xml.ts";

export type WriterOptions = {
  version: ErnVersion;
  /** Titles, names, genres and labels say that they hold worldwide. */
  territory_attributes: boolean;
};

/**
 * The dialect and attributes that all elements of one message share. `everywhere`: the attributes, with a space before
 * them.
 */
type Form = (typeof dialects)[ErnVersion] & { everywhere: string };

const PARTIES_A_STEP = 100;

/**
 * All but the header is written once; the answer puts a header to it. It yields after each recording, image, release, track release and
 * deal, and after some parties.
 */
export function* writeAfterHeader(
  message: NewReleaseContent,
  options: WriterOptions,
): Generator<undefined, (header: MessageHeader) => string, undefined> {
  const { version, territory_attributes } = options;
  const everywhere = territory_attributes ? ' ApplicableTerritoryCode="Worldwide" IsDefault="true"' : "";
  const form: Form = { ...dialects[version], everywhere };
  const { language, parties, recordings, images, releases, track_releases, deals } = message;
  let content = "<PartyList>";
  for (const [index, party] of parties.entries()) {
    content += partyOf(party);
    if (index % PARTIES_A_STEP === 0) yield;
  }
  content += "</PartyList><ResourceList>";
  for (const [index, recording] of recordings.entries()) {
    content += recordingOf(recording, index + 1, form);
    yield;
  }
  let number = recordings.length;
  content += yield* allInSteps(images, (image) => imageOf(image, ++number));
  content += `</ResourceList><ReleaseList>${yield* allInSteps(releases, (one) => releaseOf(one, form))}`;
  content += `${yield* allInSteps(track_releases, (one) => trackReleaseOf(one, form))}</ReleaseList>`;
  if (deals.length > 0) content += `<DealList>${yield* allInSteps(deals, releaseDealOf)}</DealList>`;
  const attributes = ' ReleaseProfileVersionId="Audio"';
  return (header) =>
    rootElement("NewReleaseMessage", version, { attributes, language, content: headerElement(header) + content });
}

function* allInSteps<Value>(
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

function all<Value>(values: readonly Value[], write: (value: Value) => string): string {
  let text = "";
  for (const value of values) text += write(value);
  return text;
}

function partyOf({ reference, name, isni, dpid, proprietary_ids }: Party): string {
  const ids = `${element("ISNI", isni)}${element("DPID", dpid)}${proprietaryIdElements(proprietary_ids)}`;
  const named = name === null ? "" : `<PartyName>${element("FullName", name)}</PartyName>`;
  return `<Party>${element("PartyReference", reference)}${named}${ids === "" ? "" : `<PartyId>${ids}</PartyId>`}</Party>`;
}

function recordingOf(recording: SoundRecording, number: number, form: Form): string {
  const { reference, isrc, proprietary_ids, title, duration_ms, parental_warning, language, contains_ai } = recording;
  return (
    `<SoundRecording>${element("ResourceReference", reference)}<Type>MusicalWorkSoundRecording</Type><SoundRecordingEdition>` +
    `<ResourceId>${element("ISRC", isrc)}${proprietaryIdElements(proprietary_ids)}</ResourceId>${lineOf("PLine", recording.p_line)}` +
    `${recording.file ? audioOf(recording.file, number) : ""}</SoundRecordingEdition>${titleOf(title, form)}` +
    `${artistNameOf(recording.display_artist_name, form)}${artistsOf(recording.display_artists, form)}` +
    `${recording.contributors.map((one) => contributorOf(one, form)).join("")}${durationOf(duration_ms ?? 0)}` +
    `${element("ParentalWarningType", parental_warning)}${aiOf(contains_ai, form)}` +
    `${element("LanguageOfPerformance", language)}</SoundRecording>`
  );
}

function audioOf(file: AudioFile, number: number): string {
  const { codec, channels, sampling_rate, bits_per_sample } = file;
  const rate = sampling_rate === null ? "" : `<SamplingRate UnitOfMeasure="kHz">${sampling_rate / 1000}</SamplingRate>`;
  return (
    `<TechnicalDetails><TechnicalResourceDetailsReference>T${number}</TechnicalResourceDetailsReference><DeliveryFile>` +
    `<Type>AudioFile</Type>${codec ? codeElement("AudioCodecType", codec) : ""}${element("NumberOfChannels", channels)}${rate}` +
    `${element("BitsPerSample", bits_per_sample)}${fileOf(file)}</DeliveryFile></TechnicalDetails>`
  );
}

function imageOf(image: Image, number: number): string {
  const { reference, type, proprietary_ids, parental_warning, file } = image;
  const pixels = (name: string, count: number | null) =>
    count === null ? "" : `<${name} UnitOfMeasure="Pixel">${count}</${name}>`;
  const technical = file
    ? `<TechnicalDetails><TechnicalResourceDetailsReference>T${number}</TechnicalResourceDetailsReference>` +
      `${file.codec ? codeElement("ImageCodecType", file.codec) : ""}${pixels("ImageHeight", file.height)}` +
      `${pixels("ImageWidth", file.width)}${fileOf(file)}</TechnicalDetails>`
    : "";
  return (
    `<Image>${element("ResourceReference", reference)}${element("Type", type)}<ResourceId>${proprietaryIdElements(proprietary_ids)}</ResourceId>` +
    `${element("ParentalWarningType", parental_warning)}${technical}</Image>`
  );
}

/** The schema counts sizes in kilobytes; as a decimal they are exact. */
function fileOf({ uri, hash, size_bytes, is_provided }: ErnFile): string {
  const sum = hash
    ? `<HashSum>${element("Algorithm", hash.algorithm)}${element("HashSumValue", hash.value)}</HashSum>`
    : "";
  const size = size_bytes === null ? null : size_bytes / 1000;
  return (
    `<File>${element("URI", uri)}${sum}${element("FileSize", size)}</File>` +
    `${element("IsProvidedInDelivery", is_provided)}`
  );
}

function releaseOf(release: ErnRelease, form: Form): string {
  const { reference, types, release_id, title, duration_ms, compilation } = release;
  const flag = compilation === "multi_artist" ? "IsMultiArtistCompilation" : "IsSingleArtistCompilation";
  return (
    `<Release>${element("ReleaseReference", reference)}${all(types, (type) => codeElement("ReleaseType", type))}` +
    `${releaseIdElement(release_id)}${titleOf(title, form)}${artistNameOf(release.display_artist_name, form)}` +
    `${artistsOf(release.display_artists, form)}${labelsOf(release.label_references, form)}` +
    `${lineOf("PLine", release.p_line)}${lineOf("CLine", release.c_line)}${duration_ms === null ? "" : durationOf(duration_ms)}` +
    `${genreOf(release.genre, form)}${element("ReleaseDate", release.release_date)}` +
    `${element("OriginalReleaseDate", release.original_release_date)}` +
    `${element("ParentalWarningType", release.parental_warning)}${compilation ? element(flag, true) : ""}` +
    `${groupOf(release.group)}${aiOf(release.contains_ai, form)}</Release>`
  );
}

function groupOf({ type, sequence_number, groups, items, linked }: ResourceGroup): string {
  const attribute = type === null ? "" : ` ResourceGroupType="${escapeXml(type)}"`;
  const contained = all(
    items,
    (item) =>
      `<ResourceGroupContentItem>${element("SequenceNumber", item.sequence_number)}` +
      `${element("ReleaseResourceReference", item.resource_reference)}</ResourceGroupContentItem>`,
  );
  const beside = all(
    linked,
    (reference) =>
      `<LinkedReleaseResourceReference LinkDescription="CoverArt">${escapeXml(reference)}</LinkedReleaseResourceReference>`,
  );
  return (
    `<ResourceGroup${attribute}>${element("SequenceNumber", sequence_number)}${all(groups, groupOf)}` +
    `${contained}${beside}</ResourceGroup>`
  );
}

function trackReleaseOf(track: TrackRelease, form: Form): string {
  const { reference, release_id, title, resource_reference, label_references, genre } = track;
  return (
    `<TrackRelease>${element("ReleaseReference", reference)}${releaseIdElement(release_id)}${title ? titleOf(title, form) : ""}` +
    `${element("ReleaseResourceReference", resource_reference)}${labelsOf(label_references, form)}` +
    `${genreOf(genre, form)}</TrackRelease>`
  );
}

function releaseDealOf({ release_references, deals }: NewReleaseMessage["deals"][number]): string {
  const references = all(release_references, (reference) => element("DealReleaseReference", reference));
  return `<ReleaseDeal>${references}${all(deals, dealOf)}</ReleaseDeal>`;
}

function dealOf(deal: Deal): string {
  const { start, end, rights_claim_policy } = deal;
  // A date alone has an element of its own.
  const at = (name: string, time: string | null) =>
    element(time?.includes("T") ? `${name}DateTime` : `${name}Date`, time);
  const policy =
    rights_claim_policy === null
      ? ""
      : `<RightsClaimPolicy>${element("RightsClaimPolicyType", rights_claim_policy)}</RightsClaimPolicy>`;
  return (
    `<Deal><DealTerms>${all(deal.territories, (code) => element("TerritoryCode", code))}` +
    `${all(deal.excluded_territories, (code) => element("ExcludedTerritoryCode", code))}` +
    `<ValidityPeriod>${at("Start", start)}${at("End", end)}</ValidityPeriod>` +
    `${all(deal.commercial_models, (model) => element("CommercialModelType", model))}` +
    `${all(deal.use_types, (use) => element("UseType", use))}${policy}</DealTerms></Deal>`
  );
}

function titleOf({ text, title, sub_title }: DisplayTitle, { everywhere }: Form): string {
  return (
    `<DisplayTitleText${everywhere}>${escapeXml(text)}</DisplayTitleText>` +
    `<DisplayTitle${everywhere}>${element("TitleText", title)}${element("SubTitle", sub_title)}</DisplayTitle>`
  );
}

function artistNameOf(name: string, { everywhere }: Form): string {
  return `<DisplayArtistName${everywhere}>${escapeXml(name)}</DisplayArtistName>`;
}

function artistsOf(artists: readonly DisplayArtist[], form: Form): string {
  return all(artists, ({ party_reference, sequence_number, role, artistic_roles }) => {
    const sequence = sequence_number === null ? "" : ` SequenceNumber="${sequence_number}"`;
    const roles = artistic_roles.map((code) => roleOf("ArtisticRole", code, form)).join("");
    return (
      `<DisplayArtist${sequence}>${element("ArtistPartyReference", party_reference)}` +
      `${element("DisplayArtistRole", role)}${roles}</DisplayArtist>`
    );
  });
}

function contributorOf({ party_reference, sequence_number, roles }: Contributor, form: Form): string {
  const sequence = sequence_number === null ? "" : ` SequenceNumber="${sequence_number}"`;
  return (
    `<Contributor${sequence}>${element("ContributorPartyReference", party_reference)}` +
    `${roles.map((code) => roleOf("Role", code, form)).join("")}</Contributor>`
  );
}

function roleOf(name: string, code: Contributor["roles"][number], { has_role_values }: Form): string {
  return has_role_values ? `<${name}>${codeElement("Value", code)}</${name}>` : codeElement(name, code);
}

function labelsOf(references: readonly string[], { everywhere }: Form): string {
  return all(
    references,
    (reference) => `<ReleaseLabelReference${everywhere}>${escapeXml(reference)}</ReleaseLabelReference>`,
  );
}

function genreOf(genre: string | null, { genre: name, everywhere }: Form): string {
  return genre === null ? "" : `<${name}${everywhere}>${element("GenreText", genre)}</${name}>`;
}

function lineOf(name: "PLine" | "CLine", line: RightsLine | null): string {
  return line ? `<${name}>${element("Year", line.year)}${element(`${name}Text`, line.text)}</${name}>` : "";
}

function aiOf(share: SoundRecording["contains_ai"], { has_contains_ai }: Form): string {
  return has_contains_ai ? element("ContainsAI", share) : "";
}

/** In whole seconds, as stores show it. */
function durationOf(duration_ms: number): string {
  const seconds = Math.round(duration_ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `<Duration>PT${hours > 0 ? `${hours}H` : ""}${hours + minutes > 0 ? `${minutes}M` : ""}${seconds % 60}S</Duration>`;
}
