// Sounds that a page offers. They are heard in the bar at the foot of the frame, which stays while pages change.

import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext } from "react";
import { playSound, type Sound, setOn, usePlaying } from "../data/playing.ts";
import classes from "./player.module.css";
import { pictureWords } from "./words.ts";

const SoundsContext = createContext<readonly Sound[]>([]);

/** The sounds that the buttons within play, in their order: after one comes the next. */
export function WithSounds({ sounds, children }: { sounds: readonly Sound[]; children: ReactNode }) {
  return <SoundsContext value={sounds}>{children}</SoundsContext>;
}

/** Nothing where the page has no sound of this id. A plain element: lists show a hundred. */
export function PlayButton({ id }: { id: string }) {
  const sounds = useContext(SoundsContext);
  const playing = usePlaying();
  const sound = sounds.find((one) => one.id === id);
  if (!sound) return null;
  const isHere = playing?.sounds[playing.place]?.id === id;
  const isOn = isHere && playing?.isOn === true;
  const Icon = isOn ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <button
      type="button"
      className={classes.play}
      data-here={isHere || undefined}
      aria-label={isOn ? pictureWords.pause(sound.title) : pictureWords.play(sound.title)}
      onClick={() => (isHere ? setOn(!isOn) : playSound(sounds, id))}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}
