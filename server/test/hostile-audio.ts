// Audio that is broken, lying, or made to break its decoder.

import type { FailureCode } from "../src/assets/inspection/failure.ts";
import { atScale } from "./faults/scale.ts";
import { hostileFlacs } from "./hostile-flac.ts";
import { chunk, riff, sine, wav, wavFormat } from "./media.ts";

export type HostileAudio = { name: string; bytes(): Buffer; code: FailureCode };

const sound = sine({ seconds: 1 });
const format = { channels: 2, sample_rate: 44_100, bit_depth: 16, format_code: 1 };
const data = Buffer.alloc(4_000, 7);
const goodFormat = chunk("fmt ", wavFormat(format));
const withFormat = (change: object) => riff([chunk("fmt ", wavFormat({ ...format, ...change })), chunk("data", data)]);

/** The outer length of a RIFF file, changed. */
function withRiffLength(bytes: Buffer, length: number): Buffer {
  bytes.writeUInt32LE(length, 4);
  return bytes;
}

const wavs: HostileAudio[] = [
  { name: "WAV of 12 bytes", code: "corrupt_file", bytes: () => riff([]) },
  { name: "WAV without data", code: "no_audio_data", bytes: () => riff([goodFormat]) },
  {
    name: "WAV with empty data",
    code: "no_audio_data",
    bytes: () => riff([goodFormat, chunk("data", Buffer.alloc(0))]),
  },
  {
    name: "WAV with RIFF and data lengths of 0",
    code: "no_audio_data",
    bytes: () => withRiffLength(riff([goodFormat, chunk("data", data, 0)]), 0),
  },
  {
    name: "WAV with RIFF and data lengths of 0xFFFFFFFF",
    code: "truncated_file",
    bytes: () => withRiffLength(riff([goodFormat, chunk("data", data, 0xffff_ffff)]), 0xffff_ffff),
  },
  {
    name: "WAV that claims 2 GB in 100 bytes",
    code: "truncated_file",
    bytes: () => riff([goodFormat, chunk("data", Buffer.alloc(56), 2 ** 31)]),
  },
  { name: "WAV cut in its data", code: "truncated_file", bytes: () => wav({ sound }).subarray(0, 100_000) },
  { name: "WAV cut in its header", code: "truncated_file", bytes: () => wav({ sound }).subarray(0, 30) },
  { name: "WAV with data before fmt", code: "corrupt_file", bytes: () => riff([chunk("data", data), goodFormat]) },
  {
    name: "WAV with a short fmt",
    code: "corrupt_file",
    bytes: () => riff([chunk("fmt ", Buffer.alloc(8)), chunk("data", data)]),
  },
  { name: "WAV of 0 channels", code: "corrupt_file", bytes: () => withFormat({ channels: 0 }) },
  { name: "WAV of 65,535 channels", code: "unsupported_audio", bytes: () => withFormat({ channels: 65_535 }) },
  { name: "WAV at 0 Hz", code: "corrupt_file", bytes: () => withFormat({ sample_rate: 0 }) },
  { name: "WAV at 4 GHz", code: "unsupported_audio", bytes: () => withFormat({ sample_rate: 0xffff_ffff }) },
  { name: "WAV of 0 bits", code: "unsupported_audio", bytes: () => withFormat({ bit_depth: 0 }) },
  {
    name: "WAV of 65,535 bits",
    code: "unsupported_audio",
    bytes: () => withFormat({ bit_depth: 65_535, block_align: 4 }),
  },
  { name: "WAV with a negative block size", code: "corrupt_file", bytes: () => withFormat({ block_align: 0xffff }) },
  {
    name: "WAV of ADPCM",
    code: "unsupported_audio",
    bytes: () => withFormat({ format_code: 2, bit_depth: 4, block_align: 1 }),
  },
  {
    name: "WAV of floats that are not numbers",
    code: "corrupt_file",
    bytes: () =>
      riff([
        chunk("fmt ", wavFormat({ ...format, bit_depth: 32, format_code: 3 })),
        chunk("data", Buffer.alloc(4_000, 0xff)),
      ]),
  },
  {
    name: "WAV that ends in the middle of a sample",
    code: "corrupt_file",
    bytes: () => riff([goodFormat, chunk("data", data.subarray(0, 3_999))]),
  },
  {
    name: "WAV of a million empty chunks",
    code: "corrupt_file",
    bytes: () => riff([goodFormat, Buffer.alloc(8_000_000), chunk("data", data)]),
  },
  {
    name: "WAV with lists in lists in lists",
    code: "no_audio_data",
    bytes: () => riff([goodFormat, nested(500)]),
  },
  {
    name: "WAV whose metadata is said to be 4 GB",
    code: "no_audio_data",
    bytes: () => riff([goodFormat, chunk("id3 ", Buffer.alloc(10), 0xffff_fff0), chunk("data", data)]),
  },
  {
    name: "RF64 that claims 16 exabytes",
    code: "truncated_file",
    bytes: () => {
      const bytes = riff([chunk("ds64", Buffer.alloc(28, 0xff)), goodFormat, chunk("data", data, 0xffff_ffff)]);
      bytes.write("RF64", 0, "latin1");
      return bytes;
    },
  },
];

