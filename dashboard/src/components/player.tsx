// Sound that was uploaded. One plays at a time, in a bar at the foot of the page with the browser's own controls.

import { ActionIcon, CloseButton, Group, Paper, Text } from "@mantine/core";
import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { textOf } from "../data/data.ts";
import classes from "./player.module.css";

/** `load` answers with a link that is good for some minutes. */
type Sound = { id: string; title: string; load: () => Promise<string> };
type Playing = Sound & { src: string; error?: string | undefined };

type Player = { playing: Playing | undefined; play: (sound: Sound) => void };

const PlayerContext = createContext<Player>({ playing: undefined, play: () => undefined });

/** Sounds that can be played on a page, and the bar that plays one. */
export function WithPlayer({ children }: { children: ReactNode }) {
  const [playing, setPlaying] = useState<Playing>();
  const play = useCallback((sound: Sound) => {
    setPlaying({ ...sound, src: "" });
    const settle = (found: Pick<Playing, "src" | "error">) =>
      setPlaying((now) => (now?.id === sound.id ? { ...sound, ...found } : now));
    sound.load().then(
      (src) => settle({ src }),
      (error: Error) => settle({ src: "", error: textOf(error) }),
    );
  }, []);
  const player = useMemo(() => ({ playing, play }), [playing, play]);
  return (
    <PlayerContext value={player}>
      {children}
      {playing && <PlayerBar playing={playing} onEnd={setPlaying} />}
    </PlayerContext>
  );
}

export function PlayButton(sound: Sound) {
  const { playing, play } = useContext(PlayerContext);
  const isOn = playing?.id === sound.id;
  return (
    <ActionIcon
      variant={isOn ? "filled" : "light"}
      radius="xl"
      aria-label={`Play ${sound.title}`}
      aria-pressed={isOn}
      onClick={() => play(sound)}
    >
      <IconPlayerPlayFilled size={14} aria-hidden />
    </ActionIcon>
  );
}

type PlayerBarProps = { playing: Playing; onEnd: (next: Playing | undefined) => void };

function PlayerBar({ playing, onEnd }: PlayerBarProps) {
  const { id, title, src, error, load } = playing;
  const audio = useRef<HTMLAudioElement>(null);
  const renewed = useRef("");
  // A link ends after ten minutes: a new one is asked for once, and the sound goes on from where it was.
  const renew = () => {
    const at = audio.current?.currentTime ?? 0;
    const refused = () =>
      onEnd({ ...playing, error: "This browser cannot play the file. Its format may be unknown to it." });
    if (renewed.current === id || at === 0) return refused();
    renewed.current = id;
    void load().then((next) => {
      if (!audio.current) return;
      audio.current.src = next;
      audio.current.currentTime = at;
      void audio.current.play();
    }, refused);
  };
  return (
    <>
      <div className={classes.room} />
      <Paper withBorder shadow="md" p="xs" className={classes.bar} role="region" aria-label="Player">
        <Group wrap="nowrap" gap="sm">
          <Text size="sm" fw={600} truncate className={classes.title}>
            {title}
          </Text>
          {error ? (
            <Text size="sm" c="red" role="alert" flex={1}>
              {error}
            </Text>
          ) : (
            // biome-ignore lint/a11y/useMediaCaption: music has no captions; lyrics are the track's own field.
            <audio
              key={id}
              ref={audio}
              src={src || undefined}
              controls
              autoPlay
              onError={renew}
              className={classes.audio}
              aria-label={`Sound of ${title}`}
            />
          )}
          <CloseButton aria-label="Close the player" onClick={() => onEnd(undefined)} />
        </Group>
      </Paper>
    </>
  );
}
