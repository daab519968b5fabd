import { expect, test } from "vitest";
import { barsOfPeaks } from "./waveform.tsx";

test("600 peaks are drawn as the loudest of each four", () => {
  const peaks = Array.from({ length: 600 }, (_, index) => (index % 4 === 2 ? 255 : 10));
  expect(barsOfPeaks(peaks)).toEqual(Array.from({ length: 150 }, () => 1));
});

test("few peaks are drawn one by one, and none is drawn of silence", () => {
  expect(barsOfPeaks([0, 255, 51])).toEqual([0, 1, 0.2]);
  expect(barsOfPeaks([])).toEqual([]);
});
