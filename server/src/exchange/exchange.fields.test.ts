// The fields that stores ask for, received in a message that this service wrote itself.

import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { upcFromNumber } from "../../test/codes.ts";
import { trialErn } from "../../test/connector-conformance.ts";
import { ernMessage } from "../../test/ern-message.ts";
import { goldenMessage, goldenSettings } from "../../test/golden-release.ts";
import { createWorld, type World } from "../../test/world.ts";
import { defaultCapabilities } from "../messages/capabilities.ts";
import { writeErn } from "../messages/ern/document.ts";
import type { ReleaseMessage } from "../messages/message.ts";
import { atOnce } from "../platform/yielding.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

const xml = { "content-type": "application/xml" };
const post = (raw: string) => world.label.call("POST /v1/ddex/messages", { raw, headers: xml });

const fields: Partial<ReleaseMessage["tracks"][number]> = {
  p_line: "2019 Owl",
  advisory: "clean",
  is_instrumental: true,
  is_cover: true,
  recording_year: 1987,
  recording_country: "XK",
  iswc: "T-034.524.680-1",
  publishers: [{ name: "Owl Songs", ipi: "00014107338" }, { name: "Moth Songs" }],
  ai: "partial",
  ai_parts: { vocals: "full", instruments: "none", lyrics: "partial", composition: "none", post_production: "none" },
  work: "Sonata No. 2",
  movement_title: "Allegro",
  translations: [{ language: "fr", title: "Rue Lepic", artists: [{ name: "Vera Lux", translated_name: "Véra" }] }],
  instant_gratification: true,
};
const translations = [
  { language: "ja", title: "パリの真夜中", artists: [{ name: "Vera Lux", translated_name: "ヴェラ・ルクス" }] },
];

function message(): ReleaseMessage {
  const contributors = [{ name: "Ada Moss", role: "Lyricist" }];
  const [first, second] = goldenMessage.tracks;
  if (!first || !second) throw new Error("The golden release has two tracks.");
  const one = { ...first, ...fields, explicit: false, artists: null, contributors };
  return {
    ...goldenMessage,
    created_at: "2026-01-01T10:00:00.000Z",
    release: {
      ...goldenMessage.release,
      upc: upcFromNumber(70_900_000_001),
      ean: null,
      start_at: null,
      explicit: false,
      subgenre: "Techno",
      artwork_ai: "partial",
      translations,
    },
    tracks: [
      { ...one, movement_number: 1 },
      { ...second, ai: "none", withheld: false, work: "Sonata No. 2", movement_number: 2 },
    ],
    terms: { preorder_on: "2027-02-01", preview_at: null, price_tier: null, track_price_tiers: [] },
  };
}

function writtenAt(created_at: string): string {
  const capabilities = { ...defaultCapabilities, download: true, preorder: true };
  const sent = { ...message(), message_id: `at ${created_at}`, created_at };
  return atOnce(writeErn(sent, { settings: goldenSettings, capabilities, ern: trialErn })).document;
}

test("a message fills the fields of the release and its tracks, and the next one like it changes nothing", async () => {
  const { status, body, text } = await post(writtenAt("2026-01-01T10:00:00.000Z"));
  expect(status, text).toBe(201);
  const release = (await must(world.label, `GET /v1/releases/${body.release_id}`)).body;
  expect(release).toMatchObject({ subgenre: "Techno", artwork_ai: "partial", translations, type: "album" });
  expect(release.release_date).toBe("2027-03-01");
  const tracks = (await must(world.label, `GET /v1/tracks?release_id=${body.release_id}`)).body.data;
  const numbered = (number: number) => tracks.find((track: { track_number: number }) => track.track_number === number);
  expect(numbered(1)).toMatchObject({ ...fields, movement_number: 1, explicit: false });
  expect(numbered(2)).toMatchObject({ work: "Sonata No. 2", movement_number: 2, p_line: null, ai_parts: null });
  const again = await post(writtenAt("2026-01-01T11:00:00.000Z"));
  expect(again.body.result, again.text).toBe("unchanged");
});

test("all of it artificial with a person credited is a warning", async () => {
  const credit = "<Contributor><ContributorPartyReference>PLabel</ContributorPartyReference></Contributor>";
  const more = "<ContainsAI>All</ContainsAI>";
  const given = { icpn: upcFromNumber(70_900_000_002), tracks: [{ isrc: "QZABC2600777", more }] };
  const raw = ernMessage(given).replace("<Duration>", `${credit}<Duration>`);
  const { status, body, text } = await post(raw);
  expect(status, text).toBe(201);
  expect(body.issues).toContainEqual({
    severity: "warning",
    path: "ResourceList/SoundRecording[1]/ContainsAI",
    issue: "must not be All where a person is credited",
  });
});

test("what is wrong is told where the message has it, in each version", async () => {
  const fieldsOf = async (raw: string) => {
    const { status, body } = await post(raw);
    expect(status).toBe(422);
    return body.error.details.map(({ field }: { field: string }) => field);
  };
  const more = "<WorkId><ISWC>T0345246802</ISWC></WorkId>";
  const given = { icpn: upcFromNumber(70_900_000_003), tracks: [{ isrc: "QZABC2600778", more }] };
  const publisher = `<Party><PartyReference>POwl</PartyReference><PartyName><FullName>Owl Songs</FullName></PartyName>
    <PartyId><IpiNameNumber>12</IpiNameNumber></PartyId></Party></PartyList>`;
  const credit =
    "<Contributor><ContributorPartyReference>POwl</ContributorPartyReference><Role>MusicPublisher</Role></Contributor>";
  const newest = ernMessage(given).replace("</PartyList>", publisher).replace("<Duration>", `${credit}<Duration>`);
  expect(await fieldsOf(newest)).toEqual([
    "ResourceList/SoundRecording[1]/WorkId/ISWC",
    "PartyList/Party[3]/PartyId/IpiNameNumber",
  ]);
  const dated = (date: string) => newest.replace("<ReleaseDate>2027-03-01", `<ReleaseDate>${date}`);
  for (const date of ["2027-13-01", "soon"]) {
    const dates = (await fieldsOf(dated(date))).filter((field: string) => field.endsWith("Date"));
    expect(dates).toEqual(["ReleaseList/Release/ReleaseDate"]);
  }
  const genre = `<GenreText>Pop</GenreText><SubGenre>${"x".repeat(201)}</SubGenre>`;
  expect(await fieldsOf(newest.replace("<GenreText>Pop</GenreText>", genre))).toContain(
    "ReleaseList/Release/DisplayGenre/SubGenre",
  );
  // Before 4.3 a recording has no editions.
  const older = newest
    .replace("ern/432", "ern/42")
    .replaceAll(/<\/?SoundRecordingEdition>/g, "")
    .replace("QZABC2600778", "bad");
  expect(await fieldsOf(older)).toContain("ResourceList/SoundRecording[1]/ResourceId/ISRC");
});
