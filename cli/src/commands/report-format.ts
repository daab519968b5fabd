// `segue report format`: how the files of senders are read.

import { readFileSync } from "node:fs";
import type { NewReportFormat, ReportFormatChanges } from "@segue/sdk";
import { listVerb, noun, verb } from "../row.ts";
import { UsageError } from "../settings.ts";

export const formatNoun = noun("format", "how the files of senders are read", {
  as: "operator",
  examples: ["report format list", "report format create harbour.json"],
  verbs: [
    listVerb("list", "list formats, newest first", {
      columns: ["format_id", "name", "store_id", "is_built_in", "year"],
      examples: ["report format list --all"],
      call: ({ operator }, page) => operator.reportFormats.list(page),
    }),
    verb("show <format_id>", "show a format: its columns and rules", {
      examples: ["report format show format_fuga", "report format show format_itunes --json"],
      call: ({ operator }, { format_id }) => operator.reportFormats.get(format_id),
    }),
    verb("create <file>", "add a format from a JSON file; `based_on` in it names another to begin with", {
      examples: ["report format create harbour.json"],
      call: ({ operator }, { file }) => operator.reportFormats.create(readFields<NewReportFormat>(file)),
    }),
    verb(
      "update <format_id> <file>",
      "change a format for later files; each field of the JSON file replaces the old one",
      {
        examples: ["report format update format_harbour changes.json"],
        call: ({ operator }, { format_id, file }) =>
          operator.reportFormats.update(format_id, readFields<ReportFormatChanges>(file)),
      },
    ),
    verb("delete <format_id>", "delete a format, unless a report was read by it", {
      examples: ["report format delete format_harbour"],
      call: ({ operator }, { format_id }) => operator.reportFormats.delete(format_id),
      done: ({ format_id }) => `${format_id} is deleted.`,
    }),
  ],
});

/** The service checks the fields. */
function readFields<Fields>(file: string): Fields {
  const text = readFileSync(file, "utf8");
  try {
    return JSON.parse(text) as Fields;
  } catch {
    throw new UsageError(`${file} is not JSON.`);
  }
}
