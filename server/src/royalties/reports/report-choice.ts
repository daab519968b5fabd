// The formats of the database, for the reader of a report.

import type { Context } from "../../platform/context.ts";
import { ApiError } from "../../platform/errors.ts";
import { findReportNames } from "../../stores/name-queries.ts";
import type { ReportFormat } from "../formats/format.ts";
import { findFormat, listFormatsToFit } from "../formats/queries.ts";
import type { Chosen, Opening } from "./report-opening.ts";
import { StoreNames } from "./store-names.ts";

/** By the id in a query; undefined where there is none. */
export async function findChosen(ctx: Context, format_id: string | undefined): Promise<Chosen | undefined> {
  if (format_id === undefined) return undefined;
  const format = await findFormat(ctx.db, format_id);
  if (format) return chosenOf(format);
  throw noFormat();
}

export function noFormat(): ApiError {
  const issue = "is not a format";
  return new ApiError("validation_failed", "`format_id` is not a format.", [{ field: "format_id", issue }]);
}

/** The reader knows the plain columns and DSR by itself. */
export function chosenOf(format: ReportFormat): Chosen {
  if (format.format_id === "format_plain") return "plain";
  return format.format_id === "format_dsr" ? "dsr" : { format_id: format.format_id, rules: format };
}

/** The formats that a file of this sender may have, and the stores that its rows may name. Read when they are needed. */
export function choicesOf(ctx: Context, sender: string): Pick<Opening, "candidates" | "stores"> {
  return {
    candidates: async () =>
      (await listFormatsToFit(ctx.db, sender)).map((format) => ({ format_id: format.format_id, rules: format })),
    stores: async ({ store_names, unknown_store }) =>
      new StoreNames({ sender, store_names, unknown_store, report_names: await findReportNames(ctx.db) }),
  };
}
