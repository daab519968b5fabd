// Messages of ERN 3.8.2 and 3.8.3, as partners send them.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertAsset, must } from "../../test/catalog.ts";
import { upcFromNumber } from "../../test/codes.ts";
import { ern3Deals, ern3Details, ern3Message } from "../../test/ern3-message.ts";
import { createWorld, type World } from "../../test/world.ts";
import { ernSchema } from "../ddex/schemas.ts";
import { createXsdChecker } from "../platform/xsd/xsd-checker.ts";

const folder = join(process.env.DDEX_FOLDER ?? "", "xsd");
let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

let codes = 71_300_000_000;
const newCode = () => upcFromNumber(++codes);
const post = (raw: string) =>
  world.label.call("POST /v1/ddex/messages", { raw, headers: { "content-type": "application/xml" } });
const taken = async (raw: string) => {
  const answer = await post(raw);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const release = async (id: string) => (await must(world.label, `GET /v1/releases/${id}`)).body;
const tracks = async (id: string) => (await must(world.label, `GET /v1/tracks?release_id=${id}`)).body.data.reverse();
type ReportedIssue = { severity: string; path: string; issue: string };

test.skipIf(!existsSync(folder))("the messages of these tests are valid by DDEX's schemas", async () => {
  const schemas = createXsdChecker(folder);
  for (const version of ["382", "383"] as const) {
    const document = ern3Message({ version }).replace(/^<\?xml[^>]*>/, "");
    const schema = ernSchema(version.split("").join("."));
    expect(await schemas.check(schema, { key: version, document: () => document })).toEqual([]);
  }
  await schemas.close();
});

describe("a NewReleaseMessage of ERN 3.8", () => {
  test("creates the release and its tracks, and finds files by their names", async () => {
    const audio = await insertAsset(world, world.label, { type: "audio", status: "ready" });
    await world.ctx.db`update assets set filename = 'track1.flac' where id = ${audio}`;
    const icpn = newCode();
    const body = await taken(ern3Message({ icpn, version: "383" }));
    expect([body.result, body.message_type]).toEqual(["created", "NewReleaseMessage"]);
    expect(await release(body.release_id)).toMatchObject({
      title: "Midnight in Paris",
      type: "album",
      upc: icpn,
      label: "Nightjar",
      genre: "Pop",
      release_date: "2027-03-01",
      start_at: null,
      catalog_number: "NJ-1",
      artists: [{ name: "Vera Lux", role: "main", isni: "000000012146438X" }],
      territories: ["WORLD"],
    });
    const [first, second] = await tracks(body.release_id);
    expect(first).toMatchObject({ title: "Track 1", isrc: "QZ-ABC-26-00101", artists: null, audio_asset_id: audio });
    expect(first.contributors).toEqual([
      { name: "Ada Moss", role: "Producer" },
      { name: "Ada Moss", role: "Composer" },
    ]);
    expect(second).toMatchObject({ title: "Track 2", track_number: 2, explicit: true });
    expect(body.issues).toContainEqual({
      severity: "warning",
      path: "ResourceList/SoundRecording[1]/SoundRecordingDetailsByTerritory/TechnicalSoundRecordingDetails",
      issue: expect.stringContaining(`states no SHA-256; ${audio} was chosen`),
    });
  });

  test("with details of two territories is taken as the whole world has them, with a warning", async () => {
    const more_details = ern3Details("DE", "Spur 1");
    const answer = await post(ern3Message({ icpn: newCode(), more_details }));
    expect([answer.status, answer.body.result], answer.text).toEqual([201, "created"]);
    expect(answer.body.issues).toContainEqual({
      severity: "warning",
      path: "ResourceList/SoundRecording[1]/SoundRecordingDetailsByTerritory[2]",
      issue: expect.stringContaining("holds worldwide"),
    });
    expect((await tracks(answer.body.release_id))[0].title).toBe("Track 1");
  });

  test("is the main release by its mark, or as the only one that is no track release", async () => {
    const icpn = newCode();
    expect((await taken(ern3Message({ icpn, is_marked: false }))).result).toBe("created");
    const both = ern3Message({ icpn: newCode(), is_marked: false }).replaceAll(
      "<ReleaseType>TrackRelease<",
      "<ReleaseType>Single<",
    );
    const refused = await post(both);
    expect([refused.status, refused.body.error.details[0].field]).toEqual([422, "ReleaseList/Release"]);
  });

  test.each(["TakeDown", "AllDealsCancelled"])(
    "with %s everywhere takes it down, in some territories leaves them out",
    async (flag) => {
      const icpn = newCode();
      const { release_id } = await taken(ern3Message({ icpn }));
      const offer = `<CommercialModelType>SubscriptionModel</CommercialModelType><Usage><UseType>OnDemandStream</UseType></Usage>
      <TerritoryCode>Worldwide</TerritoryCode><ValidityPeriod><StartDate>2027-03-01</StartDate></ValidityPeriod>`;
      const end = (territory: string) =>
        `<${flag}>true</${flag}><TerritoryCode>${territory}</TerritoryCode><ValidityPeriod><StartDate>2026-01-02</StartDate></ValidityPeriod>`;
      await taken(ern3Message({ icpn, made_at: "2026-01-02T10:00:00Z", deals: ern3Deals(offer, end("DE")) }));
      const { territories } = await release(release_id);
      expect([territories.includes("FR"), territories.includes("DE")]).toEqual([true, false]);
      const body = await taken(
        ern3Message({ icpn, made_at: "2026-01-03T10:00:00Z", deals: ern3Deals(end("Worldwide")) }),
      );
      // It is at no store yet, so there is nothing to take down.
      expect([body.result, body.release_id]).toEqual(["unchanged", release_id]);
      const alone = await post(ern3Message({ icpn, made_at: "2026-01-04T10:00:00Z", deals: ern3Deals(end("DE")) }));
      expect([alone.status, alone.body.error.details[0].field]).toEqual([422, "DealList"]);
    },
  );

  test("a PurgeReleaseMessage of a release that is not there changes nothing", async () => {
    const purge = `<ern:PurgeReleaseMessage xmlns:ern="http://ddex.net/xml/ern/383" MessageSchemaVersionId="ern/383">
      <MessageHeader><MessageId>P-1</MessageId><MessageSender><PartyId>PADPIDA2013042401U</PartyId></MessageSender>
      <MessageRecipient><PartyId>PADPIDA0000000000X</PartyId></MessageRecipient>
      <MessageCreatedDateTime>2026-01-01T10:00:00Z</MessageCreatedDateTime></MessageHeader>
      <PurgedRelease><ReleaseId><ICPN>${newCode()}</ICPN></ReleaseId></PurgedRelease></ern:PurgeReleaseMessage>`;
    expect(await taken(purge)).toMatchObject({ message_type: "PurgeReleaseMessage", result: "unchanged" });
  });
});

describe("refuses", () => {
  test("another version of ERN 3", async () => {
    const { status, body } = await post(ern3Message({ version: "384" }));
    expect([status, body.error.code]).toEqual([422, "validation_failed"]);
  });

  const recording = "ResourceList/SoundRecording[1]";
  const main = "ReleaseList/Release[1]";
  const terms = "DealList/ReleaseDeal[1]/Deal[1]/DealTerms";
  const cut = (from: string, to: string) => (text: string) => text.replace(new RegExp(`${from}[^]*?${to}`), "");
  const swap = (from: string, to: string) => (text: string) => text.replace(from, to);
  const broken: [string, (text: string) => string, string][] = [
    ["no ResourceList", cut("<ResourceList>", "</ResourceList>"), "ResourceList"],
    ["no ReleaseList", cut("<ReleaseList>", "</ReleaseList>"), "ReleaseList"],
    ["no MessageHeader", cut("<MessageHeader>", "</MessageHeader>"), "MessageHeader"],
    ["no MessageId", cut("<MessageId>", "</MessageId>"), "MessageHeader/MessageId"],
    ["no sender", cut("<MessageSender>", "</MessageSender>"), "MessageHeader/MessageSender"],
    [
      "a sender without an id",
      swap("<MessageSender><PartyId>PADPIDA2013042401U</PartyId>", "<MessageSender>"),
      "MessageHeader/MessageSender/PartyId",
    ],
    [
      "a sender that is no DPID",
      swap("<MessageSender><PartyId>PADPIDA2013042401U", "<MessageSender><PartyId>Nightjar"),
      "MessageHeader/MessageSender/PartyId",
    ],
    ["no recipient", cut("<MessageRecipient>", "</MessageRecipient>"), "MessageHeader/MessageRecipient"],
    ["no time", cut("<MessageCreatedDateTime>", "</MessageCreatedDateTime>"), "MessageHeader/MessageCreatedDateTime"],
    ["a time that is none", swap("2026-01-01T10:00:00Z", "yesterday"), "MessageHeader/MessageCreatedDateTime"],
    ["a video profile", swap("AudioAlbumMusicOnly", "VideoAlbum"), "@ReleaseProfileVersionId"],
    ["no ISRC", cut("<ISRC>QZABC2600101", "</ISRC>"), `${recording}/SoundRecordingId/ISRC`],
    ["a wrong ISRC", swap("<ISRC>QZABC2600101<", "<ISRC>QZ-1<"), `${recording}/SoundRecordingId/ISRC`],
    [
      "no title of a recording",
      (text) =>
        cut(
          "<ReferenceTitle><TitleText>Track 1",
          "</ReferenceTitle>",
        )(text.replace(/<Title TitleType="DisplayTitle"><TitleText>Track 1<\/TitleText><\/Title>/, "")),
      `${recording}/ReferenceTitle`,
    ],
    [
      "no reference of a recording",
      cut("<ResourceReference>A1", "</ResourceReference>"),
      `${recording}/ResourceReference`,
    ],
    [
      "no details of a recording",
      cut("<SoundRecordingDetailsByTerritory>", "</SoundRecordingDetailsByTerritory>"),
      `${recording}/SoundRecordingDetailsByTerritory`,
    ],
    [
      "a party without a name",
      swap("<FullName>Ada Moss</FullName>", "<FullName/>"),
      `${recording}/SoundRecordingDetailsByTerritory/ResourceContributor`,
    ],
    [
      "a wrong ISNI",
      (text) => text.replaceAll("000000012146438X", "12"),
      `${recording}/SoundRecordingDetailsByTerritory/DisplayArtist`,
    ],
    ["no code", swap('<ICPN IsEan="false">', '<ICPN IsEan="false">1'), `${main}/ReleaseId/ICPN`],
    [
      "no main artist",
      (text) => text.replaceAll("MainArtist", "FeaturedArtist"),
      `${main}/ReleaseDetailsByTerritory/DisplayArtist`,
    ],
    ["no type", swap("<ReleaseType>Album</ReleaseType>", ""), `${main}/ReleaseType`],
    [
      "a user-defined type without a word",
      swap("<ReleaseType>Album<", "<ReleaseType>UserDefined<"),
      `${main}/ReleaseType`,
    ],
    [
      "no details of the release",
      cut("<ReleaseDetailsByTerritory>", "</ReleaseDetailsByTerritory>"),
      `${main}/ReleaseDetailsByTerritory`,
    ],
    [
      "a track without a number",
      swap("<SequenceNumber>1</SequenceNumber>", ""),
      `${main}/ReleaseDetailsByTerritory/ResourceGroup/ResourceGroupContentItem`,
    ],
    [
      "a track that is not there",
      swap(
        '"PrimaryResource">A2</ReleaseResourceReference></ResourceGroupContentItem>',
        '"PrimaryResource">A9</ReleaseResourceReference></ResourceGroupContentItem>',
      ),
      `${main}/ReleaseDetailsByTerritory/ResourceGroup`,
    ],
    [
      "a track that is not there, in the list alone",
      swap('"PrimaryResource">A2</ReleaseResourceReference>', '"PrimaryResource">A9</ReleaseResourceReference>'),
      `${main}/ReleaseResourceReferenceList/ReleaseResourceReference`,
    ],
    ["a day that no month has", swap("<StartDate>2027-03-01<", "<StartDate>2027-02-30<"), `${terms}/ValidityPeriod`],
    ["a month that no year has", swap("<StartDate>2027-03-01<", "<StartDate>2027-13-01<"), `${terms}/ValidityPeriod`],
    [
      "a deal of no release",
      swap("<DealReleaseReference>R2", "<DealReleaseReference>R9"),
      "DealList/ReleaseDeal[1]/DealReleaseReference",
    ],
    [
      "no territory",
      swap("<TerritoryCode>Worldwide</TerritoryCode><ValidityPeriod>", "<ValidityPeriod>"),
      `${terms}/TerritoryCode`,
    ],
    [
      "a territory that is none",
      swap(
        "<TerritoryCode>Worldwide</TerritoryCode><ValidityPeriod>",
        "<TerritoryCode>ZZ</TerritoryCode><ValidityPeriod>",
      ),
      `${terms}/TerritoryCode`,
    ],
    ["no start", cut("<ValidityPeriod>", "</ValidityPeriod>"), `${terms}/ValidityPeriod`],
    [
      "two recordings with one reference",
      swap("<ResourceReference>A2<", "<ResourceReference>A1<"),
      "ResourceList/SoundRecording[2]",
    ],
    [
      "a physical product",
      swap("<UseType>OnDemandStream<", "<UseType>PurchaseAsPhysicalProduct<"),
      `${terms}/Usage/UseType`,
    ],
  ];

  test.each(broken)("%s", async (_, change, path) => {
    const text = ern3Message({ icpn: newCode() });
    const wrong = change(text);
    expect(wrong).not.toBe(text);
    const { status, body } = await post(wrong);
    const fields = (body.error?.details ?? []).map(({ field }: { field: string }) => field);
    expect([status, fields.some((field: string) => field.startsWith(path)) ? path : fields]).toEqual([422, path]);
    expect((body.issues ?? []) as ReportedIssue[]).toEqual([]);
  });
});

describe("names the place that the message itself has", () => {
  const recording = "ResourceList/SoundRecording[1]";
  const details = `${recording}/SoundRecordingDetailsByTerritory`;
  const main = "ReleaseList/Release[1]/ReleaseDetailsByTerritory";
  const long = "x".repeat(501);
  const swap = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
  const afterIsrc = (more: string) => swap("</SoundRecordingId>", `</SoundRecordingId>${more}`);
  const dates = (more: string) => swap("<ReleaseDate>2027-03-01</ReleaseDate>", more);
  const credit = (name: string, role: string, id = "") =>
    `<IndirectResourceContributor><PartyName><FullName>${name}</FullName></PartyName>${id}<IndirectResourceContributorRole>${role}</IndirectResourceContributorRole></IndirectResourceContributor>`;
  const publisher = credit("Owl Songs", "MusicPublisher", '<PartyId Namespace="IPI">12</PartyId>');
  const withCredits = swap("<PLine>", `${credit("Bo", "Lyricist")}${publisher}<PLine>`);

  const wrong: [string, (text: string) => string, string][] = [
    [
      "an ISWC",
      afterIsrc("<IndirectSoundRecordingId><ISWC>T0345246802</ISWC></IndirectSoundRecordingId>"),
      `${recording}/IndirectSoundRecordingId/ISWC`,
    ],
    ["a year", afterIsrc("<CreationDate>1492</CreationDate>"), `${recording}/CreationDate`],
    [
      "a country",
      afterIsrc('<CreationDate TerritoryCode="QQ">1999</CreationDate>'),
      `${recording}/CreationDate/@TerritoryCode`,
    ],
    ["the IPI of a publisher", withCredits, `${details}/IndirectResourceContributor[3]`],
    [
      "a role in the sender's words",
      swap(">Composer<", ` UserDefinedValue="${long}" Namespace="N">UserDefined<`),
      `${details}/IndirectResourceContributor/IndirectResourceContributorRole`,
    ],
    [
      "a title in the details of the second territory",
      (text) =>
        swap(
          `<SoundRecordingDetailsByTerritory><TerritoryCode>Worldwide`,
          `${ern3Details("DE", "Spur 1")}$&`,
        )(text.replace(">Track 1</TitleText></Title>", `>${long}</TitleText></Title>`)),
      `${details}[2]/Title/TitleText`,
    ],
    [
      "the date, that stands for the original one too",
      dates("<ReleaseDate>2027-13-01</ReleaseDate>"),
      `${main}/ReleaseDate`,
    ],
    ["the date in words", dates("<ReleaseDate>soon</ReleaseDate>"), `${main}/ReleaseDate`],
    ["a year in place of the date", dates("<ReleaseDate>2026</ReleaseDate>"), `${main}/ReleaseDate`],
    [
      "the date, beside an original one",
      dates("<ReleaseDate>2027-13-01</ReleaseDate><OriginalReleaseDate>2025-05-05</OriginalReleaseDate>"),
      `${main}/ReleaseDate`,
    ],
    [
      "the original date",
      dates("<OriginalReleaseDate>2025-02-30</OriginalReleaseDate>"),
      `${main}/OriginalReleaseDate`,
    ],
    [
      "the date of the whole world",
      (text) => swap("</Release>", "<GlobalReleaseDate>2027-02-30</GlobalReleaseDate></Release>")(dates("")(text)),
      "ReleaseList/Release[1]/GlobalReleaseDate",
    ],
    [
      "the title of a track release",
      (text) =>
        text.replace(
          /(<ReleaseReference>R2<\/ReleaseReference>\s*)<ReferenceTitle>.*?<\/ReferenceTitle>(.*?)<Title .*?<\/Title>/s,
          "$1$2",
        ),
      "ReleaseList/Release[3]/ReferenceTitle",
    ],
    [
      "the release's P-line, where its details have it",
      (text) =>
        text
          .replace(/<PLine><Year>2027.*?<\/PLine>/s, "")
          .replace(
            "</ReleaseDetailsByTerritory>",
            `<PLine><PLineText>${long}</PLineText></PLine></ReleaseDetailsByTerritory>`,
          ),
      `${main}/PLine`,
    ],
  ];

  test.each(wrong)("%s", async (_, change, path) => {
    const text = ern3Message({ icpn: newCode() });
    expect(change(text)).not.toBe(text);
    const { status, body } = await post(change(text));
    const fields = (body.error?.details ?? []).map(({ field }: { field: string }) => field);
    expect([status, fields]).toEqual([422, [path]]);
  });
});

test("a start on another day says which day is kept as the original one", async () => {
  const other = (given: string) =>
    ern3Message({ icpn: newCode(), version: "383" }).replace("<ReleaseDate>2027-03-01</ReleaseDate>", given);
  const said = async (given: string) => {
    const { release_id, issues } = await taken(other(given));
    const { release_date, original_release_date } = await release(release_id);
    const [issue] = (issues as ReportedIssue[]).filter(({ path }) => path === "DealList").map(({ issue }) => issue);
    return [release_date, original_release_date, issue];
  };
  const original = "<OriginalReleaseDate>2025-05-05</OriginalReleaseDate>";
  const start = "starts on 2027-03-01: that is the release date";
  expect(await said(`<ReleaseDate>2027-02-01</ReleaseDate>${original}`)).toEqual([
    "2027-03-01",
    "2025-05-05",
    `${start}, not 2027-02-01, and 2025-05-05 is kept as the original one`,
  ]);
  expect(await said("<ReleaseDate>2027-02-01</ReleaseDate>")).toEqual([
    "2027-03-01",
    "2027-02-01",
    `${start}, and 2027-02-01 is kept as the original one`,
  ]);
  expect(await said(original)).toEqual([
    "2027-03-01",
    "2025-05-05",
    `${start}, and 2025-05-05 is kept as the original one`,
  ]);
});
