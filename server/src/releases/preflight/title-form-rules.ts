// How titles are written: capitals, guests, versions, numbers of parts; and how those of one release differ.

import { folded, namesOf } from "./names.ts";
import { eachTrack, type Remark, type Rule, releaseRule, type SubjectChanges, type Titled, titleRule } from "./rule.ts";
import {
  bracketsIn,
  guestsIn,
  isSameText,
  joinNames,
  splitNames,
  trailingBrackets,
  withBracketOrder,
  withoutBrackets,
} from "./title.ts";
import { casingOf, looksTitleCased, lowerCase, lowerSmallWords, sentenceCase, titleCaseEn } from "./title-case.ts";

export const titleFormRules: readonly Rule[] = [
  titleRule({
    code: "title_all_caps",
    standard: "warning",
    summary: "A title is not all in capitals.",
    check: (titled) => (casingOf(titled.title) === "upper" ? recased(titled, "is all in capitals") : undefined),
    examples: { passes: "Midnight in Paris", fails: "MIDNIGHT IN PARIS" },
  }),
  titleRule({
    code: "title_all_lower",
    standard: "warning",
    summary: "A title is not all in lower case.",
    check: (titled) => (casingOf(titled.title) === "lower" ? recased(titled, "is all in lower case") : undefined),
    examples: { passes: "Midnight in Paris", fails: "midnight in paris" },
  }),
  titleRule({
    code: "title_random_case",
    standard: "warning",
    summary: "A title does not have capitals in random places.",
    check: (titled) => (casingOf(titled.title) === "random" ? recased(titled, "mixes capitals at random") : undefined),
    examples: { passes: "Midnight in Paris", fails: "MiDnIgHt in Paris" },
  }),
  titleRule({
    code: "title_case_en",
    standard: "warning",
    summary:
      "An English title has a capital on every word but articles, conjunctions and short prepositions inside it.",
    check: ({ title, language }) => {
      if (casingOf(title) !== "fine") return undefined;
      const suggestion = englishCase(title, language);
      return suggestion === title ? undefined : { issue: "is not in English title case", suggestion };
    },
    examples: {
      passes: { text: "Midnight in Paris", changes: inLanguage("en", "Midnight in Paris") },
      fails: { text: "Midnight In Paris", changes: inLanguage("en", "Midnight In Paris") },
    },
  }),
  titleRule({
    code: "title_case_sentence",
    standard: "warning",
    summary: "Swedish, French and Italian titles have a capital on the first word and on names only.",
    check: ({ title, language }) =>
      casingOf(title) === "fine" && looksTitleCased(title, primary(language))
        ? { issue: "has capitals on words that are not names", suggestion: sentenceCase(title) }
        : undefined,
    examples: {
      passes: { text: "La vie en rose (French)", changes: inLanguage("fr", "La vie en rose") },
      fails: { text: "La Vie En Rose (French)", changes: inLanguage("fr", "La Vie En Rose") },
    },
  }),
  titleRule({
    code: "feat_format",
    standard: "warning",
    summary:
      "Guests in a title are written (feat. X & Y) or (with X): in brackets, in lower case, with commas and a last &.",
    check: ({ title, artists }) => {
      const suggestion = withGuests(title, (name) => namesOf(artists).all.has(folded(name)));
      return suggestion === title
        ? undefined
        : { issue: "does not write its guests as (feat. X & Y) or (with X)", suggestion };
    },
    examples: { passes: "Night Drive (feat. Ola Berg & Mia)", fails: "Night Drive ft. Ola Berg and Mia" },
  }),
  titleRule({
    code: "feat_in_title_but_not_in_roles",
    standard: "blocker",
    summary: "A guest in the title is among the artists with the role `featured`.",
    check: ({ title, artists, artists_field }) => {
      const guests = guestsIn(title);
      if (!guests) return undefined;
      const isListed = (name: string) => namesOf(artists).guests.has(folded(name));
      const absent = isListed(guests.names) ? [] : splitNames(guests.names).filter((name) => !isListed(name));
      const issue = `names guests that \`${artists_field}artists\` does not list as featured: ${joinNames(absent)}`;
      return absent.length > 0 ? { issue } : undefined;
    },
    examples: {
      passes: { text: "Night Drive (feat. Ola Berg), Ola Berg featured", changes: withGuest("featured") },
      fails: { text: "Night Drive (feat. Ola Berg), Ola Berg not listed", changes: withGuest("producer") },
    },
  }),
  titleRule({
    code: "version_in_title",
    standard: "warning",
    summary: "Live, Instrumental, Radio Edit and the like stand in `version`, not in the title.",
    check: ({ title, version }) => {
      const found = trailingBrackets(title).find(({ text }) => versionWords.test(text));
      if (!found) return undefined;
      const suggestion = withoutBrackets(title, versionWords);
      const issue = `has a version in it; ${version ? "`version` is the place for it" : `put "${found.text}" into \`version\``}`;
      return { issue, ...(suggestion && { suggestion }) };
    },
    examples: { passes: "Live Forever", fails: "Night Drive (Radio Edit)" },
  }),
  titleRule({
    code: "redundant_version",
    standard: "warning",
    summary: "An original is not marked as one: no Original Mix, Album Version or Original Version.",
    check: ({ title, version }) => {
      if (version && redundantWords.test(bare(version)))
        return { field: "version", issue: `marks the original version; leave "${version}" out` };
      const suggestion = withoutBrackets(title, redundantWords);
      return suggestion ? { issue: "marks the original version", suggestion } : undefined;
    },
    examples: { passes: "Night Drive", fails: "Night Drive (Original Mix)" },
  }),
  titleRule({
    code: "version_brackets",
    standard: "warning",
    summary:
      "If a title ends with several parts in brackets, the first is in ( ) and later ones in [ ]; `version` has no brackets.",
    check: ({ title, version }) => {
      if (version && bare(version) !== version.trim())
        return { field: "version", issue: "needs no brackets: stores add them", suggestion: bare(version) };
      const suggestion = withBracketOrder(title);
      return suggestion === title ? undefined : { issue: "has brackets in the wrong order", suggestion };
    },
    examples: { passes: "Night Drive (feat. Mia) [Dub]", fails: "Night Drive (feat. Mia) (Dub)" },
  }),
  titleRule({
    code: "part_volume_abbrev",
    standard: "warning",
    summary: "Volumes and parts are written Title, Vol. 1 and Title, Pt. 1.",
    check: ({ title }) => {
      const suggestion = withPart(title);
      return suggestion === title ? undefined : { issue: "does not abbreviate its volume or part", suggestion };
    },
    examples: { passes: "Night Drives, Vol. 1", fails: "Night Drives Volume 1" },
  }),
  titleRule({
    code: "medley_slash",
    standard: "warning",
    summary: "The titles of a medley are separated by a slash with a space on each side.",
    check: ({ title }) => {
      const suggestion = withMedleySlash(title);
      return suggestion === title ? undefined : { issue: "separates titles by a slash without spaces", suggestion };
    },
    examples: { passes: "Night Drive / Dawn", fails: "Night Drive/Morning Light" },
  }),
  releaseRule({
    code: "duplicate_track_title",
    standard: "blocker",
    scope: "title",
    summary: "Tracks of a release have different titles, or the same title in different versions.",
    check: ({ tracks }) => {
      const first = new Map<string, number>();
      return eachTrack({ tracks }, ({ title, version }, index) => {
        const name = `${title}\n${version ?? ""}`.normalize("NFKC").toLowerCase();
        const other = first.get(name);
        if (other === undefined) first.set(name, index);
        const issue = `is the title of tracks[${other}] too; give one of them a \`version\``;
        return other === undefined ? [] : [{ field: `tracks[${index}].title`, issue }];
      });
    },
    examples: {
      passes: ["Dawn; Dawn (Live)", { tracks: [{ title: "Dawn" }, { title: "Dawn", version: "Live" }] }],
      fails: ["Dawn; Dawn", { tracks: [{ title: "Dawn" }, { title: "Dawn" }] }],
    },
  }),
  releaseRule({
    code: "single_title_mismatch",
    standard: "blocker",
    summary: "A release of one track has the title and the artists of that track.",
    check: ({ release, tracks }) => {
      const [track, second] = tracks;
      if (!track || second) return [];
      const names = (artists: readonly { name: string; role: string }[]) =>
        artists
          .filter(({ role }) => role === "main")
          .map(({ name }) => name)
          .sort()
          .join("\n");
      const issue = "must be the same as the track's, because the release has one track";
      return [
        ...(isSameText(release.title, track.title) ? [] : [{ field: "title", issue, suggestion: track.title }]),
        ...(isSameText(names(release.artists), names(track.artists ?? release.artists))
          ? []
          : [{ field: "artists", issue }]),
      ];
    },
    examples: {
      passes: ["Dawn, with the track Dawn", { release: { title: "Dawn" }, tracks: [{ title: "Dawn" }] }],
      fails: ["Dawn, with the track Night Drive", { release: { title: "Dawn" }, tracks: [{ title: "Night Drive" }] }],
    },
  }),
];

