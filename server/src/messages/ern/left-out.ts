// The fields of a release that a message of ERN 3.8.3 cannot say. They are left out, and preflight tells it.

import { ern3Language } from "../../ddex/ern3-codes.ts";
import { LEFT_OUT } from "../../releases/preflight/message-rules.ts";
import type { MessageFault } from "../../releases/preflight/subject.ts";
import type { ContentTrack } from "../../releases/release.ts";
import type { ReleaseMessage } from "../message.ts";

type Said = Pick<ReleaseMessage, "release" | "tracks">;

/** It yields after each track. */
export function* leftOut(
  { release, tracks }: Said,
  { compilation }: { compilation: string },
): Generator<undefined, MessageFault[], undefined> {
  const isOfOne = new Set(tracks.map(({ artists }) => mainNames(artists ?? release.artists))).size < 2;
  const found = [
    ...(release.type === "compilation" && compilation === "flags" && isOfOne
      ? [left("type", "goes out as an album: ERN 3.8.3 cannot say a compilation of one artist")]
      : []),
    ...(release.artwork_ai === "none" ? [] : [left("artwork_ai", NOT_SAID)]),
    ...(release.translations?.length ? [left("translations", NOT_SAID)] : []),
  ];
  for (const [index, track] of tracks.entries()) {
    for (const field of fieldsOf(track)) found.push(left(`tracks[${index}].${field}`, NOT_SAID));
    yield;
  }
  return found;
}

const NOT_SAID = "is left out of the message to the store: ERN 3.8.3 cannot say it";

function left(field: string, issue: string): MessageFault {
  return { field, code: LEFT_OUT, issue };
}

function mainNames(artists: Said["release"]["artists"]): string {
  const mains = artists.filter(({ role }) => role === "main");
  return JSON.stringify(mains.map(({ name }) => name));
}

function fieldsOf(track: ContentTrack): string[] {
  const { language, recording_year, recording_country } = track;
  const said: Readonly<Record<string, boolean>> = {
    ai: track.ai !== "none",
    is_cover: track.is_cover,
    recording_country: recording_year === null && recording_country !== null,
    language: language !== null && ern3Language(language) === null,
    translations: (track.translations?.length ?? 0) > 0,
    lyrics: track.lyrics !== null,
    work: track.work !== null,
  };
  return Object.keys(said).filter((field) => said[field]);
}
