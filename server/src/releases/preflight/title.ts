// The parts of a title: "Night Drive (feat. Ola Berg) [Live]" is a name, a credit of guests and a version. Titles come here
// with single blanks (see readable.ts), so that no pattern has to look for a run of them.

import { foldText } from "../../platform/search.ts";

/** A part in brackets, with the blank before it. */
export type Bracketed = { whole: string; open: string; text: string; start: number };

export function bracketsIn(title: string): Bracketed[] {
  return [...title.matchAll(/\s?([([])([^()[\]]*)[)\]]/gu)].map((match) => ({
    whole: match[0],
    open: match[1] ?? "",
    text: (match[2] ?? "").trim(),
    start: match.index,
  }));
}

/** The bracketed parts that end a title: "(I Can't Get No) Satisfaction (Live)" ends with one, and starts with none of them. */
export function trailingBrackets(title: string): Bracketed[] {
  const found = bracketsIn(title.trimEnd());
  let end = title.trimEnd().length;
  const trailing: Bracketed[] = [];
  for (const part of found.reverse()) {
    if (part.start + part.whole.length !== end || part.start === 0) break;
    trailing.unshift(part);
    end = part.start;
  }
  return trailing;
}

/** The first bracketed part at the end in round brackets, those after it in square ones. */
export function withBracketOrder(title: string): string {
  const parts = trailingBrackets(title);
  const [first] = parts;
  if (!first) return title;
  const inOrder = parts.map(({ text }, index) => (index === 0 ? ` (${text})` : ` [${text}]`));
  const isInOrder = parts.every(({ open }, index) => open === (index === 0 ? "(" : "["));
  return isInOrder ? title : title.slice(0, first.start) + inOrder.join("");
}

/** Without the bracketed parts that match, or undefined where there are none or nothing would be left. */
export function withoutBrackets(title: string, pattern: RegExp): string | undefined {
  const parts = bracketsIn(title).filter(({ text }) => pattern.test(text));
  const rest = parts.reduceRight(
    (left, part) => left.slice(0, part.start) + left.slice(part.start + part.whole.length),
    title,
  );
  return parts.length > 0 && rest.trim() !== "" ? rest.trim() : undefined;
}

/** Guests named in a title: how, whom, and where that stands. */
export type Guests = { word: string; names: string; start: number; end: number; open: string };

// In brackets any spelling counts. Without them "feat" and "ft" must be abbreviations before a name: "A Feat of Strength" is none.
const inBrackets = /\s?([([])\s?(featuring|feat|ft|w\/)(?:[.:]|\b|(?<=\/))\s?([^()[\]]+)[)\]]/iu;
const bareWord = /\s(?:(featuring|feat\.|ft\.|w\/)|(feat|ft)(?=\s))\s?/giu;

export function guestsIn(title: string): Guests | undefined {
  const bracketed = inBrackets.exec(title);
  if (bracketed) {
    const [whole, open = "", word = "", names = ""] = bracketed;
    return { word, names: names.trim(), open, start: bracketed.index, end: bracketed.index + whole.length };
  }
  return bareGuestsIn(title);
}

function bareGuestsIn(title: string): Guests | undefined {
  let passed = 0;
  for (const found of title.matchAll(bareWord)) {
    const [whole, long, short = ""] = found;
    const begin = found.index + whole.length;
    // An obstacle to one word's names is one to every word before it too.
    if (begin < passed) continue;
    const names = namesFrom(title, begin);
    if (names === undefined) {
      passed = begin + lengthToBracket(title, begin);
      continue;
    }
    const word = long ?? short;
    if (found.index === 0 || (!long && (word !== word.toLowerCase() || !/^\p{Lu}/u.test(names)))) return undefined;
    return { word, names, open: "", start: found.index, end: begin + names.length };
  }
  return undefined;
}

/** They end with the title, or at a blank before a dash or an opening bracket; any other bracket is in the way. */
function namesFrom(title: string, begin: number): string | undefined {
  const names = title.slice(begin, begin + lengthToBracket(title, begin));
  const dash = names.search(/(?<=\S)\s[-–]/u);
  if (dash > 0) return names.slice(0, dash);
  const next = title[begin + names.length];
  const isEnded = next === undefined || (/[([]/u.test(next) && /\s$/u.test(names));
  return (isEnded && names.trimEnd()) || undefined;
}

function lengthToBracket(title: string, begin: number): number {
  const length = title.slice(begin).search(/[()[\]]/u);
  return length < 0 ? title.length - begin : length;
}

/** "A, B and C" becomes its names. "Florence and the Machine" stays one. */
export function splitNames(names: string): string[] {
  return names
    .split(/\s?[,;]\s?(?:(?:&|and)\s)?|\s(?:&|\+|x|and)\s(?!the\b)/iu)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** "A, B & C". */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} & ${names.at(-1)}`;
}

export function isSameText(a: string, b: string): boolean {
  return foldText(a).trim() === foldText(b).trim();
}
