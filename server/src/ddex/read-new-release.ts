// NewReleaseMessage of ERN 4.1 to 4.3.2, as values. The versions differ in few places, and what an older one writes elsewhere is
// looked for there too: a recording's files stand in its editions since 4.3, and before that in the recording itself.

import type {
  AudioFile,
  ContainsAi,
  Contributor,
  Deal,
  DisplayArtist,
  DisplayTitle,
  ErnFile,
  ErnRelease,
  Image,
  ImageFile,
  NewReleaseMessage,
  Party,
  ReleaseDeal,
  ResourceGroup,
  RightsLine,
  SoundRecording,
  TrackRelease,
} from "./ern.ts";
import {
  durationMs,
  mainOf,
  numberOf,
  type Problems,
  readCode,
  readCodes,
  readHeader,
  readProprietaryIds,
  readReleaseId,
  readTitle,
} from "./read-values.ts";
import type { XmlElement } from "./read-xml.ts";
import { childOf, childrenOf, textAt, textOf } from "./xml-tree.ts";

/** In turns: a message may have thousands of recordings and deals. */
export function* readNewRelease(
  root: XmlElement,
  problems: Problems,
): Generator<undefined, NewReleaseMessage, undefined> {
  const parties = childOf(root, "PartyList");
  const resources = childOf(root, "ResourceList");
  const releases = childOf(root, "ReleaseList");
  const deals = childOf(root, "DealList");
  if (!resources) problems.add(root, "ResourceList", "is missing");
  if (!releases) problems.add(root, "ReleaseList", "is missing");
  const read = {
    header: readHeader(root, problems),
    language: root.attributes.LanguageAndScriptCode ?? "",
    parties: yield* eachOf(parties, "Party", (party) => readParty(party, problems)),
    recordings: yield* eachOf(resources, "SoundRecording", (recording) => readRecording(recording, problems)),
    images: yield* eachOf(resources, "Image", (image) => readImage(image, problems)),
    releases: yield* eachOf(releases, "Release", (release) => readRelease(release, problems)),
    track_releases: yield* eachOf(releases, "TrackRelease", (release) => readTrackRelease(release, problems)),
    deals: yield* eachOf(deals, "ReleaseDeal", readReleaseDeal),
  };
  if (releases && read.releases.length === 0) problems.add(releases, "Release", "is missing");
  return read;
}

function* eachOf<Value>(
  list: XmlElement | undefined,
  name: string,
  read: (element: XmlElement) => Value,
): Generator<undefined, Value[], undefined> {
  const values: Value[] = [];
  for (const element of list?.children ?? []) {
    if (element.name !== name) continue;
    values.push(read(element));
    yield;
  }
  return values;
}

function readParty(party: XmlElement, problems: Problems): Party {
  const ids = childrenOf(party, "PartyId");
  const first = (name: string) => ids.map((id) => textAt(id, name)).find((text) => text !== undefined) ?? null;
  const name = childOf(party, "PartyName");
  return {
    reference: problems.required(party, "PartyReference"),
    name: textAt(name, "FullName") ?? textOf(name) ?? null,
    isni: first("ISNI"),
    dpid: first("DPID"),
    proprietary_ids: ids.flatMap((id) => readProprietaryIds(id, "ProprietaryId")),
  };
}

function readRecording(recording: XmlElement, problems: Problems): SoundRecording {
  const edition = childOf(recording, "SoundRecordingEdition") ?? recording;
  const id = childOf(edition, "ResourceId") ?? childOf(recording, "ResourceId");
  return {
    reference: problems.required(recording, "ResourceReference"),
    isrc: textAt(id, "ISRC") ?? null,
    proprietary_ids: readProprietaryIds(id, "ProprietaryId"),
    title: requiredTitle(recording, problems),
    display_artist_name: displayArtistName(recording),
    display_artists: readDisplayArtists(recording),
    contributors: childrenOf(recording, "Contributor").map(readContributor),
    duration_ms: durationMs(textAt(recording, "Duration")),
    p_line: readLine(childOf(edition, "PLine") ?? childOf(recording, "PLine"), "PLineText"),
    parental_warning: textOf(mainOf(childrenOf(recording, "ParentalWarningType"))) ?? null,
    language: textAt(recording, "LanguageOfPerformance") ?? null,
    contains_ai: containsAi(recording),
    file: readAudioFile(childOf(edition, "TechnicalDetails") ?? childOf(recording, "TechnicalDetails")),
  };
}

function requiredTitle(element: XmlElement, problems: Problems): DisplayTitle {
  const title = readTitle(element);
  if (!title) problems.add(element, "DisplayTitleText", "is missing");
  return title ?? { text: "", title: "", sub_title: null };
}

function displayArtistName(element: XmlElement): string {
  return textOf(mainOf(childrenOf(element, "DisplayArtistName"))) ?? "";
}

function readDisplayArtists(element: XmlElement): DisplayArtist[] {
  return childrenOf(element, "DisplayArtist").map((artist) => ({
    party_reference: textAt(artist, "ArtistPartyReference") ?? "",
    sequence_number: numberOf(artist.attributes.SequenceNumber),
    role: textAt(artist, "DisplayArtistRole") ?? "",
    artistic_roles: readCodes(artist, "ArtisticRole"),
  }));
}

function readContributor(contributor: XmlElement): Contributor {
  return {
    party_reference: textAt(contributor, "ContributorPartyReference") ?? "",
    sequence_number: numberOf(contributor.attributes.SequenceNumber),
    roles: readCodes(contributor, "Role"),
  };
}

