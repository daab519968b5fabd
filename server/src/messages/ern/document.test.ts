import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { trialErn } from "../../../test/connector-conformance.ts";
import { atScale, CAMPAIGN_LIMIT_MS } from "../../../test/faults/scale.ts";
import { goldenMessage, goldenSettings } from "../../../test/golden-release.ts";
import { randomMessage, randomStore } from "../../../test/random-release.ts";
import { asWritten } from "../../../test/written-values.ts";
import { ernVersions } from "../../ddex/ern.ts";
import { writeManifest } from "../../ddex/manifest.ts";
import { readMessage } from "../../ddex/read-message.ts";
import { choreographySchema, ernSchema } from "../../ddex/schemas.ts";
import { createXsdChecker } from "../../platform/xsd/xsd-checker.ts";
import { atOnce } from "../../platform/yielding.ts";
import { territoryCodes } from "../../standards/territory.ts";
import { type Capabilities, defaultCapabilities } from "../capabilities.ts";
import type { ReleaseMessage, TakedownMessage } from "../message.ts";
import type { SchemaSample, WrittenMessage } from "../written-message.ts";
import * as ern from "./document.ts";
import { ernVersion } from "./document.ts";
import type { ErnSettings } from "./settings.ts";

// DDEX's schemas are not ours to carry. Without them only the rules check the documents.
const folder = join(process.env.DDEX_FOLDER ?? "", "xsd");
const schemas = existsSync(folder) ? createXsdChecker(folder) : undefined;
if (!schemas) console.warn("DDEX_FOLDER has no schemas: documents are not compared with them.");
afterAll(() => schemas?.close());

const RUNS = atScale({ short: 15, full: 3_000 });

const writeErn = (...of: Parameters<typeof ern.writeErn>) => atOnce(ern.writeErn(...of));
function sampleOf({ sample }: Pick<WrittenMessage, "sample"> | { sample: WrittenMessage["sample"] }): SchemaSample {
  if (!sample) throw new Error("There is no sample.");
  return atOnce(sample());
}
const messageValues = (...of: Parameters<typeof ern.messageValues>) => atOnce(ern.messageValues(...of));

type Given = { settings?: Partial<ErnSettings>; capabilities?: Partial<Capabilities> };
const inputs = ({ settings = {}, capabilities = {} }: Given = {}) => ({
  settings: { ...goldenSettings, ...settings },
  capabilities: { ...defaultCapabilities, ...capabilities },
  ern: trialErn,
});
const valuesOf = (message: ReleaseMessage | TakedownMessage, given?: Given) => messageValues(message, inputs(given));
const takedownOf = (taken: ReleaseMessage): TakedownMessage => ({
  message_id: `${taken.message_id}-takedown`,
  store_id: taken.store_id,
  attempt: 1,
  kind: "takedown",
  created_at: "2027-06-10T12:00:00.000Z",
  reason: null,
  taken,
});
const withRelease = (changes: Partial<ReleaseMessage["release"]>): ReleaseMessage => ({
  ...goldenMessage,
  release: { ...goldenMessage.release, ...changes },
});
const withTrack = (changes: Partial<ReleaseMessage["tracks"][number]>): ReleaseMessage => ({
  ...goldenMessage,
  tracks: goldenMessage.tracks.map((track, index) => (index === 0 ? { ...track, ...changes } : track)),
});

/** The schema's problems with a document. */
async function compared(schema: string, document: string) {
  return (await schemas?.check(schema, { key: document, document: () => document })) ?? [];
}

test.each(ernVersions)("a release is written as it was before, in ERN %s", async (version) => {
  const { document, problems } = writeErn(
    goldenMessage,
    inputs({ capabilities: { message_format: `ern_${version}` } }),
  );
  expect(problems).toEqual([]);
  expect(await compared(ernSchema(version), document)).toEqual([]);
  await expect(document.replaceAll("><", ">\n<")).toMatchFileSnapshot(
    `../../../test/golden/new-release-${version}.xml`,
  );
});

