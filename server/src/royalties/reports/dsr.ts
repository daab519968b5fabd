// DDEX's flat files (DSRF): one record a line, its cells between tabs, its name in the first, `#` before a comment or a
// heading row. Nothing is quoted: official files have plain quotes in their titles. Spreadsheets drop and add empty
// cells at the end of a line, so rows are padded. The heading row of a record names its columns; without one, the
// standard's order does.

import { ApiError } from "../../platform/errors.ts";
import { greatest } from "../../platform/long-list.ts";
import { isMonth } from "../../platform/schema.ts";
import { financialProfile } from "./dsr-financial.ts";
import type { DsrProfile, DsrRecord, DsrRow, DsrSink } from "./dsr-record.ts";
import { usageProfile } from "./dsr-usage.ts";
import type { Paid, ReportFacts, ReportReader } from "./report-format.ts";
import { newCells, plainColumns } from "./row-columns.ts";
import type { RowWriter } from "./sales-row.ts";

/** Titles and lists of names are shorter; real files have fewer kinds of records, and fewer columns. */
const MAX_CELL = 10_000;
const MAX_ID = 200;
const MAX_HEADINGS = 50;
const MAX_COLUMNS = 200;

const profiles: Readonly<Record<string, (sink: DsrSink) => DsrProfile>> = {
  financialreportingtorecordcompaniessrb: financialProfile,
  basicaudio: usageProfile,
  basicaudiosrb: usageProfile,
  ugc: usageProfile,
};

const LF = 10;
const headColumns =
  "messageversion profile profileversion messageid messagecreateddatetime filenumber numberoffiles usagestartdate usageenddate senderpartyid";
/** The columns of files without heading rows. Columns after the last of these are of no use here. */
const standardColumns: Readonly<Record<string, string>> = {
  HEAD: headColumns,
  FOOT: "numberoflinesinfile numberoflinesinreport numberofsummaryrecords numberofblocksinfile",
  SRFO: "numberoflinesinreport numberofsummaryrecords",
  SY: "summaryrecordid distributionchannel distributionchanneldpid commercialmodel usetype territory",
  RE: "blockid releasereference dspreleaseid proprietaryreleaseid catalognumber icpn",
  RE02: "blockid releasereference dspsubreleaseid proprietarysubreleaseid usedresources",
  AS: "blockid resourcereference dspresourceid isrc",
  SU01: "blockid summaryrecordid salestransactionid transactedrelease transactedresource isroyaltybearing salesupgrade usages returns",
  // The columns of version 1.0 alone: later files have others, and doubled prices are hard to see.
  SY10: `summaryrecordid ${"- ".repeat(10)}territory ${"- ".repeat(8)}currencyofaccounting`,
  SR08: `- - icpn ${"- ".repeat(9)}isrc ${"- ".repeat(10)}summaryrecordid - - - netusage ${"- ".repeat(13)}calculatedunitpricecoa - allocatedrevenuecoa`,
  SU02: "blockid summaryrecordid salestransactionid transactedrelease transactedresource isroyaltybearing numberofstreams",
  SU03: "blockid salestransactionid summaryrecordid dspresourceid usages - - - - isroyaltybearing",
  SY09: "summaryrecordid - - territory",
  SR01: `summaryrecordid - isrc ${"- ".repeat(19)}icpn ${"- ".repeat(10)}isroyaltybearing - downloads returns`,
  SR02: `summaryrecordid - isrc ${"- ".repeat(19)}icpn ${"- ".repeat(9)}isroyaltybearing numberofstreams`,
};
const MAX_VALUE = 64;

export class DsrReader implements ReportReader {
  readonly #writer: RowWriter;
  readonly #paid: Paid;
  readonly #headings = new Map<string, Map<string, number>>();
  readonly #counts: Counts = { lines: 0, records: 0, summaries: 0, blocks: 0, last_block: "", foot: undefined };
  readonly #scratch = Buffer.alloc(plainColumns.length * MAX_VALUE * 4);
  readonly #cells = newCells();
  #message: ReportFacts["message"];
  #version = "";
  #period_warnings: string[] = [];
  #profile: DsrProfile | undefined;

  constructor(writer: RowWriter, paid: Paid) {
    this.#writer = writer;
    this.#paid = paid;
    writer.may_lack_codes = true;
  }

  get line(): number {
    return this.#counts.lines + 1;
  }

  read(bytes: Buffer): number {
    let at = 0;
    for (let end = bytes.indexOf(LF, at); end >= 0; end = bytes.indexOf(LF, at)) {
      this.#readLine(bytes.toString("utf8", at, end));
      at = end + 1;
    }
    return at;
  }

