// Where the values of a message of ERN 3 were read. A value may stand in one of several elements: in the details of one of the territories,
// or in one of two lists of contributors. A problem of the value is told at the element that has it.

import type { XmlElement } from "./read-xml.ts";
import { pathOf } from "./xml-tree.ts";

export class Origins {
  readonly #elements = new Map<string, XmlElement>();

  /** `path`: as ERN 4.3 has it. */
  keep(path: string, element: XmlElement | undefined): void {
    if (element) this.#elements.set(path, element);
  }

  /** The place in the message of this path, or of something below it. */
  find(path: string): string | undefined {
    const names = path.split("/");
    for (let count = names.length; count > PLACE_NAMES; count--) {
      const element = this.#elements.get(names.slice(0, count).join("/"));
      if (!element) continue;
      const below = names.slice(count).map((name) => nameBelow(element, name));
      return [pathOf(element), ...below].join("/");
    }
    return undefined;
  }
}

/** A resource or a release has two names: `ResourceList/SoundRecording[1]`. */
const PLACE_NAMES = 2;

function nameBelow({ name }: XmlElement, below: string): string {
  return below === "ArtisticRole" && name === "DisplayArtist" ? "ArtistRole" : below;
}
