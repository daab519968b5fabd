import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { trialErn } from "../../../test/connector-conformance.ts";
import { atScale } from "../../../test/faults/scale.ts";
import { goldenMessage, goldenSettings } from "../../../test/golden-release.ts";
import { randomMessage, randomStore } from "../../../test/random-release.ts";
import type { NewReleaseMessage, ResourceGroup } from "../../ddex/ern.ts";
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

test(`${RUNS} random releases are valid by the schema and the rules, and read back as they were written`, async () => {
  const styles = fc.constantFrom("no_deals", "ended_deals", "purge", "takedown_flag");
  await fc.assert(
    fc.asyncProperty(randomMessage({ max_tracks: 15 }), randomStore, styles, async (message, store, takedown_style) => {
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
        expect(spoken(read.message)).toEqual(spoken(asErn3(atOnce(messageValues(sent, given)))));
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

/** The values as far as ERN 3.8.3 can say them. */
function asErn3(values: NewReleaseMessage): NewReleaseMessage {
  const silent = { contains_ai: null, translated_titles: [], translated_artist_names: [], formal_title: null };
  const unsized = <File extends { is_provided: boolean; uri: string; hash: unknown } | null>(file: File) =>
    file && { ...file, size_bytes: null, ...(!file.is_provided && { uri: "", hash: null }) };
  return {
    ...values,
    profile_variant: null,
    parties: values.parties.map((party) => ({ ...party, translated_names: [] })),
    recordings: values.recordings.map((one) => ({
      ...one,
      ...silent,
      recording_country: one.recording_year && one.recording_country,
      is_cover: false,
      is_work_part: false,
      file: unsized(one.file),
    })),
    visibilities: [],
    images: values.images.map((one) => ({ ...one, contains_ai: null, file: unsized(one.file) })),
    releases: values.releases.map((one) => ({
      ...one,
      ...silent,
      visibility_references: [],
      compilation: one.compilation === "multi_artist" ? "multi_artist" : null,
      group: counted(one.group),
    })),
    deals: values.deals.map((entry) => ({
      ...entry,
      deals: entry.deals.map((deal) => ({ ...deal, ...inDays(deal) })),
    })),
  };
}

/** A period of whole days says no times. */
function inDays({ start, end }: { start: string | null; end: string | null }) {
  const isWhole = start?.endsWith("T00:00:00") && (end === null || end.endsWith("T23:59:59"));
  return isWhole ? { start: start?.slice(0, 10) ?? null, end: end?.slice(0, 10) ?? null } : { start, end };
}

/** Tracks are counted in their order, and works are no groups. */
function counted(group: ResourceGroup): ResourceGroup {
  const isDisc = group.type === "Component";
  const tracks = isDisc ? [...group.items, ...group.groups.flatMap(({ items }) => items)] : group.items;
  const sorted = [...tracks].sort((one, other) => (one.sequence_number ?? 0) - (other.sequence_number ?? 0));
  return {
    ...group,
    groups: isDisc ? [] : group.groups.map((disc, index) => ({ ...counted(disc), sequence_number: index + 1 })),
    items: sorted.map((item, index) => ({ ...item, sequence_number: index + 1 })),
  };
}

/** The same with names in place of references, since ERN 3 has no list of parties. */
function spoken({ parties, ...message }: NewReleaseMessage) {
  const byReference = new Map(parties.map(({ reference, ...party }) => [reference, party]));
  const who = (reference: string | null) => byReference.get(reference ?? "");
  const shown = <Shown extends NewReleaseMessage["releases"][number] | NewReleaseMessage["recordings"][number]>(
    one: Shown,
  ) => ({
    ...one,
    display_artists: one.display_artists.map(({ party_reference, ...artist }) => ({
      ...artist,
      who: who(party_reference),
    })),
  });
  const labelled = <One extends { label_references: readonly string[] }>({ label_references, ...one }: One) => ({
    ...one,
    labels: label_references.map((label) => who(label)?.name),
  });
  return {
    ...message,
    recordings: message.recordings.map(shown).map(({ contributors, ...one }) => ({
      ...one,
      credits: [
        ...new Set(
          contributors.flatMap(({ party_reference, roles }) =>
            roles.map((role) => JSON.stringify([Object.entries(who(party_reference) ?? {}).sort(), role])),
          ),
        ),
      ].sort(),
    })),
    releases: message.releases.map(shown).map(labelled),
    track_releases: message.track_releases.map(({ release_id: { isrc, ...release_id }, ...one }) =>
      labelled({ ...one, release_id }),
    ),
  };
}

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
