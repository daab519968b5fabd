// How a title is written.
//
// English titles are in title case: every word has a capital, save for articles, conjunctions and short prepositions in
// the middle. Swedish, French and Italian ones are in sentence case. Rules alone cannot tell whether "On" belongs to a
// verb ("Come On Eileen") or begins a place ("Dancing on the Ceiling"), or whether "Rose" is a flower or a person.
// A false alarm costs a partner more than a missed capital, so every spelling that may be intended is left alone:
// acronyms, digits, names with capitals inside, guests' names, particles after a verb.
//
// A title is cut at spaces into words with the punctuation around them. A word that opens or closes a part of the title
// (brackets, a dash, a slash, a colon) counts as first or last.

import { greatest } from "../../platform/long-list.ts";

type Word = { lead: string; core: string; trail: string; is_first: boolean; is_last: boolean; before: string };

const small = new Set(
  "a an and as at but by for from in into nor of off on onto or out over the to up with".split(" "),
);
// Mostly a part of the verb before them ("Shake It Off") ...
const particles = new Set("off out over up".split(" "));
// ... and mostly not: only after verbs that hardly go without them ("Come On Eileen").
const seldomParticles = new Set("by in on".split(" "));
// "So" and "yet" are mostly adverbs in titles; the others are not English, or are abbreviations of ours.
const asWritten = new Set(
  "so yet de la le les el los las du des von van der di da del y e et und il x n vs feat ft prod vol pt aka o".split(
    " ",
  ),
);
const objects = new Set("it me you him her us them this that all one".split(" "));
const phrasalVerbs = new Set(
  (
    "be back blow break bring build burn call calm carry catch check cheer clean climb close come count cry cut dig dress drink drive " +
    "drop eat end fade fall fight fill find fire fly freak get give go grow hang hold hook jump keep kick kiss knock lay lead leave let " +
    "lift light lock log look make mess mix move open pack party pass pick play pull pump push put reach ride ring rise rock roll run " +
    "save send set shake shout show shut sign sing sit sleep slip slow smoke speak spin split stand start stay step stop strike take " +
    "talk tear think throw tie trade try tune turn wait wake walk warm wash watch wear wind wipe work write"
  ).split(" "),
);
const clingingVerbs = new Set(
  "bring carry come count get give go hang hold keep kick let log move pass put rock take turn".split(" "),
);

/**
 * Small words of languages with titles in sentence case: a capital on one of them inside a title gives title case away.
 */
const functionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: new Set(
    "le la les un une des du de et ou à au aux en dans sur sous par pour avec sans mon ma mes ton ta tes son sa ses ce cette ces que qui".split(
      " ",
    ),
  ),
  it: new Set(
    "il lo la gli le un uno una di del della dei degli delle da dal dalla in nel nella con su sul sulla per tra fra e o che mio mia tuo tua".split(
      " ",
    ),
  ),
  sv: new Set(
    "en ett den det de och eller men i på av till från med utan för om att som är min mitt din ditt".split(" "),
  ),
};

// Guests and producers are named as they name themselves.
const credits = /([([](?:feat|ft|featuring|with|w\/|prod)\b[^)\]]*[)\]]?|\s(?:feat\.|ft\.|featuring\s).*$)/isu;

/** "MIDNIGHT IN PARIS", "midnight in paris", "MiDnIgHt"; short acronyms may be titles. */
export function casingOf(title: string): "upper" | "lower" | "random" | "fine" {
  const own = title.split(credits)[0] ?? "";
  const letters = own.replaceAll(/[^\p{Lu}\p{Ll}]/gu, "");
  if (letters.length >= 2 && !/\p{Lu}/u.test(letters)) return "lower";
  const longest = greatest((own.match(/[\p{Lu}\p{Ll}]+/gu) ?? [""]).map((word) => word.length));
  if (letters.length >= 5 && longest >= 3 && !/\p{Ll}/u.test(letters)) return "upper";
  return own.split(/\P{L}+/u).some(isRandom) ? "random" : "fine";
}

// "McDonald" and "LaLaLand" are names; three humps are none. So is a word typed with the shift key the wrong way round.
function isRandom(word: string): boolean {
  return (word.match(/\p{Ll}\p{Lu}/gu) ?? []).length >= 3 || /^\p{Ll}\p{Lu}{3,}$/u.test(word);
}

/** All in small letters, but for guests' names. */
export function lowerCase(title: string): string {
  return ownParts(title, (part) => part.toLowerCase());
}

export function titleCaseEn(title: string): string {
  return eachWord(title, (word) => (isPlain(word.core) ? titleCaseWord(word) : word.core));
}

