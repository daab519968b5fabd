import { audioRule, type Rule, releaseRule } from "./rule.ts";

export const audioRules: readonly Rule[] = [
  audioRule({
    code: "audio_format",
    standard: "blocker",
    summary: "Audio is lossless.",
    thresholds: { formats: ["wav", "flac"] as readonly string[] },
    check: ({ format }, { formats }) =>
      formats.includes(format) ? undefined : `is ${format}; must be ${formats.join(" or ")}`,
    examples: { passes: ["WAV", { format: "wav" }], fails: ["MP3", { format: "mp3" }] },
  }),
  audioRule({
    code: "audio_sample_rate",
    standard: "blocker",
    summary: "Audio is sampled at least 44,100 times a second.",
    thresholds: { min_sample_rate: 44_100 },
    check: ({ sample_rate }, { min_sample_rate }) =>
      sample_rate >= min_sample_rate ? undefined : `has ${sample_rate} Hz; must have at least ${min_sample_rate} Hz`,
    examples: { passes: ["44100 Hz", { sample_rate: 44_100 }], fails: ["22050 Hz", { sample_rate: 22_050 }] },
  }),
  audioRule({
    code: "audio_bit_depth",
    standard: "blocker",
    summary: "Audio has 16 or 24 bits a sample.",
    thresholds: { bit_depths: [16, 24] as readonly number[] },
    // A lossy format has no depth; that it is lossy is said already.
    check: ({ bit_depth }, { bit_depths }) =>
      bit_depth === null || bit_depths.includes(bit_depth)
        ? undefined
        : `has ${bit_depth} bits a sample; must have ${bit_depths.join(" or ")}`,
    examples: { passes: ["24 bits", { bit_depth: 24 }], fails: ["8 bits", { bit_depth: 8 }] },
  }),
  audioRule({
    code: "audio_channels",
    standard: "blocker",
    summary: "Audio is stereo.",
    thresholds: { channels: 2 },
    check: (audio, { channels }) =>
      audio.channels === channels ? undefined : `has ${audio.channels} channels; must have ${channels}`,
    examples: { passes: ["2 channels", { channels: 2 }], fails: ["1 channel", { channels: 1 }] },
  }),
  audioRule({
    code: "wav_format_code",
    standard: "warning",
    summary: "A WAV file is plain PCM (format code 1, not extensible), with nothing after the audio data.",
    check: ({ format, format_code, trailing_bytes }) => {
      if (format !== "wav") return undefined;
      if (format_code !== null && format_code !== 1) return `has WAV format code ${format_code}; must have 1 (PCM)`;
      return trailing_bytes > 0 ? `has ${trailing_bytes} bytes after the audio data` : undefined;
    },
    examples: {
      passes: ["format code 1", { format: "wav", format_code: 1 }],
      fails: ["format code 65534", { format: "wav", format_code: 65_534 }],
    },
  }),
  audioRule({
    code: "audio_embedded_tags",
    standard: "warning",
    summary: "Audio carries no ID3 or other tags; stores take them from the metadata.",
    check: ({ has_tags }) => (has_tags ? "carries embedded tags; export it without them" : undefined),
    examples: { passes: ["no tags", { has_tags: false }], fails: ["an ID3 tag", { has_tags: true }] },
  }),
  audioRule({
    code: "audio_too_short",
    standard: "warning",
    summary: "A track lasts at least 30 seconds; stores read shorter ones as click fraud.",
    thresholds: { min_duration_ms: 30_000 },
    check: ({ duration_ms }, { min_duration_ms }) =>
      duration_ms >= min_duration_ms ? undefined : `lasts ${duration_ms} ms; must last at least ${min_duration_ms} ms`,
    examples: { passes: ["3:00", { duration_ms: 180_000 }], fails: ["0:12", { duration_ms: 12_000 }] },
  }),
  audioRule({
    code: "audio_silence_edges",
    standard: "warning",
    summary: "A track neither starts nor ends with more than 10 seconds of silence.",
    thresholds: { max_silence_ms: 10_000 },
    check: ({ silence_start_ms, silence_end_ms }, { max_silence_ms }) => {
      if (silence_start_ms > max_silence_ms) return `starts with ${silence_start_ms} ms of silence`;
      return silence_end_ms > max_silence_ms ? `ends with ${silence_end_ms} ms of silence` : undefined;
    },
    examples: {
      passes: ["2 s of silence at the end", { silence_end_ms: 2000 }],
      fails: ["14 s of silence at the end", { silence_end_ms: 14_000 }],
    },
  }),
  audioRule({
    code: "audio_silent_or_noise",
    standard: "blocker",
    summary: "A track is neither silent nor white noise.",
    thresholds: { min_rms_db: -60 },
    check: ({ rms_db, is_noise, silence_start_ms, duration_ms }, { min_rms_db }) => {
      const is_silent = rms_db === null ? duration_ms > 0 && silence_start_ms >= duration_ms : rms_db < min_rms_db;
      if (is_silent) return "is silent";
      return is_noise ? "is white noise" : undefined;
    },
    examples: { passes: ["music at −14 dB", { rms_db: -14 }], fails: ["−90 dB throughout", { rms_db: -90 }] },
  }),
  audioRule({
    code: "audio_clipping",
    standard: "warning",
    summary: "No samples are clipped at full scale.",
    thresholds: { max_clipped_samples: 0 },
    check: ({ clipped_samples }, { max_clipped_samples }) =>
      clipped_samples > max_clipped_samples ? `has ${clipped_samples} clipped samples` : undefined,
    examples: {
      passes: ["none", { clipped_samples: 0 }],
      fails: ["812 clipped samples", { clipped_samples: 812 }],
    },
  }),
  audioRule({
    code: "audio_true_peak",
    standard: "warning",
    summary: "True peaks stay at or below −1 dBTP.",
    thresholds: { true_peak_db: -1 },
    check: (audio, { true_peak_db }) =>
      audio.true_peak_db !== null && audio.true_peak_db > true_peak_db
        ? `peaks at ${audio.true_peak_db} dBTP; keep it at or below ${true_peak_db} dBTP`
        : undefined,
    examples: { passes: ["−1.2 dBTP", { true_peak_db: -1.2 }], fails: ["0.3 dBTP", { true_peak_db: 0.3 }] },
  }),
  releaseRule({
    code: "audio_duplicate_in_release",
    standard: "warning",
    scope: "audio",
    summary: "No two tracks have the same audio.",
    check: ({ tracks }) => {
      const first = new Map<string, number>();
      return tracks.flatMap(({ audio }, index) => {
        if (audio?.status !== "ready" || !audio.checksum_sha256) return [];
        const other = first.get(audio.checksum_sha256);
        if (other === undefined) first.set(audio.checksum_sha256, index);
        const field = `tracks[${index}].audio_asset_id`;
        return other === undefined ? [] : [{ field, issue: `is the same audio as that of tracks[${other}]` }];
      });
    },
    examples: {
      passes: ["two tracks, two recordings", { tracks: [{}, { title: "Dawn" }] }],
      fails: ["two tracks, one recording", { tracks: [{ audio: sameAudio() }, { title: "Dawn", audio: sameAudio() }] }],
    },
  }),
];

function sameAudio() {
  return { status: "ready" as const, size_bytes: 1_000_000, checksum_sha256: "e".repeat(64), audio: null };
}
