import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import type { Invocation } from "../invocation.ts";
import { required, text } from "../option.ts";
import { printBody } from "../output-file.ts";
import { createProgress } from "../progress.ts";
import { command, listVerb, noun, verb } from "../row.ts";
import { patientFetch } from "./patient-fetch.ts";
import { lookAt } from "./report-bytes.ts";
import { formatNoun } from "./report-format.ts";
import { updateVerb } from "./report-money.ts";

const EXAMPLE = "rep_01k8z3v9qxe7p9a4m2c6t5w8rn";
const valueColumns = ["line", "isrc", "upc", "territory", "play_count", "unit_rate", "currency"];

export const reportNoun = noun("report", "sales reports of stores, as the operator", {
  as: "operator",
  examples: ["report import january.csv --store store_auralis --period 2026-01", `report unmatched ${EXAMPLE}`],
  verbs: [
    command("import <file>", "import a store's report: CSV, DSR or a zip of files; all of it, or nothing", {
      options: {
        store_id: required(text("--store <store_id>", "which store reports")),
        period: required(text("--period <month>", "the month in which it is accounted, such as 2026-01")),
        format_id: text("--format <format_id>", "how the file is read; without it, as its heading row tells"),
        amount: text("--amount <amount>", "the amount that the store paid; a usage profile needs it"),
        currency: text("--currency <code>", "currency of the amount, or of a file that names none"),
        amount_is: text<"file">(
          "--amount-is <what>",
          "`file`: the amount is that of this file, of a report in several",
        ),
      },
      examples: [
        "report import january.csv --store store_auralis --period 2026-01",
        "report import february.zip --store store_auralis --period 2026-02 --format format_fuga",
        "report import DSR_usage.tsv.gz --store store_auralis --period 2026-01 --amount 1284.53 --currency EUR",
      ],
      run: (invocation, { file, ...query }) => importFile(invocation, file, query),
    }),
    listVerb("list", "list reports, newest first", {
      options: {
        store_id: text("--store <store_id>", "only of this store"),
        period: text("--period <month>", "only for this month"),
      },
      columns: ["id", "store_id", "period", "status", "rows", "matched", "unmatched", "created_at"],
      examples: ["report list --period 2026-01", "report list --all --json | jq -r '.data[].id'"],
      call: ({ operator }, query) => operator.salesReports.list(query),
    }),
    verb("show <report_id>", "show a report, and the progress of its import", {
      examples: [`report show ${EXAMPLE}`],
      call: ({ operator }, { report_id }) => operator.salesReports.get(report_id),
    }),
    listVerb("rows <report_id>", "list the rows, whose they are and on which statement", {
      options: {
        isrc: text("--isrc <isrc>", "only rows with this ISRC"),
        track_id: text("--track <track_id>", "only rows that this track earns by"),
        statement_id: text("--statement <statement_id>", "only rows that are on this statement"),
      },
      columns: [...valueColumns, "track_id", "reason", "statement_id"],
      empty: "No row has it.",
      examples: [
        `report rows ${EXAMPLE} --isrc QZ-ABC-26-00001`,
        `report rows ${EXAMPLE} --statement stm_01k8z3v9qxe7p9a4m2c6t5w8rn --all --json`,
      ],
      call: ({ operator }, { report_id, ...query }) => operator.salesReports.rows(report_id, query),
    }),
    command("file <report_id>", "print the file as it was received, unpacked if it was packed for the transfer", {
      examples: [`report file ${EXAMPLE} > january.csv`],
      run: async ({ connect }, { report_id }) =>
        printBody(await connect().client.operator.salesReports.file(report_id)),
    }),
    listVerb("unmatched <report_id>", "list the rows that match no track or release yet", {
      columns: [...valueColumns, "reason"],
      empty: "Every row is matched.",
      examples: [`report unmatched ${EXAMPLE} --all`],
      call: ({ operator }, { report_id, ...page }) => operator.salesReports.unmatched(report_id, page),
    }),
    listVerb("works <report_id>", "list the unmatched works, the most money first", {
      columns: ["isrc", "upc", "line", "rows", "totals", "reason"],
      empty: "Every row is matched.",
      examples: [`report works ${EXAMPLE}`],
      call: ({ operator }, { report_id, ...page }) => operator.salesReports.unmatchedWorks(report_id, page),
    }),
    verb("assign <report_id>", "assign unmatched rows to a track, or unmatched sales of a whole release to a release", {
      options: {
        isrc: text("--isrc <isrc>", "the rows with this ISRC"),
        track_id: text("--track <track_id>", "go to this track"),
        upc: text("--upc <upc>", "the sales of the release with this UPC"),
        release_id: text("--release <release_id>", "go to this release"),
        line: text("--line <number>", "the row of this line, which has no code, to a track or a release"),
      },
      examples: [
        `report assign ${EXAMPLE} --isrc QZ-ABC-26-00001 --track trk_01k8z3v9qxe7p9a4m2c6t5w8rn`,
        `report assign ${EXAMPLE} --upc 036000291452 --release rel_01k8z3v9qxe7p9a4m2c6t5w8rn`,
      ],
      call: ({ operator }, { report_id, line, ...named }) =>
        operator.salesReports.assign(report_id, line === undefined ? named : { ...named, line: Number(line) }),
    }),
    updateVerb,
    verb("reverse <report_id>", "take back a report that is on statements", {
      examples: [`report reverse ${EXAMPLE}`],
      call: ({ operator }, { report_id }) => operator.salesReports.reverse(report_id),
    }),
    verb("delete <report_id>", "delete a report, unless a statement has rows of it", {
      examples: [`report delete ${EXAMPLE}`],
      call: ({ operator }, { report_id }) => operator.salesReports.delete(report_id),
      done: ({ report_id }) => `${report_id} is deleted.`,
    }),
    formatNoun,
  ],
});

// After the last byte millions of rows are summed and matched.
const ANSWER_WITHIN_MS = 3_600_000;

type ReportQuery = {
  store_id: string;
  period: string;
  format_id?: string;
  amount?: string;
  amount_is?: "file";
  currency?: string;
};

/** Sent in one piece: after an interruption the whole file is sent again. */
async function importFile({ connect, output }: Invocation, file: string, query: ReportQuery): Promise<void> {
  const { size, contentType } = lookAt(file);
  const { client } = connect("operator", { fetch: patientFetch(size) });
  const progress = createProgress(size, output.is_json);
  const body = createReadStream(file);
  body.on("data", (chunk) => progress.sent(chunk.length));
  body.on("end", () => progress.say(`${basename(file)} is sent; its rows are being summed and matched.`));
  const report = await client.operator.salesReports
    .create(Readable.toWeb(body) as ReadableStream<Uint8Array>, query, { contentType, timeoutMs: ANSWER_WITHIN_MS })
    .finally(progress.end);
  output.resource(report);
  for (const warning of output.is_json ? [] : report.warnings) output.done(`Warning: ${warning}`);
}
