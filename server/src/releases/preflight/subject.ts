import type { Vocabulary } from "../../ddex/vocabulary.ts";
import type { ContentTrack, Release } from "../release.ts";
import type { severities } from "./issue.ts";

/**
 * The facts that preflight has about a release: its stored fields, and those that a join brings of its tracks, files
 * and past.
 */
export type PreflightSubject = {
  release: Release;
  /** In the order of disc and track number: `tracks[3]` is the fourth of these. */
  tracks: readonly TrackFacts[];
  artwork: Asset<"image", JudgedImage> | null;
  history: History;
  /** The territories in which the organization may sell. */
  licensed_territories: readonly string[];
  /** In production, where stores are real. */
  is_live: boolean;
};

export type ArtistFacts = Release["artists"][number];

export type TrackFacts = {
  id: string;
  title: string;
  version: string | null;
  /** Null, as with `territory`: the release's. */
  artists: readonly ArtistFacts[] | null;
  contributors: readonly { name: string; role: string }[] | null;
  isrc: string | null;
  territory: readonly string[] | null;
  explicit: boolean;
  language: string | null;
  has_lyrics: boolean;
  ai: ContentTrack["ai"];
  has_publishers: boolean;
  is_instrumental: boolean;
  audio: Asset<"audio", JudgedAudio> | null;
  /** The length that stores took, if the audio was replaced since. */
  delivered_ms: number | null;
};

type Asset<Name extends string, Facts> = {
  status: "awaiting_upload" | "processing" | "ready" | "failed";
  size_bytes: number;
  checksum_sha256: string | null;
} & { [name in Name]: Facts | null };

export type JudgedAudio = {
  format: string;
  sample_rate: number;
  bit_depth: number | null;
  channels: number;
  duration_ms: number;
  true_peak_db: number | null;
  rms_db: number | null;
  silence_start_ms: number;
  silence_end_ms: number;
  clipped_samples: number;
  is_noise: boolean;
  /** The format code of a WAV: 1 is PCM, 65534 extensible. */
  format_code: number | null;
  has_tags: boolean;
  trailing_bytes: number;
};

export type JudgedImage = {
  format: string;
  width: number;
  height: number;
  color_space: string;
  bit_depth: number;
  has_alpha: boolean;
  is_animated: boolean;
  /** As in EXIF: 1 is upright. */
  orientation: number;
  is_single_color: boolean;
  has_border: boolean;
  is_blurry: boolean;
  is_upscaled: boolean;
};

/** Facts of the organization's other releases. */
export type History = {
  /** A release that is no draft has this UPC with another label or date. */
  is_upc_used: boolean;
  /** The titles of releases with the same artwork and another title. */
  titles_with_artwork: readonly string[];
  /** Tracks of other releases with an ISRC of this one. */
  recordings: readonly { isrc: string; checksum_sha256: string; duration_ms: number; is_delivered: boolean }[];
  /** Artists with an id, of earlier releases that are no drafts; the latest first. */
  artists: readonly ArtistFacts[];
};

/** The terms of one store: the rules it insists on, and their thresholds. */
export type StoreTerms = Vocabulary & {
  store_id: string;
  territories: readonly string[];
  requirements: "none" | "standard" | Readonly<Record<string, RuleSetting>>;
  gets_ern: boolean;
  /** Which state of the store this is, where a write depends on it. */
  version?: string;
  /**
   * The faults of the message that the store would get, and what it leaves out. A message with a fault is never sent,
   * whatever the store requires.
   */
  faults?: readonly MessageFault[];
};

/** `code`: of the rule that tells it; the rule of messages tells what no other rule does. `field`: as in a finding. */
export type MessageFault = { code: string; field: string; issue: string };

export type Severity = (typeof severities)[number];
export type Threshold = number | readonly number[] | readonly string[];
export type RuleSetting = {
  readonly severity?: Severity;
  readonly [threshold: string]: Threshold | Severity | undefined;
};
