// Values to choose from where the service takes any: common genres, and languages by their names.

import { fieldWords } from "./words.ts";

export const genres: readonly string[] = [
  "Alternative",
  "Ambient",
  "Blues",
  "Children's Music",
  "Classical",
  "Country",
  "Dance",
  "Drum & Bass",
  "Electronic",
  "Folk",
  "Funk",
  "Gospel",
  "Hip-Hop/Rap",
  "House",
  "Indie",
  "Jazz",
  "Karaoke",
  "Latin",
  "Metal",
  "Pop",
  "Punk",
  "R&B/Soul",
  "Reggae",
  "Rock",
  "Singer/Songwriter",
  "Soundtrack",
  "Spoken Word",
  "Techno",
  "World",
];

const codes =
  "ar bg bn ca cs cy da de el en es et eu fa fi fil fr ga gl he hi hr hu id is it ja ko lt lv mk ms nb nl nn pa pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi yo zh zu".split(
    " ",
  );
const names = new Intl.DisplayNames(undefined, { type: "language" });

/** The code of ISO 639 for "no linguistic content". */
const NO_WORDS = "zxx";

export function nameLanguage(code: string): string {
  try {
    return code === NO_WORDS ? fieldWords.instrumental : `${names.of(code)} (${code})`;
  } catch {
    return code;
  }
}

/** Common ones by name, and the one that is set, whatever it is. */
export function languageOptions(present: string): { value: string; label: string }[] {
  const common = codes
    .map((value) => ({ value, label: nameLanguage(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const others = [NO_WORDS, ...(present && present !== NO_WORDS && !codes.includes(present) ? [present] : [])];
  return [...others.map((value) => ({ value, label: nameLanguage(value) })), ...common];
}

/** Scripts that stores show beside the usual one of a language. */
const scripts = ["ja-Latn", "ja-Hrkt", "ko-Latn", "ru-Latn", "sr-Cyrl", "sr-Latn", "zh-Hans", "zh-Hant", "zh-Latn"];

/** The languages of a translated title. */
export function translationOptions(present: string): { value: string; label: string }[] {
  const known = new Set([...codes, ...scripts, ...(present ? [present] : [])]);
  return [...known]
    .map((value) => ({ value, label: nameLanguage(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
