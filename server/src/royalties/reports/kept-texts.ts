// Texts of a report that stay in memory while the rest of it is read, and how many characters they have.

/** A cell is a part of its line, and such a part keeps the whole line in memory. A copy keeps itself alone. */
export function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

export class KeptTexts {
  readonly #texts = new Map<string, string>();
  #characters = 0;

  get size(): number {
    return this.#texts.size;
  }

  get characters(): number {
    return this.#characters;
  }

  get(key: string): string | undefined {
    return this.#texts.get(key);
  }

  values(): IterableIterator<string> {
    return this.#texts.values();
  }

  set(key: string, text: string): void {
    const before = this.#texts.get(key);
    this.#characters += text.length - (before?.length ?? -key.length);
    this.#texts.set(before === undefined ? copyOf(key) : key, copyOf(text));
  }
}
