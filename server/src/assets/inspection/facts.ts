// Facts about a file. Everything here was read from the bytes; nothing comes from the client's declaration.

import { type Static, Type } from "typebox";
import { Nullable } from "../../platform/schema.ts";

const Count = Type.Integer({ minimum: 0 });

export const AudioFacts = Type.Object({
  format: Type.String({ description: "`wav`, `flac`, `aiff`, `mp3`, `aac`, `ogg` or `mp4`.", examples: ["wav"] }),
  sample_rate: Type.Integer({ examples: [44_100] }),
  bit_depth: Nullable(Type.Integer({ description: "Null if the format has none.", examples: [24] })),
  channels: Type.Integer({ examples: [2] }),
  duration_ms: Type.Integer({ examples: [201_500] }),
  loudness_lufs: Nullable(
    Type.Number({
      description: "Integrated loudness (ITU-R BS.1770-4). Null for silence and for audio that was not decoded.",
      examples: [-14.2],
    }),
  ),
  true_peak_db: Nullable(Type.Number({ description: "In dBTP, four times oversampled.", examples: [-1.1] })),
  rms_db: Nullable(Type.Number({ examples: [-17.3] })),
  silence_start_ms: Count,
  silence_end_ms: Count,
  clipped_samples: Type.Integer({ minimum: 0, description: "Samples in runs of three or more at full scale." }),
  is_noise: Type.Boolean({ description: "White noise from beginning to end." }),
  format_code: Nullable(
    Type.Integer({ description: "WAV only: 1 (PCM), 3 (float) or 65534 (extensible).", examples: [1] }),
  ),
  has_tags: Type.Boolean({ description: "ID3 or other embedded tags." }),
  trailing_bytes: Type.Integer({ minimum: 0, description: "Bytes after the audio data, other chunks included." }),
});
export type AudioFacts = Static<typeof AudioFacts>;

export const ImageFacts = Type.Object({
  format: Type.String({ description: "`jpeg`, `png`, `tiff`, `gif` or `webp`.", examples: ["jpeg"] }),
  width: Type.Integer({ examples: [3000] }),
  height: Type.Integer({ examples: [3000] }),
  color_space: Type.String({ description: "`srgb`, `cmyk`, `b-w` and others.", examples: ["srgb"] }),
  bit_depth: Type.Integer({ description: "Bits a channel.", examples: [8] }),
  has_alpha: Type.Boolean(),
  is_animated: Type.Boolean(),
  orientation: Type.Integer({ minimum: 1, maximum: 8, description: "As Exif counts; 1 is upright.", examples: [1] }),
  is_single_color: Type.Boolean(),
  has_border: Type.Boolean({ description: "Bars of one colour along opposite edges." }),
  is_blurry: Type.Boolean(),
  is_upscaled: Type.Boolean({ description: "True if the picture was enlarged from fewer pixels." }),
});
export type ImageFacts = Static<typeof ImageFacts>;
