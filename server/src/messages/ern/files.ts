// The names of the files that go with an ERN message: a function of the message alone. The message's URIs and the connectors use
// the same names, and a message that is sent again has the same ones.

import type { MessageFile, ReleaseMessage } from "../message.ts";

/** Beside the message, for its files. */
export const RESOURCES_FOLDER = "resources";

/** `uri`: from the folder of the message, as the message itself names it. */
export type NamedFile = { file: MessageFile; name: string; uri: string };

/** The code that stores know the release by. */
export function icpnOf({ ean, upc }: { ean?: string | null; upc: string }): string {
  return ean ?? upc;
}

/**
 * In the order of the message's files: `{icpn}.jpg` for the artwork, `{icpn}_{disc}_{track}.flac` for the audio. A file that
 * several tracks share has the name of the first.
 */
export function nameFiles({
  release,
  tracks,
  files,
}: Pick<ReleaseMessage, "release" | "tracks" | "files">): NamedFile[] {
  const icpn = icpnOf(release);
  const places = new Map<string, string>();
  for (const track of tracks) {
    const { audio_asset_id } = track;
    if (audio_asset_id !== null && !places.has(audio_asset_id)) places.set(audio_asset_id, placeName(track));
  }
  return files.map((file) => {
    const name = `${icpn}${places.get(file.asset_id) ?? ""}.${extensionOf(file)}`;
    return { file, name, uri: `${RESOURCES_FOLDER}/${name}` };
  });
}

/** The files that must be at the store before the message: an update brings no file again, unless the store wants it so. */
export function filesToSend(message: ReleaseMessage, { resend_files }: { resend_files: boolean }): NamedFile[] {
  return nameFiles(message).filter(({ file }) => resend_files || !file.is_at_store);
}

/** The part of a file's name that says which track it belongs to. */
export function placeName({ disc_number, track_number }: { disc_number: number; track_number: number }): string {
  return `_${padded(disc_number, 2)}_${padded(track_number, 3)}`;
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}

const extensions: Readonly<Record<string, string>> = { jpeg: "jpg", tiff: "tif" };

/** The extension by the format that was found; the partner's name for the file may say anything. */
function extensionOf({ audio, image }: MessageFile): string {
  const format = audio?.format ?? image?.format ?? "bin";
  return extensions[format] ?? format;
}
