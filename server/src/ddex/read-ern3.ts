// NewReleaseMessage of ERN 3.8.2 and 3.8.3, as the values that ERN 4 has, too. Track releases are releases like the main
// one here, and parties have no list: they are numbered as they are met.

import {
  type ErnRelease,
  type NewReleaseMessage,
  type ResourceGroup,
  type TrackRelease,
  updateIndicators,
} from "./ern.ts";
import { Origins } from "./ern3-origins.ts";
import type { Ern3Places } from "./ern3-paths.ts";
import { readErn3Deals } from "./read-ern3-deals.ts";
import {
  detailsOf,
  type Ern3Place,
  type Ern3Reading,
  isTrue,
  PartyReader,
  readErn3Artists,
  readErn3Title,
  type Steps,
  shownName,
} from "./read-ern3-parts.ts";
import { currentOf, noOtherNames, readErn3Image, readErn3Line, readErn3Recording } from "./read-ern3-resources.ts";
import { durationMs, numberOf, Problems, readCodes, readHeader, readReleaseId } from "./read-values.ts";
import type { XmlElement } from "./read-xml.ts";
import { childOf, childrenOf, pathOf, textAt, textOf, textsOf } from "./xml-tree.ts";

/** The references of all resources of the message. */
type Made = ReadonlySet<string | undefined>;
type Read = { message: NewReleaseMessage; places: Ern3Places; warnings: Problems };

/** In turns: a message may have thousands of recordings and deals. */
export function* readErn3NewRelease(root: XmlElement, problems: Problems): Steps<Read> {
  const origins = new Origins();
  const reading: Ern3Reading = { parties: new PartyReader(), problems, warnings: new Problems(), origins };
  const resources = childOf(root, "ResourceList");
  const list = childOf(root, "ReleaseList");
  if (!resources) problems.add(root, "ResourceList", "is missing");
  if (!list) problems.add(root, "ReleaseList", "is missing");
  const recordings = yield* eachOf(resources, "SoundRecording", (one) => readErn3Recording(one, reading));
  const images = yield* eachOf(resources, "Image", (one) => readErn3Image(one, reading));
  const all = childrenOf(list, "Release");
  const main = mainOf(all, list, problems);
  const made = new Set(resources?.children.map((one) => textAt(one, "ResourceReference")));
  const titles = new Map(recordings.map(({ reference, title }) => [reference, title.text]));
  const releases: ErnRelease[] = [];
  const track_releases: TrackRelease[] = [];
  const track_places: string[] = [];
  for (const [index, release] of all.entries()) {
    if (release === main)
      releases.push(yield* readRelease({ element: release, path: "ReleaseList/Release" }, made, reading));
    else if (main) {
      const path = `ReleaseList/TrackRelease[${track_releases.length + 1}]`;
      track_releases.push(yield* readTrackRelease({ element: release, path }, titles, reading));
      track_places.push(releasePath(index, all.length));
    }
    yield;
  }
  const { deals, visibilities } = yield* readErn3Deals(childOf(root, "DealList"), releases[0]?.reference);
  const visibility_references = visibilities.map(({ reference }) => reference);
  const { list: parties, mentions } = reading.parties;
  const indicator = textAt(root, "UpdateIndicator");
  const update_indicator = updateIndicators.find((one) => one === indicator) ?? null;
  return {
    message: {
      header: { ...readHeader(root, problems), update_indicator },
      language: root.attributes.LanguageAndScriptCode ?? "und",
      parties,
      recordings,
      images,
      profile_variant: null,
      texts: [],
      releases: releases.map((release) => ({ ...release, visibility_references })),
      track_releases,
      deals,
      visibilities,
    },
    places: {
      release: main ? releasePath(all.indexOf(main), all.length) : "ReleaseList/Release",
      track_releases: track_places,
      party: (index) => pathOf(mentions[index] ?? root),
      origin: (path) => origins.find(path),
    },
    warnings: reading.warnings,
  };
}

function* eachOf<Value>(
  list: XmlElement | undefined,
  name: string,
  read: (place: Ern3Place) => Steps<Value>,
): Steps<Value[]> {
  const values: Value[] = [];
  for (const [index, element] of childrenOf(list, name).entries()) {
    values.push(yield* read({ element, path: `ResourceList/${name}[${index + 1}]` }));
    yield;
  }
  return values;
}

function releasePath(index: number, count: number): string {
  return count === 1 ? "ReleaseList/Release" : `ReleaseList/Release[${index + 1}]`;
}

/** The one that says so, else the only one that is no track release. */
function mainOf(all: readonly XmlElement[], list: XmlElement | undefined, problems: Problems): XmlElement | undefined {
  const marked = all.filter(({ attributes }) => isTrue(attributes.IsMainRelease));
  const isTrack = (one: XmlElement) => readCodes(one, "ReleaseType").some(({ value }) => value === "TrackRelease");
  const found = marked.length > 0 ? marked : all.filter((one) => !isTrack(one));
  if (found.length === 1 || !list) return found[0];
  const issue =
    found.length === 0
      ? "must be there with IsMainRelease, or without the type TrackRelease"
      : `must have IsMainRelease once: ${found.length} may be the main one`;
  problems.add(list, "Release", issue);
  return undefined;
}

