// The bytes of a report as they were received, kept as long as the report: what an auditor compares its rows with.

import { beginBlob } from "../../assets/actions.ts";
import { attachment, safely, sendBlob } from "../../assets/download.ts";
import type { Context } from "../../platform/context.ts";
import { notFound } from "../../platform/errors.ts";
import type { Answer, Headers } from "../../platform/http/route.ts";
import { storing } from "../../platform/storage/storing.ts";
import { getReport } from "./actions.ts";
import { encodingOf } from "./report-bytes.ts";
import type { KeptFile } from "./sales-report.ts";

export const isZip = (content_type: string) => content_type.startsWith("application/zip");
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Its key is recorded before the first byte is written. So the sweep finds what no report has in the end. */
export async function beginFile(ctx: Context, headers: Headers) {
  await ctx.blobs.assertRoom(Number(headers["content-length"] ?? 0));
  const key = await beginBlob(ctx);
  let file_bytes = 0;
  async function* counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      file_bytes += chunk.length;
      yield chunk;
    }
  }
  return {
    key,
    keeping: (bytes: AsyncIterable<Buffer>) => storing(counted(bytes), (copy) => ctx.blobs.put(key, copy)),
    kept: (): KeptFile => ({
      file_key: key,
      file_type: String(headers["content-type"]),
      file_encoding: encodingOf(headers),
      file_bytes,
    }),
  };
}

/** A client that knows the encoding unpacks it by itself, as it does with any answer. */
export async function sendReportFile(
  ctx: Context,
  report_id: string,
  asked: { method: string; range: string | string[] | undefined },
): Promise<Answer> {
  const { file, file_key, period, store_id } = await getReport(ctx, report_id);
  if (!file || file_key === null) throw notFound("file of this sales report");
  const text = file.content_type.startsWith("text/tab-separated-values") ? "tsv" : "csv";
  const isGzip = file.content_encoding === null && (await isPacked(ctx, file_key));
  const ending = isZip(file.content_type) ? "zip" : isGzip ? `${text}.gz` : text;
  const headers = {
    ...safely,
    "content-type": file.content_type,
    "content-disposition": attachment(`${store_id}-${period}-${report_id}.${ending}`),
    ...(file.content_encoding !== null && { "content-encoding": file.content_encoding }),
  };
  return sendBlob(ctx.blobs, file_key, asked, { noun: "file of this sales report", headers });
}

/** It may have been packed before it was sent; then no header says so. */
async function isPacked(ctx: Context, key: string): Promise<boolean> {
  const first = await ctx.blobs.get(key, { first: 0, last: 1 });
  const bytes: Uint8Array[] = [];
  for await (const chunk of first ?? []) bytes.push(chunk);
  return Buffer.concat(bytes).equals(GZIP);
}
