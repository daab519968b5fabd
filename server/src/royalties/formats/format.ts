// A format of sales reports: how a file is read.

import { type Static, type TProperties, Type } from "typebox";
import { type Issue, problem } from "../../platform/errors.ts";
import { Nullable, OneOf, Text, Timestamp } from "../../platform/schema.ts";
import { byText, codeIssues, MAX_NAME } from "./text-map.ts";

const MAX_CELLS = 500;

/** As a file names a column, a store or a territory. */
const Name = (examples: string[]) => Text({ maxLength: MAX_NAME, examples });
const Names = (examples: string[], { minItems = 1, maxItems }: { minItems?: number; maxItems: number }) =>
  Type.Array(Name(examples), { minItems, maxItems, examples: [examples] });

export const formatColumns = [
  "isrc",
  "upc",
  "territory",
  "play_count",
  "unit_rate",
  "amount",
  "currency",
  "usage_period",
  "store",
] as const;
export type FormatColumn = (typeof formatColumns)[number];

/** Columns whose cells may be added and subtracted. */
const numbers: readonly FormatColumn[] = ["play_count", "unit_rate", "amount"];

type Cell = { column: string } | { columns: string[]; combine: "first" | "sum" | "subtract" } | { value: string };

const CELL_FORMS = "must be one of `{column}`, `{columns, combine}` and `{value}`";

const Cell = Type.Unsafe<Cell>(
  Type.Object(
    {
      column: Type.Optional({ ...Name(["Asset ISRC"]), description: "The column with this name." }),
      columns: Type.Optional({
        ...Names(["ISRC/ISBN", "ISRC / ISBN"], { minItems: 2, maxItems: 5 }),
        description: "Several columns, of which `combine` makes one.",
      }),
      combine: Type.Optional(
        OneOf(["first", "sum", "subtract"], {
          description: "The first that is not empty; or their sum; or the first less the others.",
        }),
      ),
      value: Type.Optional({ ...Name(["USD"]), description: "The same for every row." }),
    },
    {
      title: "ReportFormatCell",
      additionalProperties: false,
      rule: (cell: object): Issue[] =>
        ["column", "columns,combine", "value"].includes(Object.keys(cell).sort().join())
          ? []
          : [problem("", CELL_FORMS)],
      examples: [{ column: "Asset ISRC" }],
    },
  ),
);

const cells = Object.fromEntries(formatColumns.map((name) => [name, Type.Optional(Cell)])) as TProperties;

/** Two ways to say what a row earned would be two answers. */
export function columnsIssues(columns: Readonly<Partial<Record<FormatColumn, object | null>>>): Issue[] {
  const has = (name: FormatColumn) => Object.hasOwn(columns, name);
  const issues: Issue[] = [];
  if (!has("isrc") && !has("upc"))
    issues.push(problem("isrc", "is required, unless there is `upc`", "missing_required_field"));
  if (!has("play_count")) issues.push(problem("play_count", "is required", "missing_required_field"));
  if (!has("unit_rate") && !has("amount"))
    issues.push(problem("amount", "is required, unless there is `unit_rate`", "missing_required_field"));
  if (has("unit_rate") && has("amount"))
    issues.push(problem("amount", "must not stand beside `unit_rate`: a row's earnings are one of them"));
  for (const name of formatColumns) {
    const { combine } = { combine: undefined, ...columns[name] };
    if ((combine === "sum" || combine === "subtract") && !numbers.includes(name))
      issues.push(problem(`${name}.combine`, "must be first: this column is no number"));
  }
  return issues;
}

const Columns = Type.Unsafe<Partial<Record<FormatColumn, Cell>>>(
  Type.Object(cells, {
    title: "ReportFormatColumns",
    additionalProperties: false,
    description:
      "Where each value of a row stands. Needs `isrc` or `upc`; `play_count`; and exactly one of `unit_rate` and `amount`. Without " +
      "`territory`, rows are `ZZ`; without `currency`, it is the request's.",
    rule: columnsIssues,
    examples: [
      {
        isrc: { column: "Asset ISRC" },
        territory: { column: "Territory" },
        play_count: { column: "Quantity" },
        amount: { column: "Reported Royalty" },
        currency: { value: "EUR" },
      },
    ],
  }),
);

const encodings = ["auto", "utf-8", "utf-16", "windows-1252"] as const;
const separators = ["auto", "comma", "semicolon", "tab", "pipe"] as const;

/** Those with a default may be left out of a request. */
export const formatFile = {
  encoding: OneOf(encodings, { default: "auto", description: "`auto`: by the first bytes." }),
  separator: OneOf(separators, { default: "auto", description: "`auto`: by the heading row." }),
  name_pattern: Type.Optional(
    Text({
      maxLength: 100,
      description:
        "Files of a zip whose name fits are read. `*` stands for any characters, `?` for one; case does not matter.",
      examples: ["royalty_*.csv"],
    }),
  ),
};

