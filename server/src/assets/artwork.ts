// Looks into an image file and makes its thumbnail. The header is judged before a single pixel is decoded; then every pixel is, so that
// what is damaged is found.

import sharp from "sharp";
import type { ImageFacts } from "./facts.ts";
import { FileFailure } from "./failure.ts";
import { FileBytes } from "./file-bytes.ts";
import { hasBorder, isSingleColor, type Pixels, sharpness } from "./picture.ts";
import { type ImageFormat, sniffFile } from "./sniff.ts";

/** 10,000 × 10,000: eleven times what stores ask for. */
const PIXELS_AT_MOST = 100_000_000;
const THUMBNAIL_SIDE = 500;
/** Small enough to look at every pixel, large enough for a border of one in a hundred. */
const SMALL_SIDE = 256;
const MIDDLE_SIDE = 1024;
/** A clean edge measures about 1, one smeared over six pixels less than this. */
const BLURRY_BELOW = 0.06;
const SHARP_FROM = 0.2;

// One image at a time, nothing kept for the next: the process ends after it.
sharp.concurrency(1);
sharp.cache(false);

export async function inspectArtwork(path: string): Promise<{ image: ImageFacts; thumbnail: Buffer }> {
  const format = requireImage(path);
  try {
    const header = await readHeader(path, format);
    const measured = await measure(path, header);
    const thumbnail = await open(path)
      .autoOrient()
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "white" })
      .toColorspace("srgb")
      .jpeg({ quality: 80 })
      .toBuffer();
    return { image: { ...header, ...measured }, thumbnail };
  } catch (error) {
    throw asFailure(error);
  }
}

function open(path: string): sharp.Sharp {
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

async function measure(path: string, { width, height }: Header) {
  const small = await pixels(open(path).flatten().resize(SMALL_SIDE, SMALL_SIDE, { fit: "fill" }).toColorspace("srgb"));
  const gray = await pixels(open(path).flatten().toColorspace("b-w"));
  const shrink = (side: number) =>
    pixels(
      sharp(gray.data, { raw: gray.info })
        .resize(side, side, { fit: "inside", withoutEnlargement: true })
        .toColorspace("b-w"),
    );
  const native = sharpness(gray);
  const middle = sharpness(await shrink(MIDDLE_SIDE));
  const quarter = sharpness(await shrink(Math.ceil(Math.max(width, height) / 4)));
  const is_single_color = isSingleColor(small);
  return {
    is_single_color,
    has_border: !is_single_color && hasBorder(small),
    is_blurry: !is_single_color && middle < BLURRY_BELOW,
    is_upscaled: !is_single_color && native < BLURRY_BELOW && quarter >= SHARP_FROM,
  };
}

async function pixels(image: sharp.Sharp): Promise<Pixels & { info: sharp.OutputInfo }> {
  const { data, info } = await image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  return { data, info, width: info.width, height: info.height, channels: info.channels };
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

/** libvips says in words what is wrong; which of them mean memory and which an early end is all that is asked of them. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FileFailure) return error;
  const said = error.message;
  if (/pixel limit|out of memory|memory allocation|too (large|big|long|many)|exceeds|dimensions/i.test(said))
    return new FileFailure("too_large_to_decode");
  if (/premature|truncat|unexpected end|end of (file|stream)|not enough|EOF/i.test(said))
    return new FileFailure("truncated_file");
  return new FileFailure("corrupt_file");
}
