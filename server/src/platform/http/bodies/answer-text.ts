// Serializes a result. The rows of a list are written one by one, so that other requests run in between: a list may
// have megabytes.

import fastJson from "fast-json-stringify";
import type { TSchema } from "typebox";
import type { MaybePromise } from "../../maybe-promise.ts";
import { memoize } from "../../memoize.ts";
import type { Signal } from "../../signal.ts";
import { yielding } from "../../yielding.ts";

export type AnswerWriter = (value: unknown, signal?: Signal) => MaybePromise<string>;

// Few rows are written at once: a turn of its own would cost them more.
const FEW_ROWS = 10;
const ROWS_BEGIN = '{"data":[';

export function compileAnswerWriter(schema: TSchema | undefined): AnswerWriter {
  return schema ? writerOf(schema) : () => "";
}

const writerOf = memoize((schema: TSchema): AnswerWriter => {
  const write = fastJson(schema);
  const row_schema = schemaOfRows(schema);
  if (!row_schema) return write;
  const writeRow = fastJson(row_schema);
  return (value, signal) => {
    const { data } = value as { data: unknown[] };
    if (data.length <= FEW_ROWS) return write(value);
    return yielding(writeRows(data, writeRow, write({ ...(value as object), data: [] })), signal);
  };
});

/** For an answer that begins with a list. */
function schemaOfRows(schema: TSchema): TSchema | undefined {
  const { properties = {} } = schema as { properties?: Record<string, { items?: TSchema }> };
  return Object.keys(properties)[0] === "data" ? properties.data?.items : undefined;
}

function* writeRows(
  rows: readonly unknown[],
  writeRow: (row: unknown) => string,
  without_rows: string,
): Generator<undefined, string, undefined> {
  const texts: string[] = [];
  for (const row of rows) {
    texts.push(writeRow(row));
    yield;
  }
  return ROWS_BEGIN + texts.join(",") + without_rows.slice(ROWS_BEGIN.length);
}
