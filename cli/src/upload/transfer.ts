// Uploads of files: the SDK sends the bytes; here are the progress that the user sees and the wait for processing.

import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { type Asset, AssetFailedError, type Segue, SegueConnectionError } from "@segue/sdk";
import { type Progress, sizeText } from "../progress.ts";
import type { MediaFile } from "./media-file.ts";

type Sending = { client: Segue; file: MediaFile; asset: Pick<Asset, "upload">; progress: Progress };

/** Continues where an earlier upload of this asset ended. */
export async function sendFile({ client, file, asset, progress }: Sending): Promise<void> {
  const { path, size_bytes } = file;
  const name = basename(path);
  let shown: number | undefined;
  const onProgress = ({ sent_bytes }: { sent_bytes: number }) => {
    if (shown === undefined && sent_bytes > 0 && sent_bytes < size_bytes)
      progress.say(`${name}: continuing after ${sizeText(sent_bytes)} of ${sizeText(size_bytes)}.`);
    if (shown === undefined) progress.skipped(sent_bytes);
    else progress.sent(sent_bytes - shown);
    shown = sent_bytes;
  };
  const onRetry = (error: Error) => {
    const what = error instanceof SegueConnectionError ? "The upload was cut. " : "";
    progress.say(`${name}: ${what}${error.message} Trying again.`);
  };
  const stream = (from: number, to: number) =>
    Readable.toWeb(createReadStream(path, { start: from, end: to - 1 })) as ReadableStream<Uint8Array>;
  await client.assets.resume(asset, { size_bytes, stream }, { onProgress, onRetry });
}

/** Waits until the asset is processed: `ready` or `failed`. */
export async function whenProcessed(
  client: Segue,
  asset_id: string,
  onWait: () => void = () => undefined,
): Promise<Asset> {
  const onUpdate = ({ status }: Asset) => {
    if (status === "processing") onWait();
  };
  try {
    return await client.assets.untilReady(asset_id, { onUpdate });
  } catch (error) {
    if (error instanceof AssetFailedError) return error.asset;
    throw error;
  }
}

/** Runs a few at a time. After a failure no more are started, running ones finish, and then the failure is thrown. */
export async function eachOf<T>(items: readonly T[], at_once: number, act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined && failures.length === 0; item = waiting.shift())
      await act(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: at_once }, work));
  if (failures.length > 0) throw failures[0];
}

/** Calls the function only the first time. */
export function onlyOnce(say: () => void): () => void {
  let isSaid = false;
  return () => {
    if (!isSaid) say();
    isSaid = true;
  };
}
