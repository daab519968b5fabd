import type { ListedFile } from "./connector.ts";

/** A folder of acknowledgements may grow for years. */
const MAX_NAMES = 100_000;
/** The letters of all names that are kept. */
const MAX_LETTERS = 8_000_000;
const MAX_NAME_LETTERS = 300;
/** Answers of the store that name nothing new. */
const MAX_IDLE_ANSWERS = 20;

/**
 * The files in a store's folder, as far as they are kept: a store may tell names without end, and names of any length. A name that comes
 * twice is one file.
 */
export class Listing {
  readonly #versions = new Map<string, string>();
  #letters = 0;
  #idle_answers = 0;

  /** One answer of the store. False: that is enough. */
  take(some: readonly ListedFile[]): boolean {
    const known = this.#versions.size;
    for (const { name, version } of some) {
      if (!isUsable(name)) continue;
      if (!this.#versions.has(name)) this.#letters += name.length;
      this.#versions.set(name, version.slice(0, MAX_NAME_LETTERS));
    }
    if (this.#versions.size === known) this.#idle_answers++;
    return this.#versions.size < MAX_NAMES && this.#letters < MAX_LETTERS && this.#idle_answers < MAX_IDLE_ANSWERS;
  }

  files(): ListedFile[] {
    return Array.from(this.#versions, ([name, version]) => ({ name, version }));
  }
}

/** A name that can be kept, and that leads nowhere else. */
function isUsable(name: string): boolean {
  return name.length <= MAX_NAME_LETTERS && name.isWellFormed() && !/\p{Cc}|(^|\/)\.\.?(\/|$)/u.test(name);
}
