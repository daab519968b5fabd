// The tables that the rules of the house are compared with, and what a rule finds.

export type PackageTables = {
  /** Where a program starts; every other file must be reached from one of these. */
  entries: string[];
  limits: { file_lines: number; function_lines: number; parameters: number };
  forbiddenNames: string[];
  /** Tests of a whole, which stand beside no file. */
  houseTests: string[];
};

export type House = PackageTables & {
  /** From the ground up. Members of one rank do not import each other. */
  ranks: string[][];
  /** Folders with floors: from the ground up, their inner folders and, by name, files; the other files stand on `.`. */
  floors: Record<string, string[][]>;
  /** Folders that import nothing of the house but themselves. */
  alone: string[];
  /** The only files, or folders, that may import a package. */
  owners: { package: RegExp; by: string[] }[];
  /** The file of settings, and who may import its values. */
  settings: { file: string; by: string[] };
  /** Who may read process.env, and the names that anyone may. */
  environment: { by: string[]; free: string[] };
  /** Who may ask this machine for the time. */
  clock: { by: string[] };
  /** Folders beside the slices: they have no rooms and no noun. */
  plain: string[];
  /** A package beside the server: the server's files that it may import, or import types of, and where these may not lead. */
  borrowed: { by: string; may: RegExp; types: RegExp; never: RegExp };
  /** The rooms of a slice, and the rooms (of any slice) that each must not import. */
  rooms: Record<string, string[]>;
  /** Folders that are pure as a whole, but for the rooms in them; in a slice, the file of its noun is. */
  pure: string[];
  /** A pure file must not import these as values: a resolved path or the name of a package. */
  impure: RegExp[];
  /** Where SQL may stand, and the tags by which it is known. */
  sql: { places: RegExp; tags: string[] };
  /** Functions that write in one statement of their own, each with the reason. */
  lone_writes: Record<string, string>;
};

export type Rule =
  | "order"
  | "rooms"
  | "pure"
  | "sql"
  | "borrowed"
  | "owners"
  | "settings"
  | "environment"
  | "clock"
  | "chance"
  | "tenancy"
  | "locks"
  | "writes"
  | "shown"
  | "circle"
  | "parameters"
  | "file_lines"
  | "function_lines"
  | "default_export"
  | "export_once"
  | "file_name"
  | "dead_file"
  | "test_place"
  | "spread_literal"
  | "spread_call"
  | "vague_word";

export type Violation = { rule: Rule; file: string; line: number; found: string };
