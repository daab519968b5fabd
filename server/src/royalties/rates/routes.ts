import { Type } from "typebox";
import { Currency } from "../../ledger/amount.ts";
import { ApiError } from "../../platform/errors.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { Month } from "../../platform/schema.ts";
import { deleteRate, getMissingRates, importRates, readRateFile, setRate } from "./actions.ts";
import { type KeptRate, listRates } from "./queries.ts";
import { ExchangeRate, ImportedRates, MissingRates, NewExchangeRate } from "./rate.ts";

const tag = "Operator";
const access = "operator";
const MIB = 1_048_576;

export const rateRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/operator/exchange-rates",
    operation: "listExchangeRates",
    tag,
    summary: "List exchange rates, newest first",
    access,
    query: Type.Object({ period: Month(), from: Currency, to: Currency }),
    success: { status: 200, schema: ExchangeRate, list: true },
    handle: (ctx, { query, page }) => listRates(ctx.db, { ...query, ...page }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/exchange-rates",
    operation: "setExchangeRate",
    tag,
    summary: "Set the exchange rate of a month",
    description:
      "For closes of this month that begin later. A second rate of the same pair replaces the first, with status 200. Statements keep the " +
      "rates they were made with. Neither inverse nor cross rates are derived.",
    access,
    body: NewExchangeRate,
    success: {
      status: 201,
      schema: ExchangeRate,
      otherwise: { status: 200, when: (result) => !(result as KeptRate).is_new },
    },
    handle: (ctx, { body }) => setRate(ctx, body),
  }),
  route({
    method: "POST",
    path: "/v1/operator/exchange-rates/import",
    operation: "importExchangeRates",
    tag,
    summary: "Import a file of exchange rates",
    description:
      "CSV with the columns `period`, `from`, `to` and `rate`; or a file of the European Central Bank as it is: the monthly export of " +
      "exchange rates of its data portal, or its table with `Date` and a column for each currency, with one line a month. Each quote of the " +
      "bank becomes two rates, from the euro and to it, cut at 12 decimals. All are imported, or none: whatever is wrong is named by its line.",
    access,
    takes: "csv",
    body_limit: MIB,
    success: { status: 200, schema: ImportedRates },
    errors: ["validation_failed"],
    ahead: (ctx, { document }) => readRateFile(ctx, document),
    handle: (ctx, _input, read) => importRates(ctx, read),
  }),
  route({
    method: "GET",
    path: "/v1/operator/exchange-rates/missing",
    operation: "listMissingExchangeRates",
    tag,
    summary: "List the exchange rates that a close would lack now",
    description:
      "For matched rows of organizations with a payout currency. Without these rates the close of the month is refused.",
    access,
    query: Type.Object({ period: Month({ description: "The month to close. Needed." }) }),
    success: { status: 200, schema: MissingRates },
    handle: (ctx, { query: { period } }) => {
      if (period === undefined) throw new ApiError("invalid_request", "Name the month: `?period=2026-02`.");
      return getMissingRates(ctx, period);
    },
  }),
  route({
    method: "DELETE",
    path: "/v1/operator/exchange-rates/{rate_id}",
    operation: "deleteExchangeRate",
    tag,
    summary: "Delete an exchange rate",
    description: "Statements keep the rates they were made with.",
    access,
    success: { status: 204 },
    handle: (ctx, { params }) => deleteRate(ctx, params.rate_id),
  }),
];
