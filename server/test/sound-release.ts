// A release that no rule of preflight finds fault with, and how an example of a rule changes it.

import type { SubjectChanges } from "../src/releases/preflight/rule.ts";
import type { JudgedAudio, JudgedImage, PreflightSubject, TrackFacts } from "../src/releases/preflight/subject.ts";

export const TODAY = "2026-06-01";

export const soundAudio: JudgedAudio = {
  format: "wav",
  sample_rate: 44_100,
  bit_depth: 24,
  channels: 2,
  duration_ms: 180_000,
  true_peak_db: -1.5,
  rms_db: -14,
  silence_start_ms: 0,
  silence_end_ms: 500,
  clipped_samples: 0,
  is_noise: false,
  format_code: 1,
  has_tags: false,
  trailing_bytes: 0,
};

export const soundImage: JudgedImage = {
  format: "jpeg",
  width: 3000,
  height: 3000,
  color_space: "srgb",
  bit_depth: 8,
  has_alpha: false,
  is_animated: false,
  orientation: 1,
  is_single_color: false,
  has_border: false,
  is_blurry: false,
  is_upscaled: false,
};

export function soundTrack(index: number, title = "Midnight in Paris"): TrackFacts {
  return {
    id: `trk_${index}`,
    title,
    version: null,
    artists: null,
    contributors: [
      { name: "Ada Moss", role: "composer" },
      { name: "Ada Moss", role: "lyricist" },
      { name: "Vera Lux", role: "vocalist" },
      { name: "Ola Berg", role: "mixing engineer" },
    ],
    isrc: `QZ-ABC-26-${String(index + 1).padStart(5, "0")}`,
    territory: null,
    explicit: false,
    language: "en",
    has_lyrics: false,
    ai: "none",
    delivered_ms: null,
    has_publishers: false,
    is_instrumental: false,
    audio: {
      status: "ready",
      size_bytes: 30_000_000,
      checksum_sha256: String(index).padStart(64, "0"),
      audio: soundAudio,
    },
  };
}

export const soundRelease: PreflightSubject = {
  release: {
    id: "rel_1",
    title: "Midnight in Paris",
    version: null,
    type: null,
    artists: [{ name: "Vera Lux", role: "main" }],
    release_date: "2026-06-22",
    original_release_date: null,
    label: "Nightjar",
    upc: "036000291452",
    territories: ["WORLD"],
    genre: "Pop",
    language: "en",
    p_line: "2026 Nightjar",
    c_line: "2026 Nightjar",
    start_at: null,
    ean: null,
    catalog_number: null,
    subgenre: null,
    translations: null,
    artwork_ai: "none",
    explicit: false,
    artwork_asset_id: "ast_1",
    status: "draft",
    created_at: "2026-06-01T00:00:00.000Z",
    updated_at: "2026-06-01T00:00:00.000Z",
  },
  tracks: [soundTrack(0)],
  artwork: { status: "ready", size_bytes: 4_000_000, checksum_sha256: "a".repeat(64), image: soundImage },
  history: { is_upc_used: false, titles_with_artwork: [], recordings: [], artists: [] },
  licensed_territories: ["WORLD"],
  is_live: true,
};

export function changed(changes: SubjectChanges): PreflightSubject {
  const { release, artwork, history, licensed_territories } = soundRelease;
  const tracks = (changes.tracks ?? [{}]).map((track, index) => ({ ...soundTrack(index), ...track }));
  const [first, ...others] = tracks;
  const { size_bytes = 4_000_000, ...seen } = changes.image ?? {};
  return {
    release: { ...release, ...changes.release },
    tracks: first ? [withAudio(first, changes.audio), ...others] : [],
    artwork:
      changes.release?.artwork_asset_id === null || !artwork
        ? null
        : { ...artwork, size_bytes, image: { ...soundImage, ...seen } },
    history: { ...history, ...changes.history },
    licensed_territories,
    is_live: changes.is_live ?? true,
  };
}

function withAudio(track: TrackFacts, changes: Partial<JudgedAudio> | undefined): TrackFacts {
  return changes && track.audio ? { ...track, audio: { ...track.audio, audio: { ...soundAudio, ...changes } } } : track;
}
