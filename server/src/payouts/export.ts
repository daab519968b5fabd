// The file that the operator pays by: whole numbers of accounts, of the payment details that each payout was requested with. It leaves the
// service as it is read. Each export is in the audit log before its first byte is sent.

import { Readable } from "node:stream";
import { audit } from "../organizations/actions.ts";
import { openDetails } from "../payees/payment.ts";
import { type Context, timestamp, transaction } from "../platform/context.ts";
import { csvCell } from "../platform/csv-cell.ts";
import { type OperatorPrincipal, principalId } from "../platform/http/principal.ts";
import type { Answer } from "../platform/http/route.ts";
import type { Seal } from "../platform/seal.ts";
import { shownAmount } from "../standards/currency.ts";
import { countExportedPayouts, type ExportedPayout, type ExportFilter, listExportedPayouts } from "./queries.ts";

export const exportedStatuses = ["pending", "processing"] as const;

const EXPORTED_AT_ONCE = 500;

const columns = [
  ...(["payout_id", "organization", "payee", "method", "holder", "iban", "account_number", "routing_number"] as const),
  ...(["bic", "country", "paypal_email", "text", "amount", "currency", "reference", "status"] as const),
];

type Asked = {
  method: string;
  principal: OperatorPrincipal;
  request_id: string;
  query: { status?: (typeof exportedStatuses)[number]; currency?: string };
};

export async function exportPayouts(ctx: Context, vault: Seal, asked: Asked): Promise<Answer> {
  const { method, query, principal, request_id } = asked;
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="payouts.csv"',
    "cache-control": "no-store",
  };
  if (method === "HEAD") return { status: 200, headers, payload: Readable.from([]) };
  const { status, currency } = query;
  const statuses = status === undefined ? exportedStatuses : [status];
  const filter = { statuses, ...(currency !== undefined && { currency }), as_of: timestamp(ctx) };
  await transaction(ctx, async (ctx) => {
    const count = await countExportedPayouts(ctx.db, filter);
    await audit(ctx, {
      principal_id: principalId(principal),
      actor: principal.actor,
      request_id,
      operation: "exportPayouts",
      resource_id: null,
      fields: [`count=${count}`, ...Object.keys(query)],
    });
  });
  return { status: 200, headers, payload: Readable.from(writeCsv(ctx, vault, filter)) };
}

async function* writeCsv(ctx: Context, vault: Seal, filter: ExportFilter): AsyncGenerator<string> {
  yield `${columns.join(",")}\r\n`;
  for (let after: ExportedPayout | undefined; ; ) {
    const rows = await listExportedPayouts(ctx.db, filter, { after, limit: EXPORTED_AT_ONCE });
    after = rows.at(-1);
    if (!after) return;
    yield rows.map((row) => csvLine(vault, row)).join("");
  }
}

function csvLine(vault: Seal, row: ExportedPayout): string {
  const details = row.details === null ? {} : openDetails(vault, row.payee_id ?? row.organization_id, row.details);
  const cells = {
    ...cellsOf(details ?? {}),
    payout_id: row.id,
    organization: row.organization_name,
    payee: row.payee_name,
    amount: shownAmount(row.amount, row.currency),
    currency: row.currency,
    reference: row.reference,
    status: details ? row.status : "unreadable",
  };
  return `${columns.map((column) => csvCell(cells[column] ?? "")).join(",")}\r\n`;
}

type Details = Partial<
  Record<
    "method" | "holder" | "iban" | "account_number" | "routing_number" | "bic" | "country" | "email" | "text",
    string
  >
>;

function cellsOf({ email, ...details }: Details) {
  return { ...details, paypal_email: email };
}
