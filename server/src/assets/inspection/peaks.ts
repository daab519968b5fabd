// The outline of a sound, for a picture of it: the loudest sample of each of 600 equal parts.
//
// A file may not say how long it is, or lie. So the meter begins with short parts and joins them two by two whenever it has too
// many: its memory stays the same for any length, and it keeps at least four parts for each one that it answers with.

import { greatest } from "../../platform/long-list.ts";

export const PEAKS = 600;
const PARTS_AT_MOST = PEAKS * 8;
const FULL_SCALE = 255;

export class PeakMeter {
  readonly #parts = new Float32Array(PARTS_AT_MOST);
  /** How many frames a part has. */
  #length = 1;
  #frames = 0;

  take(block: readonly Float32Array[], frames: number): void {
    while (this.#frames + frames > this.#length * PARTS_AT_MOST) this.#join();
    for (const samples of block) this.#takeChannel(samples, frames);
    this.#frames += frames;
  }

  /** 600 bytes, 255 for full scale; fewer for a sound that has fewer samples. */
  read(): Uint8Array {
    const parts = Math.ceil(this.#frames / this.#length);
    const count = Math.min(PEAKS, parts);
    return Uint8Array.from({ length: count }, (_, at) => {
      const [from, to] = [Math.floor((at * parts) / count), Math.ceil(((at + 1) * parts) / count)];
      return Math.min(FULL_SCALE, Math.round(greatest(this.#parts.subarray(from, to)) * FULL_SCALE));
    });
  }

  #takeChannel(samples: Float32Array, frames: number): void {
    for (let at = 0; at < frames; ) {
      const part = Math.floor((this.#frames + at) / this.#length);
      const end = Math.min(frames, (part + 1) * this.#length - this.#frames);
      let peak = this.#parts[part] as number;
      for (; at < end; at++) {
        const size = Math.abs(samples[at] as number);
        if (size > peak) peak = size;
      }
      this.#parts[part] = peak;
    }
  }

  #join(): void {
    const parts = this.#parts;
    for (let at = 0; at < PARTS_AT_MOST / 2; at++)
      parts[at] = Math.max(parts[2 * at] as number, parts[2 * at + 1] as number);
    parts.fill(0, PARTS_AT_MOST / 2);
    this.#length *= 2;
  }
}
