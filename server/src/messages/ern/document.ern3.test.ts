import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { trialErn } from "../../../test/connector-conformance.ts";
import { atScale, CAMPAIGN_LIMIT_MS } from "../../../test/faults/scale.ts";
import { goldenMessage, goldenSettings } from "../../../test/golden-release.ts";
import { randomMessage, randomStore } from "../../../test/random-release.ts";
import { asWritten, spoken } from "../../../test/written-values.ts";
import { readMessage } from "../../ddex/read-message.ts";
import { ernSchema } from "../../ddex/schemas.ts";
import { createXsdChecker } from "../../platform/xsd/xsd-checker.ts";
import { atOnce } from "../../platform/yielding.ts";
import { type Capabilities, defaultCapabilities } from "../capabilities.ts";
import type { ReleaseMessage, StoreMessage, TakedownMessage } from "../message.ts";
import { messageValues, writeErn } from "./document.ts";
import type { ErnSettings } from "./settings.ts";

// DDEX's schemas are not ours to carry. Without them only the rules check the documents.
const folder = join(process.env.DDEX_FOLDER ?? "", "xsd");
const schemas = existsSync(folder) ? createXsdChecker(folder) : undefined;
if (!schemas) console.warn("DDEX_FOLDER has no schemas: documents of ERN 3.8.3 are not compared with them.");
afterAll(() => schemas?.close());

const RUNS = atScale({ short: 15, full: 3_000 });
const SCHEMA = ernSchema("3.8.3");

type Given = { settings?: Partial<ErnSettings>; capabilities?: Partial<Capabilities>; release_profile?: string };
const inputs = ({ settings = {}, capabilities = {}, ...given }: Given = {}) => ({
  settings: { ...goldenSettings, ...settings },
  capabilities: { ...defaultCapabilities, message_format: "ern_3.8.3" as const, ...capabilities },
  ern: trialErn,
  md5_sums: sumsOf(goldenMessage),
  ...given,
});

function sumsOf({ files }: ReleaseMessage): Map<string, string> {
  return new Map(files.map(({ asset_id }, index) => [asset_id, String(index).padStart(32, "0")]));
}

const takedownOf = (taken: ReleaseMessage): TakedownMessage => ({
  message_id: `${taken.message_id}-takedown`,
  store_id: taken.store_id,
  attempt: 1,
  kind: "takedown",
  created_at: "2027-06-10T12:00:00.123Z",
  reason: null,
  taken,
});
const written = (message: StoreMessage, given?: Given) => {
  const { document, problems } = atOnce(writeErn(message, inputs(given)));
  expect(problems).toEqual([]);
  return document;
};

async function compared(document: string) {
  return (await schemas?.check(SCHEMA, { key: document, document: () => document })) ?? [];
}

