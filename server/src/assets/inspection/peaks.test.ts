import fc from "fast-check";
import { expect, test } from "vitest";
import { PEAKS, PeakMeter } from "./peaks.ts";

function measure(samples: Float32Array, block: number): number[] {
  const meter = new PeakMeter();
  for (let at = 0; at < samples.length; at += block) {
    const part = samples.subarray(at, at + block);
    meter.take([part, new Float32Array(part.length)], part.length);
  }
  return [...meter.read()];
}

test("a loud sample shows where it is, whatever the length and the blocks, and everything else is silent", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: PEAKS * 8, max: 200_000 }),
      fc.integer({ min: 1, max: 70_000 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (length, block, place) => {
        const samples = new Float32Array(length);
        const at = Math.floor(place * length);
        samples[at] = -1;
        const peaks = measure(samples, block);
        expect(peaks).toHaveLength(PEAKS);
        const loud = peaks.flatMap((peak, index) => (peak > 0 ? [index] : []));
        // The edges of two neighbours may share one of the short parts that the meter keeps.
        for (const index of loud) expect(Math.abs(index - (at / length) * PEAKS)).toBeLessThan(1.5);
        expect(loud.length === 1 || loud.length === 2).toBe(true);
        expect(peaks[loud[0] as number]).toBe(255);
      },
    ),
    { numRuns: 30 },
  );
});

test("a sound of a few samples has as many peaks; more than full scale is full scale", () => {
  expect(measure(Float32Array.of(0.5, -0.25, 2), 2)).toEqual([128, 64, 255]);
});
