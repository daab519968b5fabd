import { expect, test } from "vitest";
import { isTerritory, territoryCodes, territoryName, WORLD } from "./territory.ts";

test("The territories are the 249 codes of ISO 3166-1, in order", () => {
  expect(territoryCodes).toHaveLength(249);
  expect(new Set(territoryCodes).size).toBe(249);
  expect(territoryCodes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
  expect(territoryCodes.toSorted()).toEqual(territoryCodes);
});

test("A code is a territory; a reserved or user-assigned one, other case, and WORLD are not", () => {
  expect(["US", "GB", "XK", "UK", "EU", "ZZ", "us", "", "toString", WORLD].filter(isTerritory)).toEqual(["US", "GB"]);
});

test("Each territory has a name, in the order of speech", () => {
  expect(territoryCodes.every((code) => territoryName(code))).toBe(true);
  expect(["DE", "KR", "CD", "BQ", "CI"].map(territoryName)).toEqual([
    "Germany",
    "Republic of Korea",
    "Democratic Republic of the Congo",
    "Bonaire, Sint Eustatius and Saba",
    "Côte d'Ivoire",
  ]);
  expect(territoryName(WORLD)).toBeUndefined();
});
