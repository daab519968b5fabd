// The player: a bar at the foot of the frame, from the first sound on, until it is closed or the session ends.

import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconX,
} from "@tabler/icons-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Picture } from "../components/artwork.tsx";
import { Waveform } from "../components/waveform.tsx";
import { type Sound, setOn, skipSound, stopPlaying, usePlaying } from "../data/playing.ts";
import { Link } from "../router.tsx";
import { showDuration } from "../values/format.ts";
import { atStart, connectAudio } from "./audio.ts";
import classes from "./player-bar.module.css";
import { playerWords } from "./words.ts";

const WAVE = 36;
/** Later than this, "previous" goes to the beginning of the same track. */
const BEGINNING_MS = 3_000;

export default function PlayerBar() {
  const playing = usePlaying();
  const sound = playing?.sounds[playing.place];
  if (!playing || !sound) return null;
  return (
    <Bar sound={sound} isOn={playing.isOn} hasNext={playing.place + 1 < playing.sounds.length} place={playing.place} />
  );
}

type BarProps = { sound: Sound; isOn: boolean; hasNext: boolean; place: number };

function Bar({ sound, isOn, hasNext, place }: BarProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const { at_ms, peaks, error, seek } = useAudio(audio, sound, isOn);
  const goBack = () => (at_ms > BEGINNING_MS || place === 0 ? seek(0) : skipSound(-1));
  useKeys(isOn);
  useMediaSession(sound);
  const { duration_ms } = sound;
  return (
    <section className={classes.bar} aria-label={playerWords.label} data-player data-screen-only>
      {/* biome-ignore lint/a11y/useMediaCaption: music has no captions; lyrics are the track's own field. */}
      <audio ref={audio} />
      <NowPlaying sound={sound} />
      <div className={classes.acts}>
        <Act label={playerWords.previous} onClick={goBack}>
          <IconPlayerSkipBackFilled size={16} aria-hidden />
        </Act>
        <button
          type="button"
          className={classes.play}
          aria-label={isOn ? playerWords.pause : playerWords.play}
          aria-keyshortcuts="Space"
          onClick={() => setOn(!isOn)}
        >
          {isOn ? <IconPlayerPauseFilled size={18} aria-hidden /> : <IconPlayerPlayFilled size={18} aria-hidden />}
        </button>
        <Act label={playerWords.next} onClick={() => skipSound(1)} isOff={!hasNext}>
          <IconPlayerSkipForwardFilled size={16} aria-hidden />
        </Act>
      </div>
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : (
        <div className={classes.sound}>
          <span className={classes.time}>{showDuration(Math.floor(at_ms / 1_000) * 1_000)}</span>
          <Waveform {...{ peaks, title: sound.title, duration_ms, at_ms }} onSeek={seek} height={WAVE} />
          <span className={classes.time}>{showDuration(duration_ms)}</span>
        </div>
      )}
      <div className={classes.close}>
        <Act label={playerWords.close} onClick={stopPlaying}>
          <IconX size={18} stroke={1.5} aria-hidden />
        </Act>
      </div>
    </section>
  );
}

function useAudio(audio: RefObject<HTMLAudioElement | null>, sound: Sound, isOn: boolean) {
  const [playback, setPlayback] = useState(atStart);
  const connected = useRef<ReturnType<typeof connectAudio>>(undefined);
  useEffect(() => {
    if (!audio.current) return;
    connected.current = connectAudio(audio.current, (news) => setPlayback((now) => ({ ...now, ...news })));
    return connected.current.close;
  }, [audio]);
  useEffect(() => connected.current?.follow(sound, isOn), [sound, isOn]);
  return { ...playback, seek: (at_ms: number) => connected.current?.seek(at_ms) };
}

function NowPlaying({ sound: { title, artists, work } }: { sound: Sound }) {
  return (
    <div className={classes.now}>
      <Picture link={work.cover} title={work.title} size={32} />
      <div className={classes.texts}>
        <div className={classes.title} title={title} aria-live="polite">
          {title}
        </div>
        <Link to={work.to} className={classes.work}>
          {artists ? `${artists} · ${work.title}` : work.title}
        </Link>
      </div>
    </div>
  );
}

type ActProps = { label: string; onClick: () => void; isOff?: boolean; children: ReactNode };

/** Not disabled where it does nothing: the focus would be lost. */
function Act({ label, onClick, isOff = false, children }: ActProps) {
  return (
    <button type="button" className={classes.act} aria-label={label} aria-disabled={isOff} onClick={onClick}>
      {children}
    </button>
  );
}

/** Its element uses the space bar itself. */
function usesSpace(element: Element): boolean {
  const within = element.closest(
    "input, textarea, select, button, summary, audio, [contenteditable], [role='dialog'], [role='menu'], [role='listbox']",
  );
  return within !== null;
}

function useKeys(isOn: boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== " " || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && usesSpace(event.target)) return;
      event.preventDefault();
      if (!event.repeat) setOn(!isOn);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
}

/** Names the sound to the system, whose keys then skip in the list. */
function useMediaSession({ title, artists, work }: Sound): void {
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    session.metadata = new MediaMetadata({ title, artist: artists, album: work.title });
    session.setActionHandler("previoustrack", () => skipSound(-1));
    session.setActionHandler("nexttrack", () => skipSound(1));
    return () => {
      session.metadata = null;
      session.setActionHandler("previoustrack", null);
      session.setActionHandler("nexttrack", null);
    };
  }, [title, artists, work.title]);
}
