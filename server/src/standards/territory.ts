// The package's entry also loads every subdivision of ISO 3166-2 and takes ten times as long; this is the list of countries alone.
import { iso31661 } from "iso-3166/1.js";

/** Stands alone in a list of territories and means all licensed ones; it is no code of ISO 3166-1. */
export const WORLD = "WORLD";
/** The same in deliveries. */
export const WORLDWIDE = "WORLDWIDE";

export function isWorld(code: unknown): boolean {
  return code === WORLD || code === WORLDWIDE;
}

/** Requests may use either word; each place keeps and shows its own. */
export function withWorldAs(word: typeof WORLD | typeof WORLDWIDE, codes: readonly string[]): string[] {
  return codes.map((code) => (isWorld(code) ? word : code));
}

const names = new Map(iso31661.map(({ alpha2, name }) => [alpha2, uninverted(name)]));

/** The 249 codes of ISO 3166-1 alpha-2 in alphabetical order. */
export const territoryCodes: readonly string[] = [...names.keys()].sort();

export function isTerritory(code: string): boolean {
  return names.has(code);
}

/** In English; undefined for what is not a code. */
export function territoryName(code: string): string | undefined {
  return names.get(code);
}

// The standard files "Republic of Korea" under K as "Korea, Republic of". Names that merely have a comma stay as they are.
function uninverted(name: string): string {
  return name.replace(/^([^,]+), (.+ of(?: the)?)$/, "$2 $1");
}
