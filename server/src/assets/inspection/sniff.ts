// Finds the format of a file from its first bytes. Names and content types come from the client and decide nothing.

import type { FileBytes } from "./file-bytes.ts";

export type AudioFormat = "wav" | "flac" | "aiff" | "mp3" | "aac" | "ogg" | "mp4";
export type ImageFormat = "jpeg" | "png" | "tiff" | "gif" | "webp";

export type Sniffed =
  | { kind: "audio"; format: AudioFormat; name: string }
  | { kind: "image"; format: ImageFormat; name: string }
  /** `image` that is real but none of ours to decode. */
  | { kind: "other_image" | "other"; format: null; name: string };

const HEAD_BYTES = 64;
/** A file may carry more than one ID3 tag before its audio; real files have no more than these. */
const TAGS_AT_MOST = 3;
const ID3_HEADER_BYTES = 10;

/** With where the audio begins: ID3 tags may stand before it, whatever it is. */
export function sniffFile(file: FileBytes): Sniffed & { offset: number } {
  let offset = 0;
  for (let tags = 0; tags < TAGS_AT_MOST; tags++) {
    const header = file.read(offset, ID3_HEADER_BYTES);
    if (header.length < ID3_HEADER_BYTES || header.toString("latin1", 0, 3) !== "ID3") break;
    offset += ID3_HEADER_BYTES + syncsafe(header.subarray(6));
  }
  const found = sniff(file.read(offset, HEAD_BYTES));
  // Padding may follow a tag, and only MP3 is known by nothing but its frames.
  const isTagged = offset > 0 && found.kind === "other" && found.name === UNKNOWN;
  return { ...(isTagged ? audio("mp3", "MP3 audio") : found), offset };
}

export function sniff(head: Uint8Array): Sniffed {
  if (head.length === 0) return other("empty");
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1");
  return sniffContainer(text) ?? sniffSignature(text) ?? sniffMpeg(head) ?? sniffText(text);
}

/** Formats that say inside a shared wrapper what they are. */
function sniffContainer(text: string): Sniffed | undefined {
  const type = text.slice(8, 12);
  if (/^(RIFF|RF64|BW64)/.test(text)) {
    if (type === "WAVE") return audio("wav", "WAV audio");
    return type === "WEBP" ? image("webp", "WebP image") : other("a RIFF file");
  }
  if (text.startsWith("FORM") && /^AIF[FC]$/.test(type)) return audio("aiff", "AIFF audio");
  if (text.slice(4, 8) !== "ftyp") return undefined;
  if (/^(M4A |M4B |mp4|isom|iso|dash|MSNV)/.test(type)) return audio("mp4", "MP4 audio");
  return /^(heic|heix|mif1|avif|avis|heif)/.test(type) ? otherImage("HEIF or AVIF image") : other("a video file");
}

const signatures: readonly [string, Sniffed][] = [
  ["fLaC", audio("flac", "FLAC audio")],
  ["OggS", audio("ogg", "Ogg audio")],
  ["\xff\xd8\xff", image("jpeg", "JPEG image")],
  ["\x89PNG\r\n\x1a\n", image("png", "PNG image")],
  ["GIF87a", image("gif", "GIF image")],
  ["GIF89a", image("gif", "GIF image")],
  ["II*\0", image("tiff", "TIFF image")],
  ["MM\0*", image("tiff", "TIFF image")],
  ["II+\0", image("tiff", "TIFF image")],
  ["MM\0+", image("tiff", "TIFF image")],
  ["BM", otherImage("BMP image")],
  ["\0\0\x01\0", otherImage("icon")],
  ["8BPS", otherImage("Photoshop image")],
  ["%PDF", other("a PDF document")],
  ["PK\x03\x04", other("a zip archive")],
  ["PK\x05\x06", other("a zip archive")],
  ["\x1f\x8b", other("a gzip archive")],
  ["Rar!", other("a RAR archive")],
  ["7z\xbc\xaf", other("a 7-Zip archive")],
  ["\x7fELF", other("a program")],
  ["MZ", other("a program")],
  ["\xcf\xfa\xed\xfe", other("a program")],
  ["#!", other("a program")],
];

function sniffSignature(text: string): Sniffed | undefined {
  return signatures.find(([signature]) => text.startsWith(signature))?.[1];
}

/** MPEG audio has no signature but its frame header, of which every field must make sense. */
function sniffMpeg(head: Uint8Array): Sniffed | undefined {
  const [first = 0, second = 0, third = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  if ((second & 0xf6) === 0xf0) return audio("aac", "AAC audio");
  const layer = (second >> 1) & 3;
  const isVersion = ((second >> 3) & 3) !== 1;
  const bitrate = third >> 4;
  const isRate = ((third >> 2) & 3) !== 3;
  return isVersion && isRate && (layer === 1 || layer === 2) && bitrate > 0 && bitrate < 15
    ? audio("mp3", "MP3 audio")
    : undefined;
}

const UNKNOWN = "of no known kind";

function sniffText(text: string): Sniffed {
  const start = text
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart()
    .toLowerCase();
  if (/^<(!doctype html|html|head|body|script)/.test(start)) return other("an HTML page");
  if (start.startsWith("<svg")) return other("an SVG drawing");
  if (start.startsWith("<")) return other("an XML or SVG document");
  return other(/^[\t\n\r\x20-\x7e]{8,}$/.test(text) ? "plain text" : UNKNOWN);
}

function syncsafe(bytes: Uint8Array): number {
  return bytes.subarray(0, 4).reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
}

function audio(format: AudioFormat, name: string): Sniffed {
  return { kind: "audio", format, name };
}

function image(format: ImageFormat, name: string): Sniffed {
  return { kind: "image", format, name };
}

function otherImage(name: string): Sniffed {
  return { kind: "other_image", format: null, name };
}

function other(name: string): Sniffed {
  return { kind: "other", format: null, name };
}