  end(): ReportFacts {
    const { issues } = this.#writer;
    if (!this.#counts.foot)
      issues.add(this.#counts.lines, "", "is the last record, but not FOOT or SRFO: the file was cut");
    if (!issues.isEmpty) return { warnings: [] };
    const found = this.#profile?.end() ?? { warnings: [] };
    const warnings = [...this.#period_warnings, ...found.warnings, ...footWarnings(this.#counts)];
    return { ...found, warnings, ...(this.#message && { message: this.#message }) };
  }

  #readLine(text: string): undefined {
    const { issues } = this.#writer;
    this.#counts.lines += 1;
    const line = this.#counts.lines;
    if (text.includes("\0")) return issues.add(line, "", "has a NUL character");
    const values = splitCells(text.endsWith("\r") ? text.slice(0, -1) : text);
    if (values.some((value) => value.length > MAX_CELL))
      return issues.add(line, "", `has a cell of more than ${MAX_CELL} characters`);
    if (values.every((value) => value === "")) return undefined;
    const first = values[0] ?? "";
    if (first.startsWith("#")) return keepHeading(this.#headings, first.slice(1), values);
    const name = nameOf(first);
    if (name === undefined) return issues.add(line, "", "does not begin with the name of a record");
    if (this.#counts.foot) return issues.add(line, "", "comes after the record that ends the file");
    const columns = this.#headings.get(name);
    const most = columns ? greatest(columns.values()) + 1 : Number.POSITIVE_INFINITY;
    const has = values.findLastIndex((value) => value !== "") + 1;
    if (has > most) return issues.add(line, "", `has ${has} cells, but its heading row has ${most}`);
    if (!columns && firstVersionOnly.includes(name) && this.#version !== "1.0") {
      issues.add(line, "", `has no heading row (#${name}) before it, so its columns are not known`);
      throw issues.toError();
    }
    this.#counts.records += 1;
    return this.#take({ line, name, cell: (column) => cellOf(values, columns ?? standardOf(name), column) });
  }

  #take(record: DsrRecord): undefined {
    const { name, cell } = record;
    if (name === "HEAD") return this.#readHead(record);
    if (name === "FOOT" || name === "SRFO") {
      this.#counts.foot = record;
      return undefined;
    }
    if (name.startsWith("SY")) this.#counts.summaries += 1;
    const block = cell("blockid") ?? "";
    if (block !== "" && block !== this.#counts.last_block) this.#counts.blocks += 1;
    this.#counts.last_block = block;
    this.#profile?.accept(record);
    return undefined;
  }

  #readHead({ line, cell }: DsrRecord): undefined {
    const writer = this.#writer;
    const { issues, period } = writer;
    if (this.#profile) return issues.add(line, "", "is a second HEAD record");
    const open = profiles[(cell("profile") ?? "").toLowerCase().replace("profile", "")];
    const month = (cell("usagestartdate") ?? "").slice(0, 7);
    for (const [column, name] of identity)
      if (!cell(column)) issues.add(line, name, "is missing", "missing_required_field");
    for (const [column, name] of identity)
      if ((cell(column) ?? "").length > MAX_ID) issues.add(line, name, `is longer than ${MAX_ID} characters`);
    if (!isMonth(month) || month > period) issues.add(line, "UsageStartDate", `must be a day in ${period} or before`);
    if (!open) issues.add(line, "Profile", `must be one of ${profileNames}`);
    if (!open || !issues.isEmpty) throw issues.toError();
    if (this.#paid && !this.#paid.is_of_file && Number(cell("numberoffiles") ?? 1) > 1) throw ofSeveralFiles();
    this.#period_warnings = longPeriodWarnings(month, cell("usagestartdate") ?? "", cell("usageenddate") ?? "");
    const [dsr_sender = "", dsr_message_id = "", dsr_file_number = ""] = identity.map(([column]) => cell(column));
    this.#message = { dsr_sender, dsr_message_id, dsr_file_number };
    this.#version = cell("profileversion") ?? "";
    this.#profile = open({ month, paid: this.#paid, writer, add: (line, row) => this.#add(line, row) });
    return undefined;
  }

  /** Through the same checks as a row of CSV. */
  #add(line: number, row: DsrRow): void {
    let at = 0;
    for (const [column, name] of plainColumns.entries()) {
      this.#cells.starts[column] = at;
      at += this.#scratch.write(row[name].slice(0, MAX_VALUE), at);
      this.#cells.ends[column] = at;
    }
    this.#writer.add(line, this.#scratch, this.#cells, dsrNaming);
  }
}

const profileNames = "FinancialReportingToRecordCompaniesSRB, BasicAudioProfile, BasicAudioProfileSRB and UgcProfile";

/** Each file would be given all that the store paid. */
function ofSeveralFiles(): ApiError {
  const issue =
    "is not known to be this file's part: the report has several files. Send the part of each with `amount_is=file`";
  return new ApiError("validation_failed", `\`amount\` ${issue}.`, [{ field: "amount", issue }]);
}

/** A quarter gets a warning: its rows do not say in which of its months they were. */
function longPeriodWarnings(month: string, first: string, last: string): string[] {
  if (last.slice(0, 7) === month || last === "") return [];
  const days = `${first.slice(0, 10)} to ${last.slice(0, 10)}`;
  return [`The report is about ${days}. All its rows are booked on ${month}, the month in which it begins.`];
}

const identity = [
  ["senderpartyid", "SenderPartyId"],
  ["messageid", "MessageId"],
  ["filenumber", "FileNumber"],
] as const;
const firstVersionOnly: readonly string[] = ["SY10", "SR08"];

function nameOf(text: string): string | undefined {
  return /^([A-Z]{2}[A-Z0-9]{2})(\.[0-9]+)?$/.exec(text.trim())?.[1];
}

const dsrNaming = { names: ["ISRC", "ICPN", "Territory", "usage", "unit price", "currency", "UsageStartDate"] };

/** `\` before a tab makes it a part of the text; `\\|` and `\\\` stand for a pipe and a backslash. */
export function splitCells(text: string): string[] {
  if (!text.includes("\\")) return text.split("\t").map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = "";
  for (let at = 0; at < text.length; at++) {
    const [byte, next, third] = [text[at], text[at + 1], text[at + 2]];
    if (byte === "\t") {
      cells.push(cell.trim());
      cell = "";
    } else if (byte === "\\" && next === "\t") {
      cell += "\t";
      at += 1;
    } else if (byte === "\\" && next === "\\" && (third === "|" || third === "\\")) {
      cell += third;
      at += 2;
    } else cell += byte;
  }
  return [...cells, cell.trim()];
}

function keepHeading(headings: Map<string, Map<string, number>>, first: string, values: readonly string[]): undefined {
  const name = nameOf(first);
  if (name === undefined || (!headings.has(name) && headings.size >= MAX_HEADINGS) || values.length > MAX_COLUMNS)
    return;
  const columns = values.map((value) => columnName(value));
  headings.set(
    name,
    new Map(columns.map((column, place) => [column, place] as const).filter(([column, place]) => column && place > 0)),
  );
}

/** The same column is spelled in many ways: `AllocatedRevenueInCurrencyOfAccounting`, `AllocatedRevenueCoA`. */
function columnName(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, "")
      .replace(/(in)?currencyofaccounting$/, "coa")
      .replace(/incoa$/, "coa")
      .replace(/^(release|resource)(icpn|isrc)$/, "$2")
      // So spelled in DDEX's own sample.
      .replace(/^dowloads$/, "downloads")
      .replace(/^coa$/, "currencyofaccounting")
  );
}

function standardOf(name: string): Map<string, number> {
  const columns = standardColumns[name] ?? standardColumns[name.slice(0, 2)] ?? "";
  return new Map(columns.split(" ").map((column, place) => [column, place + 1]));
}

function cellOf(values: readonly string[], columns: ReadonlyMap<string, number>, column: string): string | undefined {
  const place = columns.get(column);
  return place === undefined ? undefined : (values[place] ?? "");
}

type Counts = {
  lines: number;
  records: number;
  summaries: number;
  blocks: number;
  last_block: string;
  foot: DsrRecord | undefined;
};

/** Writers disagree on whether comments count, so either number is right; and it is never more than a warning. */
function footWarnings({ records, summaries, blocks, foot }: Counts): string[] {
  const wrong = (column: string, ...right: number[]) => {
    const said = foot?.cell(column);
    if (said === undefined || said === "" || right.includes(Number(said))) return [];
    return [`${foot?.name} says ${column} ${said.slice(0, 50)}, but the file has ${right.at(-1)}.`];
  };
  const last = foot?.line ?? 0;
  const lines = foot?.name === "FOOT" ? "numberoflinesinfile" : "numberoflinesinreport";
  return [
    ...wrong(lines, records, last),
    ...wrong("numberofsummaryrecords", summaries),
    ...(foot?.name === "FOOT" ? wrong("numberofblocksinfile", blocks) : []),
  ];
}
