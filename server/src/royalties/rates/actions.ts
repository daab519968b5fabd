import { type Context, type Transaction, timestamp } from "../../platform/context.ts";
import { notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { yielding } from "../../platform/yielding.ts";
import { shownAmount } from "../../standards/currency.ts";
import { listMissingRates } from "../closing/rate-queries.ts";
import { deleteRateRow, type KeptRate, upsertRates } from "./queries.ts";
import type { ExchangeRate, ImportedRates, MissingRate, NewExchangeRate } from "./rate.ts";
import { type ReadRates, readRates } from "./rate-file.ts";

// There are fewer pairs of currencies that anyone pays in.
const MAX_MISSING = 1_000;

export async function setRate(ctx: Transaction, given: NewExchangeRate): Promise<KeptRate> {
  const [kept] = await upsertRates(ctx.db, [asRow(ctx, given, "manual")]);
  if (!kept) throw notFound("exchange rate");
  return kept;
}

export async function deleteRate(ctx: Transaction, id: string): Promise<void> {
  if (!(await deleteRateRow(ctx.db, id))) throw notFound("exchange rate");
}

/** Before the transaction: reading may take longer than a turn. */
export function readRateFile(ctx: Context, document: Buffer): Promise<ReadRates> {
  return yielding(readRates(document), ctx.signal);
}

/** All of them, or none. */
export async function importRates(ctx: Transaction, { rates, findings }: ReadRates): Promise<ImportedRates> {
  findings.throwIfAny();
  const kept = await upsertRates(
    ctx.db,
    rates.map((rate) => asRow(ctx, rate, "import")),
  );
  const created = kept.filter(({ is_new }) => is_new).length;
  return { created, replaced: kept.length - created };
}

export async function getMissingRates(ctx: Context, period: string): Promise<{ data: MissingRate[] }> {
  const rows = await listMissingRates(ctx.db, period, MAX_MISSING);
  return { data: rows.map((row) => ({ ...row, amount: shownAmount(row.amount, row.from) })) };
}

function asRow(ctx: Context, given: NewExchangeRate, source: ExchangeRate["source"]): ExchangeRate {
  return { id: newId("rat"), ...given, source, created_at: timestamp(ctx) };
}
