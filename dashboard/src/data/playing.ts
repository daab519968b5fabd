// Which sound plays, and the list that it is from. Outside of the pages: the sound goes on while one goes from page to page.

import { useSyncExternalStore } from "react";

/** Links that are good for some minutes. */
export type SoundFile = { src: string; peaks_url: string | null };

export type Sound = {
  id: string;
  title: string;
  artists: string;
  duration_ms: number;
  /** The work that it is part of: its page, and the link of its picture. */
  work: { title: string; to: string; cover: string | null | undefined };
  load: () => Promise<SoundFile>;
};

/** `isOn`: meant to be heard, though its file may still be on its way. */
type Playing = { sounds: readonly Sound[]; place: number; isOn: boolean };

let playing: Playing | undefined;
const listeners = new Set<() => void>();

function change(next: Playing | undefined): void {
  playing = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePlaying(): Playing | undefined {
  return useSyncExternalStore(subscribe, () => playing);
}

export function playSound(sounds: readonly Sound[], id: string): void {
  const place = sounds.findIndex((sound) => sound.id === id);
  if (place >= 0) change({ sounds, place, isOn: true });
}

export function setOn(isOn: boolean): void {
  if (playing && playing.isOn !== isOn) change({ ...playing, isOn });
}

/** To the neighbour in the list, if it has one there. */
export function skipSound(by: 1 | -1): void {
  if (playing?.sounds[playing.place + by]) change({ ...playing, place: playing.place + by, isOn: true });
}

export function stopPlaying(): void {
  if (playing) change(undefined);
}
