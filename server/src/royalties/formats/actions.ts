import { type Context, type Transaction, timestamp, transaction } from "../../platform/context.ts";
import { isForeignKeyViolation } from "../../platform/database/failure.ts";
import { ApiError, type Issue, notFound, problem, throwIfAny, validationError } from "../../platform/errors.ts";
import { holdStores } from "../../stores/queries.ts";
import { builtInFormats } from "./built-in-formats.ts";
import { columnsIssues, type ReportFormat } from "./format.ts";
import { type FormatChanges, formatDefaults, type NewFormat, wholeFields } from "./format-changes.ts";
import {
  countFormats,
  deleteFormatRow,
  findFormat,
  insertFormat,
  keepBuiltInRows,
  lockFormat,
  lockFormats,
  MAX_FORMATS,
  updateFormatRow,
} from "./queries.ts";

export async function getFormat(ctx: Context, format_id: string): Promise<ReportFormat> {
  const format = await findFormat(ctx.db, format_id);
  if (!format) throw notFound("report format");
  return format;
}

/** The format that a request names beside other things. */
async function formatOf(ctx: Context, format_id: string, field = "format_id"): Promise<ReportFormat> {
  const format = await findFormat(ctx.db, format_id);
  if (!format) throwIfAny([problem(field, `is not a report format: ${format_id}`)]);
  return format as ReportFormat;
}

export async function createFormat(
  ctx: Transaction,
  { based_on, format_id, ...given }: NewFormat,
): Promise<ReportFormat> {
  await lockFormats(ctx.db);
  if ((await countFormats(ctx.db)) >= MAX_FORMATS)
    throw new ApiError("invalid_state", `There are at most ${MAX_FORMATS} report formats; delete one first.`);
  const base = based_on === undefined ? formatDefaults : await formatOf(ctx, based_on, "based_on");
  const { name, columns = {}, ...others } = { ...formatDefaults, name: undefined, ...base, ...wholeFields(given) };
  if (name === undefined) throw validationError([nameMissing, ...columnsIssues(columns).map(inColumns)]);
  throwIfAny(columnsIssues(columns).map(inColumns));
  const now = timestamp(ctx);
  const own = { format_id, is_built_in: false, source: null, year: null, created_at: now, updated_at: now };
  const row: ReportFormat = { ...others, name, columns, ...own };
  await assertStores(ctx, row);
  if (await insertFormat(ctx.db, row)) return getFormat(ctx, format_id);
  const detail = { field: "format_id", issue: `belongs to another format: ${format_id}` };
  throw new ApiError("invalid_state", `The report format ${format_id} already exists.`, [detail]);
}

const nameMissing = problem("name", "is required", "missing_required_field");
const inColumns = (issue: Issue): Issue => ({ ...issue, field: `columns.${issue.field}` });

/** Each field that is sent replaces the old value whole. Files that were read stay as they are. */
export async function updateFormat(ctx: Transaction, format_id: string, changes: FormatChanges): Promise<ReportFormat> {
  const before = await getOwnLocked(ctx, format_id);
  if (Object.keys(changes).length === 0) return before;
  const row: ReportFormat = { ...before, ...wholeFields(changes), updated_at: timestamp(ctx) };
  await assertStores(ctx, row);
  await updateFormatRow(ctx.db, row);
  return getFormat(ctx, format_id);
}

/** The database decides whether a report was read by it: an import that names it at the same moment is seen, or fails. */
export async function deleteFormat(ctx: Transaction, format_id: string): Promise<void> {
  await getOwnLocked(ctx, format_id);
  await deleteFormatRow(ctx.db, format_id).catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error;
    throw new ApiError("invalid_state", `Sales reports were read by ${format_id}, so it cannot be removed.`);
  });
}

async function getOwnLocked(ctx: Transaction, format_id: string): Promise<ReportFormat> {
  const format = await lockFormat(ctx.db, format_id);
  if (!format) throw notFound("report format");
  if (!format.is_built_in) return format;
  throw new ApiError(
    "invalid_state",
    `${format_id} comes with the service and cannot be changed. Make your own by \`based_on\`, and change that.`,
  );
}

/** None of them is removed before the format is written. */
async function assertStores(ctx: Transaction, row: Pick<ReportFormat, "store_id" | "unknown_store" | "store_names">) {
  const named = [
    ...(row.store_id === null ? [] : [["store_id", row.store_id] as const]),
    ...(row.unknown_store === "refuse" ? [] : [["unknown_store", row.unknown_store] as const]),
    ...Object.entries(row.store_names).map(([text, id]) => [`store_names.${text}`, id] as const),
  ];
  const known = new Set(await holdStores(ctx.db, [...new Set(named.map(([, id]) => id))]));
  throwIfAny(named.flatMap(([field, id]) => (known.has(id) ? [] : [problem(field, `is not a store: ${id}`)])));
}

/** At the start of an environment. Several processes may start at once. */
export async function keepBuiltInFormats(ctx: Context): Promise<void> {
  await transaction(ctx, (ctx) => {
    const now = timestamp(ctx);
    const own = { store_id: null, is_built_in: true, created_at: now, updated_at: now };
    return keepBuiltInRows(
      ctx.db,
      builtInFormats.map((format) => ({ ...formatDefaults, ...format, ...own })),
    );
  });
}
