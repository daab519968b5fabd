import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { constant, flacFrame, metadataBlock, streamInfo, verbatim } from "../../../test/flac-writer.ts";
import { aiff, chunk, flac, noise, riff, type Sound, sine, wav, wavFormat } from "../../../test/media.ts";
import { signals } from "../../../test/signals.ts";
import { inspectAudio } from "./audio.ts";
import type { AudioFacts } from "./facts.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-audio-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function look(bytes: Buffer): Promise<AudioFacts> {
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  return (await inspectAudio(path)).audio;
}

const join2 = (...sounds: Sound[]): Sound =>
  (sounds[0] ?? []).map((_, channel) => sounds.flatMap((sound) => sound[channel] ?? []));
const silence = (seconds: number): Sound => sine({ seconds, amplitude: 0 });

describe("loudness and true peak are those of ffmpeg", () => {
  test.each(signals)("$name", async ({ wav, loudness_lufs, true_peak_db }) => {
    const facts = await look(wav());
    expect(Math.abs((facts.loudness_lufs ?? 99) - loudness_lufs)).toBeLessThanOrEqual(0.1);
    expect(Math.abs((facts.true_peak_db ?? 99) - true_peak_db)).toBeLessThanOrEqual(0.3);
  });
});

describe("every coding of the same sound gives the same facts", () => {
  const sound = sine({ seconds: 1.5 });
  const same = {
    sample_rate: 44_100,
    channels: 2,
    duration_ms: 1500,
    loudness_lufs: -20,
    rms_db: -23.01,
    trailing_bytes: 0,
  };

  test.each([
    ["wav", 16, 1, wav({ sound, bit_depth: 16 })],
    ["wav", 24, 1, wav({ sound, bit_depth: 24 })],
    ["wav", 32, 1, wav({ sound, bit_depth: 32 })],
    ["wav", 32, 3, wav({ sound, bit_depth: 32, format_code: 3 })],
    ["wav", 24, 0xfffe, wav({ sound, bit_depth: 24, format_code: 0xfffe })],
    ["aiff", 16, null, aiff({ sound, bit_depth: 16 })],
    ["aiff", 24, null, aiff({ sound, bit_depth: 24 })],
    ["flac", 16, null, flac({ sound, bit_depth: 16 })],
    ["flac", 24, null, flac({ sound, bit_depth: 24, block_size: 777 })],
    ["flac", 16, null, flac({ sound, block_size: 65_535 })],
    ["flac", 16, null, flac({ sound, info: { total_frames: 0, md5: Buffer.alloc(16) } })],
  ])("%s of %i bits, format code %s", async (format, bit_depth, format_code, bytes) => {
    expect(await look(bytes)).toMatchObject({ ...same, format, bit_depth, format_code, has_tags: false });
  });

  test("one channel counts once", async () => {
    expect(await look(wav({ sound: sound.slice(0, 1) }))).toMatchObject({ channels: 1, loudness_lufs: -23.01 });
  });

  test("RF64 says its length in another chunk", async () => {
    const ds64 = Buffer.alloc(28);
    const data = Buffer.alloc(40_000, 3);
    ds64.writeBigUInt64LE(BigInt(data.length), 8);
    const format = wavFormat({ channels: 2, sample_rate: 44_100, bit_depth: 16, format_code: 1 });
    const bytes = riff([chunk("ds64", ds64), chunk("fmt ", format), chunk("data", data, 0xffff_ffff)]);
    bytes.write("RF64", 0, "latin1");
    expect(await look(bytes)).toMatchObject({ format: "wav", duration_ms: 227, trailing_bytes: 0 });
  });
});

describe("FLAC", () => {
  // A ramp in the other encodings: a constant, plain samples, left and difference, middle and difference.
  test("of constants and of plain samples", async () => {
    const info = {
      sample_rate: 44_100,
      channels: 1,
      bit_depth: 16,
      total_frames: 64,
      block_size: 32,
      md5: Buffer.alloc(16),
    };
    const block = [Array.from({ length: 32 }, () => -16_384)];
    const frames = [constant, verbatim].map((subframe, number) =>
      flacFrame({ block, number, bit_depth: 16, subframe }),
    );
    const bytes = Buffer.concat([Buffer.from("fLaC"), metadataBlock(0, streamInfo(info), true), ...frames]);
    expect(await look(bytes)).toMatchObject({ rms_db: -6.02, duration_ms: 1 });
  });

  test("by the reference encoder, with predictors and joined channels, matches its own MD5", async () => {
    const facts = await look(readFileSync(join(import.meta.dirname, "../../../test/reference.flac")));
    // The facts of the WAV file that `flac -8` made it from.
    expect(facts).toMatchObject({ channels: 2, bit_depth: 16, duration_ms: 93, rms_db: -17.05, true_peak_db: -11.38 });
  });

  test("with comments or a picture has tags, with its encoder's name alone has none", async () => {
    const sound = sine({ seconds: 0.1 });
    const comments = (count: number) =>
      Buffer.from([4, 0, 0, 0, 65, 66, 67, 68, count, 0, 0, 0, 3, 0, 0, 0, 65, 61, 66]);
    expect(await look(flac({ sound, blocks: [[4, comments(1)]] }))).toMatchObject({ has_tags: true });
    expect(await look(flac({ sound, blocks: [[4, comments(0)]] }))).toMatchObject({ has_tags: false });
    expect(await look(flac({ sound, blocks: [[6, Buffer.alloc(40)]] }))).toMatchObject({ has_tags: true });
  });

  test("may be followed by bytes, which are counted", async () => {
    const bytes = Buffer.concat([flac({ sound: sine({ seconds: 0.1 }) }), Buffer.from("TAG"), Buffer.alloc(125)]);
    expect(await look(bytes)).toMatchObject({ trailing_bytes: 128 });
  });
});

