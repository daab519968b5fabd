// DDEX's own Schematron rules, compiled to XSLT, on every kind of message that we write: those of release profile 1.4 for ERN 3.8.3, and those
// of release profile 2.1 for ERN 4. The latter are of ERN 4.1, so a later message breaks some that have changed since: docs/ddex.md says
// which rules of both are broken, and why.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { trialErn } from "../../../test/connector-conformance.ts";
import { atScale } from "../../../test/faults/scale.ts";
import { goldenMessage, goldenSettings } from "../../../test/golden-release.ts";
import { atOnce } from "../../platform/yielding.ts";
import { defaultCapabilities } from "../capabilities.ts";
import type { ReleaseMessage, StoreMessage } from "../message.ts";
import { writeErn } from "./document.ts";
import type { ErnSettings } from "./settings.ts";

const profiles = join(process.env.DDEX_FOLDER ?? "", "profiles");
const isLong = atScale({ short: false, whole: true, full: true });
const processor = findProcessor();
const reason = !existsSync(profiles) ? "DDEX_FOLDER has no profiles" : processor ? undefined : "xslt3 is not installed";
if (isLong && reason) console.warn(`${reason}: messages are not compared with DDEX's Schematron rules.`);

type Transform = (
  options: { stylesheetInternal: unknown; sourceText: string; destination: "serialized" },
  mode: "sync",
) => { principalResult: string };

function findProcessor(): { compiler: string; transform: Transform } | undefined {
  try {
    const compiler = createRequire(import.meta.url).resolve("xslt3/xslt3.js");
    return { compiler, transform: createRequire(compiler)("saxon-js").transform };
  } catch {
    return undefined;
  }
}

/** The rules that do not hold for later versions, or for what a partner may leave out. */
const changed = ["1015-1", "1026-1", "1031-1", "1032-1", "1032-2", "1058-1"];
/** A takedown has no deal, so nothing refers to its releases. */
const ofTakedown = [...changed, "G.5"];
/**
 * In ERN 3.8.3, by the numbers of albums, then of singles: an ISWC, the day of each recording and its writers, which a partner may leave out;
 * prefixes of ISRCs that are newer than the rules; and speech, since DDEX's rules for albums are those for music and speech.
 */
const ofErn3 = ["1704-1", "1718-1", "1720-1", "1731-2", "1753-1", "1756-1", "1011-1", "1025-1", "1038-2"];
/** The rules know albums and singles alone, and the list of types has EPs and words for others. */
const ofOtherTypes = [...ofErn3, "1755-1"];

const withTracks = (
  changes: readonly Partial<ReleaseMessage["tracks"][number]>[],
  release: Partial<ReleaseMessage["release"]> = {},
): ReleaseMessage => ({
  ...goldenMessage,
  release: { ...goldenMessage.release, ...release },
  tracks: goldenMessage.tracks.map((track, index) => ({ ...track, ...changes[index] })),
});
const part = (movement_number: number) => ({ work: "Sonata No. 2", movement_number, movement_title: "Allegro" });
const full = {
  vocals: "full",
  instruments: "full",
  lyrics: "full",
  composition: "full",
  post_production: "full",
} as const;
const artists = [{ name: "Vera Lux", translated_name: "ヴェラ・ルクス" }];
const sold: ReleaseMessage = {
  ...withTracks([{ instant_gratification: true }]),
  terms: {
    preorder_on: "2027-02-01",
    preview_at: "2027-01-15T00:00:00Z",
    price_tier: { code: "FRONT", namespace: null },
    track_price_tiers: [],
  },
};
const takedown: StoreMessage = {
  message_id: "dlv_1-store_trial-1-takedown",
  store_id: "store_trial",
  attempt: 1,
  kind: "takedown",
  created_at: "2027-02-10T12:00:00.000Z",
  reason: null,
  taken: sold,
};

const single: ReleaseMessage = {
  ...goldenMessage,
  release: { ...goldenMessage.release, type: "single" },
  tracks: goldenMessage.tracks.slice(0, 1),
  files: goldenMessage.files.slice(0, 2),
};
const update: ReleaseMessage = {
  ...goldenMessage,
  kind: "update",
  files: goldenMessage.files.map((file) => ({ ...file, is_at_store: true })),
};
const classical = withTracks([part(1), part(2)]);
const barest = withTracks(
  Array.from({ length: 3 }, () => ({ version: null, artists: null, contributors: null, language: null })),
  {
    version: null,
    original_release_date: null,
    start_at: null,
    catalog_number: null,
    ean: null,
    genre: null,
    language: null,
    p_line: null,
    c_line: null,
  },
);
const ep = withTracks([], { type: "ep" });
const compilation = withTracks([], { type: "compilation" });
const sung = withTracks([{ lyrics: "La", lyrics_synced: "[00:01.00]La" }]);
const translated = withTracks([], { translations: [{ language: "ja", title: "夜", artists }] });
const artificial = withTracks([{ ai: "full", ai_parts: full, artists: null, contributors: null }], {
  artwork_ai: "full",
});
const detailed = withTracks(
  [
    {
      p_line: "2019 Owl",
      advisory: "clean",
      explicit: false,
      is_instrumental: true,
      is_cover: true,
      recording_year: 1987,
      recording_country: "FR",
      iswc: "T-034.524.680-1",
      publishers: [{ name: "Owl Songs", ipi: "00014107338" }],
    },
  ],
  { subgenre: "Techno" },
);

