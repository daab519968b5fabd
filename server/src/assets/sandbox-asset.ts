// An asset of the sandbox without an upload: real bytes that conform to every rule.
//
// Making and checking a sample takes a second of processor time, so it is done once for each type and process. Every further
// sample differs only in a mark that changes no measurement: the lowest bits of some samples of sound, or a comment in the
// picture. So its bytes and checksum are unique, and the findings of the first hold for all.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type Static, Type } from "typebox";
import type { Context, Transaction } from "../platform/context.ts";
import { fairSemaphore } from "../platform/fair-semaphore.ts";
import { OneOf } from "../platform/schema.ts";
import { withScratch } from "../platform/storage/scratch.ts";
import type { Sight } from "../rights/sight.ts";
import { advanceAsset, assertQuotaFor, beginBlob, discard, keepAsset, newAsset } from "./actions.ts";
import { type AssetRow, type AssetType, assetTypes, type Preview } from "./asset.ts";
import { failures } from "./inspection/failure.ts";
import { inspectFile, writeSample } from "./inspection/inspect.ts";
import { outline } from "./processing.ts";
import { markPicture, markSound } from "./sample-mark.ts";
import { verify } from "./upload.ts";

export const NewSandboxAsset = Type.Object(
  {
    type: OneOf(assetTypes),
    status: Type.Optional(
      OneOf(["ready", "processing", "failed"], {
        default: "ready",
        description: "With `processing`, the asset stays in processing for good.",
      }),
    ),
  },
  { title: "NewSandboxAsset", additionalProperties: false },
);
export type NewSandboxAsset = Static<typeof NewSandboxAsset>;

type Sample = { asset: AssetRow; known: Partial<AssetRow> & { preview?: Preview } };

const forms: Readonly<Record<AssetType, { filename: string; content_type: string }>> = {
  audio: { filename: "sample.wav", content_type: "audio/wav" },
  artwork: { filename: "sample.jpg", content_type: "image/jpeg" },
};

/** The bytes, and what is found in them; no transaction is open. */
export async function prepareSandboxAsset(
  ctx: Context,
  organization_id: string,
  { type, status = "ready" }: NewSandboxAsset,
): Promise<Sample> {
  const base = await findBase(ctx, type);
  await assertQuotaFor(ctx, organization_id, base.bytes.length);
  const asset = await samples(organization_id, ctx.signal)(() => storeSample(ctx, type, base));
  if (status === "processing") return { asset, known: {} };
  if (status === "failed")
    return { asset, known: { failure: { code: "corrupt_file", message: failures.corrupt_file }, blob_key: null } };
  return {
    asset,
    known: { ...base.facts, preview: { ...base.preview, thumbnail_key: await storeThumbnails(ctx, base.thumbnails) } },
  };
}

// In memory each takes little, but what S3 needs for an upload is some megabytes.
const samples = fairSemaphore(4, 20_000);

async function storeSample(ctx: Context, type: AssetType, base: Base): Promise<AssetRow> {
  const mark = ctx.chance.uuid();
  const pieces = type === "audio" ? markSound(base.bytes, mark) : markPicture(base.bytes, mark);
  const size_bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = verify(Readable.from(pieces), { size_bytes, checksum_sha256: null });
  const blob_key = await beginBlob(ctx);
  await ctx.blobs.put(blob_key, bytes.bytes);
  const asset = newAsset(ctx, { ...forms[type], type, size_bytes });
  return { ...asset, ...bytes.checksums(), blob_key, status: "processing" };
}

async function storeThumbnails(ctx: Context, thumbnails: Buffer | undefined): Promise<string | null> {
  if (!thumbnails) return null;
  const key = await beginBlob(ctx);
  await ctx.blobs.put(key, Readable.from([thumbnails]));
  return key;
}

type Base = {
  bytes: Buffer;
  facts: Pick<AssetRow, "audio" | "image">;
  preview: Omit<Preview, "thumbnail_key">;
  thumbnails: Buffer | undefined;
};
const bases = new Map<AssetType, Promise<Base>>();

function findBase(ctx: Context, type: AssetType): Promise<Base> {
  const known = bases.get(type);
  if (known) return known;
  const made = makeBase(ctx, type);
  bases.set(type, made);
  made.catch(() => bases.delete(type));
  return made;
}

async function makeBase({ child_process_limit: processes }: Context, type: AssetType): Promise<Base> {
  return withScratch(async (folder) => {
    const [path, thumbnails_path] = [join(folder, "sample"), join(folder, "thumbnails")];
    await writeSample({ processes, type, seed: "segue", path });
    const bytes = await readFile(path);
    const found = await inspectFile({ processes, type, path, thumbnails_path, size_bytes: bytes.length });
    if ("failure" in found) throw new Error(`A sample is not as it should be: ${found.failure.message}`);
    if ("audio" in found) {
      const facts = { audio: found.audio, image: null };
      return { bytes, facts, preview: outline(found.peaks), thumbnails: undefined };
    }
    const { image, mean_color, thumbnail_bytes } = found;
    const preview = { peaks: null, mean_color, thumbnail_bytes };
    return { bytes, facts: { audio: null, image }, preview, thumbnails: await readFile(thumbnails_path) };
  });
}

export async function createSandboxAsset(
  ctx: Transaction,
  by: Sight,
  { status = "ready" }: NewSandboxAsset,
  { asset, known }: Sample,
): Promise<AssetRow> {
  await keepAsset(ctx, by, asset);
  if (status === "processing") return asset;
  const trigger = known.failure ? "refuse" : "accept";
  const moved = await advanceAsset(ctx, by.organization_id, trigger, { asset, known });
  if (known.failure) await discard(ctx, [asset.blob_key]);
  return moved ?? asset;
}