describe("what a listener would notice", () => {
  test("silence at the edges is measured, a breath of noise in it does not count", async () => {
    const sound = join2(silence(1.2), sine({ seconds: 1, amplitude: 0.0009 }), sine({ seconds: 2 }), silence(0.7));
    const { silence_start_ms, silence_end_ms } = await look(wav({ sound }));
    expect(silence_start_ms).toBeGreaterThanOrEqual(2_200);
    expect(silence_start_ms).toBeLessThanOrEqual(2_201);
    expect(silence_end_ms).toBeGreaterThanOrEqual(700);
    expect(silence_end_ms).toBeLessThanOrEqual(701);
  });

  test("nothing but silence has no loudness, no peak and no power", async () => {
    const nothing = { loudness_lufs: null, true_peak_db: null, rms_db: null, is_noise: false };
    expect(await look(wav({ sound: silence(1) }))).toMatchObject({
      ...nothing,
      silence_start_ms: 1000,
      silence_end_ms: 1000,
    });
  });

  test("what is shorter than a block of 400 ms has no loudness", async () => {
    expect(await look(wav({ sound: sine({ seconds: 0.3 }) }))).toMatchObject({
      loudness_lufs: null,
      true_peak_db: -19.99,
    });
  });

  test("tops that were cut off are counted, single full samples are not", async () => {
    const cut = sine({ seconds: 1, hertz: 100, amplitude: 2, channels: 1 });
    expect((await look(wav({ sound: cut }))).clipped_samples).toBeGreaterThan(20_000);
    const touching = sine({ seconds: 1, hertz: 11_025, amplitude: 1, channels: 1 });
    expect((await look(wav({ sound: touching }))).clipped_samples).toBe(0);
  });

  test("white noise is known, music-like sound is not taken for it", async () => {
    const is = async (sound: Sound) => (await look(wav({ sound, bit_depth: 16 }))).is_noise;
    expect(await is(noise({ seconds: 5 }))).toBe(true);
    expect(await is(sine({ seconds: 5 }))).toBe(false);
    expect(await is(join2(noise({ seconds: 3 }), silence(3)))).toBe(false);
    const dark = signals.find(({ name }) => name.startsWith("dark noise"));
    expect((await look(dark?.wav() ?? Buffer.alloc(0))).is_noise).toBe(false);
  });

  test("silence as a mastering program writes it, with dither, is silence and not white noise", async () => {
    const step = 1 / 2 ** 15;
    const [[one = []], [other = []]] = [
      noise({ seconds: 5, channels: 1 }),
      noise({ seconds: 5, amplitude: 0.07, channels: 1 }),
    ];
    // Two random numbers of up to one step of 16 bits each, the usual dither; and the same eight times as loud, as shaped dither may be.
    for (const loudness of [step, 8 * step]) {
      const sound = [one.map((sample, i) => loudness * 10 * (sample + (other.at(-i - 1) ?? 0)))];
      const facts = await look(wav({ sound, bit_depth: 24 }));
      expect(facts).toMatchObject({ is_noise: false, silence_start_ms: 5000, silence_end_ms: 5000 });
      expect(facts.rms_db).toBeLessThan(-70);
    }
    expect((await look(wav({ sound: noise({ seconds: 5, amplitude: 0.01 }) }))).is_noise).toBe(true);
  });
});

describe("what stores do not want in a file", () => {
  const sound = sine({ seconds: 0.5 });

  test("tags in a WAV file, before or after the sound", async () => {
    const info = chunk("LIST", Buffer.from("INFOINAM\x02\0\0\0A\0"));
    expect(await look(wav({ sound, before: info }))).toMatchObject({ has_tags: true, trailing_bytes: 0 });
    expect(await look(wav({ sound, after: chunk("id3 ", Buffer.alloc(10)) }))).toMatchObject({
      has_tags: true,
      trailing_bytes: 18,
    });
    expect(await look(wav({ sound, before: chunk("LIST", Buffer.from("adtl")) }))).toMatchObject({ has_tags: false });
    const id3 = Buffer.from("ID3\x04\0\0\0\0\0\x02ab", "latin1");
    expect(await look(Buffer.concat([id3, wav({ sound })]))).toMatchObject({ has_tags: true, format: "wav" });
  });

  test("MP3 is audio all the same, with what its header says", async () => {
    // Frames of 417 bytes: MPEG 1, layer III, 128 kbit/s, 44.1 kHz, stereo.
    const frame = Buffer.concat([Buffer.from("fffb9000", "hex"), Buffer.alloc(413)]);
    const facts = await look(Buffer.concat(Array.from({ length: 100 }, () => frame)));
    expect(facts).toMatchObject({
      format: "mp3",
      sample_rate: 44_100,
      channels: 2,
      bit_depth: null,
      loudness_lufs: null,
    });
    expect(facts.duration_ms).toBeGreaterThan(2_500);
    expect(facts.duration_ms).toBeLessThan(2_700);
  });
});
