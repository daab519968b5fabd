// One release with something of everything, whose messages are committed as they are written.

import type { ErnSettings } from "../src/messages/ern/settings.ts";
import type { ReleaseMessage } from "../src/messages/message.ts";
import { laterOfTrack } from "../src/releases/approved-content.ts";
import { soundAudio, soundImage } from "./sound-release.ts";

export const goldenSettings: ErnSettings = {
  recipients: [{ party_id: "PADPIDA2009101501Y", party_name: "Auralis" }],
  takedown_style: "no_deals",
  default_genre: "Other",
  compilation: "flags",
  resend_files: false,
  territory_attributes: false,
  lyrics: "none",
};

const hash = (digit: number) => String(digit).repeat(64);
const file = (index: number) => ({
  ...{ asset_id: `ast_${index}`, filename: `${index}.bin`, blob_key: `ast_${index}`, size_bytes: 30_503_123 },
  ...{ checksum_sha256: hash(index), is_at_store: false },
});

const track = (index: number) => ({
  ...{ id: `trk_${index}`, version: null, artists: null, contributors: null, territory: null, explicit: false },
  ...{ isrc: `QZ-ABC-26-0000${index}`, language: null, audio_asset_id: `ast_${index}`, duration_ms: 180_000 },
  ...{ ...laterOfTrack, disc_number: 1, track_number: index, advisory: "none" as const },
});

const vera = {
  name: "Vera Lux",
  role: "main",
  isni: "000000012146438X",
  store_artist_ids: { store_trial: "ar-20417" },
} as const;

export const goldenMessage: ReleaseMessage = {
  ...{ message_id: "dlv_1-store_trial-1", store_id: "store_trial", attempt: 1, kind: "new" },
  created_at: "2026-11-01T00:00:00.000Z",
  organization: { name: "Nightjar Records", ddex_party_id: "PADPIDA2013020802I" },
  release: {
    ...{ id: "rel_1", title: "Midnight in Paris", version: "Deluxe <Edition>", type: "album", artists: [vera] },
    ...{ release_date: "2027-03-01", original_release_date: "2020-01-01", start_at: "2027-03-01T05:00:00.000Z" },
    ...{ label: "Nightjar & Sons", upc: "036000291452", ean: "4006381333931", catalog_number: "NJ-042" },
    ...{ subgenre: null, translations: null, artwork_ai: "none" },
    ...{ territories: ["DE", "FR"], genre: "Electronic", language: "fr", explicit: true, artwork_asset_id: "ast_0" },
    ...{ p_line: "℗ 2026 Nightjar", c_line: "2026 Nightjar", status: "submitted" },
    ...{ created_at: "2026-10-01T00:00:00.000Z", updated_at: "2026-10-01T00:00:00.000Z" },
  },
  tracks: [
    {
      ...track(1),
      title: "Rue Lepic",
      version: "Radio Edit",
      artists: [vera, { name: "Ola Berg", role: "featured" }, { name: "Ada Moss", role: "remixer" }],
      contributors: [
        { name: "Ada Moss", role: "Composer" },
        { name: "Ada Moss", role: "Lyricist" },
        { name: "Kit Orr", role: "Theremin & spoons" },
      ],
      explicit: true,
      advisory: "explicit",
      language: "fr",
    },
    { ...track(2), title: "Rue Cler", withheld: true, ai: "partial" },
    {
      ...track(3),
      title: "東京の夜",
      territory: ["DE"],
      disc_number: 2,
      track_number: 1,
      artists: [{ name: "Ola Berg", role: "main" }],
    },
  ],
  territory_codes: ["DE", "FR"],
  files: [
    { ...file(0), type: "artwork", audio: null, image: soundImage },
    ...[1, 2, 3].map((index) => ({
      ...file(index),
      type: "audio" as const,
      audio: { loudness_lufs: -14, ...soundAudio },
      image: null,
    })),
  ],
};
