import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { atOnce } from "../platform/yielding.ts";
import type { NewReleaseMessage } from "./ern.ts";
import { readMessage } from "./read-message.ts";

const read = (xml: string | Uint8Array) => atOnce(readMessage(typeof xml === "string" ? Buffer.from(xml) : xml));

const header = `<MessageHeader><MessageId>M1</MessageId><MessageSender><PartyId>PADPIDA1</PartyId></MessageSender>
  <MessageRecipient><PartyId>PADPIDA2</PartyId></MessageRecipient>
  <MessageCreatedDateTime>2026-11-14T10:00:00Z</MessageCreatedDateTime></MessageHeader>`;

function message(body: string, version = "432"): string {
  return `<e:NewReleaseMessage xmlns:e="http://ddex.net/xml/ern/${version}" AvsVersionId="9" LanguageAndScriptCode="en">${header}${body}</e:NewReleaseMessage>`;
}

function firstOf<Key extends "recordings" | "releases" | "deals">(
  xml: string,
  key: Key,
): NewReleaseMessage[Key][number] {
  const { message } = read(xml);
  return (message as NewReleaseMessage)[key][0] as NewReleaseMessage[Key][number];
}

describe("reads", () => {
  test("a recording of 4.1, whose files stand in the recording itself", () => {
    const recording = `<SoundRecording><ResourceReference>A1</ResourceReference><ResourceId><ISRC>QZABC2600101</ISRC></ResourceId>
      <DisplayTitleText>One</DisplayTitleText><DisplayArtistName>Vera Lux</DisplayArtistName>
      <Contributor><ContributorPartyReference>P2</ContributorPartyReference><Role>Composer</Role></Contributor>
      <Duration>PT3M26.2S</Duration><PLine><Year>2026</Year><PLineText>2026 Nightjar</PLineText></PLine>
      <TechnicalDetails><AudioCodecType>FLAC</AudioCodecType><SamplingRate UnitOfMeasure="kHz">44.1</SamplingRate>
      <File><URI>resources/1.flac</URI></File></TechnicalDetails></SoundRecording>`;
    for (const version of ["41", "411", "42"]) {
      const xml = message(`<ResourceList>${recording}</ResourceList><ReleaseList/>`, version);
      expect(firstOf(xml, "recordings")).toMatchObject({
        isrc: "QZABC2600101",
        title: { text: "One", title: "One", sub_title: null },
        contributors: [{ party_reference: "P2", roles: [{ value: "Composer", user_defined: null }] }],
        duration_ms: 206_200,
        p_line: { year: "2026", text: "2026 Nightjar" },
        file: { uri: "resources/1.flac", hash: null, sampling_rate: 44_100, is_provided: true },
      });
    }
  });

  test("the default where there are several languages, and roles of either version", () => {
    const release = `<Release><ReleaseReference>R0</ReleaseReference>
      <DisplayTitleText LanguageAndScriptCode="ja">夢</DisplayTitleText><DisplayTitleText IsDefault="true">Yume (Live)</DisplayTitleText>
      <DisplayTitle IsDefault="true"><TitleText>Yume</TitleText><SubTitle>Live</SubTitle></DisplayTitle>
      <DisplayArtistName>Vera Lux</DisplayArtistName><DisplayArtist SequenceNumber="1"><ArtistPartyReference>P1</ArtistPartyReference>
      <DisplayArtistRole>Artist</DisplayArtistRole><ArtisticRole><Value UserDefinedValue="Kora" Namespace="X">UserDefined</Value></ArtisticRole></DisplayArtist>
      <DisplayGenre><GenreText>Pop</GenreText></DisplayGenre><ReleaseDate>2027-03-01</ReleaseDate>
      <IsMultiArtistCompilation>true</IsMultiArtistCompilation>
      <ResourceGroup><ResourceGroup ResourceGroupType="Component"><SequenceNumber>2</SequenceNumber><ResourceGroupContentItem>
      <SequenceNumber>1</SequenceNumber><ReleaseResourceReference>A1</ReleaseResourceReference></ResourceGroupContentItem>
      </ResourceGroup><LinkedReleaseResourceReference>A2</LinkedReleaseResourceReference></ResourceGroup></Release>`;
    expect(firstOf(message(`<ResourceList/><ReleaseList>${release}</ReleaseList>`), "releases")).toMatchObject({
      title: { text: "Yume (Live)", title: "Yume", sub_title: "Live" },
      display_artists: [{ role: "Artist", artistic_roles: [{ user_defined: { namespace: "X", value: "Kora" } }] }],
      genre: "Pop",
      release_date: "2027-03-01",
      compilation: "multi_artist",
      group: {
        type: null,
        groups: [{ type: "Component", sequence_number: 2, items: [{ resource_reference: "A1" }] }],
        linked: ["A2"],
      },
    });
  });

  test("deals with dates or times, territories in and out", () => {
    const deal = `<ReleaseDeal><DealReleaseReference>R0</DealReleaseReference><Deal><DealTerms><ExcludedTerritoryCode>US</ExcludedTerritoryCode>
      <ValidityPeriod><StartDateTime>2027-03-01T09:00:00+01:00</StartDateTime><EndDate>2028-01-01</EndDate></ValidityPeriod>
      <CommercialModelType>SubscriptionModel</CommercialModelType><UseType>OnDemandStream</UseType></DealTerms></Deal></ReleaseDeal>`;
    expect(firstOf(message(`<ResourceList/><ReleaseList/><DealList>${deal}</DealList>`), "deals")).toEqual({
      release_references: ["R0"],
      deals: [
        {
          territories: [],
          excluded_territories: ["US"],
          start: "2027-03-01T09:00:00+01:00",
          end: "2028-01-01",
          commercial_models: ["SubscriptionModel"],
          use_types: ["OnDemandStream"],
          rights_claim_policy: null,
          price: null,
          is_pre_order: false,
          instant_gratification: [],
          is_takedown: false,
        },
      ],
    });
  });
});

