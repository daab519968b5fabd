// A sample of a report, read as an import would read it. Nothing of it is kept.

import { type Static, Type } from "typebox";
import { Currency } from "../../ledger/amount.ts";
import { type Context, timestamp } from "../../platform/context.ts";
import { ApiError } from "../../platform/errors.ts";
import type { Headers } from "../../platform/http/route.ts";
import { Nullable } from "../../platform/schema.ts";
import { decimal, divide, formatDecimal } from "../../standards/decimal.ts";
import { reportBytes } from "./report-bytes.ts";
import { choicesOf } from "./report-choice.ts";
import { isZip } from "./report-file.ts";
import { importing, onlyFile } from "./report-import.ts";
import type { Chosen } from "./report-opening.ts";
import { ReportReading } from "./report-reader.ts";
import { filledColumns } from "./row-columns.ts";
import { placeInFile, type ReadFile, ReportedRow, ReportTotal, showTotals } from "./sales-report.ts";
import { RowWriter } from "./sales-row.ts";
import { zipFiles } from "./zip-files.ts";

export const MAX_SAMPLE_BYTES = 2 ** 20;
const PIECE_BYTES = 65_536;
const SHOWN_ROWS = 20;
const RATE_DIGITS = 12;

const { file, line, isrc, upc, territory, play_count, unit_rate, amount, usage_period } = ReportedRow.properties;
const TriedRow = Type.Object(
  {
    file,
    line,
    isrc,
    upc,
    territory,
    play_count,
    unit_rate,
    amount,
    usage_period,
    currency: Currency,
    store_id: Nullable(
      Type.String({ description: "Null: the sender, which the request does not name.", examples: ["store_auralis"] }),
    ),
  },
  { title: "TriedRow" },
);
type TriedRow = Static<typeof TriedRow>;

export const TriedReport = Type.Object(
  {
    rows: Type.Array(TriedRow, { description: `The first ${SHOWN_ROWS}, as they would be kept.` }),
    issues: Type.Array(
      Type.Object(
        {
          field: Type.String({ examples: ["line 17, Territory"] }),
          issue: Type.String({
            examples: ['must be a code of ISO 3166-1, or the English name of a country, not "Atlantis"'],
          }),
        },
        { title: "TriedIssue" },
      ),
      { description: "Problems for which an import would be refused: at most 100." },
    ),
    unknown_stores: Type.Array(Type.String(), {
      description: "Names of no store: at most 100.",
      examples: [["Anghami"]],
    }),
    totals: Type.Array(ReportTotal, { description: "Over the rows that are right." }),
  },
  { title: "TriedReport" },
);
export type TriedReport = Static<typeof TriedReport>;

export type Sample = {
  chosen: Chosen;
  store_id: string | undefined;
  period: string | undefined;
  currency: string | undefined;
  headers: Headers;
  bytes: AsyncIterable<Buffer>;
};

export async function tryReport(ctx: Context, sample: Sample): Promise<TriedReport> {
  const body = await wholeSample(sample.bytes);
  return importing(ctx.chance.uuid(), ctx.signal)(() => tryInTurn(ctx, sample, body));
}

async function tryInTurn(ctx: Context, sample: Sample, body: Buffer): Promise<TriedReport> {
  const { chosen, currency, store_id = "" } = sample;
  const writer = new RowWriter("0", sample.period ?? timestamp(ctx).slice(0, 7));
  writer.wanted_first = SHOWN_ROWS;
  let reading: ReportReading | undefined;
  let issues: TriedReport["issues"] = [];
  try {
    const files = isZip(String(sample.headers["content-type"]))
      ? (await zipFiles(rangesIn(body), body.length, () => patternOf(chosen))).files
      : onlyFile(reportBytes(sample.headers, only(body)).unpacked);
    reading = new ReportReading(files, { writer, paid: undefined, currency, chosen, ...choicesOf(ctx, store_id) });
    await reading.begin();
    for await (const _batch of reading.batches());
  } catch (error) {
    issues = issuesOf(error);
  }
  const names = filledColumns(writer.shape).split(", ");
  const files = reading?.files ?? [];
  return {
    rows: writer.first.map((row) => shownRow(row.toString(), names, { store_id, files })),
    issues: issues.filter(({ field }) => field !== "store").slice(0, 100),
    unknown_stores: reading?.stores?.unknown() ?? [],
    totals: showTotals(writer.stores.totals()),
  };
}

const patternOf = (chosen: Chosen) => (typeof chosen === "object" ? chosen.rules.file.name_pattern : undefined);

async function wholeSample(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > MAX_SAMPLE_BYTES) throw new ApiError("payload_too_large", "A sample has at most 1 MiB.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** In pieces such as a request has: the reader lets others have their turn after each. */
async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

const rangesIn =
  (body: Buffer) =>
  async ({ first, last }: { first: number; last: number }) =>
    only(body.subarray(first, Math.max(first, last + 1)));

/** Problems that an import answers with a 422 are listed in the answer. */
function issuesOf(error: unknown): TriedReport["issues"] {
  if (!(error instanceof ApiError) || error.status !== 422) throw error;
  return error.details.length > 0 ? [...error.details] : [{ field: "file", issue: error.message }];
}

type Place = { store_id: string; files: readonly ReadFile[] };

/** From the text that COPY would take. */
function shownRow(text: string, names: readonly string[], { store_id, files }: Place): TriedRow {
  const cells = text.slice(0, -1).split("\t");
  const cell = (name: string) => {
    const value = cells[names.indexOf(name)];
    return value === undefined || value === "\\N" ? null : value;
  };
  const upc = cell("upc");
  const [count, amount] = [cell("play_count") ?? "0", cell("amount")];
  const rate = amount === null ? (cell("unit_rate") ?? "0") : quotient(amount, count);
  return {
    ...placeInFile(Number(cell("line")), files),
    isrc: cell("isrc"),
    upc: upc?.startsWith("#") ? null : upc,
    territory: cell("territory") ?? "",
    play_count: Number(count),
    unit_rate: formatDecimal(decimal(rate)),
    amount: amount === null ? null : formatDecimal(decimal(amount)),
    currency: cell("currency") ?? "",
    usage_period: cell("usage_period") ?? "",
    store_id: cell("store_id") ?? (store_id || null),
  };
}

function quotient(amount: string, count: string): string {
  return Number(count) === 0 ? "0" : formatDecimal(divide(decimal(amount), decimal(count), RATE_DIGITS));
}
