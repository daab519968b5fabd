import { Type } from "typebox";
import { type Route, route } from "../../platform/http/route.ts";
import { Month } from "../../platform/schema.ts";
import { updateReport } from "./actions.ts";
import { ReconciledAmount } from "./reconciliation.ts";
import { listReconciliation } from "./reconciliation-queries.ts";
import { ReportChanges } from "./report-money.ts";
import { SalesReport } from "./sales-report.ts";

const tag = "Operator";
const access = "operator";

export const reportMoneyRoutes: Route[] = [
  route({
    method: "PATCH",
    path: "/v1/operator/sales-reports/{report_id}",
    operation: "updateSalesReport",
    tag,
    summary: "Note what a store paid for a report, or give the report its own exchange rates",
    description:
      "`received` at any time. `rates` while none of its rows is on a statement; a reversal has the rates of the report that it takes back.",
    access,
    body: ReportChanges,
    success: { status: 200, schema: SalesReport },
    errors: ["invalid_state"],
    handle: (ctx, { params, body }) => updateReport(ctx, params.report_id, body),
  }),
  route({
    method: "GET",
    path: "/v1/operator/reconciliation",
    operation: "listReconciliation",
    tag,
    summary: "Compare what stores reported with what they paid and with what was stated",
    description:
      "One entry for each month, store and currency, the latest month first. A report that was reversed, and its reversal, count in `stated` alone.",
    access,
    query: Type.Object({
      period: Month({ description: "For this month alone." }),
      store_id: Type.String({ maxLength: 100, description: "Only this store's." }),
    }),
    success: { status: 200, schema: ReconciledAmount, list: true },
    handle: (ctx, { query, page }) => listReconciliation(ctx.db, { ...query, ...page }),
  }),
];