function readLine(line: XmlElement | undefined, name: string): RightsLine | null {
  const text = textAt(line, name);
  return text === undefined ? null : { year: textAt(line, "Year") ?? null, text };
}

function containsAi(element: XmlElement): ContainsAi {
  const said = textAt(element, "ContainsAI");
  return (["None", "Partly", "All"] as const).find((value) => value === said) ?? null;
}

function readAudioFile(details: XmlElement | undefined): AudioFile | null {
  const delivered = childOf(details, "DeliveryFile") ?? details;
  const file = readFile(delivered);
  if (!file) return null;
  return {
    ...file,
    codec: readCode(childOf(delivered, "AudioCodecType")) ?? null,
    channels: numberOf(textAt(delivered, "NumberOfChannels")),
    sampling_rate: hertzOf(childOf(delivered, "SamplingRate")),
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

function hertzOf(rate: XmlElement | undefined): number | null {
  const value = numberOf(textOf(rate));
  return value === null ? null : Math.round(rate?.attributes.UnitOfMeasure === "Hz" ? value : value * 1_000);
}

function readImage(image: XmlElement, problems: Problems): Image {
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
    file: picture,
  };
}

function readRelease(release: XmlElement, problems: Problems): ErnRelease {
  const says = (name: string) => textAt(release, name) === "true";
  const group = childOf(release, "ResourceGroup");
  if (!group) problems.add(release, "ResourceGroup", "is missing");
  return {
    reference: problems.required(release, "ReleaseReference"),
    types: readCodes(release, "ReleaseType"),
    release_id: readReleaseId(childOf(release, "ReleaseId")),
    title: requiredTitle(release, problems),
    display_artist_name: displayArtistName(release),
    display_artists: readDisplayArtists(release),
    label_references: textsOf(release, "ReleaseLabelReference"),
    p_line: readLine(childOf(release, "PLine"), "PLineText"),
    c_line: readLine(childOf(release, "CLine"), "CLineText"),
    duration_ms: durationMs(textAt(release, "Duration")),
    genre: readGenre(release),
    release_date: dayOf(textOf(mainOf(childrenOf(release, "ReleaseDate")))),
    original_release_date: dayOf(textOf(mainOf(childrenOf(release, "OriginalReleaseDate")))),
    parental_warning: textOf(mainOf(childrenOf(release, "ParentalWarningType"))) ?? null,
    compilation: says("IsMultiArtistCompilation")
      ? "multi_artist"
      : says("IsSingleArtistCompilation")
        ? "single_artist"
        : null,
    contains_ai: containsAi(release),
    group: readGroup(group),
  };
}

function textsOf(element: XmlElement, name: string): string[] {
  return childrenOf(element, name).flatMap((child) => textOf(child) ?? []);
}

/** 4.3 has Genre, later versions DisplayGenre. */
function readGenre(element: XmlElement): string | null {
  const genres = [...childrenOf(element, "DisplayGenre"), ...childrenOf(element, "Genre")];
  return textAt(mainOf(genres), "GenreText") ?? null;
}

/** A date may be written with a time, or as a year alone, which is kept for the rules to judge. */
function dayOf(text: string | undefined): string | null {
  return text?.replace(/T.*$/s, "") ?? null;
}

function readGroup(group: XmlElement | undefined): ResourceGroup {
  return {
    type: group?.attributes.ResourceGroupType ?? null,
    sequence_number: numberOf(textAt(group, "SequenceNumber")),
    groups: childrenOf(group, "ResourceGroup").map(readGroup),
    items: childrenOf(group, "ResourceGroupContentItem").map((item) => ({
      sequence_number: numberOf(textAt(item, "SequenceNumber")),
      resource_reference: textAt(item, "ReleaseResourceReference") ?? "",
    })),
    linked: group ? textsOf(group, "LinkedReleaseResourceReference") : [],
  };
}

function readTrackRelease(release: XmlElement, problems: Problems): TrackRelease {
  return {
    reference: problems.required(release, "ReleaseReference"),
    release_id: readReleaseId(childOf(release, "ReleaseId")),
    title: readTitle(release) ?? null,
    resource_reference: problems.required(release, "ReleaseResourceReference"),
    label_references: textsOf(release, "ReleaseLabelReference"),
    genre: readGenre(release),
  };
}

function readReleaseDeal(element: XmlElement): ReleaseDeal {
  return {
    release_references: textsOf(element, "DealReleaseReference"),
    deals: childrenOf(element, "Deal").map((deal) => readDeal(childOf(deal, "DealTerms") ?? deal)),
  };
}

function readDeal(terms: XmlElement): Deal {
  const period = childOf(terms, "ValidityPeriod");
  return {
    territories: textsOf(terms, "TerritoryCode"),
    excluded_territories: textsOf(terms, "ExcludedTerritoryCode"),
    start: textAt(period, "StartDateTime") ?? textAt(period, "StartDate") ?? null,
    end: textAt(period, "EndDateTime") ?? textAt(period, "EndDate") ?? null,
    commercial_models: textsOf(terms, "CommercialModelType"),
    // Before 4.1 was final, use types stood in `Usage`.
    use_types: [terms, ...childrenOf(terms, "Usage")].flatMap((holder) => textsOf(holder, "UseType")),
    rights_claim_policy: textAt(terms, "RightsClaimPolicy", "RightsClaimPolicyType") ?? null,
  };
}
