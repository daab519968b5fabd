// Parts that recordings, images and releases of ERN 3 share: parties, which stand where they are used, details by
// territory, titles, artists and files.

import type { Code, DisplayArtist, DisplayTitle, ErnFile, Party } from "./ern.ts";
import { IPI_NAMESPACE } from "./ern3-codes.ts";
import type { Origins } from "./ern3-origins.ts";
import { numberOf, type Problems, readCode, readCodes } from "./read-values.ts";
import type { XmlElement } from "./read-xml.ts";
import { childOf, childrenOf, textAt, textOf } from "./xml-tree.ts";

export type Steps<Value> = Generator<undefined, Value, undefined>;

/** `warnings`: what the sender should know, and what is read all the same. */
export type Ern3Reading = { parties: PartyReader; problems: Problems; warnings: Problems; origins: Origins };

/** A resource or a release that is read, and its path as ERN 4.3 has it. */
export type Ern3Place = { element: XmlElement; path: string };

export function isTrue(text: string | undefined): boolean {
  return text === "true" || text === "1";
}

const plain = { translated_names: [], isni: null, dpid: null, ipi: null, proprietary_ids: [] };

/** Each party once, numbered as it is met. Two mentions are one party if they say the same name and ids. */
export class PartyReader {
  readonly list: Party[] = [];
  /** The first mention of each. */
  readonly mentions: XmlElement[] = [];
  readonly #references = new Map<string, string>();

  /** The reference of the party that an element names. */
  read(element: XmlElement): string {
    const ids = childrenOf(element, "PartyId");
    const marked = (mark: string) => textOf(ids.find(({ attributes }) => isTrue(attributes[mark]))) ?? null;
    const ipi = ids.find(({ attributes }) => attributes.Namespace === IPI_NAMESPACE);
    return this.#keep(element, {
      ...plain,
      ipi: textOf(ipi) ?? null,
      name: textAt(element, "PartyName", "FullName") ?? textAt(element, "PartyName") ?? null,
      isni: marked("IsISNI"),
      dpid: marked("IsDPID"),
      proprietary_ids: ids.flatMap((id) => {
        const { IsISNI, IsDPID, Namespace: namespace = "" } = id.attributes;
        const value = textOf(id);
        const isKnown = id === ipi || isTrue(IsISNI) || isTrue(IsDPID);
        return isKnown || value === undefined ? [] : [{ namespace, value }];
      }),
    });
  }

  /** The reference of a party that is a name alone. */
  named(element: XmlElement): string {
    return this.#keep(element, { ...plain, name: textOf(element) ?? null });
  }

  nameOf(reference: string): string {
    return this.list[Number(reference.slice(1)) - 1]?.name ?? "";
  }

  #keep(element: XmlElement, party: Omit<Party, "reference">): string {
    const key = JSON.stringify(party);
    const known = this.#references.get(key);
    if (known !== undefined) return known;
    const reference = `P${this.list.length + 1}`;
    this.#references.set(key, reference);
    this.list.push({ reference, ...party });
    this.mentions.push(element);
    return reference;
  }
}

/** Those that hold worldwide, else those of the first territory. A warning tells which others say something else. */
export function* detailsOf(place: Ern3Place, name: string, reading: Ern3Reading): Steps<XmlElement> {
  const chosen = yield* chosenOf(place.element, name, reading);
  reading.origins.keep(`${place.path}/${name}`, chosen);
  return chosen;
}

function* chosenOf(element: XmlElement, name: string, { problems, warnings }: Ern3Reading): Steps<XmlElement> {
  const all = childrenOf(element, name);
  const isWorldwide = (one: XmlElement) =>
    childrenOf(one, "TerritoryCode").some((code) => textOf(code) === "Worldwide");
  const chosen = all.find(isWorldwide) ?? all[0];
  if (!chosen) {
    problems.add(element, name, "is missing");
    return { name, attributes: {}, children: [], text: "", parent: element };
  }
  if (all.length === 1) return chosen;
  const said = yield* wholeText(chosen);
  for (const other of all) {
    if (other === chosen || (yield* wholeText(other)) === said) continue;
    const issue = `says something else for its territories: what ${isWorldwide(chosen) ? "holds worldwide" : "the first territory has"} is taken for all`;
    warnings.addAt(other, issue);
  }
  return chosen;
}

const OWN_NAMES = new Set(["TerritoryCode", "ExcludedTerritoryCode", "TechnicalResourceDetailsReference"]);
const NODES_A_STEP = 1_000;

