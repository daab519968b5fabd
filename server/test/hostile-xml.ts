// XML that is made to hurt its reader: each takes seconds, gigabytes or a connection of a reader that believes it.

import { ernMessage } from "./ern-message.ts";

const MIB = 1_048_576;
const open = `<ern:NewReleaseMessage xmlns:ern="http://ddex.net/xml/ern/432" AvsVersionId="9" LanguageAndScriptCode="en">`;
const close = "</ern:NewReleaseMessage>";
const around = (body: string) => `${open}${body}${close}`;
const filled = (piece: string, bytes: number, before = open, after = close) =>
  before + piece.repeat(Math.floor((bytes - before.length - after.length) / piece.length)) + after;
const doctype = (body: string) => `<?xml version="1.0"?><!DOCTYPE a ${body}><a>&x;</a>`;
const bytes = (...codes: number[]) => Buffer.from(codes);
const numbered = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join("");

const named = (count: number, prefix: string) => numbered(count, (i) => ` xmlns:${prefix}${i}=""`);

/** Each level declares 31 prefixes more, and each sibling at the bottom 32: a reader that copies them all does so for each. */
function nestedNamespaces(size: number, before: string, after: string): string {
  const levels = 60;
  const down = numbered(levels, (i) => `<a${named(31, `p${i}_`)}>`);
  return filled(`<b${named(32, "q")}/>`, size, before + down, "</a>".repeat(levels) + after);
}

/** A message that says all that it must, and names one recording in so many places: a reader may build artists for each place. */
function manyPlaces(places: number, artists: number, reference: string): string {
  const credits = numbered(artists, (i) => {
    const credited = `<DisplayArtist SequenceNumber="${i}"><ArtistPartyReference>PArtist</ArtistPartyReference>`;
    return `${credited}<DisplayArtistRole>FeaturedArtist</DisplayArtistRole></DisplayArtist>`;
  });
  const place = `<ResourceGroupContentItem><ReleaseResourceReference>${reference}</ReleaseResourceReference></ResourceGroupContentItem>`;
  const message = ernMessage({ message_id: "MSG-HOSTILE", tracks: [{ isrc: "QZABC2600101", more: credits }] });
  return message.replace("</ResourceGroup>", `${place.repeat(places)}</ResourceGroup>`);
}

/** Just below the limits: a message with too many is refused before anything is judged. */
function allWrong(): string {
  const role = `<ArtisticRole>UserDefined</ArtisticRole>`;
  const artist = `<DisplayArtist><ArtistPartyReference>PX</ArtistPartyReference><DisplayArtistRole>X</DisplayArtistRole>${role}</DisplayArtist>`;
  const recording = (i: number) =>
    `<SoundRecording><ResourceReference>B${i}</ResourceReference><DisplayTitleText>a</DisplayTitleText>${artist.repeat(24)}</SoundRecording>`;
  const party = (i: number) => `<Party><PartyReference>Q${i}</PartyReference><PartyId><ISNI>x</ISNI></PartyId></Party>`;
  const deal = `<ReleaseDeal><DealReleaseReference>RX</DealReleaseReference><Deal><DealTerms/></Deal></ReleaseDeal>`;
  return ernMessage({ message_id: "MSG-HOSTILE" })
    .replace("</ResourceList>", `${numbered(1_900, recording)}</ResourceList>`)
    .replace("</PartyList>", `${numbered(19_900, party)}</PartyList>`)
    .replace("</DealList>", `${deal.repeat(19_000)}</DealList>`);
}

