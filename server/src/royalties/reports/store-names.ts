// The stores that a report names: by the names of its format first, then by those of stores.

import { reportKey } from "../../stores/report-name.ts";

const MAX_UNKNOWN = 100;
const MAX_TEXT = 200;

type Named = { number: number; bytes: Buffer };

export type NamesGiven = {
  sender: string;
  store_names: Readonly<Record<string, string>>;
  /** `refuse`, or a store. */
  unknown_store: string;
  /** By the keys of their names. */
  report_names: ReadonlyMap<string, string>;
};

export class StoreNames {
  readonly #given: NamesGiven;
  readonly #byKey: ReadonlyMap<string, string>;
  readonly #named = new Map<string, Named>();
  readonly #unknown = new Set<string>();

  constructor(given: NamesGiven) {
    this.#given = given;
    const own = Object.entries(given.store_names).map(([text, store_id]) => [reportKey(text), store_id] as const);
    this.#byKey = new Map([...given.report_names, ...own]);
  }

  /** Undefined: the sender. */
  find(text: string): Named | "unknown" | undefined {
    const { sender, unknown_store } = this.#given;
    const key = reportKey(text);
    const store_id = key === "" ? sender : (this.#byKey.get(key) ?? unknown_store);
    if (store_id === sender) return undefined;
    if (store_id === "refuse") {
      if (this.#unknown.size < MAX_UNKNOWN) this.#unknown.add(text.trim().slice(0, MAX_TEXT));
      return "unknown";
    }
    const named = this.#named.get(store_id) ?? { number: this.#named.size + 1, bytes: Buffer.from(store_id) };
    this.#named.set(store_id, named);
    return named;
  }

  /** The sender, and then the others by their numbers. */
  ids(): string[] {
    return [this.#given.sender, ...this.#named.keys()];
  }

  /** The first hundred texts that are the name of no store. */
  unknown(): string[] {
    return [...this.#unknown];
  }
}
