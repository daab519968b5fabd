// `segue report format`: how the files of senders are read.

import { readFileSync } from "node:fs";
import type { NewReportFormat, ReportFormatChanges, TriedReport } from "@segue/sdk";
import type { Invocation } from "../invocation.ts";
import { text } from "../option.ts";
import { alignedRows, printable } from "../output.ts";
import { command, listVerb, noun, verb } from "../row.ts";
import { readJsonFile } from "./json-file.ts";
import { lookAt } from "./report-bytes.ts";

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
      call: async ({ operator }, { file }) => operator.reportFormats.create(await readJsonFile<NewReportFormat>(file)),
    }),
    command("try <format_id> <file>", "read a sample of at most 1 MiB as an import would; nothing is kept", {
      options: {
        store_id: text("--store <store_id>", "the sender"),
        period: text("--period <month>", "the month in which it would be accounted; without it, the present one"),
        currency: text("--currency <code>", "the currency of a file that names none"),
      },
      examples: [
        "report format try format_fuga sample.csv",
        "report format try format_beatport sample.csv --currency EUR --json | jq .totals",
      ],
      run: (invocation, { format_id, file, ...query }) => trySample(invocation, { format_id, file, query }),
    }),
    verb(
      "update <format_id> <file>",
      "change a format for later files; each field of the JSON file replaces the old one",
      {
        examples: ["report format update format_harbour changes.json"],
        call: async ({ operator }, { format_id, file }) =>
          operator.reportFormats.update(format_id, await readJsonFile<ReportFormatChanges>(file)),
      },
    ),
    verb("delete <format_id>", "delete a format, unless a report was read by it", {
      examples: ["report format delete format_harbour"],
      call: ({ operator }, { format_id }) => operator.reportFormats.delete(format_id),
      done: ({ format_id }) => `${format_id} is deleted.`,
    }),
  ],
});

type Sample = { format_id: string; file: string; query: { store_id?: string; period?: string; currency?: string } };

/** Exit code 1 where an import would be refused. */
async function trySample({ connect, output }: Invocation, { format_id, file, query }: Sample): Promise<void> {
  const { contentType } = lookAt(file);
  const { operator } = connect("operator").client;
  const tried = await operator.reportFormats.try(format_id, readFileSync(file), query, { contentType });
  if (output.is_json) output.resource(tried);
  else showTried(output, tried);
  if (tried.issues.length > 0 || tried.unknown_stores.length > 0) process.exitCode = 1;
}

const values = [
  "isrc",
  "upc",
  "territory",
  "play_count",
  "unit_rate",
  "amount",
  "currency",
  "usage_period",
  "store_id",
];

function showTried(output: Invocation["output"], { rows, issues, unknown_stores, totals }: TriedReport): void {
  const isZip = rows.some(({ file }) => file !== null);
  output.list({ data: rows }, isZip ? ["file", "line", ...values] : ["line", ...values], "No row could be read.");
  const told = [
    ...totals.map(({ amount, currency }) => ["Total", `${amount} ${currency}`]),
    ...unknown_stores.map((name) => ["Unknown store", name]),
    ...issues.map(({ field, issue }) => [field, issue]),
  ];
  for (const line of alignedRows(told.map((row) => row.map(printable)))) output.done(line);
}
