// The releases of a message as XML: the release itself with its groups of tracks, and each track by itself.

import type { ErnRelease, ResourceGroup, TrackRelease } from "./ern.ts";
import { codeElement, releaseIdElement } from "./message-parts.ts";
import {
  aiElement,
  allOf,
  artistElements,
  artistNameElements,
  durationElement,
  type ElementForm,
  formalTitleElement,
  genreElement,
  labelElements,
  lineElement,
  titleElements,
} from "./name-elements.ts";
import { element, escapeXml } from "./xml.ts";

export function releaseElement(release: ErnRelease, form: ElementForm): string {
  const { reference, types, release_id, duration_ms, compilation } = release;
  const flag = compilation === "multi_artist" ? "IsMultiArtistCompilation" : "IsSingleArtistCompilation";
  return (
    `<Release>${element("ReleaseReference", reference)}${allOf(types, (type) => codeElement("ReleaseType", type))}` +
    `${releaseIdElement(release_id)}${titleElements(release.title, release.translated_titles, form)}` +
    `${formalTitleElement(release.formal_title, form)}` +
    `${artistNameElements(release.display_artist_name, release.translated_artist_names, form)}` +
    `${artistElements(release.display_artists, form)}${labelElements(release.label_references, form)}` +
    `${lineElement("PLine", release.p_line)}${lineElement("CLine", release.c_line)}` +
    `${duration_ms === null ? "" : durationElement(duration_ms)}` +
    `${genreElement(release, form)}${element("ReleaseDate", release.release_date)}` +
    `${element("OriginalReleaseDate", release.original_release_date)}` +
    `${allOf(release.visibility_references, (one) => element("ReleaseVisibilityReference", one))}` +
    `${element("ParentalWarningType", release.parental_warning)}${compilation ? element(flag, true) : ""}` +
    `${groupElement(release.group, form)}${aiElement(release.contains_ai, form)}</Release>`
  );
}

function groupElement(group: ResourceGroup, form: ElementForm): string {
  const { type, title, sequence_number, groups, items, linked } = group;
  const attribute = type === null ? "" : ` ResourceGroupType="${escapeXml(type)}"`;
  const contained = allOf(
    items,
    (item) =>
      `<ResourceGroupContentItem>${element("SequenceNumber", item.sequence_number)}` +
      `${element("ReleaseResourceReference", item.resource_reference)}${linkElements(item.lyrics, "Lyrics")}` +
      "</ResourceGroupContentItem>",
  );
  return (
    `<ResourceGroup${attribute}>${title ? titleElements(title, [], form) : ""}` +
    `${formalTitleElement(group.formal_title, form)}${element("SequenceNumber", sequence_number)}` +
    `${allOf(groups, (inner) => groupElement(inner, form))}` +
    `${contained}${linkElements(linked, "CoverArt")}</ResourceGroup>`
  );
}

function linkElements(references: readonly string[], description: "CoverArt" | "Lyrics"): string {
  return allOf(
    references,
    (reference) =>
      `<LinkedReleaseResourceReference LinkDescription="${description}">${escapeXml(reference)}</LinkedReleaseResourceReference>`,
  );
}

export function trackReleaseElement(track: TrackRelease, form: ElementForm): string {
  const { reference, release_id, title, resource_reference, label_references } = track;
  return (
    `<TrackRelease>${element("ReleaseReference", reference)}${releaseIdElement(release_id)}` +
    `${title ? titleElements(title, [], form) : ""}` +
    `${element("ReleaseResourceReference", resource_reference)}${labelElements(label_references, form)}` +
    `${genreElement(track, form)}</TrackRelease>`
  );
}
