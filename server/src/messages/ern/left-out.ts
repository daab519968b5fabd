// The fields of a release that a message of ERN 4.3 or 3.8.3 cannot say. They are left out, and preflight tells it.

import type { ErnVersion } from "../../ddex/ern.ts";
import { ern3Language } from "../../ddex/ern3-codes.ts";
import { LEFT_OUT } from "../../releases/preflight/message-rules.ts";
import type { MessageFault } from "../../releases/preflight/subject.ts";
import type { ContentTrack } from "../../releases/release.ts";
import type { ReleaseMessage } from "../message.ts";
import { takenLyrics } from "./lyrics.ts";
import type { ErnSettings } from "./settings.ts";

type Said = Pick<ReleaseMessage, "release" | "tracks">;
/** `lyrics`: those that the store takes. */
type Settings = Partial<Pick<ErnSettings, "compilation" | "lyrics">>;

/** It yields after each track. */
export function* leftOut(
  { release, tracks }: Said,
  { version, settings }: { version: ErnVersion; settings: Settings },
): Generator<undefined, MessageFault[], undefined> {
  if (version === "4.3.2") return [];
  const issue = `is left out of the message to the store: ERN ${version} cannot say it`;
  const isErn3 = version === "3.8.3";
  const found = [
    ...(isErn3 && isOfOneArtist({ release, tracks }, settings)
      ? [left("type", "goes out as an album: ERN 3.8.3 cannot say a compilation of one artist")]
      : []),
    ...(release.artwork_ai === "none" ? [] : [left("artwork_ai", issue)]),
    ...(isErn3 && release.translations?.length ? [left("translations", issue)] : []),
  ];
  for (const [index, track] of tracks.entries()) {
    const fields = [...(track.ai === "none" ? [] : ["ai"]), ...(isErn3 ? fieldsOf(track, settings) : [])];
    for (const field of fields) found.push(left(`tracks[${index}].${field}`, issue));
    yield;
  }
  return found;
}

function isOfOneArtist({ release, tracks }: Said, { compilation = "flags" }: Settings): boolean {
  const names = new Set(tracks.map(({ artists }) => mainNames(artists ?? release.artists)));
  return release.type === "compilation" && compilation === "flags" && names.size < 2;
}

function left(field: string, issue: string): MessageFault {
  return { field, code: LEFT_OUT, issue };
}

function mainNames(artists: Said["release"]["artists"]): string {
  const mains = artists.filter(({ role }) => role === "main");
  return JSON.stringify(mains.map(({ name }) => name));
}

/** Lyrics that the store takes in no format are not left out by this one. */
function fieldsOf(track: ContentTrack, settings: Settings): string[] {
  const { language, recording_year, recording_country } = track;
  const sung = takenLyrics(track, settings.lyrics);
  const said: Readonly<Record<string, boolean>> = {
    is_cover: track.is_cover,
    recording_country: recording_year === null && recording_country !== null,
    language: language !== null && ern3Language(language) === null,
    translations: (track.translations?.length ?? 0) > 0,
    lyrics: sung.lyrics !== null,
    lyrics_synced: sung.lyrics_synced !== null,
    work: track.work !== null,
  };
  return Object.keys(said).filter((field) => said[field]);
}
