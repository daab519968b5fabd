// Files that conform to every rule, for the sandbox: real sound and a real picture, different for each seed, so that two samples are
// never taken for the same recording or cover.

import { createHash } from "node:crypto";
import sharp from "sharp";

const SAMPLE_RATE = 44_100;
const SECONDS = 35;
const HEADER_BYTES = 44;
const FRAME_BYTES = 6;
/** The level of the loudest chord, as a share of full scale: about −8 dB, well below the −1 dB that stores ask for. */
const LEVEL = 0.1;
const CHORD_SECONDS = 2.5;
/** A minor pentatonic scale, in semitones. */
const SCALE = [0, 3, 5, 7, 10];

/** A WAV file of 24 bits, 44.1 kHz, stereo, 35 seconds: slow chords that swell and fade. */
export function sampleAudio(seed: string): Buffer {
  const frames = SAMPLE_RATE * SECONDS;
  const bytes = Buffer.alloc(HEADER_BYTES + frames * FRAME_BYTES);
  writeHeader(bytes);
  const next = numbers(seed);
  const chord_frames = SAMPLE_RATE * CHORD_SECONDS;
  for (let from = 0; from < frames; from += chord_frames) {
    const tones = Array.from({ length: 4 }, () => ({ step: (2 * Math.PI * pitch(next)) / SAMPLE_RATE, pan: next() }));
    for (let i = 0; i < chord_frames && from + i < frames; i++) {
      const swell = LEVEL * Math.sin((Math.PI * (i + 1)) / (chord_frames + 1));
      let left = 0;
      let right = 0;
      for (const { step, pan } of tones) {
        const tone = swell * Math.sin(step * i);
        left += tone * (1 - pan / 2);
        right += tone * (0.5 + pan / 2);
      }
      const at = HEADER_BYTES + (from + i) * FRAME_BYTES;
      bytes.writeIntLE(Math.round(left * 0x7f_ffff), at, 3);
      bytes.writeIntLE(Math.round(right * 0x7f_ffff), at + 3, 3);
    }
  }
  return bytes;
}

/** A JPEG of 3000 × 3000 pixels: discs on a ground that shades from one colour to another. */
export async function sampleArtwork(seed: string): Promise<Buffer> {
  const next = numbers(seed);
  const color = () => `hsl(${Math.floor(next() * 360)} 70% ${35 + Math.floor(next() * 30)}%)`;
  const place = () => Math.floor(next() * 3000);
  const discs = Array.from(
    { length: 12 },
    () => `<circle cx="${place()}" cy="${place()}" r="${200 + Math.floor(next() * 500)}" fill="${color()}"/>`,
  );
  const stops = `<stop stop-color="${color()}"/><stop offset="1" stop-color="${color()}"/>`;
  const ground = `<linearGradient id="g" x2="1" y2="1">${stops}</linearGradient><rect width="3000" height="3000" fill="url(#g)"/>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000">${ground}${discs.join("")}</svg>`;
  return sharp(Buffer.from(drawing)).flatten().toColorspace("srgb").jpeg({ quality: 85 }).toBuffer();
}

function pitch(next: () => number): number {
  const octave = Math.floor(next() * 3);
  const degree = SCALE[Math.floor(next() * SCALE.length)] ?? 0;
  // A few cents off: no two seeds meet on the same tones.
  return 110 * 2 ** (octave + (degree + next() * 0.2) / 12);
}

function writeHeader(bytes: Buffer): void {
  const data_bytes = bytes.length - HEADER_BYTES;
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(SAMPLE_RATE, 24);
  bytes.writeUInt32LE(SAMPLE_RATE * FRAME_BYTES, 28);
  bytes.writeUInt16LE(FRAME_BYTES, 32);
  bytes.writeUInt16LE(24, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(data_bytes, 40);
}

/** Numbers from 0 to 1 that follow from the seed alone: the bytes of hashes, one after the other. */
function numbers(seed: string): () => number {
  let count = 0;
  return () => createHash("sha256").update(`${seed} ${count++}`).digest().readUInt32LE(0) / 2 ** 32;
}
