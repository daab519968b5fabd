// Makes a plan from a CSV: a row is a track, and rows with the same release title and artist are one release.

import { isAbsolute, join } from "node:path";
import { aiShares, releaseTypes } from "@segue/sdk";
import { CsvError, parse } from "csv-parse/sync";
import { readCredits } from "../commands/credit.ts";
import { given } from "../invocation.ts";
import { readRecordingColumns, readYes, recordingColumns } from "./csv-recording.ts";
import { leadsOut } from "./leads-out.ts";
import { inOrder, type Plan, type PlannedRelease, type PlannedTrack, type ReleaseBody } from "./plan.ts";

/** All columns. Columns of the release may be filled in its first row only. */
export const csvColumns = {
  release_title: "title of the release; if empty, the same as in the row above",
  release_artist: "`Vera Lux; Ola Berg:featured`",
  release_date: "YYYY-MM-DD",
  release_version: "such as Deluxe Edition",
  release_key: "any text; tells apart releases with the same title, artist and version",
  release_type: `${orText(releaseTypes)}; default: taken from the tracks`,
  original_release_date: "date of its first release",
  start_at: "when stores may offer it, such as 2027-03-01T05:00:00Z; default: at midnight of the release date",
  label: "default: the organization's",
  upc: "default: assigned",
  ean: "13 digits, if stores are to know it by an EAN",
  catalog_number: "the label's own number",
  release_language: "language of the release; default: that of its tracks, if they have the same",
  release_explicit: "yes or no; default: no",
  territories: "codes separated by spaces; default: WORLD",
  genre: "genre of the release",
  subgenre: "part of the genre, such as Techno; only beside a genre",
  p_line: "who owns the recordings",
  c_line: "who owns the artwork",
  artwork_file: "path from the CSV's folder",
  artwork_ai: `how much of the artwork artificial intelligence made: ${orText(aiShares)}; default: none`,
  disc_number: "default: 1",
  track_number: "default: the number after the row above",
  track_title: "title of the track; required",
  track_version: "such as Radio Edit",
  track_artist: "default: the release's",
  isrc: "default: assigned, if the organization has a prefix",
  language: "language of the track, such as en or pt-BR",
  ...recordingColumns,
  lyrics_file: "path from the CSV's folder to its lyrics, as text in UTF-8",
  lyrics_synced_file: "the same with times, as LRC",
  audio_file: "path from the CSV's folder; required",
} as const;

/** `a, b or c` */
function orText(values: readonly string[]): string {
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}

type Column = keyof typeof csvColumns;
type Row = { line: number; fields: Partial<Record<Column, string>> };
const required: readonly Column[] = ["release_title", "release_artist", "release_date", "track_title", "audio_file"];

/** `path` is the path that the user gave. Files that it names are looked up in `folder`. */
export function planCsv({ text, path, folder }: { text: string; path: string; folder: string }): Plan {
  const plan: Plan = { releases: [], problems: [], notes: [] };
  const rows = readRows(plan, text, path);
  if (plan.problems.length > 0) return plan;
  for (const group of groupRows(rows)) plan.releases.push(planRelease(plan, group, { path, folder }));
  if (rows.length === 0) plan.problems.push({ where: path, issue: "has no rows" });
  return plan;
}

