// Is it white noise? Two measures, both of which music fails: the spectrum, averaged over the file, is flat; and the
// level never changes. A few hundred short looks at the first channel are enough.
//
// Flatness is the geometric mean of a spectrum over its arithmetic mean: 1 for white noise, about 0.3 for pink, under 0.1 for music. The
// highest frequencies are left out, since a lossy codec may have cut them off.

const LOOK_FRAMES = 1024;
const LOOK_EVERY_BLOCKS = 4;
const LEAST_LOOKS = 10;
const BAND_HZ = { from: 200, to: 15_000 };
const FLAT = 0.9;
/** Looks at white noise differ by about 0.2 dB; ten times that leaves room for a slow fade. */
const STEADY_DB = 2;

export class NoiseMeter {
  readonly #sample_rate: number;
  readonly #spectrum = new Float64Array(LOOK_FRAMES / 2);
  readonly #levels: number[] = [];
  #blocks = 0;

  constructor(sample_rate: number) {
    this.#sample_rate = sample_rate;
  }

  take(samples: Float32Array, frames: number): void {
    if (this.#blocks++ % LOOK_EVERY_BLOCKS !== 0 || frames < LOOK_FRAMES) return;
    const real = Float64Array.from(samples.subarray(0, LOOK_FRAMES), (sample, i) => sample * hann(i));
    const imaginary = new Float64Array(LOOK_FRAMES);
    transform(real, imaginary);
    let power = 0;
    for (let bin = 0; bin < this.#spectrum.length; bin++) {
      const energy = (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
      this.#spectrum[bin] = (this.#spectrum[bin] as number) + energy;
      power += energy;
    }
    this.#levels.push(10 * Math.log10(power));
  }

  isNoise(): boolean {
    if (this.#levels.length < LEAST_LOOKS) return false;
    return this.#flatness() > FLAT && deviation(this.#levels) < STEADY_DB;
  }

  #flatness(): number {
    const bin = (hertz: number) => Math.round((hertz * LOOK_FRAMES) / this.#sample_rate);
    const top = Math.min(BAND_HZ.to, this.#sample_rate * 0.45);
    const band = this.#spectrum.subarray(Math.max(2, bin(BAND_HZ.from)), bin(top));
    const logs = band.reduce((sum, energy) => sum + Math.log(energy), 0) / band.length;
    return Math.exp(logs) / (band.reduce((sum, energy) => sum + energy, 0) / band.length);
  }
}

function hann(i: number): number {
  return 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / LOOK_FRAMES);
}

/** Not a number where a look was digital silence, which is then not less than any limit. */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** The fast Fourier transform, in place: bits reversed, then butterflies of growing width. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [real[i], real[j]] = [real[j] as number, real[i] as number];
  }
  for (let width = 2; width <= size; width *= 2) {
    const angle = (-2 * Math.PI) / width;
    for (let k = 0; k < width / 2; k++) {
      const cos = Math.cos(angle * k);
      const sin = Math.sin(angle * k);
      for (let low = k; low < size; low += width) {
        const high = low + width / 2;
        const re = (real[high] as number) * cos - (imaginary[high] as number) * sin;
        const im = (real[high] as number) * sin + (imaginary[high] as number) * cos;
        real[high] = (real[low] as number) - re;
        imaginary[high] = (imaginary[low] as number) - im;
        real[low] = (real[low] as number) + re;
        imaginary[low] = (imaginary[low] as number) + im;
      }
    }
  }
}
