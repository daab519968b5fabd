// The fields that stores ask for, in the words of the specification: lines, warnings, AI, works, translations, lyrics.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { trialErn } from "../../../test/connector-conformance.ts";
import { goldenMessage, goldenSettings } from "../../../test/golden-release.ts";
import { ernSchema } from "../../ddex/schemas.ts";
import { createXsdChecker } from "../../platform/xsd/xsd-checker.ts";
import { atOnce } from "../../platform/yielding.ts";
import { defaultCapabilities } from "../capabilities.ts";
import type { ReleaseMessage } from "../message.ts";
import { messageValues, writeErn } from "./document.ts";
import { packMessage } from "./folders.ts";
import type { ErnSettings } from "./settings.ts";

const folder = join(process.env.DDEX_FOLDER ?? "", "xsd");
const schemas = existsSync(folder) ? createXsdChecker(folder) : undefined;
if (!schemas) console.warn("DDEX_FOLDER has no schemas: documents are not compared with them.");
afterAll(() => schemas?.close());

type Track = ReleaseMessage["tracks"][number];
const versions = ["4.3.2", "4.3"] as const;
const inputs = (version: (typeof versions)[number] = "4.3.2", settings: Partial<ErnSettings> = {}) => ({
  settings: { ...goldenSettings, ...settings },
  capabilities: { ...defaultCapabilities, message_format: `ern_${version}` as const },
  ern: trialErn,
});
const plain: Partial<Track> = { artists: null, contributors: null };
const withTracks = (changes: readonly Partial<Track>[], release: Partial<ReleaseMessage["release"]> = {}) => ({
  ...goldenMessage,
  release: { ...goldenMessage.release, ...release },
  tracks: goldenMessage.tracks.map((track, index) => ({ ...track, ...changes[index] })),
});
const valuesOf = (message: ReleaseMessage) => atOnce(messageValues(message, inputs()));

/** The document, which must be right by our rules and by the schema. */
async function written(message: ReleaseMessage, ...given: Parameters<typeof inputs>): Promise<string> {
  const { document, problems } = atOnce(writeErn(message, inputs(...given)));
  expect(problems).toEqual([]);
  const found = await schemas?.check(ernSchema(given[0] ?? "4.3.2"), { key: document, document: () => document });
  expect(found ?? []).toEqual([]);
  return document;
}

const count = (document: string, words: string) => document.split(words).length - 1;

describe.each(versions)("in ERN %s", (version) => {
  test("the recording has the line of its track, else that of the release", async () => {
    const release = { p_line: "2026 Nightjar" };
    const own = await written(withTracks([{ p_line: "2019 Owl" }], release), version);
    expect(own).toContain("<PLine><Year>2019</Year><PLineText>2019 Owl</PLineText></PLine>");
    expect(count(own, "<PLineText>2026 Nightjar</PLineText>")).toBe(3);
    expect(count(await written(withTracks([], release), version), "<PLineText>2026 Nightjar</PLineText>")).toBe(4);
  });

  test("a clean track says so, and so does a release that is not explicit", async () => {
    const clean = { advisory: "clean", explicit: false } as const;
    const document = await written(withTracks([clean], { explicit: false }), version);
    expect(count(document, "<ParentalWarningType>ExplicitContentEdited</ParentalWarningType>")).toBe(2);
    const explicit = await written(withTracks([clean], { explicit: true }), version);
    expect(count(explicit, "<ParentalWarningType>ExplicitContentEdited</ParentalWarningType>")).toBe(1);
  });

  test("a track says who published it, where and when it was recorded, and what it is", async () => {
    const document = await written(
      withTracks([
        {
          publishers: [{ name: "Owl Songs", ipi: "00014107338" }],
          recording_year: 1987,
          recording_country: "XK",
          iswc: "T-034.524.680-1",
          is_instrumental: true,
          is_cover: true,
        },
      ]),
      version,
    );
    expect(document).toContain("<PartyId><IpiNameNumber>00014107338</IpiNameNumber></PartyId>");
    expect(document).toContain("MusicPublisher");
    expect(document).toContain("<Period><StartDate>1987</StartDate></Period><Venue><TerritoryCode>XK</TerritoryCode>");
    expect(document).toContain("<WorkId><ISWC>T0345246801</ISWC></WorkId>");
    expect(document).toContain("<IsCover>true</IsCover><HasVocalPerformance>false</HasVocalPerformance>");
  });

  test("movements of a work stand in a group of a classical album, with formal titles", async () => {
    const part = (movement_number: number, movement_title: string) => ({
      work: "Sonata No. 2",
      movement_number,
      movement_title,
    });
    const tracks = [part(1, "Allegro"), part(2, "Adagio")];
    const document = await written(withTracks(tracks), version);
    const formal = version === "4.3" ? 'AdditionalTitle TitleType="FormalTitle"' : "FormalTitle";
    expect(document).toContain("<ReleaseType>ClassicalAlbum</ReleaseType>");
    expect(document).toContain('ReleaseProfileVariantVersionId="Classical"');
    expect(document).toContain(`<${formal}><TitleText>Sonata No. 2</TitleText><SubTitle>II. Adagio</SubTitle>`);
    expect(document).toContain('<ResourceGroup ResourceGroupType="MultiWorkPart"><DisplayTitleText>Sonata No. 2<');
    expect(await written(withTracks(tracks, { type: "ep" }), version)).toContain("<ReleaseType>EP</ReleaseType>");
  });

  test("titles and names of artists are also said in other languages", async () => {
    const artists = [{ name: "Vera Lux", translated_name: "ヴェラ・ルクス" }];
    const translations = [{ language: "ja", title: "パリの真夜中", artists }];
    const document = await written(withTracks([], { translations }), version);
    expect(document).toContain('<DisplayTitleText IsDefault="true">Midnight in Paris');
    expect(document).toContain('<DisplayTitleText LanguageAndScriptCode="ja">パリの真夜中<');
    expect(document).toContain('<DisplayArtistName LanguageAndScriptCode="ja">ヴェラ・ルクス<');
    expect(document).toContain('<PartyName LanguageAndScriptCode="ja"><FullName>ヴェラ・ルクス<');
  });

  test("a subgenre stands beside its genre", async () => {
    const document = await written(withTracks([], { subgenre: "Techno" }), version);
    expect(count(document, "<GenreText>Electronic</GenreText><SubGenre>Techno</SubGenre>")).toBe(4);
  });

  test("lyrics go out as texts and files, only where the store takes them", async () => {
    const message = withTracks([{ lyrics: "La la", lyrics_synced: "[00:01.00]La la" }, { lyrics: "Lo lo" }]);
    expect(await written(message, version)).not.toContain("<Text>");
    const timed = await written(message, version, { lyrics: "synced" });
    expect(timed).toContain("<TextCodecType>LRC</TextCodecType><File><URI>resources/4006381333931_01_001.lrc</URI>");
    expect(timed).toContain("<TextCodecType>UTF8Text</TextCodecType>");
    expect(timed).toContain('<LinkedReleaseResourceReference LinkDescription="Lyrics">A5<');
    const settings = { ...goldenSettings, lyrics: "synced" as const, folder: "", batches: false };
    const packing = { ...settings, signal: "empty" as const, signal_name: "x", acknowledgements: "", ask_every_s: 300 };
    const parcels = packMessage(message, { document: timed, settings: packing, manifest: () => "" });
    const texts = parcels.flatMap((parcel) => ("text" in parcel ? [[parcel.path, parcel.text.toString()]] : []));
    expect(texts.slice(0, 2)).toEqual([
      [expect.stringMatching(/resources\/4006381333931_01_001\.lrc$/), "[00:01.00]La la"],
      [expect.stringMatching(/resources\/4006381333931_01_002\.txt$/), "Lo lo"],
    ]);
  });
});