function nested(depth: number): Buffer {
  let list: Buffer = Buffer.alloc(0);
  for (let i = 0; i < depth; i++) list = chunk("LIST", Buffer.concat([Buffer.from("LIST", "latin1"), list]));
  return list;
}

const named = (name: string, content: Buffer | string): HostileAudio => ({
  name: `${name} as audio`,
  code: "not_audio",
  bytes: () => Buffer.from(content as string),
});

/** One page of an Ogg stream; its checksum is not written. */
function oggPage(granule: bigint, flags: number, packet: Buffer): Buffer {
  const head = Buffer.alloc(28);
  head.write("OggS", "latin1");
  head.writeUInt8(flags, 5);
  head.writeBigUInt64LE(granule, 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt8(1, 26);
  head.writeUInt8(packet.length, 27);
  return Buffer.concat([head, packet]);
}

// Version 0, two channels, 44,100 Hz, three bit rates, block sizes, and the bit that ends it.
const vorbisHead = Buffer.from(
  `01${Buffer.from("vorbis").toString("hex")}000000000244ac0000${"00".repeat(12)}b801`,
  "hex",
);

const others: HostileAudio[] = [
  named("nothing", ""),
  named("one byte", "f"),
  named("an HTML page", "<!doctype html><html><script>alert(1)</script></html>"),
  named("an SVG drawing", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  named("a zip archive", Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(500)])),
  named("a program", Buffer.concat([Buffer.from("\x7fELF", "latin1"), Buffer.alloc(500)])),
  named("a PDF document", "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"),
  named("a JPEG image", Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex")),
  named(
    "a tag and then a zip archive",
    Buffer.concat([
      Buffer.from("ID3\x04\0\0\0\0\0\x0a", "latin1"),
      Buffer.alloc(10),
      Buffer.from("PK\x03\x04", "latin1"),
      Buffer.alloc(60),
    ]),
  ),
  {
    name: "MP3 frames that lead nowhere",
    code: "corrupt_file",
    bytes: () => Buffer.concat([Buffer.from("fffb9064", "hex"), Buffer.alloc(20)]),
  },
  {
    name: "MP3 of nothing but a tag",
    code: "corrupt_file",
    bytes: () => Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\x10\0", "latin1"), Buffer.alloc(4_000)]),
  },
  {
    name: "MP4 with boxes in boxes that never end",
    code: "corrupt_file",
    bytes: () =>
      Buffer.concat([
        Buffer.from("0000001866747970", "hex"),
        Buffer.from("M4A \0\0\0\0M4A mp42", "latin1"),
        // Four times as many take the reader of such files sixteen times as long.
        Buffer.alloc(atScale({ short: 100_000, full: 400_000 }), Buffer.from("\0\0\0\x08moov", "latin1")),
      ]),
  },
  {
    name: "Ogg that says it lasts for centuries",
    code: "corrupt_file",
    bytes: () => Buffer.concat([oggPage(0n, 2, vorbisHead), oggPage(2n ** 50n, 4, Buffer.alloc(200))]),
  },
  {
    name: "Ogg without a stream",
    code: "corrupt_file",
    bytes: () => Buffer.concat([Buffer.from("OggS", "latin1"), Buffer.alloc(3_000)]),
  },
  { name: "AIFF without sound", code: "corrupt_file", bytes: () => Buffer.from("FORM\0\0\0\x04AIFF", "latin1") },
];

export const hostileAudio = [...wavs, ...hostileFlacs, ...others].map((file) => ({ ...file, type: "audio" as const }));
