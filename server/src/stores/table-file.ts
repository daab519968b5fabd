// The tables of a store as files that people keep: CSV with a heading, or JSON as the API takes it. The service checks the values.

import type { StoreGenre } from "../ddex/vocabulary.ts";
import { csvRecords } from "../standards/csv.ts";

export class UnreadableTable extends Error {}

/** `genre,store_genre,store_subgenre` */
export function readGenreTable(text: string): Record<string, StoreGenre> {
  if (isJson(text)) return fromJson(text);
  return Object.fromEntries(
    rowsOf(text, ["genre", "store_genre"], ["store_subgenre"]).map(
      ({ genre = "", store_genre = "", store_subgenre }) => [
        genre,
        { genre: store_genre, ...(store_subgenre && { subgenre: store_subgenre }) },
      ],
    ),
  );
}

/** `role,code` */
export function readRoleTable(text: string): Record<string, string> {
  if (isJson(text)) return fromJson(text);
  return Object.fromEntries(rowsOf(text, ["role", "code"], []).map(({ role = "", code = "" }) => [role, code]));
}

type PriceTierRow = { code: string; name: string; namespace?: string };

/** `code,name,namespace` */
export function readPriceTierTable(text: string): PriceTierRow[] {
  if (isJson(text)) return fromJson(text);
  return rowsOf(text, ["code", "name"], ["namespace"]).map(({ code = "", name = "", namespace }) => ({
    code,
    name,
    ...(namespace && { namespace }),
  }));
}

function isJson(text: string): boolean {
  return /^[[{]/.test(text.trimStart());
}

function fromJson<Table>(text: string): Table {
  try {
    return JSON.parse(text) as Table;
  } catch {
    throw new UnreadableTable("The file is not valid JSON.");
  }
}

/** The rows by the names of the heading. A first cell that stands twice would be lost in a table, so it is refused. */
function rowsOf(
  text: string,
  required: readonly string[],
  optional: readonly string[],
): Partial<Record<string, string>>[] {
  const [heading, ...records] = [...csvRecords(text.replace(/^\uFEFF/, ""))].filter(({ cells }) => cells.some(Boolean));
  const names = heading?.cells ?? [];
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw new UnreadableTable(`The first line has no column ${missing}.`);
  const unknown = names.find((name) => !required.includes(name) && !optional.includes(name));
  if (unknown !== undefined) throw new UnreadableTable(`The first line has an unknown column: ${unknown}`);
  const seen = new Map<string, number>();
  return records.map(({ line, cells }) => {
    const row = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
    const empty = required.find((name) => row[name] === "");
    if (empty !== undefined) throw new UnreadableTable(`Line ${line} has no ${empty}.`);
    const key = row[required[0] ?? ""] ?? "";
    const before = seen.get(key);
    if (before !== undefined) throw new UnreadableTable(`Line ${line} repeats line ${before}: ${key}`);
    seen.set(key, line);
    return row;
  });
}
