// An asset of the sandbox without an upload: real bytes, looked into like any other's.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import { type Context, transaction } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { OneOf } from "../platform/schema.ts";
import { withScratch } from "../platform/scratch.ts";
import { advanceAsset, discard, newAsset } from "./actions.ts";
import { type AssetRow, type AssetType, assetTypes } from "./asset.ts";
import { failures } from "./failure.ts";
import { writeSample } from "./inspect.ts";
import { examine } from "./processing.ts";
import { insertAsset } from "./queries.ts";
import { verify } from "./upload.ts";

export const NewSandboxAsset = Type.Object(
  {
    type: OneOf(assetTypes),
    status: Type.Optional(
      OneOf(["ready", "processing", "failed"], {
        default: "ready",
        description: "`processing` stays so: nobody looks into it.",
      }),
    ),
  },
  { title: "NewSandboxAsset", additionalProperties: false },
);
export type NewSandboxAsset = Static<typeof NewSandboxAsset>;

type Sample = { asset: AssetRow; known: Partial<AssetRow> };

const forms: Readonly<Record<AssetType, { filename: string; content_type: string }>> = {
  audio: { filename: "sample.wav", content_type: "audio/wav" },
  artwork: { filename: "sample.jpg", content_type: "image/jpeg" },
};

/** The bytes, and what is found in them; no transaction is open. */
export async function prepareSandboxAsset(ctx: Context, { type, status = "ready" }: NewSandboxAsset): Promise<Sample> {
  const asset = await storeSample(ctx, type);
  if (status === "processing") return { asset, known: {} };
  if (status === "ready") return { asset, known: await examine(ctx, asset, asset.blob_key ?? "") };
  return { asset, known: { failure: { code: "corrupt_file", message: failures.corrupt_file }, blob_key: null } };
}

async function storeSample(ctx: Context, type: AssetType): Promise<AssetRow> {
  const blob_key = newId("blb");
  return withScratch(async (folder) => {
    const path = join(folder, "sample");
    await writeSample({ type, seed: blob_key, path });
    const { size: size_bytes } = await stat(path);
    const bytes = verify(createReadStream(path), { size_bytes, checksum_sha256: null });
    await ctx.blobs.put(blob_key, bytes.bytes);
    const asset = newAsset(ctx, { ...forms[type], type, size_bytes, checksum_sha256: bytes.checksum() });
    return { ...asset, blob_key, status: "processing" };
  });
}

export async function createSandboxAsset(
  ctx: Context,
  organization_id: string,
  { status = "ready" }: NewSandboxAsset,
  { asset, known }: Sample,
): Promise<AssetRow> {
  return transaction(ctx, async (ctx) => {
    await insertAsset(ctx.db, organization_id, asset);
    if (status === "processing") return asset;
    const trigger = known.failure ? "refuse" : "accept";
    const moved = await advanceAsset(ctx, organization_id, trigger, { asset, known });
    if (known.failure) await discard(ctx, [asset.blob_key]);
    return moved ?? asset;
  });
}
