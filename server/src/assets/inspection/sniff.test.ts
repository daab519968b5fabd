import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { aiff, flac, jpeg, png, sine, wav } from "../../../test/media.ts";
import { FileBytes } from "./file-bytes.ts";
import { sniff, sniffFile } from "./sniff.ts";

const sound = sine({ seconds: 0.01 });
const latin = (text: string) => Buffer.from(text, "latin1");

describe("a file is what its bytes say", () => {
  test.each([
    ["wav", wav({ sound })],
    ["wav", latin("RF64\xff\xff\xff\xffWAVEds64")],
    ["flac", flac({ sound })],
    ["aiff", aiff({ sound })],
    ["aiff", latin("FORM\0\0\0\0AIFC")],
    ["mp3", Buffer.from("fffb9064", "hex")],
    ["aac", Buffer.from("fff15080", "hex")],
    ["ogg", latin("OggS\0\x02")],
    ["mp4", latin("\0\0\0\x20ftypM4A ")],
  ])("%s is audio", (format, bytes) => {
    expect(sniff(bytes)).toMatchObject({ kind: "audio", format });
  });

  test("images are images", async () => {
    expect(sniff(await jpeg({ width: 8, height: 8 }))).toMatchObject({ kind: "image", format: "jpeg" });
    expect(sniff(await png({ width: 8, height: 8 }))).toMatchObject({ kind: "image", format: "png" });
    expect(sniff(latin("GIF89a"))).toMatchObject({ kind: "image", format: "gif" });
    expect(sniff(latin("MM\0*\0\0"))).toMatchObject({ kind: "image", format: "tiff" });
    expect(sniff(latin("RIFF\0\0\0\0WEBPVP8 "))).toMatchObject({ kind: "image", format: "webp" });
    expect(sniff(latin("\0\0\0\x18ftypavif"))).toMatchObject({ kind: "other_image" });
  });

  test.each([
    ["empty", ""],
    ["an HTML page", "\n  <!DOCTYPE html><html>"],
    ["an SVG drawing", "<svg xmlns=''>"],
    ["an XML or SVG document", "<?xml version='1.0'?><svg>"],
    ["a zip archive", "PK\x03\x04"],
    ["a PDF document", "%PDF-1.4"],
    ["a program", "\x7fELF\x02"],
    ["a program", "#!/bin/sh"],
    ["plain text", "hello, this is a song"],
    ["of no known kind", "\x01\x02\x03\x04\x05\x06\x07\x08"],
    ["of no known kind", "\xff\xfeh\0i\0"],
  ])("what is %s is neither", (name, text) => {
    expect(sniff(latin(text))).toEqual({ kind: "other", format: null, name });
  });
});

describe("tags before the audio", () => {
  const tag = (length: number) =>
    Buffer.concat([latin(`ID3\x04\0\0\0\0\0${String.fromCharCode(length)}`), Buffer.alloc(length)]);
  const folder = mkdtempSync(join(tmpdir(), "segue-sniff-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const open = (bytes: Buffer) => {
    const path = join(folder, "file");
    writeFileSync(path, bytes);
    return new FileBytes(path);
  };

  test("are skipped, and what follows counts", () => {
    const file = open(Buffer.concat([tag(20), tag(5), flac({ sound })]));
    expect(sniffFile(file)).toMatchObject({ kind: "audio", format: "flac", offset: 45 });
  });

  test("alone leave MP3 as the only thing it can be", () => {
    expect(sniffFile(open(Buffer.concat([tag(20), Buffer.alloc(100)])))).toMatchObject({ format: "mp3", offset: 30 });
  });
});
