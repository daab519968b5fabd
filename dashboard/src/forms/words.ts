// The words of forms and dialogs, whatever they ask for.

import { showNumber } from "../values/format.ts";

export const formWords = {
  close: "Close",
  cancel: "Cancel",
  refused: "That did not work",
  request: "Request",
  remove: (what: string) => `Remove ${what}`,
  search: "Search",
  looking: "Looking…",
  noPayee: "No payee has this in its name.",
  typeMore: (characters: number) => `Type at least ${characters} characters.`,
} as const;

export const territoryWords = {
  label: "Territories",
  worldwide: "Worldwide",
  some: "Only some",
  regions: "Regions",
  search: "Search for a territory",
  noMatch: "No territory has this name or code.",
  clear: "Clear",
  more: (more: number) => `${more} more: type a name or a code.`,
  chosen: (territories: number) =>
    territories === 0
      ? "None chosen yet."
      : `${showNumber(territories)} ${territories === 1 ? "territory" : "territories"} chosen.`,
  showMore: (more: number) => `Show ${more} more`,
} as const;

export const regionWords = {
  africa: "Africa",
  asia: "Asia",
  europe: "Europe",
  northAmerica: "North America",
  southAmerica: "South America",
  oceania: "Oceania",
  europeanUnion: "European Union",
  economicArea: "European Economic Area",
  germanSpeaking: "Germany, Austria, Switzerland",
  nordic: "Nordic countries",
  britishIsles: "United Kingdom and Ireland",
  usAndCanada: "United States and Canada",
  australasia: "Australia and New Zealand",
} as const;
