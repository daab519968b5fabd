// Signals whose loudness and true peak are known: what ffmpeg 5.1 says of the same files
// (`-af ebur128=peak=true:metadata=1,ametadata=print`), so that a test needs no ffmpeg.

import { noise, type Sound, sine, wav } from "./media.ts";

export type Signal = { name: string; loudness_lufs: number; true_peak_db: number; wav(): Buffer };

const mix = (...sounds: Sound[]): Sound =>
  (sounds[0] ?? []).map((samples, channel) =>
    samples.map((_, i) => sounds.reduce((sum, sound) => sum + (sound[channel]?.[i] ?? 0), 0)),
  );
const join = (...sounds: Sound[]): Sound =>
  (sounds[0] ?? []).map((_, channel) => sounds.flatMap((sound) => sound[channel] ?? []));

/** White noise through one pole: more of the low tones, as music has. */
function dark(sound: Sound): Sound {
  return sound.map((samples) => {
    let held = 0;
    return samples.map((sample) => {
      held += 0.05 * (sample - held);
      return held * 4;
    });
  });
}

/** Without the click of a sudden start, which meters disagree about. */
function faded(sound: Sound, frames = 4_410): Sound {
  return sound.map((samples) =>
    samples.map((sample, i) => sample * Math.min(1, i / frames, (samples.length - 1 - i) / frames)),
  );
}

const fiveTones = (sample_rate: number): Sound =>
  mix(
    ...[82, 311, 1245, 4186, 11_025].map((hertz, i) =>
      sine({ hertz, sample_rate, seconds: 5, amplitude: 0.16 - i * 0.02, phase: i }),
    ),
  );

export const signals: readonly Signal[] = [
  {
    name: "a sine of 997 Hz at −23 dBFS",
    loudness_lufs: -23.0,
    true_peak_db: -23.0,
    wav: () => wav({ sound: sine({ amplitude: 10 ** (-23 / 20), seconds: 5 }) }),
  },
  {
    name: "dark noise of 16 bits",
    loudness_lufs: -12.006,
    true_peak_db: -2.0,
    wav: () => wav({ sound: dark(noise({ amplitude: 0.5, seconds: 6 })), bit_depth: 16 }),
  },
  {
    name: "a sine whose peaks all lie between samples",
    loudness_lufs: 2.4,
    true_peak_db: -0.9,
    wav: () => wav({ sound: faded(sine({ hertz: 11_025, amplitude: 0.9, phase: Math.PI / 4, seconds: 4 })) }),
  },
  {
    name: "loud, then quiet enough to be left out, then loud",
    loudness_lufs: -16.187,
    true_peak_db: -14.0,
    wav: () =>
      wav({
        sound: join(
          sine({ amplitude: 0.2, seconds: 4 }),
          sine({ amplitude: 0.01, seconds: 6 }),
          sine({ amplitude: 0.0001, seconds: 4 }),
          sine({ amplitude: 0.1, seconds: 4 }),
        ),
      }),
  },
  {
    name: "five tones at 48 kHz",
    loudness_lufs: -10.806,
    true_peak_db: -4.6,
    wav: () => wav({ sound: fiveTones(48_000), sample_rate: 48_000 }),
  },
  {
    name: "one channel at 96 kHz, extensible",
    loudness_lufs: -13.836,
    true_peak_db: -4.6,
    wav: () => wav({ sound: fiveTones(96_000).slice(0, 1), sample_rate: 96_000, format_code: 0xfffe }),
  },
  {
    name: "noise at full scale",
    loudness_lufs: 1.359,
    true_peak_db: 5.4,
    wav: () => wav({ sound: noise({ amplitude: 1, seconds: 4 }), bit_depth: 32, format_code: 3 }),
  },
];
