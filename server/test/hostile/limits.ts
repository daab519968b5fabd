// Bodies at the documented limits, made from an operation's schema: every text as long as it may be, of the nasty kinds,
// every list as full as it may be, the whole as large as the operation takes.

import type { Node, Operation } from "../api-description.ts";
import { exampleOf } from "../hostile-request.ts";
import type { Chance } from "./chance.ts";

const MIB = 1_048_576;

function bodyLimit({ path }: Operation): number {
  return path === "/v1/tracks/bulk" ? 8 * MIB : MIB;
}

/** Texts by what is nasty about them; each is repeated until it is as long as it may be. */
const units: Readonly<Record<string, string>> = {
  blanks: " ",
  "wide blanks": "\u3000\u00a0\u2003",
  "a blank between letters": "a ",
  "open brackets": "(",
  "brackets with blanks": "( ) ",
  "featured artists": "(feat. ",
  versions: " - Remastered 2011",
  "punctuation and blanks": "! ? . ",
  "combining marks": "\u0301",
  "right to left": "\u202eשלום",
  astral: "𝕏",
  joined: "👩‍👩‍👧‍👦",
  "long when folded": "ﷺ",
  "changes length by case": "İß",
  "pattern letters": "%_\\",
  quotes: "'\"`;--",
  "escapes in HTML and XML": "<![CDATA[&amp;]]>",
  "formulas of a sheet": "=cmd|",
};
/** No text at all: these must be refused, wherever they stand. */
const forbidden: Readonly<Record<string, string>> = { "lone surrogates": "\ud800", NUL: "\0", "line breaks": "\n" };

/** Words that a reader of titles looks for; what stands between them is what it has to read over. */
const begins = ["A", "A (feat.", "A feat.", "A [", "A -", "A Vol. 1", "A prod.", "A w/", "A ft", "A ("];
const ends = ["z", ")", " x)", " - Remix", " Pt. 2:", "/", " & z", " official", "]"];

/** Exactly so many code points. Never blank at an end: that would be refused before anything else. */
export function nastyText(chance: Chance, length: number, forbidden_share = 0): string {
  const kinds = chance.happens(forbidden_share) ? forbidden : units;
  const unit = [...(kinds[chance.pick(Object.keys(kinds))] ?? " ")];
  const [begin, end] = chance.happens(0.5) ? ["A", "z"] : [chance.pick(begins), chance.pick(ends)];
  const inner = Array.from(
    { length: Math.max(0, length - begin.length - end.length) },
    (_, at) => unit[at % unit.length],
  );
  return [...begin, ...inner, ...end].slice(0, length).join("");
}

/** As JSON text, `fill`ed with ids that exist; now and then padded to the last byte of the limit, or one past it. */
export function largestBody(
  chance: Chance,
  operation: Operation,
  { resolve, fill }: { resolve: (node: Node) => Node; fill: (value: unknown) => unknown },
): string {
  const limit = bodyLimit(operation);
  const forbidden_share = chance.happens(0.2) ? 0.02 : 0;
  const growing = { chance, resolve, forbidden_share, has_codes: chance.happens(0.3) };
  const value = grow(growing, operation.body?.schema ?? {}, limit * chance.pick([0.02, 0.3, 0.95]));
  const text = JSON.stringify(fill(value));
  const missing = limit - Buffer.byteLength(text) + (chance.happens(0.1) ? 1 : 0);
  return missing > 0 && chance.happens(0.3) ? text + " ".repeat(missing) : text;
}

/** `has_codes`: also what need not be there and has a rule of its own, such as a number that no other track may have. */
type Growing = { chance: Chance; resolve: (node: Node) => Node; forbidden_share: number; has_codes: boolean };

/** `budget`: about so many bytes. */
function grow(growing: Growing, given: Node, budget: number): unknown {
  const schema = growing.resolve(given);
  if (isObject(schema)) return growObject(growing, schema, budget);
  if (isList(schema)) return growArray(growing, schema, budget);
  if (isFreeText(schema)) {
    const length = Math.min(schema.maxLength, Math.max(2, Math.floor(budget / 3)));
    return nastyText(growing.chance, length, growing.forbidden_share);
  }
  return exampleOf(schema, growing.resolve);
}

function growObject(growing: Growing, schema: Node, budget: number): unknown {
  const [pattern] = Object.values((schema.patternProperties ?? {}) as Node);
  if (!schema.properties && pattern) {
    const names = Array.from({ length: schema.maxProperties ?? 1 }, (_, index) => `store_${index}`);
    const each = budget / names.length;
    return Object.fromEntries(names.slice(0, budget / 40).map((name) => [name, grow(growing, pattern, each - 12)]));
  }
  const isNeeded = ([name, field]: [string, Node]) =>
    growing.has_codes || canGrow(growing, field) || schema.required?.includes(name);
  const fields = Object.entries((schema.properties ?? {}) as Node).filter(
    (entry) => !entry[1].deprecated && isNeeded(entry),
  );
  let left = budget;
  // The small first, so that what they leave is there for lists.
  const order = fields.sort(([, a], [, b]) => Number(isList(growing.resolve(a))) - Number(isList(growing.resolve(b))));
  return Object.fromEntries(
    order.map(([name, field], index) => {
      const value = grow(growing, field, left / (order.length - index));
      left = Math.max(0, left - JSON.stringify(value).length);
      return [name, value];
    }),
  );
}

function growArray(growing: Growing, schema: Node, budget: number): unknown[] {
  const count = (schema.maxItems ?? 10) + (growing.chance.happens(0.03) ? 1 : 0);
  const items: unknown[] = [];
  for (let left = budget; items.length < count && (left > 0 || items.length === 0); ) {
    const item = grow(growing, schema.items, left / (count - items.length));
    items.push(item);
    left -= Buffer.byteLength(JSON.stringify(item));
  }
  return items;
}

function canGrow({ resolve }: Growing, field: Node): boolean {
  const schema = resolve(field);
  return isObject(schema) || isList(schema) || isFreeText(schema);
}

function isObject({ type, properties, patternProperties }: Node): boolean {
  return [type].flat().includes("object") && Boolean(properties ?? patternProperties);
}

/** A list of entries that may be alike: the others are codes. */
function isList({ type, items, uniqueItems }: Node): boolean {
  return [type].flat().includes("array") && Boolean(items) && !uniqueItems;
}

/** Not an id, a link or a code, which have their own rules. */
function isFreeText({ type, maxLength, examples, enum: values, format }: Node): boolean {
  const shown = String(examples?.[0] ?? "");
  const isCode = Boolean(values ?? format) || /^([a-z]{3,5}_\w+|https?:.*|\w+\/\w+)$/.test(shown);
  return [type].flat().includes("string") && maxLength >= 100 && !isCode;
}
