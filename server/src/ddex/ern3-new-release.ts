// NewReleaseMessage and PurgeReleaseMessage of ERN 3.8.3 as XML, from the same values as those of ERN 4.
//
// ERN 3 has no list of parties: names stand where they are used. Most details of a recording, an image or a release stand
// in an element for a territory, and ours hold worldwide. A track release is a whole release, so the writer repeats the
// title, artists and lines of its recording there.

import type {
  AudioFile,
  DisplayTitle,
  ErnFile,
  ErnRelease,
  Image,
  MessageHeader,
  NewReleaseContent,
  Party,
  PurgeReleaseMessage,
  ResourceGroup,
  SoundRecording,
  TrackRelease,
} from "./ern.ts";
import { IPI_NAMESPACE, isWorkRole } from "./ern3-codes.ts";
import { ern3Deals } from "./ern3-deals.ts";
import { codeElement, headerElement, proprietaryIdElements } from "./message-parts.ts";
import { allInSteps, allOf, durationElement, lineElement } from "./name-elements.ts";
import { element, escapeXml } from "./xml.ts";

type Parties = ReadonlyMap<string, Party>;

/** The parties by their references, and the main release, which track releases repeat. */
type Around = { parties: Parties; main: ErnRelease | undefined; recordings: ReadonlyMap<string, SoundRecording> };

/** All but the header is written once; the answer puts a header to it. `profile`: as the store wants it, else DDEX's own name. */
export function* writeErn3AfterHeader(
  message: NewReleaseContent,
  profile: string | null,
): Generator<undefined, (header: MessageHeader) => string, undefined> {
  const { language, recordings, images, releases, track_releases } = message;
  const around: Around = {
    parties: new Map(message.parties.map((party) => [party.reference, party])),
    main: releases[0],
    recordings: new Map(recordings.map((recording) => [recording.reference, recording])),
  };
  let number = 0;
  let content = `<ResourceList>${yield* allInSteps(recordings, (one) => recordingOf(one, ++number, around))}`;
  content += `${yield* allInSteps(images, (image) => imageOf(image, ++number))}</ResourceList><ReleaseList>`;
  content += yield* allInSteps(releases, (release) => mainReleaseOf(release, message, around));
  content += `${yield* allInSteps(track_releases, (track) => trackReleaseOf(track, around))}</ReleaseList>`;
  content += yield* ern3Deals(message);
  const attributes = ` ReleaseProfileVersionId="${escapeXml(profile ?? profileOf(recordings.length))}"`;
  return (header) => {
    const body = `${headerElement(header)}${element("UpdateIndicator", header.update_indicator)}${content}`;
    return rootElement("NewReleaseMessage", { attributes, language, content: body });
  };
}

export function writeErn3Purge({ header, language, release_id, title }: PurgeReleaseMessage): string {
  const { icpn, catalog_number } = release_id;
  const id = releaseIdElement({ isrc: null, icpn, catalog_number, proprietary_ids: release_id.proprietary_ids });
  const titled = title === null ? "" : `<Title TitleType="DisplayTitle">${element("TitleText", title)}</Title>`;
  const content = `${headerElement(header)}<PurgedRelease>${id}${titled}</PurgedRelease>`;
  return rootElement("PurgeReleaseMessage", { attributes: "", language, content });
}