test("a purge and a manifest are written as they were before", async () => {
  const { document, problems } = writeErn(takedownOf(goldenMessage), inputs({ settings: { takedown_style: "purge" } }));
  expect(problems).toEqual([]);
  expect(await compared(ernSchema("4.3.2"), document)).toEqual([]);
  await expect(document.replaceAll("><", ">\n<")).toMatchFileSnapshot("../../../test/golden/purge-release.xml");
  const sender = { party_id: "PADPIDA0000000000X", party_name: null };
  const listed = { message_id: "m-1", path: "036000291452/036000291452.xml", icpn: "036000291452" };
  const manifest = writeManifest({
    sender,
    recipient: sender,
    created_at: "2026-11-01T00:00:00.000Z",
    control_type: "LiveMessage",
    folder: "N_1",
    messages: [{ ...listed, kind: "takedown", checksum_sha256: "e3b0c442" }],
  });
  expect(await compared(choreographySchema, manifest)).toEqual([]);
  expect(manifest).toContain("<DeliveryType>TakeDown</DeliveryType>");
});

test.each(ernVersions)("a purge is compared with the schema of ERN %s as it goes out", (version) => {
  const given = { settings: { takedown_style: "purge" }, capabilities: { message_format: `ern_${version}` } } as const;
  const { document, sample } = writeErn(takedownOf(goldenMessage), inputs(given));
  const whole = sampleOf({ sample });
  expect([whole.schema, whole.document()]).toEqual([ernSchema(version), document]);
  const other = writeErn(takedownOf(withRelease({ title: "Another" })), inputs(given));
  expect(sampleOf(other).key).not.toBe(whole.key);
});

test(
  "stores that get the same release each get what is theirs, whoever got it before",
  () => {
    const ids = fc.constantFrom("store_auralis", "store_b", "store_c");
    fc.assert(
      fc.property(
        randomMessage({ max_tracks: 3 }),
        fc.array(fc.tuple(ids, randomStore), { minLength: 2, maxLength: 5 }),
        (message, stores) => {
          for (const [store_id, store] of stores) {
            const sent = { ...message, store_id, message_id: `to ${store_id}` };
            const alone = writeErn(structuredClone(sent), { ...store, ern: trialErn });
            const written = writeErn(sent, { ...store, ern: trialErn });
            expect([written.document, written.problems]).toEqual([alone.document, alone.problems]);
            expect(sampleOf(written).key).toBe(sampleOf(alone).key);
          }
        },
      ),
      { numRuns: RUNS },
    );
  },
  CAMPAIGN_LIMIT_MS,
);

