import { type Static, Type } from "typebox";
import { GivenCurrency } from "../../ledger/amount.ts";
import type { Context } from "../../platform/context.ts";
import { type Issue, problem, throwIfAny } from "../../platform/errors.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { Month } from "../../platform/schema.ts";
import { findStores } from "../../stores/queries.ts";
import { getFormat } from "../formats/actions.ts";
import { columnsIssues } from "../formats/format.ts";
import { FormatChanges, formatDefaults, wholeFields } from "../formats/format-changes.ts";
import { chosenOf } from "./report-choice.ts";
import { MAX_SAMPLE_BYTES, TriedReport, tryReport } from "./report-try.ts";

const tag = "Operator";
const access = "operator";

const sender = {
  store_id: Type.String({ maxLength: 100, description: "The sender.", examples: ["store_auralis"] }),
  period: Month({ description: "The month that it would be accounted in. The present one by default." }),
  currency: GivenCurrency,
};

// Base64 has four characters for three bytes, and the whole body is at most 1 MiB.
const MAX_SAMPLE_TEXT = 900_000;

const DraftTrial = Type.Object(
  {
    format: Type.Object(FormatChanges.properties, {
      title: "DraftFormat",
      additionalProperties: false,
      examples: [
        {
          columns: {
            isrc: { column: "Code" },
            play_count: { column: "Count" },
            amount: { column: "Money" },
            currency: { value: "EUR" },
          },
        },
      ],
    }),
    ...Type.Partial(Type.Object(sender)).properties,
    sample: Type.String({
      minLength: 1,
      maxLength: MAX_SAMPLE_TEXT,
      rule: (text: string): Issue[] => (/^[A-Za-z0-9+/]*={0,2}$/.test(text) ? [] : [problem("", "must be base64")]),
      description: "The first bytes of a file, as base64.",
      examples: ["Q29kZSxDb3VudCxNb25leQpRWi1BQkMtMjYtMDAwMDEsMyw0LjUwCg=="],
    }),
  },
  { title: "DraftTrial", additionalProperties: false },
);

export const tryRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/operator/report-formats/{format_id}/try",
    operation: "tryReportFormat",
    tag,
    summary: "Try a format with a sample of a file",
    description:
      "Reads at most 1 MiB as an import would, plain or packed by gzip or zip, and shows the first rows, what is wrong, names of no store, " +
      "and the totals. Nothing is kept, and no entry of the audit log is written.",
    access,
    keeps_nothing: true,
    query: Type.Object(sender),
    takes: "stream",
    media_types: ["text/csv", "text/tab-separated-values", "application/zip"],
    success: { status: 200, schema: TriedReport },
    errors: ["payload_too_large", "unsupported_media_type", "validation_failed"],
    handle: async (ctx, { params, query, headers, bytes }) => {
      const format = await getFormat(ctx, params.format_id);
      const { store_id = format.store_id ?? undefined, period, currency } = query;
      await assertStore(ctx, store_id);
      return tryReport(ctx, { chosen: chosenOf(format), store_id, period, currency, headers, bytes });
    },
  }),
  route({
    method: "POST",
    path: "/v1/operator/report-formats/try",
    operation: "tryDraftFormat",
    tag,
    summary: "Try a format before it is saved",
    description:
      "As above, with the format in the request: all of its fields that have no default, and a sample of up to 650 kB.",
    access,
    keeps_nothing: true,
    body: DraftTrial,
    success: { status: 200, schema: TriedReport },
    errors: ["validation_failed"],
    handle: (ctx, { body }) => tryDraft(ctx, body),
  }),
];

async function tryDraft(ctx: Context, { format, sample, store_id, period, currency }: Static<typeof DraftTrial>) {
  const rules = { ...formatDefaults, columns: {}, ...wholeFields(format) };
  throwIfAny(columnsIssues(rules.columns).map((issue) => ({ ...issue, field: `format.columns.${issue.field}` })));
  const sent_by = store_id ?? rules.store_id ?? undefined;
  await assertStore(ctx, sent_by);
  const bytes = Buffer.from(sample, "base64").subarray(0, MAX_SAMPLE_BYTES);
  const headers = { "content-type": isArchive(bytes) ? "application/zip" : "text/csv" };
  const chosen = { format_id: "the format", rules };
  return tryReport(ctx, { chosen, store_id: sent_by, period, currency, headers, bytes: once(bytes) });
}

const isArchive = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function assertStore(ctx: Context, store_id: string | undefined): Promise<void> {
  if (store_id === undefined || (await findStores(ctx.db, [store_id])).length > 0) return;
  throwIfAny([problem("store_id", "is not a store")]);
}
