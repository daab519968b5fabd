// Shows the progress of long work: one line redrawn on a terminal, a plain line now and then elsewhere.

import { note, printable } from "./output.ts";

export type Progress = {
  /** Bytes sent. Negative if some were lost and are sent again. */
  sent(bytes: number): void;
  /** Bytes that had arrived earlier: they do not count for the rate. */
  skipped(bytes: number): void;
  say(line: string): void;
  end(): void;
};

const DRAW_EVERY_MS = 100;
const PLAIN_EVERY_MS = 10_000;
const BAR_WIDTH = 24;

/** `lineOf`: for work that is counted in steps, not in bytes. */
export function createProgress(total_bytes: number, is_silent: boolean, lineOf = progressLine): Progress {
  if (is_silent) return { sent() {}, skipped() {}, say() {}, end() {} };
  const isTerminal = process.stderr.isTTY === true;
  const started = performance.now();
  let [sent, skipped, shown_at] = [0, 0, started];

  const erase = () => {
    if (isTerminal) process.stderr.write("\r\x1b[2K");
  };
  const draw = () => {
    const line = lineOf({ total_bytes, sent, skipped, elapsed_ms: performance.now() - started });
    if (isTerminal) process.stderr.write(`\r\x1b[2K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
    else note(line);
  };
  const drawIfDue = () => {
    if (performance.now() - shown_at < (isTerminal ? DRAW_EVERY_MS : PLAIN_EVERY_MS)) return;
    shown_at = performance.now();
    draw();
  };
  return {
    sent(bytes) {
      sent += bytes;
      drawIfDue();
    },
    skipped(bytes) {
      skipped += bytes;
      drawIfDue();
    },
    say(line) {
      erase();
      note(printable(line));
    },
    end: erase,
  };
}

type Amounts = { total_bytes: number; sent: number; skipped: number; elapsed_ms: number };

/** For steps, where `total_bytes` counts them. */
export function countLine({ total_bytes: total, sent, elapsed_ms }: Amounts): string {
  return `${barOf(Math.min(1, sent / total))}  ${durationText(elapsed_ms)}`;
}

function barOf(share: number): string {
  return `[${"=".repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH)}] ${Math.floor(share * 100)} %`;
}

export function progressLine({ total_bytes, sent, skipped, elapsed_ms }: Amounts): string {
  const there = Math.min(total_bytes, Math.max(0, sent + skipped));
  const share = total_bytes === 0 ? 1 : there / total_bytes;
  const amounts = `${barOf(share)}  ${sizeText(there)} of ${sizeText(total_bytes)}`;
  const rate = sent <= 0 || elapsed_ms < 1 ? 0 : sent / (elapsed_ms / 1_000);
  if (rate === 0) return amounts;
  return `${amounts}  ${sizeText(rate)}/s  ${durationText(((total_bytes - there) / rate) * 1_000)} left`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${Math.round(bytes)} B`;
  const power = Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1_000 ** power).toFixed(1)} ${["", "kB", "MB", "GB", "TB"][power]}`;
}

/** `3:34`, `1:02:03` */
export function durationText(duration_ms: number): string {
  const seconds = Math.round(duration_ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
