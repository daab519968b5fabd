import { Readable } from "node:stream";
import type { Context } from "../../platform/context.ts";
import { minorDigits, shownAmount } from "../../standards/currency.ts";
import { decimal, formatDecimal, roundHalfEven } from "../../standards/decimal.ts";
import { type PayeeStatementRow, shownPayeeStatement } from "../payee-statement.ts";
import { listPlayedTracks } from "./played-queries.ts";
import { TRACKS_AT_MOST } from "./statement-document.ts";
import { writePayeeStatementPdf } from "./statement-pdf.ts";

/** As PDF, with the balance that the payee had before it. */
export async function printPayeeStatement(ctx: Context, statement: PayeeStatementRow): Promise<Readable> {
  const { organization_id, organization_name, currency, balance_before } = statement;
  const played = await listPlayedTracks(ctx.db, statement, TRACKS_AT_MOST);
  const digits = minorDigits(currency);
  const rounded = (amount: string) => formatDecimal(roundHalfEven(decimal(amount), digits), digits);
  const shown = shownPayeeStatement(statement);
  const document = {
    ...shown,
    organization_name,
    created_at: new Date(shown.created_at),
    play_count: played[0]?.all_plays ?? 0,
    tracks: played.map(({ all_plays: _, amount, ...track }) => ({ ...track, amount: rounded(amount) })),
    balance_before: shownAmount(balance_before, currency),
  };
  return Readable.from([await writePayeeStatementPdf(document, { organization_id, signal: ctx.signal })]);
}
