import { discard } from "../../assets/actions.ts";
import { type Context, type Transaction, timestamp } from "../../platform/context.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { enqueue } from "../../platform/jobs/queue.ts";
import { onlyFieldsOf } from "../../platform/schema.ts";
import { parseIsrc } from "../../standards/identifier.ts";
import { indexSalesRows, removeSalesRows } from "../job-definitions.ts";
import { countUnmatched } from "../matching/match-queries.ts";
import { hasStatedWorks, sumReversedStores, updateReportRow } from "./money-queries.ts";
import {
  allowLong,
  assignWorks,
  deleteDigests,
  deleteOpenWorks,
  deleteReport,
  findReleaseOwner,
  findReport,
  findTrackOwner,
  hasWorks,
  insertReversal,
  lockReport,
  markReversed,
  type Owner,
  preferIndexes,
  type ReportRow,
  reverseRows,
  reverseWorks,
  sumTotals,
} from "./queries.ts";
import { type ReportChanges, withMoney } from "./report-money.ts";
import { type Assignment, type NamedWork, SalesReport, showTotals } from "./sales-report.ts";
import { assignNamedWorks, type WorkKey } from "./work-queries.ts";

const REVERSED_WITHIN_HOURS = 1;

const reportFields = onlyFieldsOf(SalesReport);

export function showReport(row: ReportRow): SalesReport {
  return {
    ...reportFields(withMoney(row)),
    totals: showTotals(row.totals),
    unmatched_totals: showTotals(row.unmatched_totals),
    files: row.files.map(({ name, rows }) => ({ name, rows })),
    stores: row.stores.map((store) => ({ ...store, totals: showTotals(store.totals) })),
  };
}

export async function getReport(ctx: Context, id: string): Promise<ReportRow> {
  const row = await findReport(ctx.db, id);
  if (!row) throw notFound("sales report");
  return row;
}

/** Gives the unmatched rows with an ISRC to a track, those of a whole release to one, one without any code to either, or several works. */
export async function assignReport(ctx: Transaction, id: string, assignment: Assignment): Promise<SalesReport> {
  const { number, reversed_by } = await getLocked(ctx, id);
  if (reversed_by !== null)
    throw new ApiError("invalid_state", "The report was reversed: its unmatched rows were dropped.");
  const owner = await getOwner(ctx, assignment);
  if (assignment.works) await assignAll(ctx, { number, works: assignment.works, owner });
  else {
    const count = await assignWorks(ctx.db, { number, isrc: isrcOf(assignment), upc: codeOf(assignment), owner });
    if (count === 0)
      throw new ApiError("invalid_state", "The report has no unmatched rows with this ISRC, UPC or line.");
  }
  await countUnmatched(ctx.db, [number]);
  return showReport(await getReport(ctx, id));
}

/** All of them, or none: one that was matched meanwhile may belong to another owner. */
async function assignAll(
  ctx: Transaction,
  { number, works, owner }: { number: string; works: readonly NamedWork[]; owner: Owner },
): Promise<void> {
  const keys = works.map((work) => ({ isrc: isrcOf(work), upc: codeOf(work) ?? "" }));
  const assigned = await assignNamedWorks(ctx.db, { number, works: keys, owner });
  const isAssigned = (key: WorkKey) => assigned.some(({ isrc, upc }) => isrc === key.isrc && upc === key.upc);
  const details = keys.flatMap((key, index) =>
    isAssigned(key) ? [] : [{ field: `works[${index}]`, issue: "has no unmatched rows in this report" }],
  );
  if (details.length > 0)
    throw new ApiError("invalid_state", "Some of the works have no unmatched rows; none was assigned.", details);
}

const isrcOf = ({ isrc }: NamedWork) => (isrc === undefined ? "" : (parseIsrc(isrc) ?? ""));

/**
 * The text in the place of a row's UPC; undefined: any. An import writes a UPC of 13 or 14 digits without the zeros
 * before its twelve, and the line of a row that has no code.
 */