function inLanguage(language: string, title: string): SubjectChanges {
  return { release: { language, title } };
}

function withGuest(role: "featured" | "producer"): SubjectChanges {
  const artists = [
    { name: "Vera Lux", role: "main" as const },
    { name: "Ola Berg", role },
  ];
  return { release: { title: "Night Drive (feat. Ola Berg)", artists } };
}

function primary(language: string | null): string {
  return (language ?? "").split("-")[0]?.toLowerCase() ?? "";
}

/** If the language is not known to be English, only capitals on small English words are a fault, and only in plain letters. */
function englishCase(title: string, language: string | null): string {
  if (primary(language) === "en") return titleCaseEn(title);
  return language === null && /^[\x20-\x7e’]*$/.test(title) ? lowerSmallWords(title) : title;
}

function recased({ title, language }: Titled, issue: string): Remark {
  const suggestion = recase(lowerCase(title), primary(language));
  return suggestion === undefined ? { issue } : { issue, suggestion };
}

function recase(lower: string, language: string): string | undefined {
  if (language === "en" || language === "") return titleCaseEn(lower);
  const isSentence = ["sv", "fr", "it"].includes(language);
  return isSentence ? lower.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : undefined;
}

function withGuests(title: string, isArtist: (name: string) => boolean): string {
  const guests = guestsIn(title);
  if (!guests) return withSmallWith(title, isArtist);
  const names = isArtist(guests.names) ? guests.names : joinNames(splitNames(guests.names));
  const word = guests.word.toLowerCase() === "w/" ? "with" : "feat.";
  const [before, after] = [title.slice(0, guests.start), title.slice(guests.end)];
  return withBracketOrder(`${before} (${word} ${names})${after}`.trim());
}