test(
  `${RUNS} random releases are valid by the schema and the rules, and read back as they were written`,
  async () => {
    const styles = fc.constantFrom("no_deals", "ended_deals", "purge", "takedown_flag");
    await fc.assert(
      fc.asyncProperty(
        randomMessage({ max_tracks: 15 }),
        randomStore,
        styles,
        async (message, store, takedown_style) => {
          const given = {
            ...store,
            settings: { ...store.settings, takedown_style },
            capabilities: { ...store.capabilities, message_format: "ern_3.8.3" as const },
            ern: trialErn,
            md5_sums: sumsOf(message),
          };
          for (const sent of [message, takedownOf(message)]) {
            const { document, problems } = atOnce(writeErn(sent, given));
            expect(problems).toEqual([]);
            expect(await compared(document)).toEqual([]);
            const read = atOnce(readMessage(Buffer.from(document)));
            expect([read.problems, read.warnings, read.version]).toEqual([[], [], "3.8.3"]);
            if (read.message_type === "PurgeReleaseMessage") continue;
            expect(spoken(read.message)).toEqual(spoken(asWritten(atOnce(messageValues(sent, given)), "3.8.3")));
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  CAMPAIGN_LIMIT_MS,
);

describe("a message of ERN 3.8.3", () => {
  test("names its schema, its profile and whether it is the first", () => {
    const root = (message: StoreMessage, given?: Given) => /<ern:[^>]*>/.exec(written(message, given))?.[0] ?? "";
    expect(root(goldenMessage)).toContain('MessageSchemaVersionId="ern/383"');
    expect(root(goldenMessage)).toContain('ReleaseProfileVersionId="CommonReleaseTypes/14/AudioAlbum"');
    const single = { ...goldenMessage, tracks: goldenMessage.tracks.slice(0, 1) };
    expect(root(single)).toContain('ReleaseProfileVersionId="CommonReleaseTypes/14/AudioSingle"');
    expect(root(single, { release_profile: "Own & ours" })).toContain('ReleaseProfileVersionId="Own &amp; ours"');
    expect(written(goldenMessage)).toContain("<UpdateIndicator>OriginalMessage<");
    expect(written({ ...goldenMessage, kind: "update" })).toContain("<UpdateIndicator>UpdateMessage<");
    expect(written(takedownOf(goldenMessage))).toContain("<UpdateIndicator>UpdateMessage<");
  });

  test("names a file by its MD5, and a file that is not sent not at all", () => {
    expect(written(goldenMessage)).toContain("<HashSumAlgorithmType>MD5<");
    expect(written(goldenMessage)).toContain("<FilePath>resources/<");
    const files = goldenMessage.files.map((file) => ({ ...file, is_at_store: true }));
    const update = written({ ...goldenMessage, kind: "update", files });
    expect(update).toContain("<TechnicalSoundRecordingDetails>");
    expect(update).not.toContain("<File>");
  });

  test("has a start by the day, or by the second where the release has one", () => {
    expect(written(goldenMessage)).toContain("<StartDateTime>2027-03-01T05:00:00Z<");
    const release = { ...goldenMessage.release, start_at: null };
    expect(written({ ...goldenMessage, release })).toContain("<StartDate>2027-03-01<");
  });

  test("says a takedown by a flag for the release and all tracks, where the store wants it so", async () => {
    const document = written(takedownOf(goldenMessage), { settings: { takedown_style: "takedown_flag" } });
    expect(await compared(document)).toEqual([]);
    const read = atOnce(readMessage(Buffer.from(document)));
    if (read.message_type !== "NewReleaseMessage") throw new Error("It is no purge.");
    expect(read.message.deals).toMatchObject([
      {
        release_references: ["R0", "R1", "R2", "R3"],
        deals: [{ is_takedown: true, territories: ["Worldwide"], start: "2027-06-10T12:00:00Z" }],
      },
    ]);
  });

  test("is the format of a takedown at a store that took it so, and of no other", () => {
    const took = (taken_version: string) => ({ ...takedownOf(goldenMessage), taken_version });
    const format = (message_format: Capabilities["message_format"]) => ({ capabilities: { message_format } });
    expect(written(took("3.8.3"), format("ern_4.3"))).toContain("http://ddex.net/xml/ern/383");
    expect(written(took("4.3"), format("ern_3.8.3"))).toContain('"http://ddex.net/xml/ern/43"');
    const flag = { settings: { takedown_style: "takedown_flag" as const }, ...format("ern_3.8.3") };
    expect(written(took("4.3.2"), flag)).not.toContain("TakeDown");
  });
});

describe("the fields that stores ask for, in ERN 3.8.3", () => {
  type Track = ReleaseMessage["tracks"][number];
  const withTrack = (changes: Partial<Track>, release: Partial<ReleaseMessage["release"]> = {}): ReleaseMessage => ({
    ...goldenMessage,
    release: { ...goldenMessage.release, ...release },
    tracks: goldenMessage.tracks.map((track, index) => (index === 0 ? { ...track, ...changes } : track)),
  });
  /** The document, which is right by our rules and by the schema, and what our own reader makes of it. */
  const read = async (message: ReleaseMessage) => {
    const document = written(message);
    expect(await compared(document)).toEqual([]);
    const found = atOnce(readMessage(Buffer.from(document)));
    if (found.message_type !== "NewReleaseMessage") throw new Error("It is no purge.");
    expect(found.problems).toEqual([]);
    return { document, message: found.message };
  };

  test("the recording has the line of its track, else that of the release", async () => {
    const release = { p_line: "2026 Nightjar" };
    const linesOf = async (changes: Partial<Track>) => {
      const { recordings, releases } = (await read(withTrack(changes, release))).message;
      return [...recordings.slice(0, 2), ...releases].map(({ p_line }) => p_line?.text);
    };
    expect(await linesOf({ p_line: "2019 Owl" })).toEqual(["2019 Owl", "2026 Nightjar", "2026 Nightjar"]);
    expect(await linesOf({})).toEqual(["2026 Nightjar", "2026 Nightjar", "2026 Nightjar"]);
  });

  test("a clean track says so, and so does a release that is not explicit", async () => {
    const warningsOf = async (explicit: boolean) => {
      const message = withTrack({ advisory: "clean", explicit: false }, { explicit });
      const { recordings, releases } = (await read(message)).message;
      return [...recordings.slice(0, 2), ...releases].map(({ parental_warning }) => parental_warning);
    };
    expect(await warningsOf(false)).toEqual(["ExplicitContentEdited", "NotExplicit", "ExplicitContentEdited"]);
    expect(await warningsOf(true)).toEqual(["ExplicitContentEdited", "NotExplicit", "Explicit"]);
  });

  test("a track says who published it, where and when it was recorded, and what it is, but not that it is a cover", async () => {
    const { document } = await read(
      withTrack({
        publishers: [{ name: "Owl Songs", ipi: "00014107338" }],
        recording_year: 1987,
        recording_country: "FR",
        iswc: "T-034.524.680-1",
        is_instrumental: true,
        is_cover: true,
      }),
    );
    expect(document).toContain('<CreationDate TerritoryCode="FR">1987</CreationDate>');
    expect(document).toContain("<IndirectSoundRecordingId><ISWC>T0345246801</ISWC></IndirectSoundRecordingId>");
    expect(document).toContain("<IsInstrumental>true</IsInstrumental>");
    expect(document).toContain('<PartyId Namespace="IPI">00014107338</PartyId>');
    expect(document).toContain("<IndirectResourceContributorRole>MusicPublisher<");
    expect(document).not.toMatch(/IsCover|HasVocalPerformance/);
    const placed = await read(withTrack({ recording_country: "FR" }));
    expect(placed.document).not.toContain("CreationDate");
  });

  test("a subgenre stands beside its genre, and AI is nowhere", async () => {
    const parts = { vocals: "full", instruments: "none", lyrics: "full", composition: "none", post_production: "none" };
    const message = withTrack(
      { ai: "partial", ai_parts: parts as Track["ai_parts"] },
      { subgenre: "Techno", artwork_ai: "full" },
    );
    const { document } = await read(message);
    expect(document).toContain("<GenreText>Electronic</GenreText><SubGenre>Techno</SubGenre>");
    expect(document).not.toMatch(/GenerativeAI|ContainsAI|AiContribution/);
  });

  test("a preview is said by all four times in the deals of the release, and read back", async () => {
    const terms = {
      preorder_on: "2027-02-01",
      preview_at: "2027-01-15T00:00:00Z",
      price_tier: { code: "FRONT", namespace: null },
      track_price_tiers: [],
    };
    const { document, message } = await read({ ...withTrack({ instant_gratification: true }), terms });
    const shown = "2027-01-15T00:00:00Z";
    expect(document).toContain(
      `<PreOrderReleaseDate>2027-02-01</PreOrderReleaseDate><ReleaseDisplayStartDateTime>${shown}</ReleaseDisplayStartDateTime>` +
        `<TrackListingPreviewStartDateTime>${shown}</TrackListingPreviewStartDateTime>` +
        `<CoverArtPreviewStartDateTime>${shown}</CoverArtPreviewStartDateTime>` +
        "<ClipPreviewStartDateTime>2027-02-01T00:00:00Z</ClipPreviewStartDateTime>",
    );
    expect(message.releases[0]?.visibility_references).toEqual(["V1"]);
    expect(message.visibilities).toMatchObject([
      { reference: "V1", territories: ["DE", "FR"], release_display_start: shown, clip_preview_start: null },
    ]);
    const sender = document.replaceAll("<ClipPreviewStartDateTime>2027-02-01", "<ClipPreviewStartDateTime>2027-01-20");
    const other = atOnce(readMessage(Buffer.from(sender))).message as typeof message;
    expect(other.visibilities.map(({ clip_preview_start }) => clip_preview_start)).toEqual([
      "2027-01-20T00:00:00Z",
      null,
    ]);
  });
});
