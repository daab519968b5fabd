// NewReleaseMessage as XML, for the versions of ERN 4 that we write.
//
// The problem. A release goes to many stores, each in its version and with its own header and deals. A document must be valid, and
// the same message must always give the same bytes.
//
// The procedure. Elements are strings, put together in the order of the schema from the values of `ern.ts`. `escapeXml` handles
// all text that is not ours. Nothing here decides what a message says; `messages/ern/document.ts` does. The versions
// differ in the few places that `dialects` names. A value that is null, false or empty has no element.

import { releaseDealElement, visibilityElement } from "./deal-elements.ts";
import type { Ern4Version, MessageHeader, NewReleaseContent } from "./ern.ts";
import { dialects, headerElement, rootElement } from "./message-parts.ts";
import { allInSteps, allOf, type ElementForm, listedParty } from "./name-elements.ts";
import { releaseElement, trackReleaseElement } from "./release-elements.ts";
import { imageElement, recordingElement, textElement } from "./resource-elements.ts";
import { escapeXml } from "./xml.ts";

type WriterOptions = {
  version: Ern4Version;
  /** Titles, names, genres and labels say that they hold worldwide. */
  territory_attributes: boolean;
};

const PARTIES_A_STEP = 100;

/**
 * All but the header is written once; the answer puts a header to it. It yields after each recording, image, text, release, track
 * release and deal, and after some parties.
 */
export function* writeAfterHeader(
  message: NewReleaseContent,
  options: WriterOptions,
): Generator<undefined, (header: MessageHeader) => string, undefined> {
  const { version, territory_attributes } = options;
  const everywhere = territory_attributes ? ' ApplicableTerritoryCode="Worldwide" IsDefault="true"' : "";
  const form: ElementForm = { ...dialects[version], everywhere };
  const { language, profile_variant, parties, recordings, images, texts, releases, track_releases, deals } = message;
  let content = "<PartyList>";
  for (const [index, party] of parties.entries()) {
    content += listedParty(party, form);
    if (index % PARTIES_A_STEP === 0) yield;
  }
  content += "</PartyList><ResourceList>";
  for (const [index, recording] of recordings.entries()) {
    content += recordingElement(recording, index + 1, form);
    yield;
  }
  let number = recordings.length;
  content += yield* allInSteps(images, (image) => imageElement(image, ++number, form));
  content += yield* allInSteps(texts, (text) => textElement(text, ++number));
  content += `</ResourceList><ReleaseList>${yield* allInSteps(releases, (one) => releaseElement(one, form))}`;
  content += `${yield* allInSteps(track_releases, (one) => trackReleaseElement(one, form))}</ReleaseList>`;
  if (deals.length > 0) {
    const visible = allOf(message.visibilities, visibilityElement);
    content += `<DealList>${yield* allInSteps(deals, releaseDealElement)}${visible}</DealList>`;
  }
  const variant = profile_variant === null ? "" : ` ReleaseProfileVariantVersionId="${escapeXml(profile_variant)}"`;
  const attributes = ` ReleaseProfileVersionId="Audio"${variant}`;
  return (header) =>
    rootElement("NewReleaseMessage", version, { attributes, language, content: headerElement(header) + content });
}
