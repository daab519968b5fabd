// Random releases as messages to stores carry them: all roles, every script, XML's own marks, all shapes of territories. For
// properties of the writers and readers of ERN.

import { createHash } from "node:crypto";
import fc from "fast-check";
import { type Capabilities, defaultCapabilities } from "../src/messages/capabilities.ts";
import type { ErnSettings } from "../src/messages/ern/settings.ts";
import type { MessageFile, MessageTerms, ReleaseMessage } from "../src/messages/message.ts";
import { aiOfParts } from "../src/releases/ai.ts";
import { laterOfTrack } from "../src/releases/approved-content.ts";
import type { ContentTrack, Release } from "../src/releases/release.ts";
import { territoryCodes } from "../src/standards/territory.ts";
import { upcFromNumber } from "./codes.ts";
import { language, movement, optional, rareFields, share, text, translations } from "./random-fields.ts";
import { soundAudio, soundImage } from "./sound-release.ts";

const isni = fc.constantFrom("000000012146438X", "0000000121032683");
const day = fc.integer({ min: 0, max: 3650 }).map((days) => dayAfter("2020-01-01", days));

const roles = [
  "main",
  "featured",
  "remixer",
  "producer",
  "composer",
  "lyricist",
  "performer",
  "conductor",
  "orchestra",
] as const;
const artist = (role: fc.Arbitrary<(typeof roles)[number]>) =>
  fc.record(
    { name: text(30), role, isni: optional(isni), store_artist_ids: fc.constant({ store_trial: "ar-20417" }) },
    { requiredKeys: ["name", "role"] },
  );
const artists = fc
  .tuple(
    artist(fc.constant("main")),
    fc.uniqueArray(artist(fc.constantFrom(...roles)), { maxLength: 8, selector: nameOf }),
  )
  .map(([main, others]): Release["artists"] => [main, ...others.filter(({ name }) => name !== main.name)]);

const contributors = fc.uniqueArray(
  fc.record(
    {
      name: text(30),
      role: fc.oneof(fc.constantFrom("Mixing engineer", "Composer", "Lyricist", "Producer"), text(20)),
      isni: optional(isni),
    },
    { requiredKeys: ["name", "role"] },
  ),
  { maxLength: 6, selector: ({ name, role }) => `${name} ${role}` },
);

const codes = fc.oneof(
  fc.constant([...territoryCodes]),
  fc.subarray([...territoryCodes], { minLength: 1, maxLength: 3 }),
  fc.subarray([...territoryCodes], { minLength: 200, maxLength: 248 }),
);

type TrackSeed = Omit<
  ContentTrack,
  "id" | "isrc" | "territory" | "disc_number" | "track_number" | "audio_asset_id" | "explicit"
> & { territory: "own" | "none" | null };

const commonFields = fc.record({
  title: text(60),
  version: optional(text(20)),
  artists: optional(artists),
  contributors: optional(contributors),
  territory: fc.constantFrom(null, null, "own" as const, "none" as const),
  language: optional(language),
  duration_ms: fc.integer({ min: 1_000, max: 7_200_000 }),
  withheld: fc.boolean(),
  ai: fc.constantFrom("none" as const, "none" as const, "partial" as const, "full" as const),
});

const track: fc.Arbitrary<TrackSeed> = fc
  .tuple(commonFields, fc.option(rareFields, { nil: undefined }), fc.option(movement, { nil: undefined }))
  .map(([common, rare, part]) => ({
    ...laterOfTrack,
    advisory: "none" as const,
    ...common,
    ...part,
    ...rare,
    ...(rare?.ai_parts && { ai: aiOfParts(rare.ai_parts) }),
  }));

const tier = fc.record({ code: text(20), namespace: optional(fc.constant("PADPIDA2009101501Y")) });
const terms = fc.record({
  days_before: optional(fc.integer({ min: 2, max: 60 })),
  preview_at: optional(fc.constantFrom("2026-11-02T00:00:00Z", "2026-11-02T10:30:00.250+02:00")),
  price_tier: optional(tier),
  track_tier: optional(tier),
});

type Sold = typeof terms extends fc.Arbitrary<infer Value> ? Value : never;
type Translations = Release["translations"];

const releaseFields = fc.record({
  title: text(60),
  version: optional(text(20)),
  type: fc.constantFrom("single", "ep", "album", "compilation"),
  artists,
  release_date: day,
  original_release_date: optional(day),
  label: text(30),
  genre: optional(text(20)),
  language: optional(language),
  p_line: optional(fc.oneof(fc.constant("2026 Nightjar"), text(30))),
  c_line: optional(fc.oneof(fc.constant("© 2026 Nightjar"), text(30))),
  explicit: fc.boolean(),
  catalog_number: optional(text(20)),
  subgenre: optional(text(20)),
  artwork_ai: share,
  translations: optional(translations),
});