/** For a title of unknown language: lowers only the small words, where a capital is a sure mistake. */
export function lowerSmallWords(title: string): string {
  return eachWord(title, (word) => {
    const written = titleCaseWord(word);
    return isPlain(word.core) && small.has(word.core.toLowerCase()) && !/[-/]/.test(word.core) ? written : word.core;
  });
}

export function sentenceCase(title: string): string {
  return eachWord(title, ({ core, is_first }) => (isPlain(core) && !is_first ? withFirst(core, "lower") : core));
}

/** Whether a French, Italian or Swedish title has capitals in the English manner: on a small word, or on every word of many. */
export function looksTitleCased(title: string, language: string): boolean {
  const small = functionWords[language];
  if (!small) return false;
  const inner: string[] = [];
  eachWord(title, ({ core, is_first }) => {
    if (!is_first && isPlain(core)) inner.push(core);
    return core;
  });
  const capital = inner.filter((core) => /^\p{Lu}/u.test(core));
  return (
    capital.some((core) => small.has(core.toLowerCase())) || (inner.length >= 3 && capital.length === inner.length)
  );
}

function eachWord(title: string, write: (word: Word) => string): string {
  return ownParts(title, (part) => writeWords(part, write));
}

function ownParts(title: string, write: (part: string) => string): string {
  const parts = title.split(credits);
  return parts.map((part, index) => (index % 2 === 1 ? part : write(part))).join("");
}

function writeWords(text: string, write: (word: Word) => string): string {
  const tokens = text.split(/(\s+)/u);
  const words = tokens.filter((_, index) => index % 2 === 0).map(cut);
  const isMark = (word: Cut | undefined) => word === undefined || word.core === "";
  const written = words.map((word, index) => {
    if (word.core === "") return word.lead;
    const [before, after] = [words[index - 1], words[index + 1]];
    const is_first = isMark(before) || /["“«([]/u.test(word.lead) || /[:/!?)\]]/u.test(before?.trail ?? "");
    const is_last = isMark(after) || /["”»:/!?)\]]/u.test(word.trail) || /[([]/u.test(after?.lead ?? "");
    return word.lead + write({ ...word, is_first, is_last, before: before?.core.toLowerCase() ?? "" }) + word.trail;
  });
  return tokens.map((token, index) => (index % 2 === 0 ? written[index / 2] : token)).join("");
}

type Cut = Pick<Word, "lead" | "core" | "trail">;

function cut(token: string): Cut {
  const start = token.search(/[\p{L}\p{N}]/u);
  if (start < 0) return { lead: token, core: "", trail: "" };
  const letters = [...token];
  const trail = letters.slice(letters.findLastIndex((letter) => /[\p{L}\p{M}\p{N}]/u.test(letter)) + 1).join("");
  return { lead: token.slice(0, start), core: token.slice(start, token.length - trail.length), trail };
}

/** A word whose letters are all in doubt: not "DJ", "iPhone", "will.i.am", "4Ever" or "R&B". */
function isPlain(core: string): boolean {
  return core.split(/[-/]/).every((part) => /^\p{L}[\p{Ll}\p{Lo}\p{Lm}\p{M}'’]*$/u.test(part));
}

function titleCaseWord({ lead, core, is_first, is_last, before }: Word): string {
  if (/['’]$/u.test(lead)) return core;
  if (/[-/]/.test(core)) return core.replaceAll(/[^-/]+/g, (part) => (isFree(part) ? part : withFirst(part, "upper")));
  const word = core.toLowerCase();
  if (asWritten.has(word)) return core;
  if (!small.has(word) || is_first || is_last) return withFirst(core, "upper");
  return isParticle(word, before) ? core : withFirst(core, "lower");
}

// Inside a compound both "Hand-in-Hand" and "Hand-In-Hand" are seen.
function isFree(part: string): boolean {
  return small.has(part.toLowerCase()) || asWritten.has(part.toLowerCase());
}

/** Whether it may belong to the verb before it: "Shake It Off", "Comin' On", "Standing Up". */
function isParticle(word: string, before: string): boolean {
  if (seldomParticles.has(word)) return (word === "on" && before === "it") || isForm(before, clingingVerbs);
  return particles.has(word) && (objects.has(before) || isForm(before, phrasalVerbs));
}

function isForm(word: string, verbs: ReadonlySet<string>): boolean {
  const stem = word.replace(/(?:in['’]?|ing|s|ed)$/u, "");
  return [word, stem, `${stem}e`, stem.slice(0, -1)].some((form) => verbs.has(form));
}

function withFirst(word: string, to: "upper" | "lower"): string {
  const [first = ""] = word;
  const changed = to === "upper" ? first.toUpperCase() : first.toLowerCase();
  // "ß" has no single capital, "ς" none of its own: whatever would not come back stays as it is.
  return changed.toLowerCase() === first.toLowerCase() && [...changed].length === 1
    ? changed + word.slice(first.length)
    : word;
}
