// Good audio and artwork for tests, made on the spot. `flac` is a small real encoder (flac-writer.ts).

import sharp, { type Sharp } from "sharp";

/** One array a channel, of numbers between −1 and 1. */
export type Sound = number[][];

type Wave = { sound: Sound; sample_rate?: number; bit_depth?: 16 | 24 | 32; format_code?: 1 | 3 | 0xfffe };

/** `after` stands behind the data; `before` between fmt and data. */
export function wav({
  sound,
  sample_rate = 44_100,
  bit_depth = 24,
  format_code = 1,
  before,
  after,
}: Wave & {
  before?: Buffer;
  after?: Buffer;
}): Buffer {
  const data = interleave(sound, bit_depth, format_code === 3 ? "float" : "int");
  return riff([
    chunk("fmt ", wavFormat({ channels: sound.length, sample_rate, bit_depth, format_code })),
    before ?? Buffer.alloc(0),
    chunk("data", data),
    after ?? Buffer.alloc(0),
  ]);
}

export function riff(chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from("WAVE", "latin1"), ...chunks]);
  return Buffer.concat([Buffer.from("RIFF", "latin1"), uint32(body.length), body]);
}

/** `claimed` where the length is to be a lie. */
export function chunk(id: string, body: Buffer, claimed = body.length): Buffer {
  const padding = Buffer.alloc(body.length % 2);
  return Buffer.concat([Buffer.from(id, "latin1"), uint32(claimed), body, padding]);
}

export function wavFormat(format: {
  channels: number;
  sample_rate: number;
  bit_depth: number;
  format_code: number;
  block_align?: number;
}): Buffer {
  const { channels, sample_rate, bit_depth, format_code } = format;
  const block_align = format.block_align ?? (channels * bit_depth) / 8;
  const bytes = Buffer.alloc(format_code === 0xfffe ? 40 : 16);
  bytes.writeUInt16LE(format_code, 0);
  bytes.writeUInt16LE(channels, 2);
  bytes.writeUInt32LE(sample_rate, 4);
  bytes.writeUInt32LE((sample_rate * block_align) % 2 ** 32, 8);
  bytes.writeUInt16LE(block_align % 65_536, 12);
  bytes.writeUInt16LE(bit_depth, 14);
  if (format_code !== 0xfffe) return bytes;
  bytes.writeUInt16LE(22, 16);
  bytes.writeUInt16LE(bit_depth, 18);
  bytes.writeUInt32LE(channels === 2 ? 3 : 0, 20);
  Buffer.from("0100000000001000800000aa00389b71", "hex").copy(bytes, 24);
  return bytes;
}

export function aiff({ sound, sample_rate = 44_100, bit_depth = 16 }: Omit<Wave, "format_code">): Buffer {
  const frames = sound[0]?.length ?? 0;
  const common = Buffer.alloc(18);
  common.writeUInt16BE(sound.length, 0);
  common.writeUInt32BE(frames, 2);
  common.writeUInt16BE(bit_depth, 6);
  const exponent = Math.floor(Math.log2(sample_rate));
  common.writeUInt16BE(16_383 + exponent, 8);
  common.writeUInt32BE(Math.floor(sample_rate * 2 ** (31 - exponent)), 10);
  const data = interleave(sound, bit_depth, "int");
  const width = bit_depth / 8;
  for (let at = 0; at < data.length; at += width) data.subarray(at, at + width).reverse();
  const big = (id: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([Buffer.from(id, "latin1"), length, body, Buffer.alloc(body.length % 2)]);
  };
  const body = [big("COMM", common), big("SSND", Buffer.concat([Buffer.alloc(8), data]))];
  return big("FORM", Buffer.concat([Buffer.from("AIFF", "latin1"), ...body]));
}

/** Integers, as the file keeps them. */
function quantize(samples: readonly number[], bit_depth: number): number[] {
  const top = 2 ** (bit_depth - 1);
  return samples.map((sample) => Math.max(-top, Math.min(top - 1, Math.round(sample * top))));
}

function interleave(sound: Sound, bit_depth: 16 | 24 | 32, kind: "int" | "float"): Buffer {
  const channels = kind === "int" ? sound.map((samples) => quantize(samples, bit_depth)) : sound;
  const width = bit_depth / 8;
  const frames = sound[0]?.length ?? 0;
  const bytes = Buffer.alloc(frames * channels.length * width);
  for (const [channel, samples] of channels.entries()) {
    for (let i = 0, at = channel * width; i < frames; i++, at += channels.length * width) {
      if (kind === "float") bytes.writeFloatLE(samples[i] as number, at);
      else bytes.writeIntLE(samples[i] as number, at, width);
    }
  }
  return bytes;
}

/** A sine in each channel for each `amplitude`. */
export function sine({
  hertz = 997,
  seconds = 1,
  sample_rate = 44_100,
  amplitude = 0.1,
  phase = 0,
  channels = 2,
} = {}): Sound {
  const samples = Array.from(
    { length: Math.round(seconds * sample_rate) },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hertz * i) / sample_rate + phase),
  );
  return Array.from({ length: channels }, () => samples);
}

/** White noise that is the same each time. */
export function noise({ seconds = 1, sample_rate = 44_100, amplitude = 0.1, channels = 2 } = {}): Sound {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state / 2 ** 32) * 2 - 1;
  };
  const length = Math.round(seconds * sample_rate);
  return Array.from({ length: channels }, () => Array.from({ length }, () => amplitude * next()));
}

export type Picture = { width?: number; height?: number; seed?: number };

/** Discs with clean edges on a shaded ground: sharp, without border, of many colours. */
export function drawing({ width = 600, height = 600, seed = 1 }: Picture = {}): Sharp {
  const discs = Array.from({ length: 14 }, (_, i) => {
    const [x, y] = [(i * 37 + seed * 11) % 100, (i * 61 + seed * 7) % 100];
    return `<circle cx="${x}%" cy="${y}%" r="${6 + (i % 5) * 3}%" fill="hsl(${(i * 67 + seed * 29) % 360} 80% ${25 + (i % 4) * 17}%)"/>`;
  });
  const ground = `<linearGradient id="g"><stop stop-color="hsl(${seed * 40} 60% 40%)"/><stop offset="1" stop-color="hsl(${seed * 40 + 90} 60% 60%)"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}${discs.join("")}</svg>`;
  return sharp(Buffer.from(svg)).flatten();
}

export function jpeg(picture: Picture = {}): Promise<Buffer> {
  return drawing(picture).jpeg({ quality: 85 }).toBuffer();
}

export function png(picture: Picture = {}): Promise<Buffer> {
  return drawing(picture).png().toBuffer();
}

export { flac } from "./flac-writer.ts";

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value % 2 ** 32);
  return bytes;
}