function codeOf({ upc, line }: NamedWork): string | undefined {
  return line === undefined ? upc?.replace(/^0{1,2}(?=\d{12}$)/, "") : `#${line}`;
}

async function getOwner(ctx: Context, { track_id, release_id }: Assignment): Promise<Owner> {
  const owner =
    track_id !== undefined ? await findTrackOwner(ctx.db, track_id) : await findReleaseOwner(ctx.db, release_id ?? "");
  if (owner && owner.track_ids.length > 0) return owner;
  const field = track_id !== undefined ? "track_id" : "release_id";
  const issue = owner ? "is a release without tracks" : `is not a ${track_id !== undefined ? "track" : "release"}`;
  throw new ApiError("validation_failed", `\`${field}\` ${issue}.`, [{ field, issue }]);
}

/** A close takes the rates of reports while it holds their locks, so a change comes before it or is refused. */
export async function updateReport(ctx: Transaction, id: string, changes: ReportChanges): Promise<SalesReport> {
  const report = await getLocked(ctx, id);
  const { rates = report.rates, received = report.received } = changes;
  if (changes.rates !== undefined) {
    if (report.reverses !== null)
      throw new ApiError(
        "invalid_state",
        "The report is a reversal: it has the rates of the report that it takes back.",
      );
    if (await hasStatedWorks(ctx.db, report.number))
      throw new ApiError(
        "invalid_state",
        "Rows of the report are on statements, which keep the rates they were made with.",
      );
  }
  await updateReportRow(ctx.db, { number: report.number, rates, received });
  return showReport(await getReport(ctx, id));
}

/** Its rows are millions; without the report nothing finds them, so a job removes them afterwards. */
export async function removeReport(ctx: Transaction, id: string): Promise<void> {
  const { number, reverses, reversed_by, file_key } = await getLocked(ctx, id);
  if (reverses !== null || reversed_by !== null)
    throw new ApiError("invalid_state", "A reversal, and a report that was reversed, stay: both are on the books.");
  await deleteOpenWorks(ctx.db, number);
  if (await hasWorks(ctx.db, number))
    throw new ApiError("invalid_state", "Rows of the report are on statements; reverse it instead.");
  await deleteReport(ctx.db, id);
  await deleteDigests(ctx.db, number);
  await discard(ctx, [file_key]);
  await enqueue(ctx, removeSalesRows, { number }, { key: number });
}

export async function reverseReport(ctx: Transaction, id: string): Promise<SalesReport> {
  const reversed = await getLocked(ctx, id);
  if (reversed.reverses !== null)
    throw new ApiError("invalid_state", "The report is a reversal: import the rows again.");
  if (reversed.reversed_by !== null)
    throw new ApiError("invalid_state", `The report was reversed by ${reversed.reversed_by}.`);
  // Copying millions of rows takes long. If the client gets no answer in time, it repeats the request with its
  // Idempotency-Key.
  await allowLong(ctx.db, REVERSED_WITHIN_HOURS);
  await preferIndexes(ctx.db, true);
  const reversal = { id: newId("rep"), reversed, created_at: timestamp(ctx) };
  const number = await insertReversal(ctx.db, reversal);
  await markReversed(ctx.db, id, reversal.id);
  await deleteDigests(ctx.db, reversed.number);
  await reverseRows(ctx.db, reversed.number, number);
  await reverseWorks(ctx.db, reversed.number, number);
  await sumReversedStores(ctx.db, number);
  await sumTotals(ctx.db, number);
  await enqueue(ctx, indexSalesRows, {});
  return showReport(await getReport(ctx, reversal.id));
}

async function getLocked(ctx: Transaction, id: string): Promise<ReportRow> {
  const row = await lockReport(ctx.db, id);
  if (!row) throw notFound("sales report");
  if (row.status === "importing") throw new ApiError("invalid_state", "The report is still being imported.");
  return row;
}