/** All that an element says but for its territories and the names of its technical details. */
function* wholeText(element: XmlElement): Steps<string> {
  const parts: string[] = [];
  const waiting: (XmlElement | string)[] = [element];
  for (let count = 1; ; count++) {
    const next = waiting.pop();
    if (next === undefined) return parts.join("\n");
    if (typeof next === "string") parts.push(next);
    else if (!OWN_NAMES.has(next.name)) {
      const said = next === element ? "" : JSON.stringify([next.name, next.attributes, textOf(next)]);
      parts.push(said);
      waiting.push(")");
      for (let place = next.children.length - 1; place >= 0; place--) {
        const child = next.children[place];
        if (child) waiting.push(child);
      }
    }
    if (count % NODES_A_STEP === 0) yield;
  }
}

/** As it is shown, else its formal title, else the one for reference. */
export function readErn3Title(
  { element, path }: Ern3Place,
  details: XmlElement,
  { problems, origins }: Ern3Reading,
): DisplayTitle {
  const titles = childrenOf(details, "Title");
  const ofType = (type: string) => titles.find(({ attributes }) => attributes.TitleType === type);
  const holder = ofType("DisplayTitle") ?? ofType("FormalTitle") ?? titles[0] ?? childOf(element, "ReferenceTitle");
  const title = textAt(holder, "TitleText") ?? textAt(element, "ReferenceTitle", "TitleText");
  const sub_title = textAt(holder, "SubTitle") ?? null;
  if (title === undefined) problems.add(element, "ReferenceTitle", "is missing");
  origins.keep(`${path}/DisplayTitle`, holder);
  origins.keep(`${path}/DisplayTitleText`, childOf(holder, "TitleText") ?? holder);
  return { text: sub_title === null ? (title ?? "") : `${title ?? ""} (${sub_title})`, title: title ?? "", sub_title };
}

/** In the order of their numbers, one for each role. */
export function readErn3Artists(
  details: XmlElement,
  { path }: Ern3Place,
  { parties, origins }: Ern3Reading,
): DisplayArtist[] {
  const given = childrenOf(details, "DisplayArtist").map((element) => ({
    element,
    party_reference: parties.read(element),
    number: numberOf(element.attributes.SequenceNumber) ?? Number.MAX_SAFE_INTEGER,
    roles: readCodes(element, "ArtistRole"),
  }));
  const sorted = given.sort((one, other) => one.number - other.number);
  const artists = sorted.flatMap(({ element, party_reference, roles }) =>
    (roles.length > 0 ? roles : [{ value: "Artist", user_defined: null }]).map((code) => ({
      element,
      artist: { party_reference, ...roleOf(code) },
    })),
  );
  return artists.map(({ element, artist }, index) => {
    origins.keep(`${path}/DisplayArtist[${index + 1}]`, element);
    return { ...artist, sequence_number: index + 1 };
  });
}

function roleOf(code: Code): Pick<DisplayArtist, "role" | "artistic_roles"> {
  const isShown = code.value === "MainArtist" || code.value === "FeaturedArtist";
  return isShown
    ? { role: code.value, artistic_roles: [] }
    : { role: "Artist", artistic_roles: code.value === "Artist" ? [] : [code] };
}

/** How the artists are shown, where the message does not say it. */
export function shownName(artists: readonly DisplayArtist[], { parties }: Ern3Reading): string {
  const named = (role: string) =>
    artists.filter((artist) => artist.role === role).map(({ party_reference }) => parties.nameOf(party_reference));
  const [mains, featured] = [named("MainArtist"), named("FeaturedArtist")];
  return featured.length === 0 ? joined(mains) : `${joined(mains)} feat. ${joined(featured)}`;
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} & ${names.at(-1)}`;
}

/** Technical details of the whole resource, not of a clip; those with a file first. */
export function technicalDetails(details: XmlElement, name: string): XmlElement | undefined {
  const whole = childrenOf(details, name).filter((one) => !isTrue(textAt(one, "IsPreview")));
  return whole.find((one) => childOf(one, "File") !== undefined) ?? whole[0];
}

/** Without a name where no file goes with the message. */
export function readErn3File(details: XmlElement): ErnFile {
  const file = childOf(details, "File");
  const name = textAt(file, "FileName");
  const folder = textAt(file, "FilePath")?.replace(/(?<!\/)\/*$/, "/") ?? "";
  const hash = childOf(file, "HashSum");
  const value = textAt(hash, "HashSum");
  const algorithm = readCode(childOf(hash, "HashSumAlgorithmType"));
  return {
    uri: name === undefined ? (textAt(file, "URL") ?? "") : `${folder}${name}`,
    hash: value === undefined ? null : { algorithm: algorithm?.user_defined?.value ?? algorithm?.value ?? "", value },
    size_bytes: null,
    is_provided: file !== undefined,
  };
}
