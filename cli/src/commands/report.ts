import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { SalesReport, Segue } from "@segue/sdk";
import { Command } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "../command.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../settings.ts";
import { patientFetch } from "./patient-fetch.ts";

const EXAMPLE = "rep_01k8z3v9qxe7p9a4m2c6t5w8rn";
const columns = ["id", "store_id", "period", "status", "rows", "matched", "unmatched", "created_at"];
const valueColumns = ["line", "isrc", "upc", "territory", "play_count", "unit_rate", "currency"];
// After the last byte millions of rows are summed and matched.
const ANSWER_WITHIN_MS = 3_600_000;

export function reportCommand(variables: Variables): Command {
  const report = examples(new Command("report").description("what stores report, as the operator"), [
    "report import january.csv --store store_auralis --period 2026-01",
    `report unmatched ${EXAMPLE}`,
  ]);
  report.addCommand(importFile(variables)).addCommand(list(variables)).addCommand(show(variables));
  report.addCommand(rows(variables)).addCommand(file(variables));
  report.addCommand(unmatched(variables)).addCommand(assign(variables));
  return report.addCommand(reverse(variables)).addCommand(remove(variables));
}

type ImportOptions = { store: string; period: string; amount?: string; amountIs?: "file"; currency?: string };

function importFile(variables: Variables): Command {
  const command = new Command("import")
    .description("import a store's report: CSV or DSR, plain or packed by gzip; all of it, or nothing")
    .argument("<file>")
    .requiredOption("--store <store_id>", "which store reports")
    .requiredOption("--period <month>", "the month in which it is accounted, such as 2026-01")
    .option("--amount <amount>", "what the store paid; a usage profile needs it")
    .option("--currency <code>", "currency of the amount")
    .option("--amount-is <what>", "`file`: the amount is that of this file, of a report in several");
  examples(command, [
    "report import january.csv --store store_auralis --period 2026-01",
    "report import DSR_usage.tsv.gz --store store_auralis --period 2026-01 --amount 1284.53 --currency EUR",
  ]);
  return command.action(async (file: string, options: ImportOptions) => {
    const { size } = statSync(file);
    if (size === 0) throw new UsageError(`${file} is empty.`);
    const { client, output } = handsOf(variables, command, "operator", { fetch: patientFetch(size) });
    const report = await send({ client, file, size, options, is_silent: output.is_json });
    output.resource(report);
    for (const warning of output.is_json ? [] : report.warnings) output.done(`Warning: ${warning}`);
  });
}

type Sending = { client: Segue; file: string; size: number; options: ImportOptions; is_silent: boolean };

/** Sent in one piece: after an interruption the whole file is sent again. */
async function send({ client, file, size, options, is_silent }: Sending): Promise<SalesReport> {
  const { store: store_id, period, amount, amountIs: amount_is, currency } = options;
  const progress = createProgress(size, is_silent);
  const body = createReadStream(file);
  body.on("data", (chunk) => progress.sent(chunk.length));
  body.on("end", () => progress.say(`${basename(file)} is sent; its rows are being summed and matched.`));
  const contentType = /\.(tsv|txt)(\.gz)?$/.test(file) ? "text/tab-separated-values" : "text/csv";
  const query = { store_id, period, amount, amount_is, currency };
  return client.operator.salesReports
    .create(Readable.toWeb(body) as ReadableStream<Uint8Array>, query, { contentType, timeoutMs: ANSWER_WITHIN_MS })
    .finally(progress.end);
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list reports, newest first"))
    .option("--store <store_id>", "only of this store")
    .option("--period <month>", "only for this month");
  examples(command, ["report list --period 2026-01", "report list --all --json | jq -r '.data[].id'"]);
  return command.action(async (options: ListOptions & { store?: string; period?: string }) => {
    const { client, output } = handsOf(variables, command, "operator");
    const { store: store_id, period } = options;
    const load = (page: object) => client.operator.salesReports.list({ store_id, period, ...page });
    output.list(await pagesOf(rowsWanted(options), load), columns);
  });
}

