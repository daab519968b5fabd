// Looks into an image file and makes its thumbnail. The header is judged before a single pixel is decoded; then every pixel is, so that
// what is damaged is found.

import sharp, { type OutputInfo, type Sharp } from "sharp";
import type { ImageFacts } from "./facts.ts";
import { FileFailure } from "./failure.ts";
import { FileBytes } from "./file-bytes.ts";
import { hasBorder, isSingleColor, meanColor, type Pixels, sharpness } from "./picture.ts";
import { type ImageFormat, sniffFile } from "./sniff.ts";

/** 8,000 × 8,000: seven times what stores ask for. */
const PIXELS_AT_MOST = 64_000_000;
/** In pixels: for a row of a list, a card, and a page. */
const THUMBNAIL_SIDES = [96, 320, 960] as const;
const [, , LARGEST_SIDE] = THUMBNAIL_SIDES;
/** Small enough to look at every pixel, large enough for a border of one in a hundred. */
const SMALL_SIDE = 256;
const MIDDLE_SIDE = 1024;
/** A clean edge measures about 1, one smeared over six pixels less than this. */
const BLURRY_BELOW = 0.06;
const SHARP_FROM = 0.2;

const inside = { fit: "inside", withoutEnlargement: true } as const;

// One image at a time, nothing kept for the next: the process ends after it.
sharp.concurrency(1);
sharp.cache(false);

type FoundArtwork = { image: ImageFacts; mean_color: string; thumbnails: Buffer[] };

export async function inspectArtwork(path: string): Promise<FoundArtwork> {
  const format = requireImage(path);
  try {
    const header = await readHeader(path, format);
    const preview = await pixels(
      open(path)
        .autoOrient()
        .resize(LARGEST_SIDE, LARGEST_SIDE, inside)
        .flatten({ background: "white" })
        .toColorspace("srgb"),
    );
    const measured = await measure(path, header, preview);
    const thumbnails: Buffer[] = [];
    for (const side of THUMBNAIL_SIDES)
      thumbnails.push(await again(preview).resize(side, side, inside).jpeg({ quality: 80 }).toBuffer());
    return { image: { ...header, ...measured }, mean_color: meanColor(preview), thumbnails };
  } catch (error) {
    throw asFailure(error, path, format);
  }
}

function open(path: string): Sharp {
  return sharp(path, { limitInputPixels: PIXELS_AT_MOST, failOn: "warning", sequentialRead: true, pages: 1 });
}

function requireImage(path: string): ImageFormat {
  const file = new FileBytes(path);
  try {
    const { kind, format, name, offset } = sniffFile(file);
    if (kind === "other_image") throw new FileFailure("unsupported_image", `The file is a ${name}.`);
    if (kind === "audio" || offset > 0) throw new FileFailure("not_an_image", "The file is audio.");
    if (kind !== "image") throw new FileFailure("not_an_image", `The file is ${name}.`);
    return format;
  } finally {
    file.close();
  }
}

type Header = Omit<ImageFacts, "is_single_color" | "has_border" | "is_blurry" | "is_upscaled">;

async function readHeader(path: string, format: ImageFormat): Promise<Header> {
  // The limit is ours to check here: the message must name the size.
  const found = await sharp(path, { limitInputPixels: false, failOn: "warning" }).metadata();
  const width = found.width;
  const height = found.pageHeight ?? found.height;
  if (found.format !== format) throw new FileFailure("corrupt_file");
  if (width * height > PIXELS_AT_MOST)
    throw new FileFailure("too_large_to_decode", `It has ${width} × ${height} pixels.`);
  return {
    format,
    width,
    height,
    color_space: found.space,
    bit_depth: bitDepths[found.depth] ?? 8,
    has_alpha: found.hasAlpha,
    is_animated: (found.pages ?? 1) > 1 || (format === "png" && isAnimatedPng(path)),
    orientation: found.orientation ?? 1,
  };
}

const bitDepths: Record<string, number> = { uchar: 8, char: 8, ushort: 16, short: 16, float: 32, uint: 32, int: 32 };

async function measure(path: string, { width, height }: Header, preview: Raw) {
  const small = await pixels(again(preview).resize(SMALL_SIDE, SMALL_SIDE, { fit: "fill" }));
  const gray = await pixels(open(path).flatten().toColorspace("b-w"));
  const native = sharpness(gray);
  const middle = sharpness(await shrink(gray, MIDDLE_SIDE));
  const quarter = sharpness(await shrink(gray, Math.ceil(Math.max(width, height) / 4)));
  const is_single_color = isSingleColor(small);
  return {
    is_single_color,
    has_border: !is_single_color && hasBorder(small),
    is_blurry: !is_single_color && middle < BLURRY_BELOW,
    is_upscaled: !is_single_color && native < BLURRY_BELOW && quarter >= SHARP_FROM,
  };
}

type Raw = Pixels & { info: OutputInfo };

async function pixels(image: Sharp): Promise<Raw> {
  const { data, info } = await image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  return { data, info, width: info.width, height: info.height, channels: info.channels };
}

function again({ data, info }: Raw): Sharp {
  return sharp(data, { raw: info });
}

function shrink(gray: Raw, side: number): Promise<Raw> {
  return pixels(again(gray).resize(side, side, inside).toColorspace("b-w"));
}

/** An animated PNG says so in a chunk before its pixels, which libvips does not look for. */
function isAnimatedPng(path: string): boolean {
  const file = new FileBytes(path);
  try {
    for (let position = 8, count = 0; count < 1_000; count++) {
      const header = file.read(position, 8);
      const type = header.toString("latin1", 4, 8);
      if (header.length < 8 || type === "IDAT") return false;
      if (type === "acTL") return true;
      position += 12 + header.readUInt32BE(0);
    }
    return false;
  } finally {
    file.close();
  }
}

/**
 * Bytes near the end of a whole file, for formats that have such an end; some programs add a few kilobytes of their
 * own.
 */
const ends: Partial<Record<ImageFormat, Buffer>> = {
  jpeg: Buffer.from([0xff, 0xd9]),
  png: Buffer.from("IEND", "latin1"),
  gif: Buffer.from(";", "latin1"),
};
const END_BYTES = 64 * 1024;

/** libvips says what is wrong in words that change; only that memory ran out is taken from them. */
function asFailure(error: unknown, path: string, format: ImageFormat): unknown {
  if (!(error instanceof Error) || error instanceof FileFailure) return error;
  if (/out of memory|memory allocation|pixel limit/i.test(error.message)) return new FileFailure("too_large_to_decode");
  return new FileFailure(isWhole(path, format) ? "corrupt_file" : "truncated_file");
}

function isWhole(path: string, format: ImageFormat): boolean {
  const file = new FileBytes(path);
  try {
    if (format === "webp") return file.read(4, 4).readUInt32LE() + 8 <= file.size;
    const end = ends[format];
    return end === undefined || file.read(Math.max(0, file.size - END_BYTES), END_BYTES).includes(end);
  } finally {
    file.close();
  }
}
