// The copy of a release that rules read: the same texts, but each run of spaces becomes one. Stores show only one anyway, and
// a pattern that searches through long runs takes quadratic time. The stored texts stay as they were written.

import type { ArtistFacts, PreflightSubject, TrackFacts } from "./subject.ts";

/** It yields after each track, as judging does. */
export function* readable(subject: PreflightSubject): Generator<undefined, PreflightSubject, undefined> {
  const { release, history } = subject;
  const tracks: TrackFacts[] = [];
  for (const track of subject.tracks) {
    tracks.push(readableTrack(track));
    yield;
  }
  return {
    ...subject,
    release: {
      ...release,
      ...readableTitle(release),
      artists: release.artists.map(readableName),
      label: singleBlanks(release.label),
      p_line: release.p_line && singleBlanks(release.p_line),
      c_line: release.c_line && singleBlanks(release.c_line),
    },
    tracks,
    history: { ...history, artists: history.artists.map(readableName) },
  };
}

function readableTrack(track: TrackFacts): TrackFacts {
  return {
    ...track,
    ...readableTitle(track),
    artists: track.artists?.map(readableName) ?? null,
    contributors: track.contributors?.map(readableName) ?? null,
  };
}

function readableTitle({ title, version }: { title: string; version: string | null }) {
  return { title: singleBlanks(title), version: version && singleBlanks(version) };
}

function readableName<Named extends Pick<ArtistFacts, "name">>(named: Named): Named {
  const name = singleBlanks(named.name);
  return name === named.name ? named : { ...named, name };
}

function singleBlanks(text: string): string {
  return text.replaceAll(/\s{2,}/gu, " ");
}
