// Covers for the demo: one bold motif in the colours of one palette, without letters. Both follow from the title alone, so
// a second run draws the same picture.

import sharp from "sharp";
import { motifs, SIDE } from "./motifs.ts";

/** As stores ask for. Tests draw smaller ones. */
const COVER_PIXELS = 3_000;

/** The ground, then the colours of the shapes. */
const palettes = [
  ["#f3e9dc", "#c8553d", "#1d3354", "#f2a541", "#588b8b"],
  ["#14213d", "#fca311", "#e5e5e5", "#d1495b", "#2e86ab"],
  ["#fbf5e6", "#e63946", "#1d3557", "#a8dadc", "#f1c453"],
  ["#0b3d2e", "#f2c14e", "#f78154", "#fdfaf0", "#4d9078"],
  ["#2d1e2f", "#f7a1b5", "#e4572e", "#f6e8ea", "#7b2d5b"],
  ["#ffd23f", "#ee4266", "#540d6e", "#fffaf0", "#0ead69"],
  ["#1b1b1e", "#d8315b", "#f5f5f5", "#3e92cc", "#fa9f42"],
  ["#e9e3d5", "#22302a", "#d96c06", "#8a9b68", "#b23a48"],
  ["#03256c", "#06bee1", "#fffcf2", "#ff6b6b", "#ffd166"],
  ["#f7c59f", "#004e89", "#ff6b35", "#efefd0", "#1a659e"],
  ["#3c1642", "#affc41", "#1dd3b0", "#f6ffe6", "#b2ff9e"],
] as const;

export async function drawCover(title: string, pixels = COVER_PIXELS): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = Buffer.from(coverSvg(title, pixels));
  const jpeg = await sharp(drawing).removeAlpha().jpeg({ quality: 85, optimiseCoding: false }).toBuffer();
  return new Uint8Array(jpeg);
}

export function coverSvg(title: string, pixels: number): string {
  const seed = hashOf(title);
  const draw = motifs[seed % motifs.length] as (typeof motifs)[number];
  // The number of palettes shares no factor with that of motifs, so every pair of both occurs.
  const [ground, ...inks] = palettes[seed % palettes.length] as (typeof palettes)[number];
  const next = numbersFrom(seed);
  const turned = Math.floor(next() * inks.length);
  const shapes = draw({ next, ink: (index) => inks[(index + turned) % inks.length] ?? ground });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${SIDE} ${SIDE}"><rect width="${SIDE}" height="${SIDE}" fill="${ground}"/>${shapes}</svg>`;
}

/** With this start, no two titles of the demo share both motif and palette, and neighbours share neither. */
const HASH_START = 106_617;

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = HASH_START;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 16_777_619) >>> 0;
  return hash;
}

const STEP = 1_664_525;
const OFFSET = 1_013_904_223;

/** Numbers from 0 to 1 that follow from the seed alone. */
export function numbersFrom(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, STEP) + OFFSET) >>> 0;
    return state / 2 ** 32;
  };
}
