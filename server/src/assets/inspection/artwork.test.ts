import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { drawing, jpeg, png } from "../../../test/media.ts";
import { inspectArtwork } from "./artwork.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-artwork-"));
afterAll(() => rmSync(folder, { recursive: true }));

function look(bytes: Buffer) {
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  return inspectArtwork(path);
}

const sound = {
  width: 600,
  height: 600,
  color_space: "srgb",
  bit_depth: 8,
  has_alpha: false,
  is_animated: false,
  orientation: 1,
  is_single_color: false,
  has_border: false,
  is_blurry: false,
  is_upscaled: false,
};

describe("the header", () => {
  test("of each format", async () => {
    expect((await look(await jpeg())).image).toEqual({ ...sound, format: "jpeg" });
    expect((await look(await png())).image).toEqual({ ...sound, format: "png" });
    expect((await look(await drawing().webp({ quality: 95 }).toBuffer())).image).toEqual({ ...sound, format: "webp" });
    expect((await look(await drawing().tiff().toBuffer())).image).toEqual({ ...sound, format: "tiff" });
    expect((await look(await drawing().gif().toBuffer())).image).toMatchObject({ format: "gif", is_animated: false });
  });

  test("CMYK, gray, alpha, 16 bits and orientation", async () => {
    const cmyk = await drawing().toColorspace("cmyk").jpeg().toBuffer();
    expect((await look(cmyk)).image).toMatchObject({ color_space: "cmyk", is_single_color: false });
    const gray = await drawing().toColorspace("b-w").jpeg().toBuffer();
    expect((await look(gray)).image).toMatchObject({ color_space: "b-w" });
    const deep = await drawing().ensureAlpha(0.5).toColorspace("rgb16").png().toBuffer();
    expect((await look(deep)).image).toMatchObject({ has_alpha: true, bit_depth: 16 });
    const turned = await drawing({ width: 600, height: 300 }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await look(turned)).image).toMatchObject({ width: 600, height: 300, orientation: 6 });
  });

  test("of what moves", async () => {
    const frames = await Promise.all([1, 2, 3].map((seed) => png({ width: 64, height: 64, seed })));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await look(gif)).image).toMatchObject({ format: "gif", width: 64, height: 64, is_animated: true });
    const still = await png({ width: 64, height: 64 });
    const afterHeader = 8 + 25;
    const control = Buffer.from("000000086163544c00000002000000000ef9a0b4", "hex");
    const apng = Buffer.concat([still.subarray(0, afterHeader), control, still.subarray(afterHeader)]);
    // The checksum of an ancillary chunk is only warned about, and warnings are refused: it must be right.
    expect((await look(withChecksum(apng, afterHeader))).image).toMatchObject({ format: "png", is_animated: true });
  });
});

describe("the picture", () => {
  const flat = (background: string) => sharp({ create: { width: 600, height: 600, channels: 3, background } });

  test("of one colour", async () => {
    const { image } = await look(await flat("#336699").jpeg().toBuffer());
    expect(image).toMatchObject({ is_single_color: true, has_border: false, is_blurry: false, is_upscaled: false });
  });

  test("in a frame or between bars", async () => {
    const inner = await drawing({ width: 520, height: 520 }).png().toBuffer();
    const framed = await flat("white")
      .composite([{ input: inner, left: 40, top: 40 }])
      .jpeg()
      .toBuffer();
    expect((await look(framed)).image).toMatchObject({ has_border: true });
    const wide = await drawing({ width: 600, height: 400 }).png().toBuffer();
    const boxed = await flat("black")
      .composite([{ input: wide, left: 0, top: 100 }])
      .jpeg()
      .toBuffer();
    expect((await look(boxed)).image).toMatchObject({ has_border: true });
  });

  test("of a thing on a plain ground has no border", async () => {
    const disc = Buffer.from('<svg width="600" height="600"><circle cx="300" cy="300" r="150" fill="red"/></svg>');
    const lone = await flat("white")
      .composite([{ input: disc }])
      .jpeg()
      .toBuffer();
    expect((await look(lone)).image).toMatchObject({ has_border: false, is_single_color: false, is_blurry: false });
  });

  test("out of focus, and enlarged", async () => {
    const side = { width: 3000, height: 3000 };
    const soft = await drawing(side).blur(25).jpeg().toBuffer();
    expect((await look(soft)).image).toMatchObject({ is_blurry: true, is_upscaled: false });
    const small = await png({ width: 500, height: 500 });
    const enlarged = await sharp(small).resize(3000, 3000, { kernel: "cubic" }).jpeg({ quality: 95 }).toBuffer();
    expect((await look(enlarged)).image).toMatchObject({ is_blurry: false, is_upscaled: true });
    expect((await look(await jpeg(side))).image).toMatchObject({ is_blurry: false, is_upscaled: false });
  });
});

test("thumbnails are small upright JPEGs of three sizes", async () => {
  const turned = await drawing({ width: 1200, height: 600 }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const shapes = async ({ thumbnails }: Awaited<ReturnType<typeof look>>) => {
    const found = await Promise.all(thumbnails.map((bytes) => sharp(bytes).metadata()));
    return found.map(({ format, space, width, height }) => `${format} ${space} ${width} × ${height}`);
  };
  expect(await shapes(await look(turned))).toEqual(["jpeg srgb 48 × 96", "jpeg srgb 160 × 320", "jpeg srgb 480 × 960"]);
  expect(await shapes(await look(await jpeg({ width: 80, height: 80 })))).toEqual(Array(3).fill("jpeg srgb 80 × 80"));
});

test("the mean colour is that of all pixels, also for shades of grey", async () => {
  const half = (background: string) => ({ create: { width: 300, height: 600, channels: 3 as const, background } });
  const right = await sharp(half("#204060")).png().toBuffer();
  const two = sharp({ ...half("#406080"), create: { ...half("#406080").create, width: 600 } });
  const mixed = await two
    .composite([{ input: right, left: 300, top: 0 }])
    .png()
    .toBuffer();
  expect((await look(mixed)).mean_color).toBe("#305070");
  const gray = await sharp(half("#808080")).toColorspace("b-w").png().toBuffer();
  expect((await look(gray)).mean_color).toBe("#808080");
});

/** Sets the checksum of the chunk at a place. */
function withChecksum(bytes: Buffer, at: number): Buffer {
  const end = at + 8 + bytes.readUInt32BE(at);
  bytes.writeUInt32BE(checksum(bytes.subarray(at + 4, end)), end);
  return bytes;
}

function checksum(bytes: Buffer): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
