// Words that do not belong in titles, and mostly not in names either.

import { mainNames } from "./names.ts";
import { type Facts, type Rule, releaseRule, titleRule } from "./rule.ts";
import { withoutBrackets } from "./title.ts";

const store_names: readonly string[] = [
  "Spotify",
  "Apple Music",
  "iTunes",
  "YouTube",
  "Deezer",
  "SoundCloud",
  "Amazon Music",
  "Beatport",
  "TikTok",
  "Bandcamp",
  "Audiomack",
  "Shazam",
];
const search_terms: readonly string[] = [
  "relaxing",
  "relaxation",
  "sleep",
  "sleeping",
  "study",
  "studying",
  "spa",
  "meditation",
  "yoga",
  "workout",
  "chill",
  "lofi",
  "lo-fi",
  "hits",
  "viral",
  "trending",
  "type beat",
  "bpm",
  "playlist",
  "background music",
];

export const titleWordRules: readonly Rule[] = [
  titleRule({
    code: "artist_name_in_title",
    standard: "warning",
    summary: "A title does not begin or end with the artist's name.",
    check: ({ title, artists }) => {
      const suggestion = withoutNames(title, mainNames(artists));
      return suggestion === undefined ? undefined : { issue: "contains the artist's name", suggestion };
    },
    examples: { passes: "Night Drive", fails: "Vera Lux - Night Drive" },
  }),
  titleRule({
    code: "producer_in_title",
    standard: "warning",
    summary: "A title names no producer; there is a role for that.",
    check: ({ title }) => {
      const pattern = /^(?:prod\b|produced by\b)/iu;
      if (!/(?:^|[\s([])prod(?:\.\s*\S|uced by\s| by\s)/iu.test(title)) return undefined;
      const suggestion = withoutBrackets(title, pattern) ?? title.replace(/\sprod(?:\.|uced by | by ).*$/isu, "");
      return { issue: "names a producer", ...(suggestion !== title && { suggestion }) };
    },
    examples: { passes: "Night Drive", fails: "Night Drive (prod. Mia)" },
  }),
  titleRule({
    code: "explicit_word_in_title",
    standard: "warning",
    summary: "A title does not say Explicit or Clean; the field `explicit` says it.",
    check: ({ title }) => {
      const suggestion = withoutBrackets(title, /^(?:explicit|clean|dirty)(?: version| edit)?$/iu);
      return suggestion === undefined ? undefined : { issue: "says whether it is explicit", suggestion };
    },
    examples: { passes: "Clean Hands", fails: "Night Drive (Explicit)" },
  }),
  titleRule({
    code: "generic_title",
    standard: "warning",
    summary: "A title is not generic, such as Track 1 or Instrumental.",
    check: ({ title }) =>
      /^(?:(?:audio ?)?track ?#?\d+|(?:song|title|beat|audio) ?#?\d+|instrumental|unknown(?: title| track)?)$/iu.test(
        title.trim(),
      )
        ? { issue: "says nothing about the music" }
        : undefined,
    examples: { passes: "Night Drive", fails: "Track 1" },
  }),
  titleRule({
    code: "promo_terms",
    standard: "blocker",
    summary: "A title does not advertise (Exclusive, Limited Edition) or name a format (CD, MP3).",
    check: ({ title, version }) => {
      const pattern =
        /[([]\s*exclusive\b|\bexclusive (?:edition|version|release|track)\b|\blimited edition\b|\bfree download\b|\bout now\b|\bpre-?order\b/iu;
      const found = pattern.exec(title) ?? /\b(?:CD|DVD|MP3|MP4|WAV|FLAC)\b/u.exec(title);
      if (found) return { issue: `advertises or names a format: ${found[0].replace(/^[([]\s*/u, "")}` };
      const inVersion = version ? pattern.exec(`(${version})`) : null;
      return inVersion ? { field: "version", issue: "advertises" } : undefined;
    },
    examples: { passes: "Night Drive", fails: "Night Drive (Limited Edition)" },
  }),
  everyText({
    code: "url_or_handle_in_metadata",
    summary: "Titles, names and the label hold no web address and no handle.",
    issue: () => (text) =>
      /https?:\/\/|\bwww\.|(?<=[\p{L}\p{N}-])\.(?:com|net|org|io|fm|app|tv|info|link|ly|gg)(?![\p{L}\p{N}.])|(?<!\S)@\p{L}/iu.test(
        text,
      )
        ? "holds a web address or a handle"
        : undefined,
    examples: { passes: "Night Drive", fails: "Night Drive (nightjar.com)" },
  }),
  everyText({
    code: "store_name_in_metadata",
    summary: "Titles, names and the label hold no store's name.",
    thresholds: { store_names },
    issue: ({ store_names }) => {
      const pattern = anyWord(store_names);
      return (text) => {
        const found = pattern?.exec(text);
        return found ? `holds the name of a store: ${found[1]}` : undefined;
      };
    },
    examples: { passes: "Night Drive", fails: "Night Drive (Spotify Singles)" },
  }),
  titleRule({
    code: "keyword_stuffing",
    standard: "blocker",
    summary: "A title is not a list of search terms.",
    thresholds: { max_separators: 3, max_search_terms: 2, search_terms },
    check: ({ title }, limits) => {
      const separators = title.match(/[|;•#,]/gu)?.length ?? 0;
      const folded = title.toLowerCase();
      const terms = limits.search_terms.filter((term) => folded.includes(term.toLowerCase())).length;
      return separators > limits.max_separators || terms > limits.max_search_terms
        ? { issue: "reads like a list of search terms" }
        : undefined;
    },
    examples: { passes: "Sleep", fails: "Relaxing Music for Sleep, Study, Yoga and Meditation" },
  }),
  titleRule({
    code: "emoji_or_special",
    standard: "warning",
    summary: "A title has no emoji and no signs such as $ ¢ ∞ ¬ _ + = *.",
    check: ({ title, version }) => {
      const special = /\p{Emoji_Presentation}|\u{FE0F}|[☀-➿$¢∞¬_+=*~^<>{}\\]/u;
      const found = special.exec(title);
      if (found) return { issue: `has a sign that stores refuse: ${found[0]}` };
      return version && special.test(version)
        ? { field: "version", issue: "has a sign that stores refuse" }
        : undefined;
    },
    examples: { passes: "Rock & Roll", fails: "Night Drive 🔥" },
  }),
];

/** "Vera Lux - Night Drive", "Night Drive by Vera Lux"; a title that is the name alone is no fault. */
function withoutNames(title: string, names: readonly { name: string; lower: string }[]): string | undefined {
  const folded = title.toLowerCase();
  // A letter that changes its length with its case would shift what is cut off.
  if (folded.length !== title.length) return undefined;
  for (const { name, lower: own } of names) {
    if (own.length < 2 || own.length !== name.length) continue;
    const ahead = folded.startsWith(own) ? /^\s?[-–—:|]\s/u.exec(title.slice(own.length)) : null;
    const rest = folded.endsWith(own) ? title.slice(0, title.length - own.length) : "";
    // " by " is the longest that may stand between them.
    const behind = /\s(?:[-–—|]|by)\s$/iu.exec(rest.slice(-4));
    const left = ahead ? title.slice(own.length + ahead[0].length) : behind ? rest.slice(0, -behind[0].length) : "";
    if (left.trim() !== "") return left.trim();
  }
  return undefined;
}

/** A blocker of every text that a store shows: titles, versions, names, the label. */
function everyText<Limits extends Readonly<Record<string, readonly string[]>>>(definition: {
  code: string;
  summary: string;
  thresholds?: Limits;
  /** Made once for all texts. */
  issue: (limits: Limits) => (text: string) => string | undefined;
  examples: { passes: string; fails: string };
}): Rule {
  const { issue, examples, ...rest } = definition;
  const title = (text: string): [string, { release: { title: string } }] => [text, { release: { title: text } }];
  return releaseRule({
    ...rest,
    standard: "blocker",
    *check(facts, limits) {
      const problem = issue(limits);
      for (const { field, text } of textsOf(facts)) {
        const issue = problem(text);
        yield issue === undefined ? undefined : { field, issue };
      }
    },
    examples: { passes: title(examples.passes), fails: title(examples.fails) },
  });
}

type Named = { title: string; version: string | null; artists: readonly { name: string }[] | null };

type Text = { field: string; text: string };

function* textsOf({ release, tracks }: Facts): Generator<Text> {
  yield* textsIn("", release);
  yield { field: "label", text: release.label };
  for (const [index, track] of tracks.entries()) yield* textsIn(`tracks[${index}].`, track);
}

function* textsIn(prefix: string, { title, version, artists }: Named): Generator<Text> {
  yield { field: `${prefix}title`, text: title };
  if (version) yield { field: `${prefix}version`, text: version };
  for (const [index, { name }] of (artists ?? []).entries())
    yield { field: `${prefix}artists[${index}].name`, text: name };
}

function anyWord(words: readonly string[]): RegExp | undefined {
  const literal = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return literal.length > 0
    ? new RegExp(`(?:^|[^\\p{L}\\p{N}])(${literal.join("|")})(?![\\p{L}\\p{N}])`, "iu")
    : undefined;
}