test(
  `${RUNS} random releases are valid by the schemas and the rules, and read back as they were written`,
  async () => {
    await fc.assert(
      fc.asyncProperty(randomMessage({ max_tracks: RUNS > 50 ? 60 : 15 }), randomStore, async (message, store) => {
        const version = ernVersion(store.capabilities);
        for (const sent of [message, takedownOf(message)]) {
          const { document, problems, sample } = writeErn(sent, { ...store, ern: trialErn });
          expect(problems).toEqual([]);
          expect(writeErn(sent, { ...store, ern: trialErn }).document).toBe(document);
          expect(await compared(ernSchema(version), document)).toEqual([]);
          expect(sampleOf({ sample }).schema).toBe(ernSchema(version));
          if (sent.kind === "takedown" && store.settings.takedown_style === "purge") continue;
          const read = atOnce(readMessage(Buffer.from(document)));
          expect(read.message).toEqual(asWritten(messageValues(sent, { ...store, ern: trialErn }), version));
          expect(read.problems).toEqual([]);
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  CAMPAIGN_LIMIT_MS,
);

describe("deals", () => {
  test("follow from what the store does, and the release and each track have them", () => {
    const capabilities = { streaming: true, download: true, ugc: true };
    const { deals } = valuesOf(goldenMessage, { capabilities });
    expect(deals.map(({ release_references }) => release_references)).toEqual([["R0"], ["R1"], ["R3"]]);
    expect(deals[0]?.deals.map(({ commercial_models, use_types }) => [commercial_models, use_types])).toEqual([
      [
        ["SubscriptionModel", "AdvertisementSupportedModel"],
        ["OnDemandStream", "NonInteractiveStream"],
      ],
      [["PayAsYouGoModel"], ["PermanentDownload"]],
      [["RightsClaimModel"], ["UserMakeAvailableUserProvided"]],
    ]);
    expect(deals[0]?.deals[2]?.rights_claim_policy).toBe("Monetize");
  });

  test("are the operator's, where the store's settings have any", () => {
    const own = [{ commercial_models: ["SubscriptionModel" as const], use_types: ["ConditionalDownload" as const] }];
    const [first] = valuesOf(goldenMessage, { settings: { deals: own } }).deals;
    expect(first?.deals).toMatchObject([
      { commercial_models: ["SubscriptionModel"], use_types: ["ConditionalDownload"] },
    ]);
  });

  test("name the territories of the store and of the track, and none for a track that is withheld", () => {
    const { deals } = valuesOf(goldenMessage);
    expect(deals.map(({ deals: [deal] }) => deal?.territories)).toEqual([["DE", "FR"], ["DE", "FR"], ["DE"]]);
    const everywhere = { ...goldenMessage, territory_codes: territoryCodes };
    expect(valuesOf(everywhere).deals[0]?.deals[0]?.territories).toEqual(["Worldwide"]);
  });

  test("start at start_at, else at midnight of the date in each territory", () => {
    const startOf = (message: ReleaseMessage) => valuesOf(message).deals[0]?.deals[0]?.start;
    expect(startOf(goldenMessage)).toBe("2027-03-01T05:00:00Z");
    expect(startOf(withRelease({ start_at: null }))).toBe("2027-03-01T00:00:00");
  });

  test("are missing at a store that does nothing: such a message is not fit to be sent", () => {
    const { problems } = writeErn(goldenMessage, inputs({ capabilities: { streaming: false } }));
    expect(problems).toEqual([{ path: "DealList", issue: "must have a deal for the release itself" }]);
  });
});

describe("a takedown", () => {
  test("repeats what the store took last, with an id of its own and without deals or files", () => {
    const taken = valuesOf(takedownOf(goldenMessage));
    expect(taken.deals).toEqual([]);
    expect(taken.header.message_id).toBe("dlv_1-store_trial-1-takedown");
    expect(taken.releases).toEqual(valuesOf(goldenMessage).releases);
    expect(taken.recordings.map(({ file }) => file?.is_provided)).toEqual([false, false, false]);
  });

  test.each([
    ["2027-03-01T05:00:00.000Z", "2027-03-01T05:00:00Z", "2027-06-08T12:00:00Z"],
    [null, "2027-03-01T00:00:00", "2027-06-08T12:00:00"],
  ])("as ended deals ended two days ago (start_at %s)", (start_at, start, end) => {
    const taken = valuesOf(takedownOf(withRelease({ start_at })), { settings: { takedown_style: "ended_deals" } });
    expect(taken.deals[0]?.deals[0]).toMatchObject({ start, end });
  });

  test("of a release that has not begun ends deals that never ran", () => {
    const message = withRelease({ release_date: "2028-01-01", start_at: null });
    const taken = valuesOf(takedownOf(message), { settings: { takedown_style: "ended_deals" } });
    expect(taken.deals[0]?.deals[0]).toMatchObject({ start: "2027-06-07T12:00:00", end: "2027-06-08T12:00:00" });
  });

  test("of a message that an earlier version kept can be written", () => {
    const { start_at, ean, catalog_number, artwork_ai, ...release } = goldenMessage.release;
    const tracks = goldenMessage.tracks.map(({ withheld, ai, advisory, ...track }) => track);
    const { organization, ...others } = goldenMessage;
    const kept = { ...others, release, tracks } as unknown as ReleaseMessage;
    for (const takedown_style of ["no_deals", "ended_deals", "purge"] as const)
      expect(writeErn(takedownOf(kept), inputs({ settings: { takedown_style } })).problems).toEqual([]);
  });
});

describe("values", () => {
  test("a release without a genre has the store's", () => {
    const { releases, track_releases } = valuesOf(withRelease({ genre: null }), { settings: { default_genre: "Pop" } });
    expect([releases[0]?.genre, track_releases[0]?.genre]).toEqual(["Pop", "Pop"]);
  });

  test.each([
    ["flags", { value: "Album", user_defined: null }, "multi_artist"],
    [
      "user_defined",
      { value: "UserDefined", user_defined: { namespace: "PADPIDA0000000000X", value: "Compilation" } },
      null,
    ],
  ] as const)("a compilation goes out by %s", (compilation, type, flag) => {
    const [release] = valuesOf(withRelease({ type: "compilation" }), { settings: { compilation } }).releases;
    expect([release?.types, release?.compilation]).toEqual([[type], flag]);
  });

  test("the ICPN is the EAN, else the UPC", () => {
    const icpn = (message: ReleaseMessage) => valuesOf(message).releases[0]?.release_id.icpn;
    expect([icpn(goldenMessage), icpn(withRelease({ ean: null }))]).toEqual(["4006381333931", "036000291452"]);
  });

  test("artists keep their ISNI and the id that the store gave them", () => {
    const [artist] = valuesOf(goldenMessage).parties;
    expect(artist).toMatchObject({
      isni: "000000012146438X",
      proprietary_ids: [
        { namespace: "PADPIDA2009101501Y", value: "ar-20417" },
        { namespace: "store_trial", value: "ar-20417" },
      ],
    });
  });

  test("two tracks with one ISRC have two track releases, each with an id of its own", () => {
    const { isrc } = goldenMessage.tracks[0] ?? {};
    const tracks = goldenMessage.tracks.map((track) => ({ ...track, isrc: isrc ?? null }));
    const ids = valuesOf({ ...goldenMessage, tracks }).track_releases.map(
      ({ release_id }) => release_id.proprietary_ids[0]?.value,
    );
    expect(ids).toEqual([
      "4006381333931_QZABC2600001",
      "4006381333931_QZABC2600001_1_2",
      "4006381333931_QZABC2600001_2_1",
    ]);
  });

  test("a release is as long as its recordings are written", () => {
    const tracks = goldenMessage.tracks.map((track) => ({ ...track, duration_ms: 1_400 }));
    const { recordings, releases } = valuesOf({ ...goldenMessage, tracks });
    expect([recordings.map(({ duration_ms }) => duration_ms), releases[0]?.duration_ms]).toEqual([
      [1_000, 1_000, 1_000],
      3_000,
    ]);
    const short = valuesOf(withTrack({ duration_ms: 20 })).recordings[0];
    expect(short?.duration_ms).toBe(1_000);
  });

  test("an update says which files the store has already, unless it wants them again", () => {
    const files = goldenMessage.files.map((file) => ({ ...file, is_at_store: true }));
    const update = { ...goldenMessage, kind: "update" as const, files };
    const provided = (given?: Given) => valuesOf(update, given).recordings[0]?.file?.is_provided;
    expect([provided(), provided({ settings: { resend_files: true } })]).toEqual([false, true]);
  });

  test("all is artificial only where nobody is credited besides the artist", () => {
    const aiOf = (changes: Parameters<typeof withTrack>[0]) =>
      valuesOf(withTrack({ ai: "full", ...changes })).recordings[0]?.contains_ai;
    const main = { name: "Vera Lux", role: "main" } as const;
    expect(aiOf({ artists: [main], contributors: null })).toBe("All");
    expect(aiOf({ artists: [main], contributors: [{ name: "Ada Moss", role: "Composer" }] })).toBe("Partly");
    expect(aiOf({ artists: [main, { name: "Ada Moss", role: "producer" }], contributors: null })).toBe("Partly");
  });

  test("only ERN 4.3.2 says what artificial intelligence made", () => {
    const written = (message_format: "ern_4.3" | "ern_4.3.2") =>
      writeErn(
        withTrack({ ai: "full", artists: null, contributors: null }),
        inputs({ capabilities: { message_format } }),
      ).document;
    expect(written("ern_4.3.2")).toContain("<ContainsAI>All</ContainsAI>");
    expect(written("ern_4.3.2")).toContain("<ContainsAI>Partly</ContainsAI>");
    expect(written("ern_4.3")).not.toContain("ContainsAI");
  });

  test("stores that differ in header and deals share one sample", () => {
    const keyOf = (given: Given) => sampleOf(writeErn(goldenMessage, inputs(given))).key;
    const recipients = [{ party_id: "PADPIDA2011101101Z", party_name: "Another" }];
    expect(keyOf({ settings: { recipients } })).toBe(keyOf({}));
    expect(keyOf({ capabilities: { download: true } })).not.toBe(keyOf({}));
  });
});

describe("stores whose documents differ in the header alone", () => {
  // Its artists have no ids of this store.
  const message = { ...goldenMessage, store_id: "store_elsewhere", tracks: [...goldenMessage.tracks] };
  const stepsFor = (given: Given & { place?: object }) => {
    const all = inputs(given);
    const writing = ern.writeErn(message, { ...all, settings: { ...all.settings, ...given.place } });
    let steps = 0;
    while (!writing.next().done) steps++;
    return steps;
  };

  test("share its writing, wherever they are", () => {
    expect(stepsFor({ place: { host: "sftp.one.example", username: "one" } })).toBeGreaterThan(0);
    const recipients = [{ party_id: "PADPIDA2011101101Z", party_name: "Another" }];
    expect(stepsFor({ settings: { recipients }, place: { bucket: "two", folder: "in", ask_every_s: 60 } })).toBe(0);
    expect(stepsFor({ capabilities: { updates: false } })).toBe(0);
  });

  test.each<[string, Given]>([
    ["deals", { settings: { deals: [{ commercial_models: ["SubscriptionModel"], use_types: ["Stream"] }] } }],
    ["default_genre", { settings: { default_genre: "Jazz" } }],
    ["compilation", { settings: { compilation: "user_defined" } }],
    ["resend_files", { settings: { resend_files: true } }],
    ["territory_attributes", { settings: { territory_attributes: true } }],
    ["lyrics", { settings: { lyrics: "plain" } }],
    ["what the store does", { capabilities: { download: true } }],
    ["the version", { capabilities: { message_format: "ern_4.3" } }],
  ])("do not share it with another of %s, and only the last is kept", (_, given) => {
    stepsFor({});
    expect(stepsFor(given)).toBeGreaterThan(0);
    expect(stepsFor(given)).toBe(0);
    expect(stepsFor({})).toBeGreaterThan(0);
  });
});

test("a release of many tracks is written in small steps, so that others are served meanwhile", () => {
  const [track] = goldenMessage.tracks;
  if (!track) throw new Error("The golden release has no track.");
  const tracks = Array.from({ length: 300 }, (_, index) => ({
    ...track,
    track_number: index + 1,
    contributors: Array.from({ length: 20 }, (_, place) => ({ name: `Singer ${index} ${place}`, role: "Vocalist" })),
    territory: territoryCodes.filter((_, place) => place !== index % 249 && place !== Math.floor(index / 2)),
  }));
  const stepsOf = (writing: Generator<undefined, unknown, undefined>) => {
    let steps = 0;
    while (!writing.next().done) steps++;
    return steps;
  };
  // Each track is noted, turned into values, judged and written, and so are its deals and its track release. There are 6,000 parties.
  const message = { ...goldenMessage, tracks, territory_codes: territoryCodes };
  expect(stepsOf(ern.writeErn(message, inputs()))).toBeGreaterThan(8 * tracks.length + 6_000 / 100);
  const { sample } = writeErn(message, inputs());
  if (!sample) throw new Error("There is a sample.");
  expect(stepsOf(sample())).toBeGreaterThan(2 * tracks.length + 6_000 / 100);
});

test("a schema of a folder that does not have it is unknown, and a wrong document is reported by its path", async () => {
  if (!schemas) return;
  expect(await schemas.check(ernSchema("4.1"), { key: "", document: () => "" })).toBeUndefined();
  const { document } = writeErn(goldenMessage, inputs());
  const wrong = document.replace("<Duration>PT3M0S</Duration>", "");
  const [first] = await compared(ernSchema("4.3.2"), wrong);
  expect(first?.path).toContain("/SoundRecording[1]");
  expect(first?.issue).toContain("Duration");
});
