// The import of a sales report: millions of rows, all or none of them.
//
// A row that says `importing` is committed first, and renewed every second with the count so far, so that others see
// it. The rows themselves are copied as they come, in one transaction on a connection of its own. The same transaction
// makes the works, matches them, and turns the report into `imported`. Any failure rolls back all of it, and the report
// is gone. A process that is killed renews its report no more. After ten seconds the report is hidden, and then the
// sweep removes it.
//
// The bytes are stored as they were received while they are read (storing.ts), and belong to the report from the same
// transaction on. The file of a refused report is removed; the sweep of files removes that of a killed process.

import { discard } from "../../assets/actions.ts";
import { type Context, longTransaction, type Transaction, timestamp, transaction } from "../../platform/context.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../platform/database/failure.ts";
import { ApiError, problem, throwIfAny } from "../../platform/errors.ts";
import { fairSemaphore } from "../../platform/fair-semaphore.ts";
import type { Headers } from "../../platform/http/route.ts";
import type { Complete } from "../../platform/http/streamed-write.ts";
import { newId } from "../../platform/ids.ts";
import { append } from "../../platform/long-list.ts";
import { compare, decimal, formatDecimal, roundHalfEven } from "../../standards/decimal.ts";
import { holdStores } from "../../stores/queries.ts";
import { isPassedOver } from "../closing/close-queries.ts";
import { countUnmatched } from "../matching/match-queries.ts";
import { showReport } from "./actions.ts";
import {
  copyRows,
  deleteImporting,
  findSameRows,
  finishImporting,
  hasOther,
  type Importing,
  insertDigests,
  insertImporting,
  lockStorePeriod,
  nameFormat,
  renewImporting,
  shareRate,
} from "./import-queries.ts";
import { allowLong, findReport, indexNewRows, sumTotals } from "./queries.ts";
import { archiveBytes, reportBytes } from "./report-bytes.ts";
import { choicesOf, noFormat } from "./report-choice.ts";
import { beginFile, isZip } from "./report-file.ts";
import type { Paid, ReportFacts } from "./report-format.ts";
import type { Chosen } from "./report-opening.ts";
import { ReportReading, type SentFile } from "./report-reader.ts";
import { filledColumns } from "./row-columns.ts";
import type { KeptFile, StoreTotals } from "./sales-report.ts";
import { RowWriter } from "./sales-row.ts";
import { copyWorks, createWorks, insertWorks, sumWorks } from "./work-queries.ts";
import type { RangeReader } from "./zip-archive.ts";
import { zipFiles } from "./zip-files.ts";

export type SentReport = {
  store_id: string;
  period: string;
  paid: Paid;
  /** For files that name no currency. */
  currency: string | undefined;
  /** Undefined: by the bytes. */
  chosen: Chosen | undefined;
  headers: Headers;
  bytes: AsyncIterable<Buffer>;
};

const RENEW_AFTER_MS = 1_000;
// While a transaction is open, nothing that it may still see is vacuumed away: no client may take days.
const WITHIN_HOURS = 4;
// Each has a connection to the database of its own.
const AT_ONCE = 4;
const TURN_WITHIN_MS = 30_000;
/** For all that reads a report. */
export const importing = fairSemaphore(AT_ONCE, TURN_WITHIN_MS);

export function importReport(ctx: Context, sent: SentReport, complete: Complete): Promise<void> {
  return importing(ctx.chance.uuid(), ctx.signal)(() => importInTurn(ctx, sent, complete));
}

