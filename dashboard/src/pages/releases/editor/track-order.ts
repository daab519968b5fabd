// The order of tracks. A number belongs to one track of a disc at any time, so two tracks change places by way of a number
// that is free. Presses that follow each other quickly are shown at once and sent one after the other.

import type { Track } from "@segue/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { segue } from "../../../data/api.ts";
import { useAct } from "../../../data/data.ts";
import { tracksStepWords } from "./words.ts";

type Swap = { track: Track; other: Track; free: number };

async function swapTracks({ track, other, free }: Swap): Promise<void> {
  await segue.tracks.update(track.id, { track_number: free });
  await segue.tracks.update(other.id, { track_number: track.track_number });
  await segue.tracks.update(track.id, { track_number: other.track_number });
}

export type TrackOrder = {
  /** As it will be once all is sent. */
  tracks: readonly Track[];
  /** Undefined where it is the first or the last of its disc. */
  neighbour: (track: Track, by: -1 | 1) => Track | undefined;
  move: (track: Track, by: -1 | 1) => void;
  /** What was moved last, for those who hear it. */
  told: string;
};

export function useTrackOrder(saved: readonly Track[]): TrackOrder {
  const [pending, setPending] = useState<readonly Track[]>();
  const [told, setTold] = useState("");
  const waiting = useRef(Promise.resolve());
  const count = useRef(0);
  const client = useQueryClient();
  const { mutateAsync } = useAct(swapTracks);
  const tracks = pending ?? saved;

  const neighbour: TrackOrder["neighbour"] = (track, by) => {
    const other = tracks[tracks.findIndex(({ id }) => id === track.id) + by];
    return other?.disc_number === track.disc_number ? other : undefined;
  };

  const send = async (swap: Swap) => {
    count.current += 1;
    await waiting.current;
    // The reason was shown already; what the service has is read again below.
    await mutateAsync(swap).catch(() => undefined);
    count.current -= 1;
    if (count.current > 0) return;
    await client.invalidateQueries({ queryKey: ["tracks.list"] });
    if (count.current === 0) setPending(undefined);
  };

  const move: TrackOrder["move"] = (track, by) => {
    const other = neighbour(track, by);
    if (!other) return;
    const disc = tracks.filter(({ disc_number }) => disc_number === track.disc_number);
    const free = disc.reduce((last, { track_number }) => Math.max(last, track_number), 0) + 1;
    setPending(
      tracks.map((each) => {
        if (each.id === track.id) return { ...other, track_number: track.track_number };
        return each.id === other.id ? { ...track, track_number: other.track_number } : each;
      }),
    );
    setTold(
      by < 0 ? tracksStepWords.isBefore(track.title, other.title) : tracksStepWords.isAfter(track.title, other.title),
    );
    waiting.current = send({ track, other, free });
  };

  return { tracks, neighbour, move, told };
}
