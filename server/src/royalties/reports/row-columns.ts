// The columns of a row, and what is said of a cell that a row cannot have.

import type { ErrorCode } from "../../platform/errors.ts";

/** In the order in which a row's cells are handed over. */
export const rowColumns = ["isrc", "upc", "territory", "play_count", "unit_rate", "currency", "usage_period"] as const;
export type RowColumn = (typeof rowColumns)[number];

const invalid = "validation_failed" as const;
export const refusals: Readonly<Record<RowColumn, { code: ErrorCode | ((text: string) => ErrorCode); issue: string }>> =
  {
    isrc: { code: "invalid_isrc_format", issue: "must be an ISRC such as QZ-ABC-26-00001" },
    upc: { code: invalid, issue: "must be 8, 12, 13 or 14 digits" },
    territory: {
      code: (text) => (/^[A-Z]{2}$/.test(text) ? "territory_not_supported" : invalid),
      issue: "must be a code of ISO 3166-1, or ZZ where none is known",
    },
    play_count: { code: invalid, issue: "must be a whole number within ±1,000,000,000,000" },
    unit_rate: { code: invalid, issue: "must be a decimal number such as 0.0042, with at most 12 digits on each side" },
    currency: { code: invalid, issue: "must be a currency of ISO 4217 such as EUR" },
    usage_period: { code: invalid, issue: "must be a month such as 2026-01, not later than the report's" },
  };