async function importInTurn(ctx: Context, sent: SentReport, complete: Complete): Promise<void> {
  const { store_id, period } = sent;
  const file = await beginFile(ctx, sent.headers);
  const report = { id: newId("rep"), importer: ctx.chance.uuid(), store_id, period, created_at: timestamp(ctx) };
  const number = await ctx.begin((db) => insertImporting(db, report));
  const writer = new RowWriter(number, period);
  const renewing = keepAlive(() => renewImporting(ctx.db, report, writer.rows));
  let { chosen } = sent;
  try {
    const body = await openBody(ctx, sent, file, () => chosen);
    const { paid, currency } = sent;
    const opening = { writer, paid, currency, chosen, ...choicesOf(ctx, store_id) };
    const reading = new ReportReading(body.files, opening);
    try {
      // Before the transaction, which the database ends if it has nothing to do for some seconds.
      await reading.begin();
      chosen = reading.chosen;
      await holdFormat(ctx, report, chosen);
      await longTransaction(ctx, async (ctx) => {
        await allowLong(ctx.db, WITHIN_HOURS);
        await copyRows(ctx.db, filledColumns(writer.shape), reading.batches());
        await makeWorks(ctx, number, writer, reading.facts);
        const facts = { ...reading.facts, warnings: [...reading.facts.warnings, ...body.warnings()] };
        const read = { report, number, writer, reading, facts, digests: body.digests(), file: file.kept(), sent };
        await finish(ctx, read, complete);
      });
    } finally {
      await reading.close();
    }
  } catch (error) {
    // If this fails too, sweeps remove both.
    await forget(ctx, report, file.key).catch(() => undefined);
    throw refusalOf(error);
  } finally {
    clearInterval(renewing);
  }
  // No caller waits for the index, and no answer depends on it. If this fails, a later import updates it.
  indexNewRows(ctx.db).catch(() => undefined);
}

type Body = { files: AsyncIterable<SentFile>; digests(): Buffer[]; warnings(): string[] };

/** So that it is not removed before the report is there. */
async function holdFormat(ctx: Context, report: Importing, chosen: Chosen | undefined): Promise<void> {
  if (typeof chosen !== "object") return;
  const { format_id } = chosen;
  await ctx
    .begin((db) => nameFormat(db, report, format_id))
    .catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? noFormat() : error;
    });
}

/** A zip is stored whole before it is read, because the list of its files stands at its end. */
async function openBody(
  ctx: Context,
  { headers, bytes }: SentReport,
  file: Awaited<ReturnType<typeof beginFile>>,
  chosen: () => Chosen | undefined,
): Promise<Body> {
  if (!isZip(String(headers["content-type"]))) {
    const one = reportBytes(headers, file.keeping(bytes));
    return { files: onlyFile(withinHours(one.unpacked)), digests: () => [one.digest()], warnings: () => [] };
  }
  for await (const _piece of withinHours(file.keeping(archiveBytes(headers, bytes))));
  const { file_bytes } = file.kept();
  const patternOf = () => {
    const found = chosen();
    return typeof found === "object" ? found.rules.file.name_pattern : undefined;
  };
  const { files, digests, warnings } = await zipFiles(rangesOf(ctx, file.key, file_bytes), file_bytes, patternOf);
  return { files, digests: () => digests, warnings };
}

export async function* onlyFile(bytes: AsyncIterable<Buffer>): AsyncGenerator<SentFile> {
  yield { bytes };
}

function rangesOf({ blobs }: Context, key: string, size: number): RangeReader {
  return async ({ first, last }) => {
    if (first >= size || last < first) return (async function* () {})();
    return (await blobs.get(key, { first, last: Math.min(last, size - 1) })) ?? (async function* () {})();
  };
}

/** The database sums what was too much for us, and what a shared rate has changed. */
async function makeWorks(ctx: Transaction, number: string, { works }: RowWriter, facts: ReportFacts): Promise<void> {
  if (facts.shared_rate !== undefined) await shareRate(ctx.db, number, facts.shared_rate);
  await createWorks(ctx.db);
  if (works.isComplete && facts.shared_rate === undefined) await copyWorks(ctx.db, works.batches());
  else await sumWorks(ctx.db, number);
}

/** A report that is no longer `importing` may have been committed whole: then it needs its file. */
async function forget(ctx: Context, report: Importing, file_key: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    if (await deleteImporting(ctx.db, report)) await discard(ctx, [file_key]);
  });
}

/**
 * Renews one at a time, because a renewal waits while the report's row is locked. A renewal may fail: the next may not,
 * and the last update checks who owns the report.
 */
function keepAlive(renew: () => Promise<void>): NodeJS.Timeout {
  let isRenewing = false;
  return setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    renew()
      .catch(() => undefined)
      .finally(() => {
        isRenewing = false;
      });
  }, RENEW_AFTER_MS);
}

