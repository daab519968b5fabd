// The bytes of a report as UTF-8, whatever they came in.

import { isUtf8 } from "node:buffer";
import type { FormatRules } from "../formats/format.ts";

type Given = FormatRules["file"]["encoding"];
export type Encoding = Exclude<Given, "auto">;

/** So many bytes tell the encoding. */
export const SAMPLE_BYTES = 65_536;
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_MARKS = { "utf-16le": Buffer.from([0xff, 0xfe]), "utf-16be": Buffer.from([0xfe, 0xff]) };
// A character of UTF-8 has at most four bytes: the last may be cut.
const CUT_BYTES = 3;

const beginsWith = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark);

/** By the mark at its beginning, else by the first bytes: UTF-8 if they are, else windows-1252. */
export function textEncodingOf(sample: Buffer, given: Given): Encoding {
  if (given !== "auto") return given;
  if (Object.values(UTF16_MARKS).some((mark) => beginsWith(sample, mark))) return "utf-16";
  if (isUtf8(sample)) return "utf-8";
  for (let cut = 1; cut <= CUT_BYTES; cut++)
    if (sample.length >= SAMPLE_BYTES && isUtf8(sample.subarray(0, sample.length - cut))) return "utf-8";
  return "windows-1252";
}

export type Decoder = { decode(bytes: Buffer): Buffer; end(): Buffer };

/** Bytes that are UTF-8 already are handed on, without the mark. Bytes that are no text become U+FFFD. */
export function decoderOf(sample: Buffer, encoding: Encoding): Decoder {
  if (encoding === "utf-8") {
    let isFirst = true;
    const decode = (bytes: Buffer) => {
      const isMarked = isFirst && beginsWith(bytes, UTF8_MARK);
      isFirst = false;
      return isMarked ? bytes.subarray(UTF8_MARK.length) : bytes;
    };
    return { decode, end: () => Buffer.alloc(0) };
  }
  const isBigEndian = beginsWith(sample, UTF16_MARKS["utf-16be"]);
  const decoder = new TextDecoder(encoding === "utf-16" ? (isBigEndian ? "utf-16be" : "utf-16le") : encoding);
  return {
    decode: (bytes) => Buffer.from(decoder.decode(bytes, { stream: true })),
    end: () => Buffer.from(decoder.decode()),
  };
}
