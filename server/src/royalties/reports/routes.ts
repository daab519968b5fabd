import { Type } from "typebox";
import { ApiError, type Issue, problem } from "../../platform/errors.ts";
import { mapPage } from "../../platform/http/pagination.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Complete } from "../../platform/http/streamed-write.ts";
import { Id, Month, OneOf } from "../../platform/schema.ts";
import { isCurrency } from "../../standards/currency.ts";
import { parseIsrc } from "../../standards/identifier.ts";
import { findStores } from "../../stores/queries.ts";
import { assignReport, getReport, removeReport, reverseReport, showReport } from "./actions.ts";
import { listReports } from "./queries.ts";
import { findChosen } from "./report-choice.ts";
import { sendReportFile } from "./report-file.ts";
import { importReport } from "./report-import.ts";
import { listReportedRows, listUnmatched } from "./row-queries.ts";
import { Assignment, isrcIssues, ReportedRow, SalesReport, UnmatchedRow, UnmatchedWork } from "./sales-report.ts";
import { listUnmatchedWorks } from "./work-queries.ts";

const tag = "Operator";
const access = "operator";

const ImportQuery = Type.Object({
  store_id: Type.String({ maxLength: 100, description: "Which store reports.", examples: ["store_auralis"] }),
  period: Month({ description: "The month that it is accounted in. Rows may be about earlier ones." }),
  amount: Type.String({
    rule: (text: string): Issue[] =>
      /^-?\d{1,12}(\.\d{1,12})?$/.test(text) ? [] : [problem("", "must be a decimal number such as 1284.53")],
    description:
      "With `currency`: what the store paid. A usage profile needs it; otherwise it is compared with the rows.",
    examples: ["1284.53"],
  }),
  amount_is: OneOf(["file"], {
    description:
      "With `amount`, for a DSR of several files: `file` says that it is the part of this file. Without it such an amount is refused, " +
      "because each file would be given all of it.",
  }),
  format_id: Type.String({
    maxLength: 100,
    description: "How the file is read. Without it: by its bytes, or the one format that fits its heading row.",
    examples: ["format_fuga"],
  }),
  currency: Type.String({
    rule: (text: string): Issue[] =>
      isCurrency(text) ? [] : [problem("", "must be a currency of ISO 4217 such as EUR")],
    examples: ["EUR"],
  }),
});