type Read = {
  report: Importing;
  number: string;
  writer: RowWriter;
  reading: ReportReading;
  digests: readonly Buffer[];
  file: KeptFile;
  facts: ReportFacts;
  sent: SentReport;
};

async function finish(ctx: Transaction, read: Read, complete: Complete) {
  const { report, number, writer, reading, digests, file, facts, sent } = read;
  const [rows, rows_sum] = [writer.rows, writer.sum.value];
  await insertWorks(ctx.db, { number, store_id: report.store_id });
  const warnings = [...facts.warnings, ...(await periodWarnings(ctx, report.period))];
  await lockStorePeriod(ctx.db, report);
  await insertDigests(ctx.db, number, digests);
  if (await hasOther(ctx.db, report)) warnings.push(`${report.store_id} has another report for ${report.period}.`);
  const same = await findSameRows(ctx.db, { id: report.id, rows, rows_sum });
  if (same) warnings.push(`It has the same rows as ${same}. Delete one of them if the store sent it twice.`);
  // From here on the report's row is locked, and cannot be renewed: what takes long was done before.
  await sumTotals(ctx.db, number);
  await countUnmatched(ctx.db, [number]);
  const made = await findReport(ctx.db, report.id);
  append(warnings, paidWarnings(sent.paid, made?.totals ?? []));
  const { files, stores } = reading;
  const named = stores && writer.shape.names_stores ? writer.stores.byStore(stores.ids()) : [];
  await assertStores(ctx, named);
  const isOurs = await finishImporting(ctx.db, {
    ...report,
    rows,
    rows_sum,
    digests,
    file,
    files,
    stores: named,
    facts: { ...facts, warnings },
  });
  if (!isOurs) throw lostLease();
  const imported = await findReport(ctx.db, report.id);
  await complete(ctx, imported && showReport(imported));
}

/** None of them was removed while the file was read, or is removed before the report is there. */
async function assertStores(ctx: Transaction, named: readonly StoreTotals[]): Promise<void> {
  const ids = named.map(({ store_id }) => store_id);
  const held = new Set(await holdStores(ctx.db, ids));
  throwIfAny(ids.flatMap((id) => (held.has(id) ? [] : [problem("store", `is not a store any more: ${id}`)])));
}

/** A month of which no close may ever take the rows. */
async function periodWarnings(ctx: Transaction, period: string): Promise<string[]> {
  const present = timestamp(ctx).slice(0, 7);
  if (period > present) return [`${period} is still to come: no close takes these rows before it has ended.`];
  if (!(await isPassedOver(ctx.db, period))) return [];
  return [`${period} was never closed, though a later month was: no close takes these rows until you close it.`];
}

/** Compares the amount that the store says it paid with the sum of its rows. */
function paidWarnings(paid: Paid, totals: readonly { currency: string; amount: string }[]): string[] {
  if (!paid) return [];
  const sum = totals.find(({ currency }) => currency === paid.currency)?.amount ?? "0";
  const said = decimal(paid.amount);
  if (compare(roundHalfEven(decimal(sum), said.scale), said) === 0) return [];
  return [`The store paid ${paid.amount} ${paid.currency}, but the rows sum to ${formatDecimal(decimal(sum))}.`];
}

async function* withinHours(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const give_up_ms = performance.now() + WITHIN_HOURS * 3_600_000;
  for await (const chunk of bytes) {
    if (performance.now() > give_up_ms)
      throw new ApiError("invalid_request", `The body took longer than ${WITHIN_HOURS} hours; send it packed by gzip.`);
    yield chunk;
  }
}

function refusalOf(error: unknown): unknown {
  if (isUniqueViolation(error, "sales_reports_digest") || isUniqueViolation(error, "sales_report_digests_pkey"))
    return new ApiError(
      "duplicate_submission",
      "A file with these very bytes was imported before, or is in this archive twice.",
    );
  if (isUniqueViolation(error, "sales_reports_message"))
    return new ApiError(
      "duplicate_submission",
      "The DSR message with this sender, id and file number was imported before.",
    );
  return error;
}

function lostLease(): ApiError {
  const message = "The import was interrupted for too long; send the same report again.";
  return new ApiError("service_unavailable", message, [], { "retry-after": "5" });
}
