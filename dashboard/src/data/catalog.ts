// What pages of the catalogue read.

import { type Asset, assetStatuses, type Delivery, type Release, type Track } from "@segue/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { showArtists } from "../values/format.ts";
import { ownPath, segue } from "./api.ts";
import { PAGE_ROWS, useRead } from "./data.ts";
import type { Sound, SoundFile } from "./playing.ts";
import { errorWords } from "./words.ts";

/** The service keeps no more tracks on a release. */
const MAX_TRACKS = 1_000;
// A page must not ask without end.
const MAX_DELIVERIES = 500;
const MAX_OPEN_ASSETS = 500;

export async function takeFirst<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
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

const openAudioKey = ["assets.list", "open-audio"];

function waitsForAudio({ audio_asset_id, duration_ms }: Track): boolean {
  return audio_asset_id !== null && duration_ms === null;
}

function isOpen({ audio_asset_id }: Track, open: ReadonlyMap<string, Asset>): boolean {
  return open.has(audio_asset_id ?? "");
}

const none: ReadonlyMap<string, Asset> = new Map();

/** A link to the file of an asset on this host. It is good for ten minutes. */
export async function readFileLink(asset_id: string): Promise<string> {
  return fileLinkOf(await segue.assets.get(asset_id));
}

function fileLinkOf({ download_url, status }: Asset): string {
  if (!download_url) throw new Error(errorWords.notReady(status.replaceAll("_", " ")));
  return ownPath(download_url);
}

/** The outline of a sound. Without one, none: the sound can be heard all the same. */
export async function readPeaks(link: string): Promise<number[]> {
  const answer = await fetch(ownPath(link));
  if (!answer.ok) return [];
  return ((await answer.json()) as { peaks: number[] }).peaks;
}

type SoundWork = Pick<Release, "id" | "title" | "artists">;

/** The tracks of a release that can be heard, in their order. */
export function soundsOf(release: SoundWork, tracks: readonly Track[], cover: string | null | undefined): Sound[] {
  const work = { title: release.title, to: `/releases/${release.id}`, cover };
  return tracks.flatMap(({ id, title, version, artists, audio_asset_id, duration_ms }) =>
    audio_asset_id === null || duration_ms === null
      ? []
      : {
          id,
          title: version ? `${title} (${version})` : title,
          artists: showArtists(artists ?? release.artists),
          duration_ms,
          work,
          load: async () => fileOf(await segue.assets.get(audio_asset_id)),
        },
  );
}

export function fileOf(asset: Asset): SoundFile {
  return { src: fileLinkOf(asset), peaks_url: asset.audio?.peaks_url ?? null };
}

/** The same with the picture of the release. */
export function useSounds(release: SoundWork & Pick<Release, "artwork_asset_id">, tracks: readonly Track[]): Sound[] {
  const { data: asset } = useAsset(release.artwork_asset_id);
  return soundsOf(release, tracks, asset?.image?.thumbnail_url);
}
