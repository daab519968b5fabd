// What pages of the catalogue read.

import { type Asset, assetStatuses, type Delivery, type Track } from "@segue/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ownPath, segue } from "./api.ts";
import { PAGE_ROWS, useRead } from "./data.ts";

/** The service keeps no more tracks on a release. */
const MAX_TRACKS = 1_000;
// A page must not ask without end.
const MAX_DELIVERIES = 500;
const MAX_OPEN_ASSETS = 500;

async function takeFirst<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
}

/** In their order on the release, as preflight counts them. */
async function readTracks(release_id: string): Promise<Track[]> {
  const tracks = await takeFirst(segue.tracks.list({ release_id, limit: PAGE_ROWS }), MAX_TRACKS);
  return tracks.sort((a, b) => a.disc_number - b.disc_number || a.track_number - b.track_number);
}

export function useTracks(release_id: string) {
  return useRead(["tracks.list", release_id], () => readTracks(release_id));
}

export function usePreflight(release_id: string) {
  return useRead(["releases.preflight", release_id], () => segue.releases.preflight(release_id));
}

export function useDeliveriesOf(release_id: string, isLive = false) {
  const read = (): Promise<Delivery[]> =>
    takeFirst(segue.deliveries.list({ release_id, limit: PAGE_ROWS }), MAX_DELIVERIES);
  return useRead(["deliveries.list", release_id], read, { isLive });
}

export function useAsset(asset_id: string | null) {
  return useRead(["assets.get", asset_id], () => segue.assets.get(asset_id ?? ""), { isEnabled: asset_id !== null });
}

/** Audio that is not ready, by id. It is asked for only while tracks wait for theirs. */
export function useOpenAudio(tracks: readonly Track[]): ReadonlyMap<string, Asset> {
  const isEnabled = tracks.some(waitsForAudio);
  const read = async () => {
    const lists = assetStatuses
      .filter((status) => status !== "ready")
      .map((status) => takeFirst(segue.assets.list({ type: "audio", status, limit: PAGE_ROWS }), MAX_OPEN_ASSETS));
    return new Map((await Promise.all(lists)).flat().map((asset) => [asset.id, asset]));
  };
  const { data } = useRead(openAudioKey, read, { isEnabled, isLive: isEnabled });
  const client = useQueryClient();
  const hasNews =
    isEnabled && data !== undefined && tracks.some((track) => waitsForAudio(track) && !isOpen(track, data));
  // A file that is no longer open is ready: its track has a length now, and preflight another word.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer may bring such a file.
  useEffect(() => {
    if (hasNews) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== openAudioKey[0] });
  }, [hasNews, data, client]);
  return (isEnabled ? data : undefined) ?? none;
}

const openAudioKey = ["assets.list", "open audio"];

function waitsForAudio({ audio_asset_id, duration_ms }: Track): boolean {
  return audio_asset_id !== null && duration_ms === null;
}

function isOpen({ audio_asset_id }: Track, open: ReadonlyMap<string, Asset>): boolean {
  return open.has(audio_asset_id ?? "");
}

const none: ReadonlyMap<string, Asset> = new Map();

/** A link to the file of an asset on this host. It is good for ten minutes. */
export async function readFileLink(asset_id: string): Promise<string> {
  const { download_url, status } = await segue.assets.get(asset_id);
  if (!download_url) throw new Error(`The file is not ready: it is ${status.replaceAll("_", " ")}.`);
  return ownPath(download_url);
}