function* readRelease(place: Ern3Place, made: Made, reading: Ern3Reading): Steps<ErnRelease> {
  const { element: release, path } = place;
  const { parties, origins } = reading;
  const details = yield* detailsOf(place, "ReleaseDetailsByTerritory", reading);
  const group = childOf(details, "ResourceGroup");
  const display_artists = readErn3Artists(details, place, reading);
  const own = readCodes(release, "ReleaseType");
  if (own.length === 0) origins.keep(`${path}/ReleaseType`, childOf(details, "ReleaseType"));
  const dayAt = (name: string) => {
    const local = childOf(details, name);
    const element = textOf(local) === undefined ? childOf(release, `Global${name}`) : local;
    origins.keep(`${path}/${name}`, element);
    return textOf(element)?.replace(/T.*$/s, "") ?? null;
  };
  const lineAt = (name: "PLine" | "CLine") => {
    const holder = readErn3Line(release, name) ? release : details;
    origins.keep(`${path}/${name}`, childOf(holder, name));
    return readErn3Line(holder, name);
  };
  return {
    reference: textAt(release, "ReleaseReference") ?? "",
    types: own.length > 0 ? own : readCodes(details, "ReleaseType"),
    release_id: readReleaseId(currentOf(childrenOf(release, "ReleaseId"))),
    title: readErn3Title(place, details, reading),
    ...noOtherNames,
    display_artist_name: textAt(details, "DisplayArtistName") ?? shownName(display_artists, reading),
    display_artists,
    label_references: labelsOf(details).map((label) => parties.named(label)),
    p_line: lineAt("PLine"),
    c_line: lineAt("CLine"),
    duration_ms: durationMs(textAt(release, "Duration")),
    genre: textAt(details, "Genre", "GenreText") ?? null,
    sub_genre: textAt(details, "Genre", "SubGenre") ?? null,
    visibility_references: [],
    release_date: dayAt("ReleaseDate"),
    original_release_date: dayAt("OriginalReleaseDate"),
    parental_warning: textAt(details, "ParentalWarningType") ?? null,
    compilation: isTrue(textAt(details, "IsMultiArtistCompilation")) ? "multi_artist" : null,
    contains_ai: null,
    group: readGroup(release, group),
    ...(group && missingOf(release, made)),
  };
}

/** The label that is shown, if the message names several. */
function labelsOf(details: XmlElement): XmlElement[] {
  const labels = childrenOf(details, "LabelName").filter((label) => textOf(label) !== undefined);
  const shown = labels.find(({ attributes }) => attributes.LabelNameType === "DisplayLabelName") ?? labels[0];
  return shown ? [shown] : [];
}

/** The tracks in their order, and beside them all that is no primary resource. Without a group: as the release lists them. */
function readGroup(release: XmlElement, group: XmlElement | undefined): ResourceGroup {
  const listed = listedBy(release);
  const linked = new Set(listed.filter(isSecondary).flatMap((one) => textOf(one) ?? []));
  const top = group ? readItems(group, linked) : { groups: [], items: [] };
  const items = group
    ? top.items
    : listed
        .filter((one) => !isSecondary(one))
        .map((one, index) => ({ sequence_number: index + 1, resource_reference: textOf(one) ?? "", lyrics: [] }));
  return { ...untitled, type: null, sequence_number: null, groups: top.groups, items, linked: [...linked] };
}

/** The groups order the tracks, so a recording that the list alone names is not one of their items. */
function missingOf(release: XmlElement, made: Made): Pick<ErnRelease, "missing_references"> {
  const primary = listedBy(release).filter((one) => !isSecondary(one));
  const missing_references = primary.flatMap((one) => textOf(one) ?? []).filter((reference) => !made.has(reference));
  return missing_references.length > 0 ? { missing_references } : {};
}

function listedBy(release: XmlElement): XmlElement[] {
  return childrenOf(childOf(release, "ReleaseResourceReferenceList"), "ReleaseResourceReference");
}

const untitled = { title: null, formal_title: null };

function isSecondary({ attributes }: XmlElement): boolean {
  return attributes.ReleaseResourceType === "SecondaryResource";
}

function readItems(group: XmlElement, linked: Set<string>): Pick<ResourceGroup, "groups" | "items"> {
  const items: ResourceGroup["items"][number][] = [];
  for (const item of childrenOf(group, "ResourceGroupContentItem")) {
    const named = childOf(item, "ReleaseResourceReference");
    const resource_reference = textOf(named) ?? "";
    for (const reference of textsOf(item, "LinkedReleaseResourceReference")) linked.add(reference);
    if ((named && isSecondary(named)) || linked.has(resource_reference)) linked.add(resource_reference);
    else items.push({ sequence_number: numberOf(textAt(item, "SequenceNumber")), resource_reference, lyrics: [] });
  }
  const groups = childrenOf(group, "ResourceGroup").map((inner) => ({
    ...untitled,
    type: "Component",
    sequence_number: numberOf(textAt(inner, "SequenceNumber")),
    ...readItems(inner, linked),
    linked: [],
  }));
  return { groups, items };
}

function* readTrackRelease(
  place: Ern3Place,
  titles: ReadonlyMap<string, string>,
  reading: Ern3Reading,
): Steps<TrackRelease> {
  const { element: release } = place;
  const details = yield* detailsOf(place, "ReleaseDetailsByTerritory", reading);
  const listed = listedBy(release);
  const resource_reference = textOf(listed.find((one) => !isSecondary(one)) ?? listed[0]) ?? "";
  const title = readErn3Title(place, details, reading);
  const ids = currentOf(childrenOf(release, "ReleaseId"));
  const isrc = textAt(ids, "ISRC");
  return {
    reference: textAt(release, "ReleaseReference") ?? "",
    release_id: { ...readReleaseId(ids), ...(isrc !== undefined && { isrc }) },
    title: title.text === titles.get(resource_reference) ? null : title,
    resource_reference,
    label_references: labelsOf(details).map((label) => reading.parties.named(label)),
    genre: textAt(details, "Genre", "GenreText") ?? null,
    sub_genre: textAt(details, "Genre", "SubGenre") ?? null,
  };
}
