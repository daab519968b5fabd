// Limits on a store's report of a recording's use, for every form of report.

import { isTerritory, territoryCodes } from "../standards/territory.ts";

export const MAX_COUNT = 1_000_000_000_000;

/** A code of ISO 3166-1, Kosovo's, or `ZZ`: none known. */
export function isUsageTerritory(code: string): boolean {
  return isTerritory(code) || code === "XK" || code === "ZZ";
}

/** A decimal of either sign with at most 12 digits on each side of the point. */
export function isUnitRate(text: string): boolean {
  return /^-?\d{1,12}(\.\d{1,12})?$/.test(text);
}

/** Two letters as one number, for rows whose cells are never made into text. */
export function pairOf(first: number, second: number): number {
  return (first << 8) | second;
}

const isKnownPair = new Uint8Array(65_536);
for (const code of [...territoryCodes, "XK", "ZZ"]) isKnownPair[pairOf(code.charCodeAt(0), code.charCodeAt(1))] = 1;

export function isUsageTerritoryPair(pair: number): boolean {
  return isKnownPair[pair] === 1;
}