/** Whole messages of the kind `new`. */
export function randomMessage({ max_tracks = 60 }: { max_tracks?: number } = {}): fc.Arbitrary<ReleaseMessage> {
  return fc
    .record({
      fields: releaseFields,
      seeds: fc.array(track, { minLength: 1, maxLength: max_tracks, size: "max" }),
      territory_codes: codes,
      number: fc.integer({ min: 1, max: 99_999_999 }),
      has_ean: fc.boolean(),
      start: optional(fc.integer({ min: -1, max: 1 })),
      hour: fc.integer({ min: 0, max: 23 }),
      ddex_party_id: fc.constantFrom(null, "PADPIDA2013020802I"),
      discs: fc.integer({ min: 1, max: 3 }),
      name: text(30),
      sold: optional(terms),
    })
    .map(({ fields, seeds, territory_codes, number, has_ean, start, hour, ddex_party_id, discs, name, sold }) => {
      const files = [fileOf("artwork", 0), ...seeds.map((_, index) => fileOf("audio", index + 1))];
      const start_at =
        start === null ? null : `${dayAfter(fields.release_date, start)}T${String(hour).padStart(2, "0")}:00:00.000Z`;
      const upc = upcFromNumber(number);
      const tracks = seeds.map((seed, index) => trackOf(seed, index, { territory_codes, discs, number }));
      return {
        ...{ message_id: `dlv_${number}-store_trial-1`, store_id: "store_trial", attempt: 1, kind: "new" as const },
        created_at: "2026-11-01T00:00:00.000Z",
        organization: { name, ddex_party_id },
        release: {
          ...fields,
          subgenre: fields.genre && fields.subgenre,
          translations: withNames(fields.translations, fields.artists),
          ...{ id: "rel_1", upc, ean: has_ean ? "4006381333931" : null, start_at, territories: [...territory_codes] },
          ...{ artwork_asset_id: files[0]?.asset_id ?? null, status: "submitted" as const },
          ...{ created_at: "2026-10-01T00:00:00.000Z", updated_at: "2026-10-01T00:00:00.000Z" },
        },
        tracks,
        territory_codes,
        files,
        ...(sold && { terms: termsOf(sold, { release_date: fields.release_date, tracks }) }),
      };
    });
}

function termsOf(
  { days_before, preview_at, price_tier, track_tier }: Sold,
  { release_date, tracks }: { release_date: string; tracks: readonly ContentTrack[] },
): MessageTerms {
  return {
    preorder_on: days_before === null ? null : dayAfter(release_date, -days_before),
    preview_at,
    price_tier,
    track_price_tiers: track_tier ? tracks.slice(0, 2).map(({ id }) => ({ track_id: id, price_tier: track_tier })) : [],
  };
}

/** All shown artists have a name in each language but the last. */
function withNames(given: Translations, artists: Release["artists"] | null): Translations {
  const shown = [...new Set(artists?.filter(({ role }) => role === "main" || role === "featured").map(nameOf))];
  return (
    given?.map((translation, index) => {
      const names = shown.map((name) => ({ name, translated_name: `${name} (${translation.language})` }));
      return index < 2 && names.length > 0 ? { ...translation, artists: names } : translation;
    }) ?? null
  );
}

/** Stores as the operator may set them up. */
export const randomStore: fc.Arbitrary<{ settings: ErnSettings; capabilities: Capabilities }> = fc.record({
  settings: fc.record({
    recipients: fc.array(fc.record({ party_id: fc.constant("PADPIDA2009101501Y"), party_name: text(30) }), {
      minLength: 1,
      maxLength: 3,
    }),
    deals: fc.constant(undefined) as fc.Arbitrary<never>,
    takedown_style: fc.constantFrom("no_deals" as const, "ended_deals" as const, "purge" as const),
    default_genre: fc.constant("Other"),
    compilation: fc.constantFrom("flags" as const, "user_defined" as const),
    resend_files: fc.boolean(),
    territory_attributes: fc.boolean(),
    lyrics: fc.constantFrom("none" as const, "plain" as const, "synced" as const),
  }),
  capabilities: fc
    .record({
      download: fc.boolean(),
      ugc: fc.boolean(),
      message_format: fc.constantFrom("ern_4.3.2" as const, "ern_4.3" as const),
    })
    .map((some) => ({ ...defaultCapabilities, ...some })),
});

function trackOf(
  { territory, ...seed }: TrackSeed,
  index: number,
  { territory_codes, discs, number }: { territory_codes: readonly string[]; discs: number; number: number },
): ContentTrack {
  const disc_number = (index % discs) + 1;
  return {
    ...seed,
    translations: withNames(seed.translations as never, seed.artists),
    explicit: seed.advisory === "explicit",
    id: `trk_${index + 1}`,
    isrc: `QZ-ABC-26-${String((number + index) % 100_000).padStart(5, "0")}`,
    territory: territory === null ? null : territory === "own" ? territory_codes.slice(0, 1) : [],
    disc_number,
    track_number: Math.floor(index / discs) + 1,
    audio_asset_id: `ast_${index + 1}`,
  };
}

function fileOf(type: MessageFile["type"], index: number): MessageFile {
  const asset_id = `ast_${index}`;
  return {
    ...{ asset_id, type, filename: `${asset_id}.bin`, blob_key: asset_id, size_bytes: 30_503_123, is_at_store: false },
    checksum_sha256: createHash("sha256").update(asset_id).digest("hex"),
    audio: type === "audio" ? { loudness_lufs: -14, ...soundAudio } : null,
    image: type === "artwork" ? soundImage : null,
  };
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

function nameOf({ name }: { name: string }): string {
  return name;
}
