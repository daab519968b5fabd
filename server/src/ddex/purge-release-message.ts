import type { Ern4Version, PurgeReleaseMessage } from "./ern.ts";
import { headerElement, releaseIdElement, rootElement } from "./message-parts.ts";
import { element } from "./xml.ts";

/** PurgeReleaseMessage as XML: the release is to be removed for good. */
export function writePurgeReleaseMessage(message: PurgeReleaseMessage, version: Ern4Version): string {
  const { header, language, release_id, title } = message;
  const titled = title === null ? "" : `<Title>${element("TitleText", title)}</Title>`;
  const content = `${headerElement(header)}<PurgedRelease>${releaseIdElement(release_id)}${titled}</PurgedRelease>`;
  return rootElement("PurgeReleaseMessage", version, { attributes: "", language, content });
}
