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
export function lyricsKeeper(
  choice: Choice["lyrics"] | undefined,
  max_characters = MAX_KEPT_CHARACTERS,
): (track: Sung) => Sung {
  let kept = 0;
  return (track) => {
    const taken = takenLyrics(track, choice);
    const characters = (taken.lyrics?.length ?? 0) + (taken.lyrics_synced?.length ?? 0);
    if (kept + characters > max_characters) return { lyrics: null, lyrics_synced: null };
    kept += characters;
    return taken;
  };
}

/** A store that takes timed ones alone gets the plain ones of tracks without times. A store that an earlier version kept does not choose. */
export function takenLyrics({ lyrics, lyrics_synced }: Partial<Sung>, choice: Choice["lyrics"] | undefined): Sung {
  const timed = choice === "synced" || choice === "both" ? lyrics_synced || null : null;
  const isPlain = choice === "plain" || choice === "both" || (choice === "synced" && timed === null);
  return { lyrics: (isPlain && lyrics) || null, lyrics_synced: timed };
}

/** Those of each track that the store takes: one, or the plain and the timed ones. */
export function* lyricsFiles({ release, tracks }: Described, { lyrics: choice }: Choice): Generator<LyricsFile> {
  const icpn = icpnOf(release);
  for (const [index, track] of tracks.entries()) {
    const { lyrics, lyrics_synced } = takenLyrics(track, choice);
    const file = (text: string, extension: string) => {
      const name = `${icpn}${placeName(track)}.${extension}`;
      return { name, uri: `${RESOURCES_FOLDER}/${name}`, bytes: Buffer.from(text), index };
    };
    if (lyrics !== null) yield { ...file(lyrics, "txt"), codec: "UTF8Text" };
    if (lyrics_synced !== null) yield { ...file(lyrics_synced, "lrc"), codec: "LRC" };
  }
}

/** The file that a message may name so, whatever its store takes. */
export function findLyricsFile(message: Described, name: string): LyricsFile | undefined {
  for (const file of lyricsFiles(message, { lyrics: "both" })) if (file.name === name) return file;
  return undefined;
}

/** By the place of their track. The references begin with `number`. It yields after each. */
export function* lyricsTexts(
  message: Described,
  { settings, namespace, ...of }: { settings: Choice; namespace: string; number: number; is_provided: boolean },
): Generator<undefined, Map<number, TextResource[]>, undefined> {
  const texts = new Map<number, TextResource[]>();
  let number = of.number;
  for (const { name, uri, bytes, codec, index } of lyricsFiles(message, settings)) {
    const language = message.tracks[index]?.language ?? null;
    const text: TextResource = {
      reference: `A${number}`,
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
    };
    texts.set(index, [...(texts.get(index) ?? []), text]);
    number += 1;
    yield;
  }
  return texts;
}