function show(variables: Variables): Command {
  const command = new Command("show").description("show a report, and the progress of its import");
  command.argument("<report_id>");
  examples(command, [`report show ${EXAMPLE}`]);
  return command.action(async (report_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.salesReports.get(report_id));
  });
}

function unmatched(variables: Variables): Command {
  const command = withPages(new Command("unmatched").description("list the rows that match no track or release yet"));
  command.argument("<report_id>");
  examples(command, [`report unmatched ${EXAMPLE} --all`]);
  return command.action(async (report_id: string, options: ListOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    const load = (page: object) => client.operator.salesReports.unmatched(report_id, page);
    const page = await pagesOf(rowsWanted(options), load);
    output.list(page, [...valueColumns, "reason"], "Every row is matched.");
  });
}

type RowOptions = ListOptions & { isrc?: string; track?: string; statement?: string };

function rows(variables: Variables): Command {
  const command = withPages(new Command("rows").description("list the rows, whose they are and on which statement"))
    .argument("<report_id>")
    .option("--isrc <isrc>", "only rows with this ISRC")
    .option("--track <track_id>", "only rows that this track earns by")
    .option("--statement <statement_id>", "only rows that are on this statement");
  examples(command, [
    `report rows ${EXAMPLE} --isrc QZ-ABC-26-00001`,
    `report rows ${EXAMPLE} --statement stm_01k8z3v9qxe7p9a4m2c6t5w8rn --all --json`,
  ]);
  return command.action(async (report_id: string, options: RowOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    const { isrc, track: track_id, statement: statement_id } = options;
    const load = (page: object) =>
      client.operator.salesReports.rows(report_id, { isrc, track_id, statement_id, ...page });
    const page = await pagesOf(rowsWanted(options), load);
    output.list(page, [...valueColumns, "track_id", "reason", "statement_id"], "No row has it.");
  });
}

function file(variables: Variables): Command {
  const command = new Command("file").description(
    "print the file as it was received; what was packed for the way is unpacked",
  );
  command.argument("<report_id>");
  examples(command, [`report file ${EXAMPLE} > january.csv`]);
  return command.action(async (report_id: string) => {
    const { client } = handsOf(variables, command, "operator");
    const { body } = await client.operator.salesReports.file(report_id);
    await pipeline(Readable.from(body ?? []), process.stdout, { end: false });
  });
}

type AssignOptions = { isrc?: string; track?: string; upc?: string; release?: string; line?: string };

function assign(variables: Variables): Command {
  const command = new Command("assign").description(
    "assign unmatched rows to a track, or unmatched sales of a whole release to a release",
  );
  command
    .argument("<report_id>")
    .option("--isrc <isrc>", "the rows with this ISRC")
    .option("--track <track_id>", "go to this track")
    .option("--upc <upc>", "the sales of the release with this UPC")
    .option("--release <release_id>", "go to this release")
    .option("--line <number>", "the row of this line, which has no code, to a track or a release");
  examples(command, [
    `report assign ${EXAMPLE} --isrc QZ-ABC-26-00001 --track trk_01k8z3v9qxe7p9a4m2c6t5w8rn`,
    `report assign ${EXAMPLE} --upc 036000291452 --release rel_01k8z3v9qxe7p9a4m2c6t5w8rn`,
  ]);
  return command.action(async (report_id: string, { isrc, track, upc, release, line }: AssignOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    const named = { isrc, track_id: track, upc, release_id: release };
    const body = line === undefined ? named : { ...named, line: Number(line) };
    output.resource(await client.operator.salesReports.assign(report_id, body));
  });
}

function reverse(variables: Variables): Command {
  const command = new Command("reverse").description("take back a report that is on statements");
  command.argument("<report_id>");
  examples(command, [`report reverse ${EXAMPLE}`]);
  return command.action(async (report_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.salesReports.reverse(report_id));
  });
}

function remove(variables: Variables): Command {
  const command = new Command("delete").description("delete a report, unless a statement has rows of it");
  command.argument("<report_id>");
  examples(command, [`report delete ${EXAMPLE}`]);
  return command.action(async (report_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    await client.operator.salesReports.delete(report_id);
    output.done(`${report_id} is deleted.`);
  });
}
