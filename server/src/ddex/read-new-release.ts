// NewReleaseMessage of ERN 4.1 to 4.3.2, as values. The versions differ in few places, and what an older one writes elsewhere is
// looked for there too: a recording's files stand in its editions since 4.3, and before that in the recording itself.

import type {
  Deal,
  DealPrice,
  ErnRelease,
  NewReleaseMessage,
  ReleaseDeal,
  ReleaseVisibility,
  ResourceGroup,
  TrackRelease,
} from "./ern.ts";
import {
  readAiShare,
  readArtistName,
  readDisplayArtists,
  readFormalTitle,
  readLine,
  readOtherNames,
  readParty,
  requiredTitle,
} from "./read-names.ts";
import { readImage, readRecording, readText } from "./read-resources.ts";
import {
  durationMs,
  mainOf,
  numberOf,
  type Problems,
  readCodes,
  readHeader,
  readProprietaryIds,
  readReleaseId,
  readTitle,
} from "./read-values.ts";
import type { XmlElement } from "./read-xml.ts";
import { childOf, childrenOf, textAt, textOf, textsOf } from "./xml-tree.ts";

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
    profile_variant: root.attributes.ReleaseProfileVariantVersionId ?? null,
    parties: yield* eachOf(parties, "Party", (party) => readParty(party, problems)),
    recordings: yield* eachOf(resources, "SoundRecording", (recording) => readRecording(recording, problems)),
    images: yield* eachOf(resources, "Image", (image) => readImage(image, problems)),
    texts: yield* eachOf(resources, "Text", (text) => readText(text, problems)),
    releases: yield* eachOf(releases, "Release", (release) => readRelease(release, problems)),
    track_releases: yield* eachOf(releases, "TrackRelease", (release) => readTrackRelease(release, problems)),
    deals: yield* eachOf(deals, "ReleaseDeal", readReleaseDeal),
    visibilities: yield* eachOf(deals, "ReleaseVisibility", (one) => readVisibility(one, problems)),
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

function readRelease(release: XmlElement, problems: Problems): ErnRelease {
  const says = (name: string) => textAt(release, name) === "true";
  const group = childOf(release, "ResourceGroup");
  if (!group) problems.add(release, "ResourceGroup", "is missing");
  return {
    reference: problems.required(release, "ReleaseReference"),
    types: readCodes(release, "ReleaseType"),
    release_id: readReleaseId(childOf(release, "ReleaseId")),
    title: requiredTitle(release, problems),
    ...readOtherNames(release),
    display_artist_name: readArtistName(release),
    display_artists: readDisplayArtists(release),
    label_references: textsOf(release, "ReleaseLabelReference"),
    p_line: readLine(childOf(release, "PLine"), "PLineText"),
    c_line: readLine(childOf(release, "CLine"), "CLineText"),
    duration_ms: durationMs(textAt(release, "Duration")),
    ...readGenre(release),
    release_date: dayOf(textOf(mainOf(childrenOf(release, "ReleaseDate")))),
    original_release_date: dayOf(textOf(mainOf(childrenOf(release, "OriginalReleaseDate")))),
    visibility_references: textsOf(release, "ReleaseVisibilityReference"),
    parental_warning: textOf(mainOf(childrenOf(release, "ParentalWarningType"))) ?? null,
    compilation: says("IsMultiArtistCompilation")
      ? "multi_artist"
      : says("IsSingleArtistCompilation")
        ? "single_artist"
        : null,
    contains_ai: readAiShare(release, "ContainsAI"),
    group: readGroup(group),
  };
}

/** 4.3 has Genre, later versions DisplayGenre. */
function readGenre(element: XmlElement): Pick<ErnRelease, "genre" | "sub_genre"> {
  const genres = [...childrenOf(element, "DisplayGenre"), ...childrenOf(element, "Genre")];
  const main = mainOf(genres);
  return { genre: textAt(main, "GenreText") ?? null, sub_genre: textAt(main, "SubGenre") ?? null };
}

/** A date may be written with a time, or as a year alone, which is kept for the rules to judge. */
function dayOf(text: string | undefined): string | null {
  return text?.replace(/T.*$/s, "") ?? null;
}

function readGroup(group: XmlElement | undefined): ResourceGroup {
  return {
    type: group?.attributes.ResourceGroupType ?? null,
    title: (group && readTitle(group)) ?? null,
    formal_title: readFormalTitle(group),
    sequence_number: numberOf(textAt(group, "SequenceNumber")),
    groups: childrenOf(group, "ResourceGroup").map(readGroup),
    items: childrenOf(group, "ResourceGroupContentItem").map((item) => ({
      sequence_number: numberOf(textAt(item, "SequenceNumber")),
      resource_reference: textAt(item, "ReleaseResourceReference") ?? "",
      lyrics: childrenOf(item, "LinkedReleaseResourceReference")
        .filter(({ attributes }) => attributes.LinkDescription === "Lyrics")
        .flatMap((link) => textOf(link) ?? []),
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
    ...readGenre(release),
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
    price: readPrice(childOf(terms, "PriceInformation")),
    is_pre_order: textAt(terms, "IsPreOrderDeal") === "true",
    instant_gratification: textsOf(childOf(terms, "InstantGratificationResourceList"), "DealResourceReference"),
    is_takedown: false,
  };
}

function readPrice(price: XmlElement | undefined): DealPrice | null {
  const [code] = readProprietaryIds(price, "PriceCode");
  return code ? { code: code.value, namespace: code.namespace, type: price?.attributes.PriceType ?? null } : null;
}

function readVisibility(element: XmlElement, problems: Problems): ReleaseVisibility {
  return {
    reference: problems.required(element, "VisibilityReference"),
    territories: textsOf(element, "TerritoryCode"),
    excluded_territories: textsOf(element, "ExcludedTerritoryCode"),
    release_display_start: textAt(element, "ReleaseDisplayStartDateTime") ?? null,
    cover_art_preview_start: textAt(element, "CoverArtPreviewStartDateTime") ?? null,
    track_listing_preview_start: textAt(element, "FullTrackListingPreviewStartDateTime") ?? null,
    clip_preview_start: textAt(element, "ClipPreviewStartDateTime") ?? null,
  };
}