export const reportRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/operator/sales-reports",
    operation: "importSalesReport",
    tag,
    summary: "Import a store's sales report",
    description:
      "CSV with the columns `isrc`, `territory`, `play_count`, `unit_rate`, `currency` and, if you like, `upc` and `usage_period`, in " +
      "any order; or a DDEX DSR flat file; or a file of any other form that a format describes. All may be packed by gzip, and several " +
      "files of one format may come as a zip (`application/zip`). All rows are imported, or none: whatever is wrong is named by its line. " +
      "Needs `store_id` and `period`. `currency` may stand without `amount` where the format names no currency.",
    access,
    query: ImportQuery,
    takes: "stream",
    media_types: ["text/csv", "text/tab-separated-values", "application/zip"],
    success: { status: 201, schema: SalesReport },
    errors: [
      ...(["duplicate_submission", "payload_too_large", "unsupported_media_type", "missing_required_field"] as const),
      ...(["invalid_isrc_format", "territory_not_supported", "validation_failed"] as const),
    ],
    handle: async (ctx, { query, headers, bytes }, complete: Complete) => {
      const sent = await readQuery(query, (id) => findStores(ctx.db, [id]));
      const chosen = await findChosen(ctx, query.format_id);
      await importReport(ctx, { ...sent, chosen, headers, bytes }, complete);
    },
  }),
  route({
    method: "GET",
    path: "/v1/operator/sales-reports",
    operation: "listSalesReports",
    tag,
    summary: "List sales reports, newest first",
    description: "With those that are just being imported.",
    access,
    query: Type.Object({
      store_id: Type.String({ maxLength: 100, description: "Only this store's." }),
      period: Month({ description: "For this month alone." }),
    }),
    success: { status: 200, schema: SalesReport, list: true },
    handle: async (ctx, { query, page }) => mapPage(await listReports(ctx.db, { ...query, ...page }), showReport),
  }),
  route({
    method: "GET",
    path: "/v1/operator/sales-reports/{report_id}",
    operation: "getSalesReport",
    tag,
    summary: "Read a sales report",
    description: "While it is `importing`, `rows` are those so far. One that was refused or cut off is gone.",
    access,
    success: { status: 200, schema: SalesReport },
    handle: async (ctx, { params }) => showReport(await getReport(ctx, params.report_id)),
  }),
  route({
    method: "GET",
    path: "/v1/operator/sales-reports/{report_id}/unmatched",
    operation: "listUnmatchedRows",
    tag,
    summary: "List the unmatched rows of a report",
    description: "In the order of their lines. Each close matches them anew; `assign` does it by hand.",
    access,
    success: { status: 200, schema: UnmatchedRow, list: true },
    handle: async (ctx, { params, page }) => {
      const { number, store_id, files, reversed_by } = await getReport(ctx, params.report_id);
      return listUnmatched(ctx.db, { ...page, number, store_id, files, reversed_by });
    },
  }),
  route({
    method: "GET",
    path: "/v1/operator/sales-reports/{report_id}/unmatched-works",
    operation: "listUnmatchedWorks",
    tag,
    summary: "List the unmatched works of a report, the most money first",
    description:
      "The unmatched rows, grouped by what they are about. A work in several currencies stands by its largest amount in one of them. " +
      "`assign` takes several works at once.",
    access,
    success: { status: 200, schema: UnmatchedWork, list: true },
    handle: async (ctx, { params, page }) => {
      const { number, reversed_by } = await getReport(ctx, params.report_id);
      return listUnmatchedWorks(ctx.db, { ...page, number, reversed_by });
    },
  }),
  route({
    method: "GET",
    path: "/v1/operator/sales-reports/{report_id}/rows",
    operation: "listReportRows",
    tag,
    summary: "List the rows of a report, with whose they are and on which statement",
    description:
      "In the order of their lines. A page may have fewer rows than were asked for, or none, while `has_more` is true: a request looks " +
      "through a few million lines at most.",
    access,
    query: Type.Object({
      isrc: Type.String({ maxLength: 20, rule: isrcIssues, description: "Rows with this ISRC alone." }),
      track_id: Id("trk", {
        maxLength: 100,
        description: "Rows that this track earns by, also as a part of its release.",
      }),
      statement_id: Id("stm", { maxLength: 100, description: "Rows that are on this statement." }),
    }),
    success: { status: 200, schema: ReportedRow, list: true },
    handle: async (ctx, { params, query: { isrc, ...query }, page }) => {
      const { number, store_id, files } = await getReport(ctx, params.report_id);
      const filter = { ...query, ...(isrc !== undefined && { isrc: parseIsrc(isrc) ?? isrc }) };
      return listReportedRows(ctx.db, { ...page, number, store_id, files }, filter);
    },
  }),
  route({
    method: "GET",
    path: "/v1/operator/sales-reports/{report_id}/file",
    operation: "readReportFile",
    tag,
    summary: "Fetch the file of a report as it was received",
    description:
      "The very bytes, with the `Content-Type` and `Content-Encoding` that they came with. Takes one `Range`, and then answers 206. A reversal " +
      "has no file, nor has a report that a version before 0.5 imported.",
    access,
    gives: "answer",
    success: { status: 200, content_type: "text/csv" },
    handle: (ctx, { params, method, headers: { range } }) => sendReportFile(ctx, params.report_id, { method, range }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/sales-reports/{report_id}/assign",
    operation: "assignSalesReport",
    tag,
    summary: "Give unmatched rows to a track, or to a release",
    description:
      "All unmatched rows of the report with this ISRC, or all sales of the release with this UPC; or what one line reports without any " +
      "code, to a track or to a release; or several works at once.",
    access,
    body: Assignment,
    success: { status: 200, schema: SalesReport },
    errors: ["invalid_isrc_format", "invalid_state"],
    handle: (ctx, { params, body }) => assignReport(ctx, params.report_id, body),
  }),
  route({
    method: "POST",
    path: "/v1/operator/sales-reports/{report_id}/reverse",
    operation: "reverseSalesReport",
    tag,
    summary: "Take back a report that is on statements",
    description:
      "By a new report with its matched rows negated, which the next close takes. Its unmatched rows are dropped. The same bytes " +
      "may then be imported again.",
    access,
    success: { status: 201, schema: SalesReport },
    errors: ["invalid_state"],
    outlives_request: true,
    handle: (ctx, { params }) => reverseReport(ctx, params.report_id),
  }),
  route({
    method: "DELETE",
    path: "/v1/operator/sales-reports/{report_id}",
    operation: "deleteSalesReport",
    tag,
    summary: "Delete a report of which no row is on a statement",
    access,
    success: { status: 204 },
    errors: ["invalid_state"],
    handle: (ctx, { params }) => removeReport(ctx, params.report_id),
  }),
];

type ImportGiven = {
  store_id?: string;
  period?: string;
  amount?: string;
  amount_is?: "file";
  currency?: string;
};

/** Checks that the query is complete, and that the store exists. */
async function readQuery(
  { store_id, period, amount, amount_is, currency }: ImportGiven,
  find: (id: string) => Promise<unknown[]>,
) {
  if (store_id === undefined || period === undefined)
    throw new ApiError("invalid_request", "Name the store and the month: `?store_id=store_auralis&period=2026-01`.");
  if (amount !== undefined && currency === undefined)
    throw new ApiError("invalid_request", "`amount` needs `currency`.");
  if (amount_is !== undefined && amount === undefined)
    throw new ApiError("invalid_request", "`amount_is` says what `amount` is, which is missing.");
  if ((await find(store_id)).length === 0)
    throw new ApiError("invalid_request", "`store_id` is not a store.", [
      { field: "store_id", issue: "is not a store" },
    ]);
  const is_of_file = amount_is === "file";
  const paid = amount !== undefined && currency !== undefined ? { amount, currency, is_of_file } : undefined;
  return { store_id, period, paid, currency };
}
