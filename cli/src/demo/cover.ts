// Covers for the demo: shapes on a ground that shades from one colour to another, with title and artist. Each follows from
// its number alone, so a second run draws the same picture. No other file and no font is needed.

import sharp from "sharp";
import { drawLetters, heightOf } from "./letters.ts";

export type Cover = { number: number; title: string; artist: string };

/** As stores ask for. Tests draw smaller ones. */
export const COVER_PIXELS = 3_000;
const SIDE = 300;
const MARGIN = 22;

/** The ground from one corner to the other, the shapes, and the letters. */
const palettes = [
  ["#14213d", "#3a506b", "#fca311", "#ffffff"],
  ["#f4f1de", "#e9c9a9", "#e07a5f", "#3d405b"],
  ["#0b3d2e", "#1f7a5c", "#f2e394", "#fdfaf0"],
  ["#2d1e2f", "#7b2d5b", "#f7a1b5", "#fff4f6"],
  ["#e3f2fd", "#90c8f0", "#1d4e89", "#0b2545"],
  ["#1b1b1e", "#45454d", "#d8315b", "#f5f5f5"],
  ["#fff3c4", "#fbc687", "#ea5455", "#2d4059"],
  ["#03256c", "#2541b2", "#06bee1", "#f0f8ff"],
  ["#efe9e7", "#c7bfba", "#627264", "#22302a"],
  ["#3c1642", "#086375", "#affc41", "#f6ffe6"],
] as const;

type Draw = (next: () => number, color: string) => string;

const drawings: readonly Draw[] = [rings, hills, waves, dots, stripes, sun, petals];

export async function drawCover(cover: Cover, pixels = COVER_PIXELS): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = Buffer.from(coverSvg(cover, pixels));
  const jpeg = await sharp(drawing).removeAlpha().jpeg({ quality: 85, optimiseCoding: false }).toBuffer();
  return new Uint8Array(jpeg);
}

export function coverSvg({ number, title, artist }: Cover, pixels: number): string {
  const next = numbersFrom(number);
  // Two lists of different lengths: the same pair comes back only after 70 covers.
  const [from, to, shape, ink] = palettes[number % palettes.length] ?? palettes[0];
  const draw = drawings[number % drawings.length] ?? rings;
  const stops = `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const turn = Math.floor(next() * 90);
  const ground = `<linearGradient id="ground" gradientTransform="rotate(${turn})">${stops}</linearGradient>`;
  const letters = { x: MARGIN, width: SIDE - 2 * MARGIN, color: ink };
  const top = drawLetters({ ...letters, text: title, y: MARGIN, max_unit: 4.4 });
  const artist_unit = 1.6;
  const bottom_y = SIDE - MARGIN - heightOf(artist) * artist_unit;
  const bottom = drawLetters({ ...letters, text: artist, y: bottom_y, max_unit: artist_unit });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${SIDE} ${SIDE}">${ground}<rect width="${SIDE}" height="${SIDE}" fill="url(#ground)"/>${draw(next, shape)}${top}${bottom}</svg>`;
}

function rings(next: () => number, color: string): string {
  const [x, y] = [120 + next() * 140, 150 + next() * 80];
  return each(
    9,
    (index) => `<circle cx="${x}" cy="${y}" r="${12 + index * 15}" ${line(color, 5, 0.85 - index * 0.08)}/>`,
  );
}

function hills(next: () => number, color: string): string {
  return each(4, (row) => {
    const y = 150 + row * 34;
    const peaks = Array.from({ length: 7 }, (_, index) => `L${index * 50} ${y - next() * 60}`);
    return `<path d="M0 ${SIDE}${peaks.join("")}L${SIDE} ${SIDE}Z" ${fill(color, 0.25 + row * 0.18)}/>`;
  });
}

function waves(next: () => number, color: string): string {
  const height = 12 + next() * 16;
  return each(7, (row) => {
    const y = 120 + row * 20;
    const arcs = Array.from({ length: 4 }, () => "t75 0").join("");
    return `<path d="M-40 ${y}q37.5 ${-height} 75 0${arcs}" ${line(color, 6, 0.3 + row * 0.08)}/>`;
  });
}

function dots(next: () => number, color: string): string {
  const [x, y] = [60 + next() * 180, 120 + next() * 120];
  return each(13 * 13, (index) => {
    const [left, top] = [(index % 13) * 24 + 6, Math.floor(index / 13) * 24 + 6];
    const radius = Math.max(0.8, 11 - Math.hypot(left - x, top - y) / 14);
    return `<circle cx="${left}" cy="${top}" r="${radius.toFixed(1)}" ${fill(color, 0.8)}/>`;
  });
}

function stripes(next: () => number, color: string): string {
  const slope = 60 + next() * 140;
  return each(10, (index) => {
    const x = index * 42 - slope;
    const width = 6 + next() * 18;
    const corners = `${x + slope},0 ${x + slope + width},0 ${x + width},${SIDE} ${x},${SIDE}`;
    return `<polygon points="${corners}" ${fill(color, 0.25 + next() * 0.5)}/>`;
  });
}

function sun(next: () => number, color: string): string {
  const [x, horizon] = [90 + next() * 120, 190 + next() * 30];
  const bars = each(7, (index) => {
    const half = 90 - index * 11;
    return `<path d="M${x - half} ${horizon + 12 + index * 11}H${x + half}" ${line(color, 4, 0.8 - index * 0.09)}/>`;
  });
  return `<path d="M${x - 82} ${horizon}a82 82 0 0 1 164 0Z" ${fill(color, 0.9)}/>${bars}`;
}

function petals(next: () => number, color: string): string {
  const [x, y] = [130 + next() * 80, 150 + next() * 50];
  const count = 7 + Math.floor(next() * 6);
  return each(count, (index) => {
    const turn = (360 / count) * index;
    return `<ellipse cx="${x}" cy="${y - 62}" rx="22" ry="62" transform="rotate(${turn} ${x} ${y})" ${fill(color, 0.4)}/>`;
  });
}

function each(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join("");
}

const fill = (color: string, opacity: number) => `fill="${color}" fill-opacity="${opacity.toFixed(2)}"`;
const line = (color: string, width: number, opacity: number) =>
  `fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity.toFixed(2)}"`;

const STEP = 1_664_525;
const OFFSET = 1_013_904_223;

/** Numbers from 0 to 1 that follow from the seed alone. */
export function numbersFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, STEP) + OFFSET) >>> 0;
    return state / 2 ** 32;
  };
}
