// Lyrics as files beside the audio: a text for each track that has them, at stores that take them. Their bytes are in the message
// itself, so they are no assets, and they are small: every message that sends files brings them. A message is kept for each store, so
// those to stores that take no lyrics have none, and no message has more than a few megabytes of them.

import { createHash } from "node:crypto";
import type { TextResource } from "../../ddex/ern.ts";
import type { ReleaseMessage } from "../message.ts";
import { icpnOf, placeName, RESOURCES_FOLDER } from "./files.ts";
import type { ErnSettings } from "./settings.ts";
import { languageOf } from "./titles.ts";

export type LyricsFile = { name: string; uri: string; bytes: Buffer; codec: "UTF8Text" | "LRC"; index: number };

type Described = Pick<ReleaseMessage, "release" | "tracks">;
type Choice = Pick<ErnSettings, "lyrics">;

// A thousand songs of two kilobytes.
const MAX_KEPT_CHARACTERS = 2_097_152;

type Sung = Pick<ReleaseMessage["tracks"][number], "lyrics" | "lyrics_synced">;

/** Leaves to each track what its store takes. Tracks that come after the largest size of a message have none. */
export function lyricsKeeper(choice: Choice["lyrics"] | undefined): (track: Sung) => Sung {
  let kept = 0;
  return ({ lyrics, lyrics_synced }) => {
    const isTimed = choice === "synced" && Boolean(lyrics_synced);
    const text = choice === "plain" || choice === "synced" ? (isTimed ? lyrics_synced : lyrics) : null;
    if (!text || kept + text.length > MAX_KEPT_CHARACTERS) return { lyrics: null, lyrics_synced: null };
    kept += text.length;
    return { lyrics: isTimed ? null : text, lyrics_synced: isTimed ? text : null };
  };
}

/** One for each track that has lyrics. A store that takes timed ones gets the plain ones of tracks without times. */
export function* lyricsFiles({ release, tracks }: Described, { lyrics }: Choice): Generator<LyricsFile> {
  // A store that an earlier version kept does not say it.
  if (lyrics !== "plain" && lyrics !== "synced") return;
  const icpn = icpnOf(release);
  for (const [index, track] of tracks.entries()) {
    const timed = lyrics === "synced" ? (track.lyrics_synced ?? null) : null;
    const text = timed ?? track.lyrics ?? null;
    if (text === null) continue;
    const name = `${icpn}${placeName(track)}.${timed === null ? "txt" : "lrc"}`;
    const codec = timed === null ? "UTF8Text" : "LRC";
    yield { name, uri: `${RESOURCES_FOLDER}/${name}`, bytes: Buffer.from(text), codec, index };
  }
}

/** The file that a message may name so, whatever its store takes. */
export function findLyricsFile(message: Described, name: string): LyricsFile | undefined {
  for (const lyrics of ["plain", "synced"] as const)
    for (const file of lyricsFiles(message, { lyrics })) if (file.name === name) return file;
  return undefined;
}

/** By the place of their track. The references begin with `number`. It yields after each. */
export function* lyricsTexts(
  message: Described,
  { settings, namespace, ...of }: { settings: Choice; namespace: string; number: number; is_provided: boolean },
): Generator<undefined, Map<number, TextResource>, undefined> {
  const texts = new Map<number, TextResource>();
  for (const { name, uri, bytes, codec, index } of lyricsFiles(message, settings)) {
    const language = message.tracks[index]?.language ?? null;
    texts.set(index, {
      reference: `A${of.number + texts.size}`,
      type: "LyricText",
      proprietary_ids: [{ namespace, value: name }],
      language: language === null ? null : languageOf(language),
      file: {
        uri,
        hash: { algorithm: "SHA-256", value: createHash("sha256").update(bytes).digest("hex") },
        size_bytes: bytes.length,
        is_provided: of.is_provided,
        codec: { value: codec, user_defined: null },
      },
    });
    yield;
  }
  return texts;
}
