// The same upload by tus 1.0 (HEAD and PATCH, no creation): a client asks how much has arrived and sends the rest.
//
// The bytes are stored in parts: each is a blob, and a row says where in the file it belongs. The rows give the offset, so
// any node can take the next request, and the storage need not append. A part ends with its request, even if the client is
// cut off, or at 64 MiB; so a killed node loses at most that much. The last part is not recorded: with it, the whole file is
// read once, verified, stored, and given to the asset in one transaction. So the offset is the full length only when all is
// done, and a client that lost the last answer learns the truth from HEAD.
//
// If two requests send at one offset, the recording of their parts, under the asset's lock, decides. If the whole file is
// wrong, all parts are deleted and the offset is 0 again.

import { type Context, transaction } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import type { Answer, Headers } from "../platform/http/route.ts";
import type { Blobs } from "../platform/storage/blobs.ts";
import { beginBlob, discard } from "./actions.ts";
import type { AssetRow } from "./asset.ts";
import type { Pass } from "./links.ts";
import { deleteParts, findAsset, insertPart, listParts, lockAsset, type Part } from "./queries.ts";
import { completeUpload, getAwaiting, type SentBytes, tooManyBytes, verify } from "./upload.ts";
import { asOnlyWriter, type Hold } from "./upload-claim.ts";

const PART_BYTES = 64 * 1024 * 1024;
/** For each upload. The limit stops a client that sends byte by byte. */
const MAX_PARTS = 2_000;
const VERSION = "1.0.0";
const BODY_TYPE = "application/offset+octet-stream";

export async function showOffset(ctx: Context, pass: Pass, headers: Headers): Promise<Answer> {
  assertVersion(headers);
  const asset = await findAsset(ctx.db, { organization_id: pass.organization_id, id: pass.asset_id });
  if (!asset || asset.status === "failed") throw notFound("upload link");
  const isComplete = asset.status !== "awaiting_upload";
  const offset = isComplete
    ? asset.size_bytes
    : endOf(await listParts(ctx.db, { organization_id: pass.organization_id, id: pass.asset_id }));
  return tusAnswer(200, { "upload-offset": String(offset), "upload-length": String(asset.size_bytes) });
}

export async function appendUpload(ctx: Context, pass: Pass, sent: SentBytes): Promise<Answer> {
  assertVersion(sent.headers);
  assertBodyType(sent.headers);
  const end = await asOnlyWriter(ctx, pass, async (hold) => {
    const asset = await getAwaiting(ctx, pass);
    const before = await listParts(ctx.db, { organization_id: pass.organization_id, id: pass.asset_id });
    if (String(sent.headers["upload-offset"]) !== String(endOf(before))) throw wrongOffset(endOf(before));
    return takeParts(ctx, { pass, asset, before, sent, hold });
  });
  return tusAnswer(204, { "upload-offset": String(end) });
}

/** tus requires its version in every answer, errors included. */
export async function inTus(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) Object.assign(error, { headers: { "tus-resumable": VERSION, ...error.headers } });
    throw error;
  }
}

type Taking = { pass: Pass; asset: AssetRow; before: Part[]; sent: SentBytes; hold: Hold };

/** Answers with the new offset. */
async function takeParts(ctx: Context, { pass, asset, before, sent, hold }: Taking): Promise<number> {
  const parts = [...before];
  const room = asset.size_bytes - endOf(before);
  if (Number(sent.headers["content-length"] ?? 0) > room) throw tooManyBytes(asset.size_bytes);
  await ctx.blobs.assertRoom(room);
  const source = inParts(hold(sent.bytes));
  while (await source.hasMore()) {
    const blob_key = await beginBlob(ctx);
    const offset_bytes = endOf(parts);
    const size_bytes = await putPart(ctx.blobs, blob_key, source.next(), { offset_bytes, asset });
    parts.push({ offset_bytes, size_bytes, blob_key });
    if (endOf(parts) === asset.size_bytes) {
      await finishUpload(ctx, pass, { asset, parts, hold, request_id: sent.request_id });
    } else await recordPart(ctx, pass, { offset_bytes, size_bytes, blob_key });
  }
  // The bytes that arrived before the cut are kept.
  if (source.cut) throw source.cut;
  return endOf(parts);
}

