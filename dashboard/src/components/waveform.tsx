// Sound as a picture. The peaks are the loudest samples of as many equal parts of the file, each from 0 to 255.

import { type KeyboardEvent, type PointerEvent, useMemo } from "react";
import { showDuration } from "../values/format.ts";
import classes from "./waveform.module.css";
import { pictureWords } from "./words.ts";

type WaveformProps = {
  /** Without any, a plain line is drawn. */
  peaks: readonly number[];
  /** The name of the sound, for screen readers. */
  title: string;
  duration_ms: number;
  /** Where it plays. */
  at_ms?: number;
  /** Given, the picture is the control of the position. */
  onSeek?: (at_ms: number) => void;
  height?: number;
};

const BARS = 150;
const FULL = 255;
const STEP_MS = 5_000;

/** The loudest of each part, as many as can be told apart. */
export function barsOfPeaks(peaks: readonly number[], count = BARS): number[] {
  const wanted = Math.min(count, peaks.length);
  return Array.from({ length: wanted }, (_, index) => {
    const from = Math.floor((index * peaks.length) / wanted);
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / wanted));
    return peaks.slice(from, to).reduce((most, peak) => Math.max(most, peak), 0) / FULL;
  });
}

function pathOf(bars: readonly number[]): string {
  const lines = bars.map((loud, index) => {
    const half = Math.max(1, loud * 49);
    return `M${index * 3 + 1} ${50 - half}V${50 + half}`;
  });
  return lines.join("");
}

export function Waveform({ peaks, title, duration_ms, at_ms = 0, onSeek, height = 48 }: WaveformProps) {
  const part = duration_ms > 0 ? Math.min(1, at_ms / duration_ms) : 0;
  const seek = (to_ms: number) => onSeek?.(Math.round(Math.min(duration_ms, Math.max(0, to_ms))));
  const point = (event: PointerEvent<HTMLElement>) => {
    if ((event.buttons & 1) === 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { left, width } = event.currentTarget.getBoundingClientRect();
    seek(((event.clientX - left) / width) * duration_ms);
  };
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: at_ms - STEP_MS,
      ArrowDown: at_ms - STEP_MS,
      ArrowRight: at_ms + STEP_MS,
      ArrowUp: at_ms + STEP_MS,
      Home: 0,
      End: duration_ms,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    seek(to);
  };
  const picture = peaks.length > 0 ? <Outline peaks={peaks} part={part} /> : <Line part={part} />;
  if (!onSeek)
    return (
      <div className={classes.wave} style={{ height }} role="img" aria-label={pictureWords.waveformOf(title)}>
        {picture}
      </div>
    );
  return (
    <div
      className={classes.wave}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={pictureWords.positionIn(title)}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration_ms / 1_000)}
      aria-valuenow={Math.round(at_ms / 1_000)}
      aria-valuetext={pictureWords.position(showDuration(at_ms), showDuration(duration_ms))}
      onPointerDown={point}
      onPointerMove={point}
      onKeyDown={press}
    >
      {picture}
    </div>
  );
}

type PictureProps = { part: number };

function Outline({ peaks, part }: PictureProps & Pick<WaveformProps, "peaks">) {
  const bars = useMemo(() => barsOfPeaks(peaks), [peaks]);
  const path = useMemo(() => pathOf(bars), [bars]);
  return (
    <svg viewBox={`0 0 ${bars.length * 3} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path className={classes.rest} d={path} />
      <path className={classes.played} d={path} style={{ clipPath: `inset(0 ${(1 - part) * 100}% 0 0)` }} />
    </svg>
  );
}

function Line({ part }: PictureProps) {
  return (
    <span className={classes.line}>
      <span style={{ width: `${part * 100}%` }} />
    </span>
  );
}
