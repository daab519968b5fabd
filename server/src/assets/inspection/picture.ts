// Simple measures of what a picture looks like. They are made to be right about covers that stores refuse at sight and to leave
// every other one alone: what they say becomes a warning, never a refusal.

import { greatest } from "../../platform/long-list.ts";

export type Pixels = { data: Uint8Array; width: number; height: number; channels: number };

const SAME_COLOR = 6;
/** The least width of a border, as a share of the side, on each of two opposite edges. */
const BORDER_LEAST = 0.02;
/**
 * At the end of a border the picture begins at once, across most of the line; a lone thing on a plain ground does not.
 */
const PICTURE_LEAST = 0.5;
const BLURRED_LINES = 5;
/** The strongest edge counts, less one pixel in a thousand, which may be dirt. */
const STRONGEST = 0.999;

export function isSingleColor({ data, channels }: Pixels): boolean {
  for (let channel = 0; channel < channels; channel++) {
    let low = 255;
    let high = 0;
    for (let at = channel; at < data.length; at += channels) {
      low = Math.min(low, data[at] as number);
      high = Math.max(high, data[at] as number);
    }
    if (high - low > SAME_COLOR) return false;
  }
  return true;
}

/** As CSS writes a colour: `#rrggbb`. The picture has three channels. */
export function meanColor({ data, channels }: Pixels): string {
  const pixels = data.length / channels;
  const mean = (channel: number) => {
    let sum = 0;
    for (let at = channel; at < data.length; at += channels) sum += data[at] as number;
    return Math.round(sum / pixels);
  };
  return `#${[0, 1, 2].map((channel) => mean(channel).toString(16).padStart(2, "0")).join("")}`;
}

/** Bars of one colour at top and bottom or at left and right, as letterboxes and frames have. */
export function hasBorder(picture: Pixels): boolean {
  const { width, height } = picture;
  const row = (y: number) => Array.from({ length: width }, (_, x) => y * width + x);
  const column = (x: number) => Array.from({ length: height }, (_, y) => y * width + x);
  return (
    (isBar(picture, height, row) && isBar(picture, height, (y) => row(height - 1 - y))) ||
    (isBar(picture, width, column) && isBar(picture, width, (x) => column(width - 1 - x)))
  );
}

/** `line(0)` is the edge; lines run inwards from it. */
function isBar(picture: Pixels, lines: number, line: (index: number) => number[]): boolean {
  const first = line(0)[0] as number;
  const differing = (index: number) => {
    const places = line(index);
    return places.filter((place) => !isSame(picture, place, first)).length / places.length;
  };
  let depth = 0;
  while (depth < lines && differing(depth) === 0) depth++;
  if (depth < lines * BORDER_LEAST || depth === lines) return false;
  // A lossy codec blurs border and picture into each other over a few lines.
  const near = Array.from({ length: BLURRED_LINES }, (_, i) => differing(Math.min(depth + i, lines - 1)));
  return greatest(near) > PICTURE_LEAST;
}

function isSame({ data, channels }: Pixels, a: number, b: number): boolean {
  for (let channel = 0; channel < channels; channel++) {
    const difference = (data[a * channels + channel] as number) - (data[b * channels + channel] as number);
    if (Math.abs(difference) > SAME_COLOR) return false;
  }
  return true;
}

/**
 * How sharp the sharpest edges are: the second difference (Laplacian) over the range of brightness, from 0 for nothing but soft
 * shades to 1 and more for edges between two neighbouring pixels. `picture` has one channel.
 */
export function sharpness({ data, width, height }: Pixels): number {
  const edges = new Uint32Array(1021);
  const shades = new Uint32Array(256);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      const here = data[at] as number;
      const around =
        (data[at - 1] as number) +
        (data[at + 1] as number) +
        (data[at - width] as number) +
        (data[at + width] as number);
      const edge = Math.abs(around - 4 * here);
      edges[edge] = (edges[edge] as number) + 1;
      shades[here] = (shades[here] as number) + 1;
    }
  }
  const range = quantile(shades, STRONGEST) - quantile(shades, 1 - STRONGEST);
  return range > 0 ? quantile(edges, STRONGEST) / range : 0;
}

/** The value below which `share` of all lie; `counts` says how often each occurs. */
function quantile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  return counts.findIndex((count) => {
    below += count;
    return below >= total * share;
  });
}
