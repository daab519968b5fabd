// The operator pays many payouts at once: exports them, processes them and marks them as paid.

import { Type } from "typebox";
import { Currency } from "../ledger/amount.ts";
import { type Route, route } from "../platform/http/route.ts";
import { OneOf } from "../platform/schema.ts";
import type { Seal } from "../platform/seal.ts";
import { moveManyPayouts } from "./bulk.ts";
import { exportedStatuses, exportPayouts } from "./export.ts";
import { MovedPayouts, PaidPayouts, ProcessedPayouts } from "./payout.ts";

export const bulkPayoutRoutes = ({ vault }: { vault: Seal }): Route[] => [
  route({
    method: "GET",
    path: "/v1/operator/payouts/export",
    operation: "exportPayouts",
    tag: "Operator",
    summary: "Export payouts as CSV, to pay them",
    description:
      "Payouts that are `pending` or `processing`, oldest first, with the payment details that each was requested with. `status` is " +
      "`unreadable` where these were sealed with a secret that was lost. Not for staff with the role `support`. Each export is in the " +
      "audit log, with the number of payouts.",
    access: "operator",
    query: Type.Object({ status: OneOf(exportedStatuses), currency: Currency }),
    success: { status: 200, content_type: "text/csv; charset=utf-8" },
    gives: "answer",
    handle: (ctx, asked) => exportPayouts(ctx, vault, asked),
  }),
  route({
    method: "POST",
    path: "/v1/operator/payouts/process",
    operation: "processPayouts",
    tag: "Operator",
    summary: "Mark many payouts as on their way to the bank",
    description: "All or none: if one is not `pending`, the answer is 409 and names all that are not.",
    access: "operator",
    body: ProcessedPayouts,
    success: { status: 200, schema: MovedPayouts },
    errors: ["invalid_state"],
    handle: (ctx, { body }) => moveManyPayouts(ctx, body.payout_ids, { trigger: "process" }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/payouts/pay",
    operation: "payPayouts",
    tag: "Operator",
    summary: "Mark many payouts as paid",
    description:
      "All or none: if one is neither `pending` nor `processing`, the answer is 409 and names all that are not. They get the same reference.",
    access: "operator",
    body: PaidPayouts,
    success: { status: 200, schema: MovedPayouts },
    errors: ["invalid_state"],
    handle: (ctx, { body: { payout_ids, ...payment } }) =>
      moveManyPayouts(ctx, payout_ids, { trigger: "pay", ...payment }),
  }),
];
