// Values as people read them, in the reader's own language and zone.

import { codeWords, valueWords } from "./words.ts";

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const times = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const zoned = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });
const universal = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
const hours = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const months = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric", timeZone: "UTC" });
const plainDates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const numbers = new Intl.NumberFormat();
const countries = new Intl.DisplayNames(undefined, { type: "region" });

export const showDay = (timestamp: string): string => dates.format(new Date(timestamp));
export const showTime = (timestamp: string): string => times.format(new Date(timestamp));
export const showHour = (timestamp: string): string => hours.format(new Date(timestamp));
/** With seconds, where steps follow each other quickly. */
export const showMoment = (timestamp: string): string => moments.format(new Date(timestamp));
/** In the reader's zone and in UTC, which logs and the API use. */
export function showExactly(timestamp: string): string {
  const date = new Date(timestamp);
  return valueWords.bothZones(zoned.format(date), universal.format(date));
}
/** A date without a time, such as a release date: the same day in every zone. */
export const showDate = (date: string): string => plainDates.format(new Date(`${date}T00:00:00Z`));
export const showMonth = (period: string): string => months.format(new Date(`${period}-01T00:00:00Z`));
export const showNumber = (value: number): string => numbers.format(value);

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** "3 minutes ago", and after a month the day. */
export function showAgo(timestamp: string, now = Date.now()): string {
  const seconds = Math.round((new Date(timestamp).getTime() - now) / 1_000);
  if (Math.abs(seconds) > 30 * 86_400) return showDay(timestamp);
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size || unit === "second") return ago.format(Math.trunc(seconds / size), unit);
  }
  return "";
}

/**
 * With the digits that the currency has, two in most. An amount that is too small for them is not shown as none. Money is never
 * a float: the digits are those that the service gives.
 */
export function showMoney(amount: string, currency: string): string {
  const format = new Intl.NumberFormat(undefined, { style: "currency", currency });
  const shown = format.format(amount as Intl.StringNumericLiteral);
  const isNone = !/[1-9]/.test(amount);
  if (isNone || /[1-9]/.test(shown)) return shown;
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const least = format.format((digits === 0 ? "1" : `0.${"1".padStart(digits, "0")}`) as Intl.StringNumericLiteral);
  return `${amount.startsWith("-") ? "−" : ""}<${least}`;
}

/** With every digit that the service gives, and no fewer than the currency has. */
export function showExactMoney(amount: string, currency: string): string {
  const least = new Intl.NumberFormat(undefined, { style: "currency", currency }).resolvedOptions();
  const digits = Math.max(least.minimumFractionDigits ?? 0, amount.split(".")[1]?.replace(/0+$/, "").length ?? 0);
  const format = new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount as Intl.StringNumericLiteral);
}

/** A rate such as "0.15" as "15%". */
export function showRate(rate: string): string {
  const format = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 12 });
  return format.format(rate as Intl.StringNumericLiteral);
}

export function showDuration(duration_ms: number): string {
  const seconds = Math.round(duration_ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function showBytes(bytes: number): string {
  const sizes = valueWords.sizes;
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizes.length - 1);
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${sizes[power]}`;
}

export function showTerritory(code: string): string {
  if (code === "WORLD" || code === "WORLDWIDE") return valueWords.worldwide;
  return countries.of(code) ?? code;
}

/** So many territories there are: a list of all of them means the world. */
const WORLD = 249;

export function showTerritories(codes: readonly string[]): string {
  const [first, ...rest] = codes;
  if (first === undefined) return valueWords.none;
  if (codes.length >= WORLD) return valueWords.worldwide;
  return rest.length < 3 ? codes.map(showTerritory).join(", ") : valueWords.territories(showNumber(codes.length));
}

const codes: ReadonlyMap<string, string> = new Map(Object.entries(codeWords));

/** "action_required" as "Action required". */
export function showWord(code: string): string {
  const text = code.replaceAll("_", " ");
  return codes.get(code) ?? text.charAt(0).toUpperCase() + text.slice(1);
}

export function showArtists(artists: readonly { name: string; role?: string | undefined }[]): string {
  const main = artists.filter(({ role }) => role === undefined || role === "main").map(({ name }) => name);
  const featured = artists.filter(({ role }) => role === "featured").map(({ name }) => name);
  return [main.join(", "), featured.length > 0 ? valueWords.featuring(featured.join(", ")) : ""]
    .filter(Boolean)
    .join(" ");
}