async function putPart(
  blobs: Blobs,
  key: string,
  bytes: AsyncIterable<Buffer>,
  { offset_bytes, asset: { size_bytes } }: { offset_bytes: number; asset: AssetRow },
): Promise<number> {
  const room = size_bytes - offset_bytes;
  let size = 0;
  async function* counted() {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > room) throw tooManyBytes(size_bytes);
      yield chunk;
    }
  }
  await blobs.put(key, counted());
  return size;
}

async function recordPart(ctx: Context, { organization_id, asset_id }: Pass, part: Part): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const asset = await lockAsset(ctx.db, { organization_id, id: asset_id });
    const parts = await listParts(ctx.db, { organization_id, id: asset_id });
    const isNext = asset?.status === "awaiting_upload" && endOf(parts) === part.offset_bytes;
    if (isNext && parts.length < MAX_PARTS) return insertPart(ctx.db, { organization_id, id: asset_id }, part);
    await discard(ctx, [part.blob_key]);
    return isNext ? "full" : "raced";
  }).then((refusal) => {
    if (refusal === "full")
      throw new ApiError("invalid_state", `An upload has at most ${MAX_PARTS} parts: send larger ones.`);
    if (refusal === "raced")
      throw new ApiError("invalid_state", "Another request has sent these bytes; ask for the offset with HEAD.");
  });
}

async function finishUpload(
  ctx: Context,
  pass: Pass,
  { asset, parts, hold, request_id }: { asset: AssetRow; parts: Part[]; hold: Hold; request_id: string },
): Promise<void> {
  const last = parts.at(-1)?.blob_key ?? "";
  const whole = verify(hold(readAll(ctx.blobs, parts)), asset);
  const blob_key = await beginBlob(ctx);
  try {
    await ctx.blobs.put(blob_key, whole.bytes);
  } catch (error) {
    if (error instanceof ApiError && error.code === "validation_failed") await startAgain(ctx, pass, last);
    else await transaction(ctx, (ctx) => discard(ctx, [last]));
    throw error;
  }
  const known = { blob_key, ...whole.checksums() };
  await completeUpload(ctx, pass, { asset, known, request_id, spare: [last] });
}

async function* readAll(blobs: Blobs, parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const { blob_key } of parts) {
    const bytes = await blobs.get(blob_key);
    // A part is missing only if another request finished the upload or started it again.
    if (!bytes)
      throw new ApiError("invalid_state", "Another request has ended this upload; ask for the offset with HEAD.");
    yield* bytes as AsyncIterable<Uint8Array>;
  }
}

async function startAgain(ctx: Context, { organization_id, asset_id }: Pass, last: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await lockAsset(ctx.db, { organization_id, id: asset_id });
    await discard(ctx, [...(await deleteParts(ctx.db, { organization_id, id: asset_id })), last]);
  });
}

/** A stream cut into parts. If the stream breaks, the parts simply end, and `cut` says why. */
function inParts(bytes: AsyncIterable<Buffer>) {
  const chunks = bytes[Symbol.asyncIterator]();
  let ahead: Buffer | undefined;
  const source = {
    cut: undefined as Error | undefined,
    async hasMore(): Promise<boolean> {
      if (ahead) return true;
      try {
        const { done, value } = await chunks.next();
        ahead = done ? undefined : value;
      } catch (error) {
        source.cut = error as Error;
      }
      return ahead !== undefined;
    },
    async *next(): AsyncGenerator<Buffer> {
      for (let size = 0; size < PART_BYTES && (await source.hasMore()); ) {
        const chunk = ahead as Buffer;
        ahead = undefined;
        size += chunk.length;
        yield chunk;
      }
    },
  };
  return source;
}

function endOf(parts: readonly Part[]): number {
  const last = parts.at(-1);
  return last ? last.offset_bytes + last.size_bytes : 0;
}

function assertVersion({ "tus-resumable": version }: Headers): void {
  if (version === VERSION) return;
  throw new ApiError("invalid_request", `Send \`Tus-Resumable: ${VERSION}\`.`, [], { "tus-version": VERSION });
}

function assertBodyType({ "content-type": type }: Headers): void {
  if (type === BODY_TYPE) return;
  throw new ApiError("unsupported_media_type", `Send the bytes with \`Content-Type: ${BODY_TYPE}\`.`);
}

function wrongOffset(offset: number): ApiError {
  return new ApiError("invalid_state", `\`Upload-Offset\` must be ${offset}: so much is there.`);
}

function tusAnswer(status: number, headers: Record<string, string>): Answer {
  return { status, headers: { "tus-resumable": VERSION, ...headers }, payload: undefined };
}
