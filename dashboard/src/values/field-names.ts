// Fields of releases and tracks as people name them.

import type { Track } from "@segue/sdk";
import { showWord } from "./format.ts";
import { fieldNameWords, valueWords } from "./words.ts";

const names: Readonly<Record<string, string>> = fieldNameWords;

/** "tracks[3].artists[0].name" as "Track 4, artists 1, name". Tracks are told by their title where it is known. */
export function nameField(field: string, tracks: readonly Track[] = []): string {
  const parts = [...field.matchAll(/(\w+)(?:\[(\d+)\])?/g)].map(([, word = "", index], place) => {
    const track = place === 0 && word === "tracks" && index ? tracks[Number(index)] : undefined;
    if (track) return valueWords.track(track.track_number, shortened(track.title));
    const name = names[word] ?? showWord(word);
    return index === undefined ? name : `${name} ${Number(index) + 1}`;
  });
  return parts.map((part, place) => (place === 0 ? part : lowered(part))).join(", ");
}

/** "ISRC" stays as it is. */
function lowered(part: string): string {
  return /^[A-Z][a-z]/.test(part) ? part.charAt(0).toLowerCase() + part.slice(1) : part;
}

function shortened(title: string): string {
  return title.length > 40 ? `${title.slice(0, 39)}…` : title;
}

/** The step of the editor where a field is changed. */
export function stepOf(field: string): string {
  if (field.startsWith("tracks")) return "tracks";
  return field === "artwork_asset_id" ? "artwork" : "metadata";
}