describe("refuses", () => {
  test("what is missing, each at its path and all at once", () => {
    const { problems } = read(
      `<e:NewReleaseMessage xmlns:e="http://ddex.net/xml/ern/43"><MessageHeader><MessageCreatedDateTime>soon</MessageCreatedDateTime></MessageHeader>
      <ResourceList><SoundRecording/><SoundRecording><ResourceReference>A2</ResourceReference></SoundRecording></ResourceList></e:NewReleaseMessage>`,
    );
    expect(problems.map(({ path, issue }) => `${path} ${issue}`)).toEqual(
      expect.arrayContaining([
        "@AvsVersionId is missing",
        "@LanguageAndScriptCode is missing",
        "MessageHeader/MessageId is missing",
        "MessageHeader/MessageSender is missing",
        "MessageHeader/MessageCreatedDateTime must be a date and time such as 2027-01-01T00:00:00Z",
        "ReleaseList is missing",
        "ResourceList/SoundRecording[1]/ResourceReference is missing",
        "ResourceList/SoundRecording[2]/DisplayTitleText is missing",
      ]),
    );
  });

  test.each([
    ["an older version", message("", "37"), 'is of the namespace "http://ddex.net/xml/ern/37", not of ERN'],
    ["another message", "<ManifestMessage/>", "is a ManifestMessage, not a NewReleaseMessage"],
  ])("%s", (_what, xml, issue) => {
    expect(() => read(xml)).toThrow(issue);
  });

  test("twenty thousand problems, of which it keeps a hundred", () => {
    const { problems } = read(message(`<ResourceList>${"<SoundRecording/>".repeat(20_000)}</ResourceList>`));
    expect(problems).toHaveLength(100);
  });
});

const folder = join(process.env.DDEX_FOLDER ?? "", "samples");
const samples = (kind: string) =>
  existsSync(folder) ? readdirSync(join(folder, kind)).filter((name) => !/^(Ack|Batch)/.test(name)) : [];

describe.skipIf(!existsSync(folder))("DDEX's samples", () => {
  test.each(samples("valid"))("%s is read without a problem", (name) => {
    const { message_type, problems, message } = read(readFileSync(join(folder, "valid", name)));
    expect(problems).toEqual([]);
    expect(name).toContain(message_type === "PurgeReleaseMessage" ? "urge" : "");
    expect(message.header.message_id).not.toBe("");
  });

  test.each([
    ["malformed.xml", "Line 9: </ReleaseList> stands where </Release> is expected."],
    ["ern-4.3-newrelease.xml", "@AvsVersionId is missing"],
    ["ern-4.3-simple_release.xml", "ReleaseList/Release/DisplayTitleText is missing"],
    ["sample_single_ern43.xml", "ResourceList/SoundRecording[2]/DisplayTitleText is missing"],
  ])("%s is refused: %s", (name, line) => {
    const bytes = readFileSync(join(folder, "invalid", name));
    const found = () => read(bytes).problems.map(({ path, issue }) => `${path} ${issue}`);
    if (name === "malformed.xml") expect(found).toThrow(line);
    else expect(found()).toContain(line);
  });
});