type Kind = {
  message: StoreMessage;
  settings?: Partial<ErnSettings>;
  capabilities?: Partial<typeof defaultCapabilities>;
  profile?: keyof typeof sets;
  allowed?: readonly string[];
};
const kinds: Readonly<Record<string, Kind>> = {
  "a release": { message: goldenMessage },
  "a release without all that may be left out": { message: barest },
  "a release with attributes": { message: goldenMessage, settings: { territory_attributes: true } },
  "a release of one track": { message: single },
  "an EP": { message: ep },
  "a compilation": { message: compilation },
  "a compilation in words": { message: compilation, settings: { compilation: "user_defined" } },
  "an update": { message: update },
  "the fields that stores ask for": { message: detailed },
  "a classical album": { message: classical },
  "the works of it": { message: classical, profile: "ClassicalVariant" },
  lyrics: { message: sung, settings: { lyrics: "both" } },
  "other languages": { message: translated },
  "artificial intelligence": { message: artificial },
  "what users upload": { message: goldenMessage, capabilities: { ugc: true } },
  "a pre-order": { message: sold },
  "a takedown without deals": { message: takedown, allowed: ofTakedown },
  "a takedown by ended deals": { message: takedown, settings: { takedown_style: "ended_deals" } },
};

const ern3Kinds: Readonly<Record<string, Kind>> = {
  "a release": { message: goldenMessage },
  "a release without all that may be left out": { message: barest, allowed: [...ofErn3, "1017-1"] },
  "a release of one track": { message: single, profile: "AudioSingle" },
  "an EP": { message: ep, allowed: ofOtherTypes },
  "a compilation": { message: compilation },
  "a compilation in words": {
    message: compilation,
    settings: { compilation: "user_defined" },
    allowed: ofOtherTypes,
  },
  "the fields that stores ask for": { message: detailed },
  "an update": { message: update },
  "a classical album": { message: classical },
  lyrics: { message: sung, settings: { lyrics: "both" } },
  "other languages": { message: translated },
  "artificial intelligence": { message: artificial },
  "what users upload": { message: goldenMessage, capabilities: { ugc: true } },
  "a pre-order": { message: sold },
  "a takedown without deals": { message: takedown },
  "a takedown by ended deals": { message: takedown, settings: { takedown_style: "ended_deals" } },
  "a takedown by a flag": { message: takedown, settings: { takedown_style: "takedown_flag" } },
};

const sets = { Audio: "21", ClassicalVariant: "21", AudioAlbum: "14", AudioSingle: "14" } as const;

describe.skipIf(!isLong || reason !== undefined)("DDEX's Schematron rules", () => {
  const rules = new Map<string, unknown>();
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "segue-schematron-"));
    const compile = async ([name, set]: [string, string]) => {
      const to = join(folder, `${name}.sef.json`);
      const options = [`-xsl:${join(profiles, set, `${name}.xsl`)}`, `-export:${to}`, "-nogo"];
      await promisify(execFile)(process.execPath, [processor?.compiler ?? "", ...options]);
      rules.set(name, JSON.parse(await readFile(to, "utf8")));
    };
    try {
      await Promise.all(Object.entries(sets).map(compile));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 900_000);

  function brokenRules(document: string, profile: keyof typeof sets): string[] {
    const options = {
      stylesheetInternal: rules.get(profile),
      sourceText: document,
      destination: "serialized",
    } as const;
    const report = processor?.transform(options, "sync").principalResult ?? "";
    // A report names each pattern of rules that it looked at.
    expect(report).toContain("svrl:active-pattern");
    const texts = [...report.matchAll(/<svrl:(?:failed-assert|successful-report)[\s\S]*?<svrl:text>([^<]*)</g)];
    const words = texts.map(([, text = ""]) => text.trim().replace(/\s+/g, " "));
    const faults = words.filter((text) => !text.startsWith("Information"));
    return [...new Set(faults.map((text) => /(?:Rule |, )([\w.-]*\d)(?:NR)?\)\.$/.exec(text)?.[1] ?? text))];
  }

  test.each(Object.entries(kinds))(
    "in ERN 4, %s breaks none but those that have changed since",
    (_, { message, settings = {}, capabilities: others = {}, profile = "Audio", allowed = changed }) => {
      for (const message_format of ["ern_4.3.2", "ern_4.3"] as const) {
        const capabilities = { ...defaultCapabilities, download: true, preorder: true, ...others, message_format };
        const inputs = { settings: { ...goldenSettings, ...settings }, capabilities, ern: trialErn };
        const { document } = atOnce(writeErn(message, inputs));
        expect(brokenRules(document, profile).filter((rule) => !allowed.includes(rule))).toEqual([]);
      }
    },
    300_000,
  );

  test.each(Object.entries(ern3Kinds))(
    "in ERN 3.8.3, %s breaks none but those that no music or no partner must keep",
    (_, { message, settings = {}, capabilities: others = {}, profile = "AudioAlbum", allowed = ofErn3 }) => {
      const capabilities = {
        ...defaultCapabilities,
        download: true,
        preorder: true,
        ...others,
        message_format: "ern_3.8.3" as const,
      };
      const md5_sums = new Map(goldenMessage.files.map(({ asset_id }) => [asset_id, "0".repeat(32)]));
      const inputs = { settings: { ...goldenSettings, ...settings }, capabilities, ern: trialErn, md5_sums };
      const { document } = atOnce(writeErn(message, inputs));
      expect(brokenRules(document, profile).filter((rule) => !allowed.includes(rule))).toEqual([]);
    },
    300_000,
  );
});
