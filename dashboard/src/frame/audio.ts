// The one sound of the dashboard: an audio element that follows what is meant to play.
//
// A link to a file is good for some minutes, and a sound may be paused for longer. So when the element reports an error, a new link
// is asked for and the sound goes on from where it was. If the new link fails before anything was heard, the file itself is at
// fault: the reader is told, and the next press of "play" begins anew.

import { readPeaks } from "../data/catalog.ts";
import { textOf } from "../data/data.ts";
import { type Sound, setOn, skipSound } from "../data/playing.ts";
import { playerWords } from "./words.ts";

export type Playback = { at_ms: number; peaks: readonly number[]; error: string | undefined };

export const atStart: Playback = { at_ms: 0, peaks: [], error: undefined };

const refusal = playerWords.refused;

type Tell = (news: Partial<Playback>) => void;
type State = { sound?: Sound; isOn: boolean; isLoading: boolean; isAgain: boolean };
type Parts = { element: HTMLAudioElement; state: State; tell: Tell };

/** `follow` is called with each change of the sound or of the wish to hear it. */
export function connectAudio(element: HTMLAudioElement, tell: Tell) {
  const parts: Parts = { element, tell, state: { isOn: false, isLoading: false, isAgain: false } };
  const close = listenTo(parts);
  return {
    follow: (sound: Sound, isOn: boolean) => follow(parts, sound, isOn),
    seek(at_ms: number) {
      if (isLoaded(element)) element.currentTime = at_ms / 1_000;
      tell({ at_ms });
    },
    close,
  };
}

function follow(parts: Parts, sound: Sound, isOn: boolean): void {
  const { element, state, tell } = parts;
  const isOther = state.sound?.id !== sound.id;
  state.sound = sound;
  state.isOn = isOn;
  if (isOther) {
    Object.assign(state, { isLoading: false, isAgain: false });
    silence(element);
    tell(atStart);
  }
  if (isLoaded(element)) start(parts);
  else if (isOn && !state.isLoading) void load(parts, sound, 0);
}

const isLoaded = (element: HTMLAudioElement) => element.hasAttribute("src");

/** At once: the file of the next sound may take a moment. */
function silence(element: HTMLAudioElement): void {
  element.removeAttribute("src");
  element.load();
}

function start({ element, state }: Parts): void {
  if (!state.isOn) element.pause();
  else
    element.play().catch((error: unknown) => {
      // A browser may want a click on the bar itself before anything is heard. Other failures are the element's error.
      if (error instanceof DOMException && error.name === "NotAllowedError") setOn(false);
    });
}

async function load(parts: Parts, sound: Sound, at_s: number): Promise<void> {
  const { element, state, tell } = parts;
  state.isLoading = true;
  try {
    const { src, peaks_url } = await sound.load();
    if (state.sound?.id !== sound.id) return;
    state.isLoading = false;
    tell({ error: undefined });
    element.src = src;
    element.currentTime = at_s;
    start(parts);
    const peaks = peaks_url ? await readPeaks(peaks_url) : [];
    if (state.sound?.id === sound.id) tell({ peaks });
  } catch (error) {
    if (state.sound?.id === sound.id) fail(parts, textOf(error as Error));
  }
}

function fail({ element, state, tell }: Parts, error: string): void {
  Object.assign(state, { isLoading: false, isAgain: false });
  silence(element);
  tell({ error });
  setOn(false);
}

/** Keys of the keyboard and of headphones start and stop the element, too. An event may come after the next change. */
function listenTo(parts: Parts): () => void {
  const { element, state, tell } = parts;
  const listening = new AbortController();
  const on = (name: keyof HTMLMediaElementEventMap, react: () => void) =>
    element.addEventListener(name, () => isLoaded(element) && react(), listening);
  on("play", () => !element.paused && setOn(true));
  // A browser may report a pause for the end and for an error, too: neither is a wish.
  on("pause", () => element.paused && !element.ended && !element.error && setOn(false));
  on("timeupdate", () => {
    if (!element.paused && element.currentTime > 0) state.isAgain = false;
    tell({ at_ms: element.currentTime * 1_000 });
  });
  on("ended", () => {
    setOn(false);
    skipSound(1);
  });
  on("error", () => {
    if (state.isAgain || !state.sound) return fail(parts, refusal);
    state.isAgain = true;
    void load(parts, state.sound, element.currentTime);
  });
  return () => {
    listening.abort();
    silence(element);
  };
}
