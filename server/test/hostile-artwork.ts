// Artwork that is broken, lying, or made to break its decoder.

import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { FailureCode } from "../src/assets/inspection/failure.ts";
import { drawing, jpeg, png, sine, wav } from "./media.ts";

type Hostile = { name: string; bytes(): Buffer | Promise<Buffer>; code: FailureCode };

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

function pngChunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(type, 4, "latin1");
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), body])));
  return Buffer.concat([head, body, check]);
}

function pngHeader(width: number, height: number): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body.set([8, 2, 0, 0, 0], 8);
  return pngChunk("IHDR", body);
}

const end = pngChunk("IEND", Buffer.alloc(0));
const hugePng = (width: number, height: number, pixels: Buffer) =>
  Buffer.concat([signature, pngHeader(width, height), pngChunk("IDAT", pixels), end]);

/** A JPEG whose frame header says another size. */
async function resized(width: number, height: number): Promise<Buffer> {
  const bytes = await jpeg({ width: 64, height: 64 });
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** A TIFF of one strip: a header, then a list of tags, each a type, a count and a value. */
function tiff(width: number, height: number, pixels: Buffer): Buffer {
  const tags: [tag: number, value: number][] = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8 + 2 + 9 * 12 + 4],
    [277, 1],
    [278, height],
    [279, pixels.length],
  ];
  const bytes = Buffer.alloc(8 + 2 + tags.length * 12 + 4);
  bytes.write("II*\0", 0, "latin1");
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags.length, 8);
  for (const [i, [tag, value]] of tags.entries()) {
    const at = 10 + i * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(4, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([bytes, pixels]);
}

const gifHead = (width: number, height: number) => {
  const bytes = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
};
const gifFrame = (width: number, height: number) => {
  const bytes = Buffer.from(",\0\0\0\0\0\0\0\0\0\x02\x02\x44\x01\0", "latin1");
  bytes.writeUInt16LE(width, 5);
  bytes.writeUInt16LE(height, 7);
  return bytes;
};

/** A WebP whose extended header says up to 16,777,216 pixels a side. */
async function hugeWebp(): Promise<Buffer> {
  const body = await drawing({ width: 64, height: 64 }).webp().toBuffer();
  const extended = Buffer.alloc(18);
  extended.write("VP8X", 0, "latin1");
  extended.writeUInt32LE(10, 4);
  extended.writeUIntLE(49_999, 12, 3);
  extended.writeUIntLE(49_999, 15, 3);
  const bytes = Buffer.concat([body.subarray(0, 12), extended, body.subarray(12)]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

async function spoiled(file: Promise<Buffer>, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.from(await file);
  const start = Math.floor(bytes.length * from);
  for (let at = start; at < Math.min(bytes.length, start + length); at++) bytes[at] = (at * 151) % 255;
  return bytes;
}
const cut = async (file: Promise<Buffer>, share: number) => {
  const bytes = await file;
  return bytes.subarray(0, Math.floor(bytes.length * share));
};

const files: Hostile[] = [
  {
    name: "PNG of 50,000 × 50,000",
    code: "too_large_to_decode",
    bytes: () => hugePng(50_000, 50_000, Buffer.alloc(10)),
  },
  {
    name: "PNG of 2,147,483,647 × 1",
    code: "corrupt_file",
    bytes: () => hugePng(2 ** 31 - 1, 1, Buffer.alloc(10)),
  },
  {
    name: "PNG that unfolds from 400 kB to 7.5 GB",
    code: "too_large_to_decode",
    bytes: () => hugePng(50_000, 50_000, deflateSync(Buffer.alloc(400_000_000))),
  },
  {
    name: "PNG with more pixels than it says",
    code: "corrupt_file",
    bytes: () => hugePng(0, 10, deflateSync(Buffer.alloc(1_000_000))),
  },
  {
    name: "PNG without pixels",
    code: "corrupt_file",
    bytes: () => Buffer.concat([signature, pngHeader(100, 100), end]),
  },
  { name: "PNG of a signature", code: "truncated_file", bytes: () => signature },
  { name: "PNG cut in the middle", code: "truncated_file", bytes: () => cut(png(), 0.5) },
  { name: "PNG with spoiled pixels", code: "corrupt_file", bytes: () => spoiled(png(), 0.5, 200) },
  {
    name: "PNG with text that unfolds to 200 MB, and no pixels",
    code: "corrupt_file",
    bytes: () =>
      Buffer.concat([
        signature,
        pngHeader(100, 100),
        pngChunk("zTXt", Buffer.concat([Buffer.from("a\0\0", "latin1"), deflateSync(Buffer.alloc(200_000_000))])),
        end,
      ]),
  },
  { name: "JPEG of 50,000 × 50,000", code: "too_large_to_decode", bytes: () => resized(50_000, 50_000) },
  { name: "JPEG of 7,000 × 7,000 with pixels for 64 × 64", code: "corrupt_file", bytes: () => resized(7_000, 7_000) },
  { name: "JPEG of 0 × 0", code: "corrupt_file", bytes: () => resized(0, 0) },
  { name: "JPEG cut in the middle", code: "truncated_file", bytes: () => cut(jpeg(), 0.5) },
  { name: "JPEG cut in its header", code: "truncated_file", bytes: () => cut(jpeg(), 0.02) },
  { name: "JPEG of three bytes", code: "truncated_file", bytes: () => Buffer.from("ffd8ff", "hex") },
  { name: "JPEG with broken Huffman tables", code: "corrupt_file", bytes: () => brokenHuffman() },
  { name: "JPEG with spoiled pixels", code: "corrupt_file", bytes: () => spoiled(jpeg(), 0.5, 400) },
  {
    name: "GIF of 50,000 × 50,000",
    code: "too_large_to_decode",
    bytes: () => Buffer.concat([gifHead(50_000, 50_000), gifFrame(50_000, 50_000), Buffer.from(";")]),
  },
  { name: "GIF of a header", code: "truncated_file", bytes: () => gifHead(10, 10) },
  {
    name: "TIFF of 50,000 × 50,000",
    code: "too_large_to_decode",
    bytes: () => tiff(50_000, 50_000, Buffer.alloc(100)),
  },
  {
    name: "TIFF of 7,000 × 7,000 without its pixels",
    code: "corrupt_file",
    bytes: () => tiff(7_000, 7_000, Buffer.alloc(100)),
  },
  {
    name: "TIFF whose list of tags leads to itself",
    code: "corrupt_file",
    bytes: () => Buffer.from("II*\0\x08\0\0\0\0\0\x08\0\0\0\x08\0\0\0", "latin1"),
  },
  { name: "TIFF that unfolds from 400 kB to 300 MB", code: "too_large_to_decode", bytes: () => foldedTiff() },
  { name: "WebP of 50,000 × 50,000", code: "corrupt_file", bytes: hugeWebp },
  { name: "WebP cut in the middle", code: "truncated_file", bytes: () => cut(drawing().webp().toBuffer(), 0.5) },
  {
    name: "an icon as artwork",
    code: "unsupported_image",
    bytes: () => Buffer.from("00000100010010100000010020006804000016000000", "hex"),
  },
  {
    name: "an HEIF image as artwork",
    code: "unsupported_image",
    bytes: () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"),
  },
  { name: "audio as artwork", code: "not_an_image", bytes: () => wav({ sound: sine({ seconds: 0.1 }) }) },
  { name: "nothing as artwork", code: "not_an_image", bytes: () => Buffer.alloc(0) },
  {
    name: "an SVG drawing as artwork",
    code: "not_an_image",
    bytes: () =>
      Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>',
      ),
  },
  {
    name: "an HTML page as artwork",
    code: "not_an_image",
    bytes: () => Buffer.from("<html><body>cover.jpg</body></html>"),
  },
  {
    name: "a PDF document as artwork",
    code: "not_an_image",
    bytes: () => Buffer.from("%PDF-1.7\n%\xe2\xe3\n1 0 obj", "latin1"),
  },
  {
    name: "a zip archive with a JPEG in it as artwork",
    code: "not_an_image",
    bytes: async () => Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), await jpeg()]),
  },
];

async function brokenHuffman(): Promise<Buffer> {
  const bytes = await jpeg();
  const table = bytes.indexOf(Buffer.from([0xff, 0xc4]));
  return Buffer.from(bytes).fill(0xff, table + 5, table + 21);
}

/** 10,000 × 10,000 of one colour, really compressed. */
function foldedTiff(): Promise<Buffer> {
  return sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: "red" }, limitInputPixels: false })
    .tiff({ compression: "deflate" })
    .toBuffer();
}

export const hostileArtwork = files.map((file) => ({ ...file, type: "artwork" as const }));
