import fc from "fast-check";
import { expect, test } from "vitest";
import { trialErn } from "../../test/connector-conformance.ts";
import { atScale } from "../../test/faults/scale.ts";
import { randomMessage, randomStore } from "../../test/random-release.ts";
import type { NewReleaseMessage } from "../ddex/ern.ts";
import { movementText } from "../ddex/movement.ts";
import { readMessage } from "../ddex/read-message.ts";
import { writeErn } from "../messages/ern/document.ts";
import { atOnce } from "../platform/yielding.ts";
import { territoryCodes, WORLD } from "../standards/territory.ts";
import { readDeals } from "./deal-terms.ts";
import { toRelease } from "./received-release.ts";

const RUNS = atScale({ short: 15, full: 500 });
const NOW = "2026-11-01T00:00:00.000Z";
const asRights = (codes: readonly string[]) => (codes.length === territoryCodes.length ? [WORLD] : [...codes].sort());

/** An empty list is none. A name in another language is told of the party, wherever it stands. */
const asTold = (translations: readonly { language: string; title: string }[] | null) =>
  translations?.length ? translations.map(({ language, title }) => expect.objectContaining({ language, title })) : null;

test(`${RUNS} random releases are the same release when their message comes back to us`, () => {
  fc.assert(
    fc.property(randomMessage({ max_tracks: 12 }), randomStore, (message, store) => {
      const { document } = atOnce(writeErn(message, { ...store, ern: trialErn }));
      const { message: read } = atOnce(readMessage(Buffer.from(document)));
      const values = read as NewReleaseMessage;
      const { fields, tracks, problems } = atOnce(toRelease(values, atOnce(readDeals(values, NOW))));
      const { release } = message;
      expect(problems).toEqual([]);
      expect(fields).toMatchObject({
        title: release.title,
        version: release.version,
        type: release.type,
        release_date: release.release_date,
        start_at: release.start_at,
        original_release_date: release.original_release_date,
        label: release.label,
        catalog_number: release.catalog_number,
        genre: release.genre ?? "Other",
        subgenre: release.subgenre,
        artwork_ai: store.capabilities.message_format === "ern_4.3.2" ? release.artwork_ai : "none",
        translations: asTold(release.translations),
        language: release.language,
        p_line: release.p_line,
        c_line: release.c_line,
        explicit: release.explicit,
        territories: asRights(message.territory_codes),
      });
      // The message says who is shown, the main artists first. The others come back as contributors.
      const named = (artists: readonly { name: string; role: string }[]) =>
        ["main", "featured"].flatMap((role) =>
          artists.filter((one) => one.role === role).map(({ name }) => [name, role]),
        );
      const credited = (track: (typeof message.tracks)[number]) => [
        ...(track.artists ?? release.artists).filter(({ role }) => role !== "main" && role !== "featured"),
        ...(track.contributors ?? []),
      ];
      expect(named(fields.artists)).toEqual(named(release.artists));
      expect(tracks).toHaveLength(message.tracks.length);
      const version = store.capabilities.message_format;
      const hasPreorder = values.deals.some(({ deals }) => deals.some(({ is_pre_order }) => is_pre_order));
      const isClassical = values.releases[0]?.types[0]?.value === "ClassicalAlbum";
      for (const track of message.tracks) {
        const isThis = ({ fields }: (typeof tracks)[number]) =>
          fields.disc_number === track.disc_number && fields.track_number === track.track_number;
        const back = tracks.find(isThis)?.fields;
        const hasCredits = credited(track).length + (track.publishers?.length ?? 0) > 0;
        const { ai_parts: parts } = track;
        const ai = parts === null && track.ai === "full" && hasCredits ? "partial" : track.ai;
        const isTold = version === "ern_4.3.2";
        const isSaid = (share: string) => share === "full";
        const full = parts && Object.entries(parts).filter(([, share]) => isSaid(share));
        const isOffered = !track.withheld && track.territory?.length !== 0;
        expect(back).toMatchObject({
          title: track.title,
          version: track.version,
          isrc: track.isrc?.replaceAll("-", ""),
          explicit: track.explicit,
          language: track.language,
          ai: isTold ? ai : "none",
          advisory: track.advisory,
          p_line: track.p_line === release.p_line ? null : track.p_line,
          is_instrumental: track.is_instrumental,
          is_cover: track.is_cover,
          recording_year: track.recording_year,
          recording_country: track.recording_country,
          iswc: track.iswc,
          translations: asTold(track.translations),
          withheld: track.withheld || track.territory?.length === 0,
        });
        if (isTold && full && full.length > 0) expect(back?.ai_parts).toMatchObject(Object.fromEntries(full));
        if (!isTold) expect(back?.ai_parts).toBeNull();
        if (hasPreorder) expect(back?.instant_gratification).toBe(track.instant_gratification && isOffered);
        // A work that no other track is a part of is told by its movement, or by the type of the release.
        if (isClassical || movementText(track) !== null)
          expect(back).toMatchObject({
            work: track.work,
            movement_number: track.movement_number,
            movement_title: track.movement_title,
          });
        const publishers = (of: readonly { name: string }[] | null | undefined) => of?.map(({ name }) => name).sort();
        expect(publishers(back?.publishers)).toEqual(publishers(track.publishers?.length ? track.publishers : null));
        expect(named(back?.artists ?? fields.artists)).toEqual(named(track.artists ?? release.artists));
        const names = (of: readonly { name: string }[] | null | undefined) => new Set(of?.map(({ name }) => name));
        expect(names(back?.contributors)).toEqual(names(credited(track)));
      }
    }),
    { numRuns: RUNS },
  );
});
