import { type Static, Type } from "typebox";
import { GivenCurrency } from "../../ledger/amount.ts";
import { getOrganization } from "../../organizations/actions.ts";
import { type Context, type Transaction, timestamp } from "../../platform/context.ts";
import { type Issue, problem, throwIfAny } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { Month, Text } from "../../platform/schema.ts";
import { parseIsrc } from "../../standards/identifier.ts";
import { type Statement, shownStatement } from "../statement.ts";
import { isUnitRate, isUsageTerritory, MAX_COUNT } from "../usage.ts";
import { writeStatements } from "./close.ts";
import { sumLineItems } from "./gathering-queries.ts";
import { MAX_MISSING, missingRates } from "./missing-rate.ts";
import { findPeriodRates } from "./rate-queries.ts";
import { findKnownStores, findOwnTracks, insertSandboxItems } from "./sandbox-queries.ts";
import { keepNamesOfItems } from "./trace-queries.ts";

const MAX_ROWS = 1_000;

const failing = (issue: string, isRight: (text: string) => boolean) => (text: string) =>
  isRight(text) ? [] : [problem("", issue)];

const Row = Type.Object(
  {
    isrc: Type.String({
      rule: (text: string): Issue[] =>
        parseIsrc(text) ? [] : [problem("", "must be an ISRC: CC-XXX-YY-NNNNN", "invalid_isrc_format")],
      examples: ["QZ-ABC-26-00001"],
    }),
    store_id: Text({ maxLength: 100, examples: ["store_auralis"] }),
    territory: Type.String({
      rule: failing("must be a code of ISO 3166-1, `XK`, or `ZZ` for none known", isUsageTerritory),
      examples: ["DE"],
    }),
    play_count: Type.Integer({ minimum: -MAX_COUNT, maximum: MAX_COUNT, examples: [18_204] }),
    unit_rate: Type.String({
      rule: failing("must be a decimal with at most 12 digits on each side of the point", isUnitRate),
      examples: ["0.0035"],
    }),
    currency: GivenCurrency,
  },
  { additionalProperties: false },
);

export const NewSandboxStatement = Type.Object(
  {
    period: Month({ description: "Any month up to the present." }),
    rows: Type.Array(Row, {
      minItems: 1,
      maxItems: MAX_ROWS,
      description: "The sales of your tracks, as stores would report them.",
    }),
  },
  { title: "NewSandboxStatement", additionalProperties: false },
);
type NewSandboxStatement = Static<typeof NewSandboxStatement>;

/** As if stores had reported these rows and the period had been closed for this organization alone, with the rates of the period. */
export async function makeSandboxStatements(
  ctx: Transaction,
  organization_id: string,
  { period, rows: given }: NewSandboxStatement,
): Promise<{ data: Statement[] }> {
  const rows = given.map((row) => ({ ...row, isrc: parseIsrc(row.isrc) ?? row.isrc }));
  const tracks = await findOwnTracks(ctx.db, { organization_id, isrcs: rows.map(({ isrc }) => isrc) });
  const stores = await findKnownStores(
    ctx.db,
    rows.map(({ store_id }) => store_id),
  );
  const trackOf = new Map(tracks.map((track) => [track.isrc, track]));
  throwIfAny([
    ...periodIssues(ctx, period),
    ...rows.flatMap((row, place) => rowIssues(row, place, { trackOf, stores })),
  ]);
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  const { payout_currency } = await getOrganization(ctx, organization_id);
  const rates = await getRates(ctx, period, { currencies, payout_currency });
  const exchange_rates = [...rates].map(([from, rate]) => ({ from, rate, source: "period" as const }));
  const planned = (payout_currency === null ? currencies : [payout_currency]).map((currency) => ({
    statement_id: newId("stm"),
    organization_id,
    currency,
    exchange_rates,
  }));
  const statementOf = new Map(planned.map(({ currency, statement_id }) => [currency, statement_id]));
  const items = rows.map(({ currency, ...row }) => {
    const { track_id = "", release_id = "" } = trackOf.get(row.isrc) ?? {};
    const exchange_rate = rates.get(currency) ?? null;
    const reported_currency = exchange_rate === null ? null : currency;
    const statement_id = statementOf.get(payout_currency ?? currency) ?? "";
    return { ...row, track_id, release_id, statement_id, reported_currency, exchange_rate };
  });
  const ids = [...statementOf.values()];
  await insertSandboxItems(ctx.db, period, items);
  await keepNamesOfItems(ctx.db, ids, null);
  await sumLineItems(ctx.db, ids, null);
  const written = await writeStatements(ctx, planned, { period, is_sandbox: true });
  return { data: written.map(shownStatement) };
}

/** The rates of what is converted, in the order of currencies. */
async function getRates(
  ctx: Context,
  period: string,
  { currencies, payout_currency }: { currencies: readonly string[]; payout_currency: string | null },
): Promise<Map<string, string>> {
  if (payout_currency === null) return new Map();
  const from = currencies.filter((currency) => currency !== payout_currency);
  const found = await findPeriodRates(ctx.db, { period, from, to: payout_currency });
  const missing = from.filter((currency) => !found.has(currency));
  if (missing.length > 0)
    throw missingRates(
      period,
      missing.slice(0, MAX_MISSING).map((from) => ({ from, to: payout_currency })),
    );
  return found;
}

function periodIssues(ctx: Context, period: string): Issue[] {
  const present = timestamp(ctx).slice(0, 7);
  return period > present ? [problem("period", `must not be after the present month, ${present}`)] : [];
}

type Known = { trackOf: ReadonlyMap<string, unknown>; stores: ReadonlySet<string> };

function rowIssues(
  { isrc, store_id }: NewSandboxStatement["rows"][number],
  place: number,
  { trackOf, stores }: Known,
): Issue[] {
  return [
    ...(trackOf.has(isrc) ? [] : [problem(`rows[${place}].isrc`, "is not the ISRC of a track of yours")]),
    ...(stores.has(store_id) ? [] : [problem(`rows[${place}].store_id`, "is not a store")]),
  ];
}
