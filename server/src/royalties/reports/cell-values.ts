// Cells as stores write them, read as a row keeps them: numbers, months and territories.

import { iso31661 } from "iso-3166/1.js";
import { territoryCodes, territoryName } from "../../standards/territory.ts";
import type { FormatRules } from "../formats/format.ts";
import { isUsageTerritory } from "../usage.ts";

type Parse = FormatRules["parse"];

// More than any number that a row may have.
const MAX_EXPONENT = 40;
// A blank between digits may be any of those that do not break a line.
const blanks = " \u00a0\u202f\u2009";

/** As decimal text: `-1234.5`. Brackets, and a minus before or after it, mean negative. Undefined: it is no number. */
export function readNumber(
  text: string,
  { decimal, grouping }: Pick<Parse, "decimal" | "grouping">,
): string | undefined {
  const { isNegative, rest } = withoutSign(text);
  let whole = "";
  let fraction = "";
  let at = 0;
  for (; at < rest.length; at++) {
    const char = rest[at] ?? "";
    if (isDigitOf(char)) whole += char;
    else if (char === decimal || !isGrouping(char, grouping)) break;
    else if (!isDigitOf(rest[at - 1]) || !isDigitOf(rest[at + 1])) return undefined;
  }
  if (rest[at] === decimal) {
    for (at += 1; isDigitOf(rest[at]); at++) fraction += rest[at];
    if (fraction === "") return undefined;
  }
  const exponent = exponentOf(rest.slice(at));
  if (exponent === undefined || whole + fraction === "") return undefined;
  return (isNegative ? "-" : "") + moved(whole, fraction, exponent);
}

function withoutSign(text: string): { isNegative: boolean; rest: string } {
  if (text.startsWith("(") && text.endsWith(")")) return { isNegative: true, rest: text.slice(1, -1).trim() };
  if (text.startsWith("-")) return { isNegative: true, rest: text.slice(1).trim() };
  if (text.endsWith("-")) return { isNegative: true, rest: text.slice(0, -1).trim() };
  return { isNegative: false, rest: text };
}

const isDigitOf = (char: string | undefined) => char !== undefined && char >= "0" && char <= "9" && char.length === 1;
const isGrouping = (char: string, grouping: Parse["grouping"]) =>
  grouping === " " ? blanks.includes(char) : char === grouping;

/** Undefined: neither nothing nor an exponent. */
function exponentOf(text: string): number | undefined {
  if (text === "") return 0;
  if (!/^[eE][+-]?\d{1,3}$/.test(text)) return undefined;
  const exponent = Number(text.slice(1));
  return Math.abs(exponent) <= MAX_EXPONENT ? exponent : undefined;
}

/** With the point moved by so many places. */
function moved(whole: string, fraction: string, exponent: number): string {
  if (exponent === 0) return withPoint(whole, fraction);
  const padded = "0".repeat(Math.max(0, -exponent)) + whole + fraction + "0".repeat(Math.max(0, exponent));
  const point = Math.max(0, -exponent) + whole.length + exponent;
  return withPoint(padded.slice(0, point), withoutZerosAtEnd(padded.slice(point)));
}

function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

function withPoint(whole: string, fraction: string): string {
  const digits = whole.replace(/^0+/, "") || "0";
  return fraction === "" ? digits : `${digits}.${fraction}`;
}

/** `3.0` is 3. Undefined: it is not whole. */
export function wholeNumber(number: string): string | undefined {
  const [whole = "", fraction = ""] = number.split(".");
  return /^0*$/.test(fraction) ? whole : undefined;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

type DateForm = Parse["date"];
/** The places of year, month and day in each form. */
const datePatterns: Readonly<Record<string, { pattern: RegExp; order: string }>> = {
  "YYYY-MM-DD": { pattern: /^(\d{4})-(\d{2})-(\d{2})$/, order: "ymd" },
  "YYYY-MM": { pattern: /^(\d{4})-(\d{2})$/, order: "ym" },
  YYYYMM: { pattern: /^(\d{4})(\d{2})$/, order: "ym" },
  "MM/DD/YYYY": { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: "mdy" },
  "DD.MM.YYYY": { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, order: "dmy" },
  "DD/MM/YYYY": { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: "dmy" },
};

/** The month of a date, as `YYYY-MM`. Undefined: it is no date of this form. */
export function readMonth(text: string, form: DateForm): string | undefined {
  if (Array.isArray(form)) return form.map((one) => readMonth(text, one)).find((month) => month !== undefined);
  if (form === "MMM-YY") {
    const [, name = "", year = ""] = /^([A-Za-z]{3})-(\d{2})$/.exec(text) ?? [];
    const month = months.indexOf(name.toLowerCase()) + 1;
    return month === 0 ? undefined : `20${year}-${String(month).padStart(2, "0")}`;
  }
  const { pattern, order } = datePatterns[form] ?? { pattern: /^$/, order: "" };
  const found = pattern.exec(text);
  if (!found) return undefined;
  const partOf = (part: string) => Number(found[order.indexOf(part) + 1] ?? 1);
  const [year, month, day] = [partOf("y"), partOf("m"), order.includes("d") ? partOf("d") : 1];
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate())
    return undefined;
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`;
}

const always: Readonly<Record<string, string>> = {
  "": "ZZ",
  uk: "GB",
  kosovo: "XK",
  xkx: "XK",
  world: "ZZ",
  worldwide: "ZZ",
};
/** Names that files have in place of the standard's long ones. */
const common: Readonly<Record<string, string>> = {
  bolivia: "BO",
  brunei: "BN",
  "cape verde": "CV",
  "czech republic": "CZ",
  "democratic republic of the congo": "CD",
  "great britain": "GB",
  "hong kong": "HK",
  iran: "IR",
  "ivory coast": "CI",
  laos: "LA",
  macau: "MO",
  macedonia: "MK",
  moldova: "MD",
  netherlands: "NL",
  "north korea": "KP",
  palestine: "PS",
  russia: "RU",
  "south korea": "KR",
  swaziland: "SZ",
  syria: "SY",
  taiwan: "TW",
  tanzania: "TZ",
  "the netherlands": "NL",
  turkey: "TR",
  "united kingdom": "GB",
  "united states": "US",
  venezuela: "VE",
  vietnam: "VN",
};
const codesByText = new Map([
  ...Object.entries(common),
  ...iso31661.map(({ alpha2, alpha3 }) => [alpha3.toLowerCase(), alpha2] as const),
  ...iso31661.map(({ alpha2, name }) => [name.toLowerCase(), alpha2] as const),
  ...territoryCodes.map((code) => [(territoryName(code) ?? code).toLowerCase(), code] as const),
  ...Object.entries(always),
]);

/** By a format's own names first, in small letters; then by code, alpha-3 code or English name. Undefined: unknown. */
export function readTerritory(text: string, names: ReadonlyMap<string, string>): string | undefined {
  const key = text.trim().toLowerCase();
  const named = names.get(key) ?? codesByText.get(key);
  if (named !== undefined) return named;
  const code = key.toUpperCase();
  return isUsageTerritory(code) ? code : undefined;
}