function readRows(plan: Plan, text: string, path: string): Row[] {
  const refuse = (line: number, issue: string) => plan.problems.push({ where: `${path}:${line}`, issue });
  const header = text.split(/\r?\n/, 1)[0] ?? "";
  const counted = [",", ";", "\t"].map((mark) => ({ mark, count: header.split(mark).length }));
  const delimiter = counted.reduce((best, one) => (one.count > best.count ? one : best)).mark;
  try {
    const records = parse(text, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      trim: true,
      delimiter,
    }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    const names = records[0]?.record ?? [];
    for (const name of names) if (!(name in csvColumns)) refuse(1, `has an unknown column "${name}"`);
    for (const name of required) if (!names.includes(name)) refuse(1, `lacks the column ${name}`);
    if (new Set(names).size < names.length) refuse(1, "names a column twice");
    return records.slice(1).map(({ record, info }) => ({
      line: info.lines,
      fields: Object.fromEntries(
        names
          .map((name, index) => [name, (record[index] ?? "").normalize("NFC")] as const)
          .filter(([, value]) => value !== ""),
      ),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    refuse(Number(error.lines ?? 1), error.message);
    return [];
  }
}

function groupRows(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  let above: Row["fields"] = {};
  for (const row of rows) {
    const { release_title = above.release_title, release_artist, release_version, release_key } = row.fields;
    const isSame = release_title === above.release_title;
    const fields = {
      release_title,
      release_artist: release_artist ?? (isSame ? above.release_artist : undefined),
      release_version: release_version ?? (isSame ? above.release_version : undefined),
      release_key: release_key ?? (isSame ? above.release_key : undefined),
    } as Row["fields"];
    const key = JSON.stringify(Object.values(fields));
    groups.set(key, [...(groups.get(key) ?? []), row]);
    above = fields;
  }
  return [...groups.values()];
}

type Source = { path: string; folder: string };

function planRelease(plan: Plan, rows: readonly Row[], { path, folder }: Source): PlannedRelease {
  const first = rows[0]?.line ?? 0;
  const value = (column: Column) => sharedValue(plan, rows, column, path);
  const refuse = (issue: string) => plan.problems.push({ where: `${path}:${first}`, issue });
  const fileOf = (name: string, where: string) => {
    const file = isAbsolute(name) ? name : join(folder, name);
    if (leadsOut(folder, file)) plan.problems.push({ where, issue: `names a file outside the CSV's folder: ${name}` });
    return file;
  };
  const title = value("release_title") ?? "";
  const artist = value("release_artist") ?? "";
  const version = value("release_version");
  const key = value("release_key");
  const artwork = value("artwork_file");
  const languages = new Set(rows.map(({ fields }) => fields.language));
  const body = given({
    title,
    version,
    artists: readCredits(artist),
    release_date: value("release_date") ?? "",
    original_release_date: value("original_release_date"),
    type: value("release_type"),
    label: value("label"),
    start_at: value("start_at"),
    upc: value("upc"),
    ean: value("ean"),
    catalog_number: value("catalog_number"),
    genre: value("genre"),
    subgenre: value("subgenre"),
    artwork_ai: value("artwork_ai")?.toLowerCase(),
    territories: value("territories")?.split(/[\s,;|]+/),
    language: value("release_language") ?? (languages.size === 1 ? [...languages][0] : undefined),
    explicit: readYes("release_explicit", value("release_explicit"), refuse),
    p_line: value("p_line"),
    c_line: value("c_line"),
  }) as ReleaseBody;
  if (artwork === undefined) plan.notes.push({ where: `${path}:${first}`, issue: `"${title}" has no artwork_file` });
  return {
    where: `${path}:${first}`,
    key: JSON.stringify([title, artist, version ?? "", ...(key === undefined ? [] : [key])]),
    artwork_path: artwork === undefined ? undefined : fileOf(artwork, `${path}:${first}`),
    body,
    tracks: inOrder(planTracks(plan, rows, path, fileOf)),
  };
}

function planTracks(
  plan: Plan,
  rows: readonly Row[],
  path: string,
  fileOf: (name: string, where: string) => string,
): PlannedTrack[] {
  const last = new Map<number, number>();
  return rows.map(({ line, fields }) => {
    const where = `${path}:${line}`;
    const refuse = (issue: string) => plan.problems.push({ where, issue });
    const number = (column: "disc_number" | "track_number", usual: number) => {
      const text = fields[column] ?? String(usual);
      if (!/^[1-9]\d{0,4}$/.test(text)) refuse(`${column} must be a whole number from 1, not "${text}"`);
      return Number(text);
    };
    const disc_number = number("disc_number", 1);
    const track_number = number("track_number", (last.get(disc_number) ?? 0) + 1);
    last.set(disc_number, track_number);
    if (fields.audio_file === undefined) refuse("names no audio_file");
    const { track_title: title = "", track_version: version, track_artist, isrc, language } = fields;
    const artists = track_artist === undefined ? undefined : readCredits(track_artist);
    const { lyrics_file, lyrics_synced_file } = fields;
    const lyrics_paths = given({
      lyrics: lyrics_file === undefined ? undefined : fileOf(lyrics_file, where),
      lyrics_synced: lyrics_synced_file === undefined ? undefined : fileOf(lyrics_synced_file, where),
    });
    const body = { ...given({ title, version, artists, isrc, language }), ...readRecordingColumns(fields, refuse) };
    return {
      where,
      disc_number,
      track_number,
      audio_path: fields.audio_file === undefined ? "" : fileOf(fields.audio_file, where),
      ...(Object.keys(lyrics_paths).length > 0 && { lyrics_paths }),
      body: body as PlannedTrack["body"],
    };
  });
}

/** A release that repeats a field in several rows must repeat the same value. */
function sharedValue(plan: Plan, rows: readonly Row[], column: Column, path: string): string | undefined {
  const first = rows.find(({ fields }) => fields[column] !== undefined);
  for (const { line, fields } of rows) {
    const isOther = fields[column] !== undefined && fields[column] !== first?.fields[column];
    if (isOther) plan.problems.push({ where: `${path}:${line}`, issue: `${column} differs from line ${first?.line}` });
  }
  return first?.fields[column];
}
