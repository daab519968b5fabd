// Files on their way to the service. They go on while the reader moves from page to page, a few at a time. Each can be
// paused and cancelled. A cut network stops them, and they go on by themselves when it is back.

import { type Asset, SegueConnectionError } from "@segue/sdk";
import { useMemo, useSyncExternalStore } from "react";
import { segue } from "../../../data/api.ts";
import { askAgain, textOf } from "../../../data/data.ts";
import { forgetUpload, type RememberedUpload, rememberUpload } from "./upload-memory.ts";
import { uploadWords } from "./words.ts";

export type Upload = {
  asset_id: string;
  release_id: string;
  type: Asset["type"];
  filename: string;
  size_bytes: number;
  sent_bytes: number;
  state: "waiting" | "sending" | "paused" | "stopped" | "checking";
  /** Why it stopped. */
  error?: string | undefined;
};

type Sending = {
  file: File;
  link: Pick<Asset, "upload">;
  controller: AbortController;
  isCut: boolean;
  /** After the last byte. */
  finish?: (() => Promise<unknown>) | undefined;
};

const AT_ONCE = 3;

let uploads: readonly Upload[] = [];
const sendings = new Map<string, Sending>();
const listeners = new Set<() => void>();

function publish(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function change(asset_id: string, changes: Partial<Upload>): void {
  publish(uploads.map((upload) => (upload.asset_id === asset_id ? { ...upload, ...changes } : upload)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUploads(release_id: string, type: Asset["type"]): readonly Upload[] {
  const all = useSyncExternalStore(subscribe, () => uploads);
  return useMemo(
    () => all.filter((upload) => upload.release_id === release_id && upload.type === type),
    [all, release_id, type],
  );
}

/** An asset for a file, remembered so that its upload can go on after a reload. */
export async function createUpload(release_id: string, type: Asset["type"], file: File): Promise<Asset> {
  const { name: filename, size: size_bytes, lastModified: modified_ms } = file;
  const content_type = file.type || "application/octet-stream";
  const asset = await segue.assets.create({ type, filename, content_type, size_bytes });
  rememberUpload(asset.id, { release_id, type, filename, size_bytes, modified_ms } satisfies Omit<
    RememberedUpload,
    "begun_ms"
  >);
  return asset;
}

type Start = { release_id: string; asset: Asset; file: File; finish?: (() => Promise<unknown>) | undefined };

/** Sends the bytes of a file that the asset does not have yet. */
export function startUpload({ release_id, asset, file, finish }: Start): void {
  const { id: asset_id, type, filename, size_bytes } = asset;
  sendings.set(asset_id, { file, link: asset, controller: new AbortController(), isCut: false, finish });
  const upload: Upload = { asset_id, release_id, type, filename, size_bytes, sent_bytes: 0, state: "waiting" };
  publish([...uploads.filter((other) => other.asset_id !== asset_id), upload]);
  sendNext();
}

export function pauseUpload(asset_id: string): void {
  change(asset_id, { state: "paused" });
  sendings.get(asset_id)?.controller.abort();
  sendNext();
}

export function continueUpload(asset_id: string): void {
  change(asset_id, { state: "waiting", error: undefined });
  sendNext();
}

/** Stops sending. What the service has of the file is for the caller to delete. */
export function dropUpload(asset_id: string): void {
  const sending = sendings.get(asset_id);
  end(asset_id);
  sending?.controller.abort();
  sendNext();
}

function end(asset_id: string): void {
  sendings.delete(asset_id);
  forgetUpload(asset_id);
  publish(uploads.filter((upload) => upload.asset_id !== asset_id));
}

window.addEventListener("online", () => {
  for (const { asset_id, state } of uploads)
    if (state === "stopped" && sendings.get(asset_id)?.isCut) continueUpload(asset_id);
});

function sendNext(): void {
  const free = AT_ONCE - uploads.filter(({ state }) => state === "sending").length;
  for (const { asset_id } of uploads.filter(({ state }) => state === "waiting").slice(0, Math.max(0, free)))
    void send(asset_id);
}

async function send(asset_id: string): Promise<void> {
  const sending = sendings.get(asset_id);
  if (!sending) return;
  sending.controller = new AbortController();
  const { signal } = sending.controller;
  change(asset_id, { state: "sending", error: undefined });
  try {
    await segue.assets.resume(sending.link, sending.file, {
      signal,
      onProgress: ({ sent_bytes }) => change(asset_id, { sent_bytes }),
      onRetry: () => change(asset_id, { error: uploadWords.wasCut }),
    });
    if (sending.finish) change(asset_id, { state: "checking", error: undefined });
    await sending.finish?.();
    end(asset_id);
  } catch (error) {
    // It was paused or dropped, and its state says so already.
    if (signal.aborted) return;
    sending.isCut = error instanceof SegueConnectionError;
    change(asset_id, { state: "stopped", error: textOf(error as Error) });
  } finally {
    sendNext();
    askAgain();
  }
}