/** "(With Ola Berg)"; but "(With Love)" names no guest. */
function withSmallWith(title: string, isArtist: (name: string) => boolean): string {
  const found = bracketsIn(title).find(({ text }) => /^WITH\s/iu.test(text) && !text.startsWith("with "));
  const names = found?.text.slice("with".length).trim() ?? "";
  if (!found || ![names, ...splitNames(names)].some(isArtist)) return title;
  return `${title.slice(0, found.start)} (with ${names})${title.slice(found.start + found.whole.length)}`.trim();
}

const versionWords =
  /^(?:live(?: (?:at|from|in|on|version|session|acoustic)\b.*)?|instrumental(?: version| mix)?|(?:radio|club|single|extended|clean|video) (?:edit|mix|version)|acoustic(?: version)?|a ?cappella|demo(?: version)?|(?:.+ )?remix|(?:\d{4} )?remaster(?:ed)?(?: \d{4}| version)?|karaoke(?: version)?|sped up|slowed(?: (?:\+|&|and) reverb)?)$/iu;
const redundantWords = /^(?:original(?: mix| version)?|album version|main (?:mix|version))$/iu;

function bare(version: string): string {
  const text = version.trim();
  return /^[([]/u.test(text) && /.[)\]]$/u.test(text) ? text.slice(1, -1).trim() : text;
}

const partWords = /\b(volume|vol|part|pt)\b\.?\s?(\d{1,3}|[IVXLC]+)[)\]]?(?=$|\s?[:,([]|\s[-–])/iu;
// A word in brackets has one before it.
const partLead = /(?<![\s,:–-])[\s,:–-]*[([]?$/u;

function withPart(title: string): string {
  const found = partWords.exec(title);
  if (!found) return title;
  const [whole, word = "", number = ""] = found;
  const name = title.slice(0, found.index).replace(partLead, "");
  // Matched in any case: "Part i" and "part mix" are words.
  if (!/^(?:\d+|[IVXLC]+)$/u.test(number)) return title;
  const short = /^v/iu.test(word) ? "Vol." : "Pt.";
  return `${name}${name === "" ? "" : ", "}${short} ${number}${title.slice(found.index + whole.length)}`;
}

/** "Love/Hate", "24/7", "AC/DC" are one title each; two titles have a blank in one of them. */
function withMedleySlash(title: string): string {
  const parts = title.split(/\s?\/\s?/u);
  const isWord = (part: string) => /\p{L}{3}/u.test(part);
  const isMedley =
    parts.length > 1 &&
    parts.every(isWord) &&
    parts.some((part) => part.includes(" ")) &&
    !/\b(?:and\/or|w\/)/iu.test(title);
  return isMedley && !/^AC\/DC\b/u.test(title) ? parts.join(" / ") : title;
}
