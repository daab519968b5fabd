// Audio files as tracks: which of them continue an upload that was cut, and what the others are called.

import type { Asset, Track } from "@segue/sdk";
import { segue } from "../../../data/api.ts";
import { isRememberedFile } from "./upload-memory.ts";
import { createUpload, startUpload } from "./uploads.ts";

export const audioTypes = ".wav,.flac,.aiff,.aif,.mp3,.m4a,.aac,.ogg,audio/*";

/** The most that one request creates. */
const MAX_BULK = 200;

export function isAudio({ name, type }: File): boolean {
  return type.startsWith("audio/") || /\.(wav|flac|aiff?|mp3|m4a|aac|ogg)$/i.test(name);
}

/** "01 - Rue Lepic.wav" as "Rue Lepic". */
function titleOf(filename: string): string {
  const name = filename.replace(/\.\w{1,5}$/, "").replaceAll("_", " ");
  const bare = name.replace(/^\d{1,3}(?:-\d{1,3})?[\s.-]+/, "").trim();
  return (bare || name.trim() || filename).slice(0, 500);
}

type Release = { release_id: string };

/** New tracks in the order of the files' names; a file whose upload was cut goes on instead. */
export async function addAudioFiles(
  { release_id }: Release,
  files: readonly File[],
  open: readonly Asset[],
): Promise<{ added: number; continued: number }> {
  const fresh: File[] = [];
  for (const file of files) {
    const asset = open.find(({ id, status }) => status === "awaiting_upload" && isRememberedFile(id, file));
    if (asset) startUpload({ release_id, asset, file });
    else fresh.push(file);
  }
  fresh.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  for (let from = 0; from < fresh.length; from += MAX_BULK)
    await addTracks(release_id, fresh.slice(from, from + MAX_BULK));
  return { added: fresh.length, continued: files.length - fresh.length };
}

async function addTracks(release_id: string, files: readonly File[]): Promise<void> {
  const made: { asset: Asset; file: File }[] = [];
  for (const file of files) made.push({ asset: await createUpload(release_id, "audio", file), file });
  const tracks = made.map(({ asset, file }) => ({ release_id, title: titleOf(file.name), audio_asset_id: asset.id }));
  await segue.tracks.createMany({ tracks });
  for (const { asset, file } of made) startUpload({ release_id, asset, file });
}

/** Gives a track a file: the rest of the one that was cut, or a new one. */
export async function replaceAudio(track: Track, file: File, open: Asset | undefined): Promise<void> {
  const { release_id, id } = track;
  const isSame = open?.status === "awaiting_upload" && isRememberedFile(open.id, file);
  const asset = isSame ? open : await createUpload(release_id, "audio", file);
  if (!isSame) await segue.tracks.update(id, { audio_asset_id: asset.id });
  startUpload({ release_id, asset, file });
}