/** Senders rename columns: of several names, the first that the file has is looked at. */
const condition = (description: string, maxItems: number) =>
  Type.Object(
    {
      column: Type.Unsafe<string | number | string[]>({
        // Arrays first: the serializer takes the first type that a value can be written as.
        type: ["array", "integer", "string"],
        minLength: 1,
        maxLength: MAX_NAME,
        minimum: 1,
        maximum: MAX_CELLS,
        minItems: 1,
        maxItems: 5,
        items: Name(["Sale or Return"]),
        description: "By its name, or by its number from 1; or up to 5 names: the first that the file has.",
        examples: ["Sale or Return"],
      }),
      equals: Names(["R"], { maxItems }),
    },
    { additionalProperties: false, description },
  );

export const formatRows = {
  header: Type.Unsafe<number | { contains: string[] }>({
    type: ["integer", "object"],
    minimum: 1,
    maximum: 50,
    properties: { contains: Names(["Quantity"], { maxItems: 10 }) },
    required: ["contains"],
    additionalProperties: false,
    default: 1,
    description:
      "The line of the heading row; or `{contains}` with names: the first of the first 200 lines that has them all.",
    examples: [1],
  }),
  stop_when: Type.Optional(condition("The first row of which this is true ends the file.", 20)),
  skip_when: Type.Optional(
    Type.Array(condition("Rows of which this is true are left out.", 50), { minItems: 1, maxItems: 10 }),
  ),
  last_rows: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 20, description: "That many rows at the end are left out.", examples: [0] }),
  ),
};

const dateForms = ["YYYY-MM-DD", "YYYY-MM", "YYYYMM", "MM/DD/YYYY", "DD.MM.YYYY", "DD/MM/YYYY", "MMM-YY"] as const;
type DateForm = (typeof dateForms)[number];

const MAX_DATE_FORMS = 3;

function dateIssues(given: unknown): Issue[] {
  const forms = [given].flat();
  const isKnown = forms.every((form) => (dateForms as readonly unknown[]).includes(form));
  if (!isKnown) return [problem("", `must be one of ${dateForms.join(", ")}, or a list of these`)];
  const isFew = forms.length > 0 && forms.length <= MAX_DATE_FORMS && new Set(forms).size === forms.length;
  return isFew ? [] : [problem("", `must have 1 to ${MAX_DATE_FORMS} forms, none of them twice`)];
}

export const formatParse = {
  decimal: OneOf([".", ","], { default: "." }),
  grouping: Type.Optional(OneOf([".", ",", "'", " "], { description: "Stands between digits.", examples: [","] })),
  date: Type.Unsafe<DateForm | DateForm[]>({
    type: ["array", "string"],
    items: { type: "string" },
    rule: dateIssues,
    default: "YYYY-MM-DD",
    description: `One of ${dateForms.map((form) => `\`${form}\``).join(", ")}; or up to ${MAX_DATE_FORMS} of them: the first that fits a cell.`,
    examples: ["YYYY-MM-DD"],
  }),
  territory_names: Type.Optional(
    byText({
      maxProperties: 500,
      rule: codeIssues,
      description: "Texts of the file to codes of ISO 3166-1, or `ZZ`.",
      examples: [{ "Great Britain": "GB" }],
    }),
  ),
  negative_when: Type.Optional(condition("Makes count and amount negative; what is negative already stays.", 20)),
};

export const formatRules = {
  file: Type.Object(formatFile),
  rows: Type.Object(formatRows),
  columns: Columns,
  parse: Type.Object(formatParse),
  unknown_store: Type.String({
    maxLength: 100,
    default: "refuse",
    description: "For rows that name no known store: `refuse`, or the `store_id` that they count for.",
    examples: ["refuse"],
  }),
  store_names: byText({
    maxProperties: 1_000,
    description:
      "Names of stores in the file to their `store_id`. After these, the stores' own `report_names` are looked at.",
    examples: [{}],
  }),
};

export const FormatId = Type.String({
  rule: (text: string): Issue[] =>
    /^format_[a-z0-9_]{1,50}$/.test(text)
      ? []
      : [problem("", "must be `format_` and up to 50 small letters, digits and underscores")],
  description: "`format_` and up to 50 small letters, digits and underscores. It never changes.",
  examples: ["format_harbour"],
});
export const FormatName = Name(["Harbour Distribution, monthly"]);
export const Sender = Nullable(
  Type.String({
    maxLength: 100,
    description: "The sender that it belongs to. Null: any.",
    examples: ["store_auralis"],
  }),
);

export const ReportFormat = Type.Object(
  {
    format_id: FormatId,
    name: FormatName,
    store_id: Sender,
    ...formatRules,
    is_built_in: Type.Boolean({
      description: "It comes with the service and cannot be changed; copy it by `based_on`.",
    }),
    source: Nullable(Type.String({ description: "Where its columns were found.", examples: ["support.beatport.com"] })),
    year: Nullable(Type.Integer({ description: "The year of the source.", examples: [2026] })),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "ReportFormat" },
);
export type ReportFormat = Static<typeof ReportFormat>;

/** All that the reader of a file needs. */
export type FormatRules = Pick<ReportFormat, keyof typeof formatRules>;