const lol = numbered(9, (i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);

/** By what each tries. `address`: where a reader that fetches would call. */
export function hostileXml(address: string): Record<string, () => string | Uint8Array<ArrayBuffer>> {
  return {
    "a billion laughs": () => doctype(`[<!ENTITY l0 "lol">${lol}<!ENTITY x "&l9;">]`),
    "a quadratic blowup": () => doctype(`[<!ENTITY x "${"a".repeat(100_000)}">]`).replace("&x;", "&x;".repeat(100_000)),
    "an entity in itself": () => doctype('[<!ENTITY x "&x;">]'),
    "an external entity": () => doctype(`[<!ENTITY x SYSTEM "${address}/x">]`),
    "a file as an entity": () => doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]'),
    "an external subset": () => doctype(`SYSTEM "${address}/a.dtd"`),
    "a parameter entity": () => doctype(`[<!ENTITY % p SYSTEM "${address}/p"> %p;]`),
    "a public identifier": () => doctype(`PUBLIC "-//a" "${address}/a.dtd"`),
    "default attributes from a DTD": () => doctype('[<!ATTLIST a b CDATA "c">]'),
    "a stylesheet": () => `<?xml-stylesheet href="${address}/a.xsl"?>${around("")}`,
    "an inclusion": () => around(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${address}/a"/>`),
    "a location of schemas": () =>
      open.replace(">", ` xmlns:xsi="urn:x" xsi:schemaLocation="a ${address}/a.xsd">`) + close,
    "an entity that HTML has": () => around("&nbsp;"),
    "100,000 entities": () => around("&amp".repeat(100_000)),
    "deep nesting": () => "<a>".repeat(100_000),
    "deep nesting with its end": () => "<a>".repeat(50_000) + "</a>".repeat(50_000),
    "100,000 attributes": () => `<a ${numbered(100_000, (i) => `b${i}="1" `)}/>`,
    "100,000 equal attributes": () => `<a ${'b="1" '.repeat(100_000)}/>`,
    "100,000 namespaces": () => `<a ${numbered(100_000, (i) => `xmlns:n${i}="urn:${i}" `)}/>`,
    "a namespace anew on each level": () => numbered(60, (i) => `<n${i}:a xmlns:n${i}="urn:${i}">`),
    "63 levels of 31 namespaces, and siblings of 32": () => nestedNamespaces(250_000, open, close),
    "16 namespaces anew on each element": () =>
      filled(`<a${named(15, "p")} ${numbered(16, (i) => `b${i}="" `)}/>`, 4 * MIB),
    "a prefix that is not declared": () => "<x:NewReleaseMessage/>",
    "a huge name": () => `<${"a".repeat(15 * MIB)}/>`,
    "a huge name of an attribute": () => `<a ${"b".repeat(15 * MIB)}="1"/>`,
    "a huge value": () => `<a b="${"c".repeat(15 * MIB)}"/>`,
    "16 MiB of text": () => filled("text ", 16 * MIB),
    "16 MiB of blanks": () => filled(" ", 16 * MIB),
    "16 MiB of blanks in a tag": () => filled(" ", 16 * MIB, "<a", "/>"),
    "16 MiB of empty elements": () => filled("<a/>", 16 * MIB),
    "16 MiB of comments": () => filled("<!---->", 16 * MIB),
    "16 MiB of CDATA": () => filled("<![CDATA[a]]>", 16 * MIB),
    "16 MiB of openings": () => filled("<", 16 * MIB, "", ""),
    "a comment without end": () => filled("<!-- ", 16 * MIB),
    "a tag without end": () => `${open}<a b="`,
    "a message without end": () => open,
    "tags that cross": () => around("<a><b></a></b>"),
    "two roots": () => around("") + around(""),
    "bytes that are no UTF-8": () => Buffer.concat([Buffer.from(open), bytes(0xc3, 0x28, 0xff), Buffer.from(close)]),
    "a NUL": () => around("\0"),
    "UTF-16 with half a pair": () => Buffer.from(`\ufeff${around("\ud800")}`, "utf16le"),
    "an encoding that hides": () => `<?xml version="1.0" encoding="UTF-7"?>${around("+ADw-")}`,
    "100,000 recordings": () => around(`<ResourceList>${"<SoundRecording/>".repeat(100_000)}</ResourceList>`),
    "40,000 places of one recording with 2,000 artists": () => manyPlaces(40_000, 2_000, "A1"),
    "1,900 places of one recording with 2,000 artists": () => manyPlaces(1_900, 2_000, "A1"),
    "130,000 places of no recording": () => manyPlaces(130_000, 1, "A9"),
    "one recording with 60,000 artists": () => manyPlaces(1, 60_000, "A1"),
    "as much as may be, all of it wrong": () => allWrong(),
    "deals for deals": () =>
      around(
        `<DealList>${`<ReleaseDeal>${"<DealReleaseReference>R0</DealReleaseReference>".repeat(300)}<Deal/></ReleaseDeal>`.repeat(300)}</DealList>`,
      ),
  };
}

const opened = `<ack:AcknowledgementMessage xmlns:ack="http://ddex.net/xml/ern-c-sftp/18">`;
const closed = "</ack:AcknowledgementMessage>";

/** The same, as a store would write it back. A store's file is read up to a mebibyte. */
export const hostileAcknowledgements: Record<string, () => string> = {
  "nested namespaces": () => nestedNamespaces(250_000, opened, closed),
  "16 namespaces anew on each element": () => filled(`<a${named(15, "p")}/>`, MIB, opened, closed),
  "files and their statuses": () => filled("<AcknowledgedFile/><FileStatus>a</FileStatus>", MIB / 2, opened, closed),
  "releases without end": () => filled("<ReleaseStatus/>", MIB / 4, opened, closed),
  "a release of a mebibyte": () =>
    filled("<AffectedResource/><Acknowledgement/>", MIB / 2, `${opened}<ReleaseStatus>`, `</ReleaseStatus>${closed}`),
};