function rootElement(name: string, parts: { attributes: string; language: string; content: string }): string {
  const { attributes, language, content } = parts;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<ern:${name} xmlns:ern="http://ddex.net/xml/ern/383" MessageSchemaVersionId="ern/383"` +
    `${attributes} LanguageAndScriptCode="${escapeXml(language)}">${content}</ern:${name}>\n`
  );
}

/** As DDEX's rules for release profile 1.4 ask for it. */
function profileOf(recordings: number): string {
  return `CommonReleaseTypes/14/Audio${recordings === 1 ? "Single" : "Album"}`;
}

const WORLDWIDE = "<TerritoryCode>Worldwide</TerritoryCode>";

function recordingOf(recording: SoundRecording, number: number, around: Around): string {
  const { reference, isrc, iswc, proprietary_ids, title, duration_ms, p_line, parental_warning, language } = recording;
  return (
    `<SoundRecording><SoundRecordingType>MusicalWorkSoundRecording</SoundRecordingType><SoundRecordingId>` +
    `${element("ISRC", isrc)}${proprietaryIdElements(proprietary_ids)}</SoundRecordingId>` +
    `${iswc === null ? "" : `<IndirectSoundRecordingId>${element("ISWC", iswc)}</IndirectSoundRecordingId>`}` +
    `${element("ResourceReference", reference)}${referenceTitleOf(title)}` +
    `${recording.is_instrumental ? element("IsInstrumental", true) : ""}` +
    `${element("LanguageOfPerformance", language)}${durationElement(duration_ms ?? 0)}${creationOf(recording)}` +
    `<SoundRecordingDetailsByTerritory>${WORLDWIDE}${titlesOf(title)}${artistsOf(recording, around)}` +
    `${contributorsOf(recording, around)}${lineElement("PLine", p_line)}${element("ParentalWarningType", parental_warning)}` +
    `${recording.file ? audioOf(recording.file, number) : ""}</SoundRecordingDetailsByTerritory></SoundRecording>`
  );
}

/** Without a year the country cannot be said. */
function creationOf({ recording_year, recording_country }: SoundRecording): string {
  if (recording_year === null) return "";
  const place = recording_country === null ? "" : ` TerritoryCode="${escapeXml(recording_country)}"`;
  return `<CreationDate${place}>${escapeXml(recording_year)}</CreationDate>`;
}

function artistsOf({ display_artists }: Pick<ErnRelease, "display_artists">, { parties }: Around): string {
  return allOf(display_artists, ({ party_reference, sequence_number, role, artistic_roles }) => {
    const roles =
      role === "Artist" && artistic_roles.length > 0 ? artistic_roles : [{ value: role, user_defined: null }];
    const sequence = sequence_number === null ? "" : ` SequenceNumber="${sequence_number}"`;
    return (
      `<DisplayArtist${sequence}>${partyOf(parties.get(party_reference))}` +
      `${allOf(roles, (code) => codeElement("ArtistRole", code))}</DisplayArtist>`
    );
  });
}

/** Each party once in each of the two lists, with its roles of that list. */
function contributorsOf({ contributors }: SoundRecording, { parties }: Around): string {
  const listed = (name: string, role: string, isOfWork: boolean) => {
    const named = contributors.flatMap(({ party_reference, roles }) => {
      const own = roles.filter((code) => isWorkRole(code) === isOfWork);
      return own.length === 0 || party_reference === null ? [] : [{ party_reference, own }];
    });
    let number = 0;
    return allOf(named, ({ party_reference, own }) => {
      const codes = allOf(own, (code) => codeElement(role, code));
      return `<${name} SequenceNumber="${++number}">${partyOf(parties.get(party_reference))}${codes}</${name}>`;
    });
  };
  return (
    listed("ResourceContributor", "ResourceContributorRole", false) +
    listed("IndirectResourceContributor", "IndirectResourceContributorRole", true)
  );
}

function partyOf(party: Party | undefined): string {
  if (!party) return "";
  const { name, isni, dpid, ipi, proprietary_ids } = party;
  const numbers = ipi === null ? [] : [{ namespace: IPI_NAMESPACE, value: ipi }];
  const ids = allOf(
    [...numbers, ...proprietary_ids],
    ({ namespace, value }) => `<PartyId Namespace="${escapeXml(namespace)}">${escapeXml(value)}</PartyId>`,
  );
  return (
    `${name === null ? "" : `<PartyName>${element("FullName", name)}</PartyName>`}` +
    `${isni === null ? "" : `<PartyId IsISNI="true">${escapeXml(isni)}</PartyId>`}` +
    `${dpid === null ? "" : `<PartyId IsDPID="true">${escapeXml(dpid)}</PartyId>`}${ids}`
  );
}

function audioOf(file: AudioFile, number: number): string {
  const { codec, channels, sampling_rate, bits_per_sample } = file;
  const rate = sampling_rate === null ? "" : `<SamplingRate UnitOfMeasure="kHz">${sampling_rate / 1000}</SamplingRate>`;
  return (
    `<TechnicalSoundRecordingDetails>${element("TechnicalResourceDetailsReference", `T${number}`)}` +
    `${codec ? codeElement("AudioCodecType", codec) : ""}${element("NumberOfChannels", channels)}${rate}` +
    `${element("BitsPerSample", bits_per_sample)}${fileOf(file)}</TechnicalSoundRecordingDetails>`
  );
}

function imageOf(image: Image, number: number): string {
  const { reference, type, proprietary_ids, parental_warning, file } = image;
  const pixels = (name: string, count: number | null) =>
    count === null ? "" : `<${name} UnitOfMeasure="Pixel">${count}</${name}>`;
  const technical = file
    ? `<TechnicalImageDetails>${element("TechnicalResourceDetailsReference", `T${number}`)}` +
      `${file.codec ? codeElement("ImageCodecType", file.codec) : ""}${pixels("ImageHeight", file.height)}` +
      `${pixels("ImageWidth", file.width)}${fileOf(file)}</TechnicalImageDetails>`
    : "";
  return (
    `<Image>${element("ImageType", type)}<ImageId>${proprietaryIdElements(proprietary_ids)}</ImageId>` +
    `${element("ResourceReference", reference)}<ImageDetailsByTerritory>${WORLDWIDE}` +
    `${element("ParentalWarningType", parental_warning)}${technical}</ImageDetailsByTerritory></Image>`
  );
}

/** A file that does not go with the message is not named. */
function fileOf({ uri, hash, is_provided }: ErnFile): string {
  if (!is_provided) return "";
  const place = uri.lastIndexOf("/") + 1;
  const sum = hash
    ? `<HashSum>${element("HashSum", hash.value)}${element("HashSumAlgorithmType", hash.algorithm)}</HashSum>`
    : "";
  return `<File>${element("FileName", uri.slice(place))}${element("FilePath", uri.slice(0, place) || null)}${sum}</File>`;
}

function mainReleaseOf(release: ErnRelease, { recordings, images }: NewReleaseContent, around: Around): string {
  const { icpn, catalog_number, proprietary_ids } = release.release_id;
  const resources =
    allOf(recordings, ({ reference }) => resourceOf(reference, "PrimaryResource")) +
    allOf(images, ({ reference }) => resourceOf(reference, "SecondaryResource"));
  return releaseElement(
    { ...release, ids: releaseIdElement({ isrc: null, icpn, catalog_number, proprietary_ids }), resources },
    around,
  );
}

function trackReleaseOf({ reference, release_id, title, ...track }: TrackRelease, around: Around): string {
  const recording = around.recordings.get(track.resource_reference);
  const { main } = around;
  if (!recording || !main) return "";
  const { proprietary_ids } = release_id;
  const { display_artist_name, display_artists, duration_ms, p_line, parental_warning, isrc } = recording;
  const ids = releaseIdElement({ isrc, icpn: null, catalog_number: null, proprietary_ids });
  const own = { display_artist_name, display_artists, duration_ms, p_line, parental_warning };
  const types = [{ value: "TrackRelease", user_defined: null }];
  const resources = resourceOf(track.resource_reference, "PrimaryResource");
  const { genre, sub_genre, label_references } = track;
  const named = { title: title ?? recording.title, genre, sub_genre, label_references };
  const said = { reference, ids, resources, types, ...named };
  return releaseElement({ ...main, ...own, ...said, compilation: null, group: null }, around);
}

type Described = Omit<ErnRelease, "release_id" | "group"> & {
  ids: string;
  resources: string;
  /** Null: a track release. */
  group: ResourceGroup | null;
};

function releaseElement(release: Described, around: Around): string {
  const { reference, title, types, duration_ms, group } = release;
  const labels = allOf(release.label_references, (label) =>
    element("LabelName", around.parties.get(label)?.name ?? null),
  );
  const isOfMany = release.compilation === "multi_artist" || null;
  return (
    `<Release${group ? ' IsMainRelease="true"' : ""}>${release.ids}${element("ReleaseReference", reference)}` +
    `${referenceTitleOf(title)}<ReleaseResourceReferenceList>${release.resources}</ReleaseResourceReferenceList>` +
    `${allOf(types, (type) => codeElement("ReleaseType", type))}<ReleaseDetailsByTerritory>${WORLDWIDE}` +
    `${element("DisplayArtistName", release.display_artist_name)}${labels}${titlesOf(title)}${artistsOf(release, around)}` +
    `${element("IsMultiArtistCompilation", isOfMany)}${element("ParentalWarningType", release.parental_warning)}` +
    `${group ? groupOf(group) : ""}${genreOf(release)}` +
    `${element("ReleaseDate", release.release_date)}${element("OriginalReleaseDate", release.original_release_date)}` +
    `</ReleaseDetailsByTerritory>${duration_ms === null ? "" : durationElement(duration_ms)}` +
    `${lineElement("PLine", release.p_line)}${lineElement("CLine", release.c_line)}</Release>`
  );
}

function genreOf({ genre, sub_genre }: Pick<ErnRelease, "genre" | "sub_genre">): string {
  return genre === null ? "" : `<Genre>${element("GenreText", genre)}${element("SubGenre", sub_genre)}</Genre>`;
}

type Ids = Pick<ErnRelease["release_id"], "icpn" | "catalog_number" | "proprietary_ids"> & { isrc: string | null };

function releaseIdElement({ isrc, icpn, catalog_number, proprietary_ids }: Ids): string {
  const code = icpn === null ? "" : `<ICPN IsEan="${icpn.length === 13}">${escapeXml(icpn)}</ICPN>`;
  const catalog = catalog_number
    ? `<CatalogNumber Namespace="${escapeXml(catalog_number.namespace)}">${escapeXml(catalog_number.value)}</CatalogNumber>`
    : "";
  return `<ReleaseId>${element("ISRC", isrc)}${code}${catalog}${proprietaryIdElements(proprietary_ids)}</ReleaseId>`;
}

function resourceOf(reference: string, type: "PrimaryResource" | "SecondaryResource"): string {
  return `<ReleaseResourceReference ReleaseResourceType="${type}">${escapeXml(reference)}</ReleaseResourceReference>`;
}

/**
 * Numbers run from 1 without gaps, in the order of the elements. The cover stands beside the tracks and has none. Tracks of
 * one work have no group of their own here.
 */
function groupOf({ type, groups, items, linked }: ResourceGroup, number: number | null = null): string {
  const isDisc = type !== null;
  let place = 0;
  const tracks = allOf(
    isDisc ? [...items, ...groups.flatMap((work) => work.items)].sort(byNumber) : items,
    ({ resource_reference }) =>
      `<ResourceGroupContentItem>${element("SequenceNumber", ++place)}<ResourceType>SoundRecording</ResourceType>` +
      `${resourceOf(resource_reference, "PrimaryResource")}</ResourceGroupContentItem>`,
  );
  const beside = allOf(
    linked,
    (reference) =>
      `<ResourceGroupContentItem><ResourceType>Image</ResourceType>${resourceOf(reference, "SecondaryResource")}</ResourceGroupContentItem>`,
  );
  const inner = isDisc ? "" : groups.map((group, index) => groupOf(group, index + 1)).join("");
  return `<ResourceGroup>${element("SequenceNumber", number)}${inner}${tracks}${beside}</ResourceGroup>`;
}

type Item = ResourceGroup["items"][number];

function byNumber(one: Item, other: Item): number {
  return (one.sequence_number ?? 0) - (other.sequence_number ?? 0);
}

function referenceTitleOf({ title, sub_title }: DisplayTitle): string {
  return `<ReferenceTitle>${element("TitleText", title)}${element("SubTitle", sub_title)}</ReferenceTitle>`;
}

function titlesOf({ title, sub_title }: DisplayTitle): string {
  const said = `${element("TitleText", title)}${element("SubTitle", sub_title)}`;
  return `<Title TitleType="FormalTitle">${said}</Title><Title TitleType="DisplayTitle">${said}</Title>`;
}