describe("artificial intelligence", () => {
  const none = { vocals: "none", instruments: "none", lyrics: "none", composition: "none", post_production: "none" };
  const full = { vocals: "full", instruments: "full", lyrics: "full", composition: "full", post_production: "full" };
  const track = (changes: object): Partial<Track> => ({ ...plain, ...changes });
  const composer = [{ name: "Ada Moss", role: "Composer" }];

  test("all of some parts is one contributor that is a machine, with a role for each", async () => {
    const parts = { ...none, vocals: "full", lyrics: "full" };
    const message = withTracks([track({ ai: "partial", ai_parts: parts })]);
    const document = await written(message);
    expect(count(document, "<SpecialContributor>GenerativeAI</SpecialContributor>")).toBe(1);
    const [recording] = valuesOf(message).recordings;
    expect(recording?.contains_ai).toBe("Partly");
    expect(recording?.contributors[0]?.roles.map(({ value }) => value)).toEqual(["Vocalist", "Lyricist"]);
    expect(await written(message, "4.3")).not.toMatch(/GenerativeAI|ContainsAI|AiContribution/);
  });

  test("all of it with a credited composer is Partly, and All without credits", async () => {
    const credited = withTracks([track({ ai: "full", ai_parts: full, contributors: composer })]);
    await written(credited);
    expect(valuesOf(credited).recordings[0]?.contains_ai).toBe("Partly");
    const alone = withTracks([track({ ai: "full", ai_parts: full })]);
    await written(alone);
    const [recording] = valuesOf(alone).recordings;
    expect(recording?.contains_ai).toBe("All");
    expect(recording?.contributors.map(({ special }) => special)).toEqual(["GenerativeAI"]);
    const published = withTracks([track({ ai: "full", publishers: [{ name: "Owl Songs" }] })]);
    expect(valuesOf(published).recordings[0]?.contains_ai).toBe("Partly");
  });

  test("some of a part marks the people of its role", async () => {
    const contributors = [...composer, { name: "Kit Orr", role: "Lyricist" }];
    const parts = { ...none, lyrics: "partial" };
    const message = withTracks([track({ ai: "partial", ai_parts: parts, contributors })]);
    await written(message);
    expect(valuesOf(message).recordings[0]?.contributors.map(({ ai }) => ai)).toEqual([null, "Partly"]);
  });

  test("the cover says it by itself", async () => {
    const document = await written(withTracks([], { artwork_ai: "full" }));
    expect(document).toMatch(/<Image>.*<ContainsAI>All<\/ContainsAI>.*<\/Image>/s);
    expect(await written(withTracks([], { artwork_ai: "full" }), "4.3")).not.toContain("ContainsAI");
  });

  test("a release of before with AI and a credit differs in the share of AI alone", async () => {
    const [before, now] = await Promise.all(
      (["none", "full"] as const).map((ai) => written(withTracks([{ ai }, { ai: "none" }]))),
    );
    expect(now?.replaceAll("<ContainsAI>Partly</ContainsAI>", "")).toBe(before);
  });
});
