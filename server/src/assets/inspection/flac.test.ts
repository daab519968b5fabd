import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { atScale } from "../../../test/faults/scale.ts";
import { flac, sine } from "../../../test/media.ts";
import { FileFailure } from "./failure.ts";
import { FileBytes } from "./file-bytes.ts";
import { decodeFlac, readFlac } from "./flac.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-flac-"));
const path = join(folder, "file");
afterAll(() => rmSync(folder, { recursive: true }));
const METADATA_BYTES = 42;
/** In the short form every so many bytes. It shares no factor with 8, so that each bit of a byte has its turn. */
const STEP_BYTES = atScale({ short: 13, full: 1 });
const whole = flac({ sound: sine({ seconds: 0.03, amplitude: 0.02 }), block_size: 512 });

/** The samples of the first channel, or the code of the failure. */
function decode(bytes: Buffer): number[] | string {
  writeFileSync(path, bytes);
  const file = new FileBytes(path);
  const samples: number[] = [];
  try {
    decodeFlac(file, readFlac(file, 0), (block, frames) => samples.push(...(block[0]?.subarray(0, frames) ?? [])));
    return samples;
  } catch (error) {
    if (error instanceof FileFailure) return error.code;
    throw error;
  } finally {
    file.close();
  }
}

test("gives back the samples that were put in", () => {
  const [left = []] = sine({ seconds: 0.03, amplitude: 0.02 });
  expect(decode(whole)).toEqual(left.map((sample) => Math.round(sample * 32_768) / 32_768));
});

test("finds a cut at every place", () => {
  for (let length = 4; length < whole.length; length += length < METADATA_BYTES ? 1 : STEP_BYTES) {
    const found = decode(whole.subarray(0, length));
    expect(found, `cut at ${length}`).toBe(length >= 8 && length < METADATA_BYTES ? "corrupt_file" : "truncated_file");
  }
});

test("finds any flipped bit in its frames", () => {
  for (let at = METADATA_BYTES; at < whole.length; at += STEP_BYTES) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
    expect(["corrupt_file", "truncated_file"], `flipped at ${at}`).toContain(decode(bytes));
  }
});
