import { ApiError } from "../../platform/errors.ts";

/** One answer names no more. */
export const MAX_MISSING = 100;

export type Pair = { from: string; to: string };

/** Names each pair of currencies that has no rate. */
export function missingRates(period: string, pairs: readonly Pair[]): ApiError {
  const details = pairs.map(({ from, to }) => ({
    field: "exchange_rates",
    issue: `${from} to ${to} for ${period} is missing: set it with \`POST /v1/operator/exchange-rates\``,
  }));
  return new ApiError("invalid_state", `Exchange rates of ${period} are missing, so nothing was stated.`, details);
}
