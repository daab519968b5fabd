// A format as the operator writes it: values that have a default may be left out.

import { type Static, Type } from "typebox";
import { type Issue, problem } from "../../platform/errors.ts";
import {
  FormatId,
  FormatName,
  type FormatRules,
  formatFile,
  formatParse,
  formatRows,
  formatRules,
  Sender,
} from "./format.ts";

const { encoding, separator, name_pattern } = formatFile;
const { header, ...otherRows } = formatRows;
const { decimal, date, ...otherParse } = formatParse;

const given = {
  name: FormatName,
  store_id: Sender,
  file: Type.Object(
    { encoding: Type.Optional(encoding), separator: Type.Optional(separator), name_pattern },
    { additionalProperties: false, examples: [{ encoding: "auto", separator: "tab" }] },
  ),
  rows: Type.Object(
    { header: Type.Optional(header), ...otherRows },
    { additionalProperties: false, examples: [{ header: 1, skip_when: [{ column: "Quantity", equals: ["Total"] }] }] },
  ),
  columns: formatRules.columns,
  parse: Type.Object(
    { decimal: Type.Optional(decimal), date: Type.Optional(date), ...otherParse },
    { additionalProperties: false, rule: parseIssues, examples: [{ decimal: ",", grouping: ".", date: "YYYY-MM" }] },
  ),
  unknown_store: formatRules.unknown_store,
  store_names: formatRules.store_names,
};

/** A `parse` may leave `decimal` out. */
function parseIssues({ decimal = ".", grouping }: { decimal?: unknown; grouping?: unknown }): Issue[] {
  return grouping === decimal ? [problem("grouping", "must differ from `decimal`")] : [];
}

export const FormatChanges = Type.Partial(Type.Object(given), {
  title: "ReportFormatChanges",
  additionalProperties: false,
});
export type FormatChanges = Static<typeof FormatChanges>;

export const NewFormat = Type.Object(
  {
    format_id: FormatId,
    based_on: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          "Another format, whose fields are taken where none are sent. Without it, `name` and `columns` are needed.",
        examples: ["format_fuga"],
      }),
    ),
    ...FormatChanges.properties,
  },
  {
    title: "NewReportFormat",
    additionalProperties: false,
    examples: [{ format_id: "format_harbour", based_on: "format_fuga", name: "Harbour Distribution, monthly" }],
  },
);
export type NewFormat = Static<typeof NewFormat>;

/** The rules that need no columns, as they are where a request leaves them out. */
export const formatDefaults: Omit<FormatRules, "columns"> & { store_id: string | null } = {
  store_id: null,
  file: { encoding: "auto", separator: "auto" },
  rows: { header: 1 },
  parse: { decimal: ".", date: "YYYY-MM-DD" },
  unknown_store: "refuse",
  store_names: {},
};

/** The fields that a request sends, with what it leaves out inside them: so that an answer always has all of it. */
export function wholeFields({ file, rows, parse, ...others }: FormatChanges) {
  return {
    ...others,
    ...(file && { file: { ...formatDefaults.file, ...file } }),
    ...(rows && { rows: { ...formatDefaults.rows, ...rows } }),
    ...(parse && { parse: { ...formatDefaults.parse, ...parse } }),
  };
}
