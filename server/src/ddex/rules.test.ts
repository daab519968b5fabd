import { expect, test } from "vitest";
import { trialErn } from "../../test/connector-conformance.ts";
import { goldenMessage, goldenSettings } from "../../test/golden-release.ts";
import { defaultCapabilities } from "../messages/capabilities.ts";
import { messageValues } from "../messages/ern/document.ts";
import { atOnce } from "../platform/yielding.ts";
import type { NewReleaseMessage } from "./ern.ts";
import { newReleaseProblems, purgeProblems } from "./rules.ts";

const inputs = { settings: goldenSettings, capabilities: defaultCapabilities, ern: trialErn };
const sound = atOnce(messageValues(goldenMessage, inputs));
const check = (message: NewReleaseMessage, has_deals = true) => atOnce(newReleaseProblems(message, { has_deals }));

type Draft<Value> = { -readonly [key in keyof Value]: Draft<Value[key]> };

// Faults that the XSD lets pass, and the path at which each is reported.
const faults: [string, (draft: Draft<NewReleaseMessage>) => void, string][] = [
  ["no release", (m) => m.releases.splice(0), "ReleaseList/Release"],
  ["no message id", (m) => Object.assign(m.header, { message_id: " " }), "MessageHeader/MessageId"],
  [
    "a sender that is no DPID",
    (m) => Object.assign(m.header.sender, { party_id: "me" }),
    "MessageHeader/MessageSender/PartyId",
  ],
  ["no recipient", (m) => m.header.recipients.splice(0), "MessageHeader/MessageRecipient"],
  ["an ISNI that is none", (m) => Object.assign(at(m.parties, 0), { isni: "12" }), "PartyList/Party[1]/PartyId/ISNI"],
  [
    "a bad ISRC",
    (m) => Object.assign(at(m.recordings, 1), { isrc: "bad" }),
    "ResourceList/SoundRecording[2]/SoundRecordingEdition/ResourceId/ISRC",
  ],
  [
    "no main artist",
    (m) => Object.assign(at(at(m.recordings, 1).display_artists, 0), { role: "Artist" }),
    "ResourceList/SoundRecording[2]/DisplayArtist",
  ],
  [
    "artists without an order",
    (m) => Object.assign(at(at(m.recordings, 0).display_artists, 1), { sequence_number: 1 }),
    "ResourceList/SoundRecording[1]/DisplayArtist",
  ],
  [
    "a main artist who is featured",
    (m) => Object.assign(at(at(m.recordings, 0).display_artists, 1), { party_reference: "P1" }),
    "ResourceList/SoundRecording[1]/DisplayArtist[2]",
  ],
  [
    "a contributor twice",
    (m) => at(m.recordings, 0).contributors.push(at(at(m.recordings, 0).contributors, 0)),
    "ResourceList/SoundRecording[1]/Contributor[3]",
  ],
  [
    "UserDefined without words",
    (m) => Object.assign(at(at(at(m.recordings, 0).contributors, 1).roles, 0), { user_defined: null }),
    "ResourceList/SoundRecording[1]/Contributor[2]/Role",
  ],
  [
    "no duration",
    (m) => Object.assign(at(m.recordings, 0), { duration_ms: 0 }),
    "ResourceList/SoundRecording[1]/Duration",
  ],
  ["a cover that is not linked", (m) => at(m.releases, 0).group.linked.splice(0), "ReleaseList/Release/ResourceGroup"],
  ["an image without an id", (m) => at(m.images, 0).proprietary_ids.splice(0), "ResourceList/Image[1]/ResourceId"],
  [
    "an ICPN with a wrong check digit",
    (m) => Object.assign(at(m.releases, 0).release_id, { icpn: "036000291453" }),
    "ReleaseList/Release/ReleaseId/ICPN",
  ],
  [
    "no date",
    (m) => Object.assign(at(m.releases, 0), { release_date: null, original_release_date: null }),
    "ReleaseList/Release/ReleaseDate",
  ],
  [
    "two tracks with one number",
    (m) => Object.assign(at(at(at(m.releases, 0).group.groups, 0).items, 1), { sequence_number: 1 }),
    "ReleaseList/Release/ResourceGroup/ResourceGroup[1]/ResourceGroupContentItem",
  ],
  [
    "a side of a record",
    (m) => Object.assign(at(at(m.releases, 0).group.groups, 0), { type: "Side" }),
    "ReleaseList/Release/ResourceGroup/ResourceGroup[1]",
  ],
  [
    "a track that is nowhere",
    (m) => Object.assign(at(m.track_releases, 0), { resource_reference: "A99" }),
    "ReleaseList/TrackRelease[1]/ReleaseResourceReference",
  ],
  ["a track release too few", (m) => m.track_releases.splice(2), "ReleaseList/TrackRelease"],
  [
    "a title that is repeated",
    (m) => Object.assign(at(m.track_releases, 1), { title: at(m.recordings, 1).title }),
    "ReleaseList/TrackRelease[2]/DisplayTitle",
  ],
  [
    "an unknown party",
    (m) => at(m.releases, 0).label_references.splice(0, 1, "P99"),
    "ReleaseList/Release/ReleaseLabelReference",
  ],
  ["a party that nothing uses", (m) => m.parties.push({ ...at(m.parties, 0), reference: "P77" }), "PartyList/Party[6]"],
  [
    "a deal for nothing",
    (m) => at(m.deals, 1).release_references.push("R99"),
    "DealList/ReleaseDeal[2]/DealReleaseReference",
  ],
  [
    "an unknown territory",
    (m) => at(at(m.deals, 0).deals, 0).territories.push("XX"),
    "DealList/ReleaseDeal[1]/Deal[1]/DealTerms/TerritoryCode",
  ],
  [
    "the world and a country",
    (m) => at(at(m.deals, 0).deals, 0).territories.push("Worldwide"),
    "DealList/ReleaseDeal[1]/Deal[1]/DealTerms/TerritoryCode",
  ],
  [
    "a deal without a start",
    (m) => Object.assign(at(at(m.deals, 0).deals, 0), { start: null }),
    "DealList/ReleaseDeal[1]/Deal[1]/DealTerms/ValidityPeriod",
  ],
  [
    "a deal that starts on a day that no month has",
    (m) => Object.assign(at(at(m.deals, 0).deals, 0), { start: "2027-02-30T00:00:00" }),
    "DealList/ReleaseDeal[1]/Deal[1]/DealTerms/ValidityPeriod",
  ],
  [
    "a deal that ends at an hour that no day has",
    (m) => Object.assign(at(at(m.deals, 0).deals, 0), { end: "2099-12-31T25:00:00Z" }),
    "DealList/ReleaseDeal[1]/Deal[1]/DealTerms/ValidityPeriod",
  ],
  [
    "a deal that ends before it starts",
    (m) => Object.assign(at(at(m.deals, 0).deals, 0), { end: "2026-01-01" }),
    "DealList/ReleaseDeal[1]/Deal[1]/DealTerms/ValidityPeriod",
  ],
  ["no deal for the release", (m) => m.deals.splice(0, 1), "DealList"],
  [
    "all of it artificial with a person credited",
    (m) => Object.assign(at(m.recordings, 0), { contains_ai: "All" }),
    "ResourceList/SoundRecording[1]/ContainsAI",
  ],
  [
    "nothing artificial with a contribution that is",
    (m) => {
      Object.assign(at(m.recordings, 0), { contains_ai: "None" });
      Object.assign(at(at(m.recordings, 0).contributors, 0), { ai: "Partly" });
    },
    "ResourceList/SoundRecording[1]/ContainsAI",
  ],
  [
    "a visibility that is not there",
    (m) => at(m.releases, 0).visibility_references.push("V1"),
    "ReleaseList/Release/ReleaseVisibilityReference",
  ],
  [
    "a resource that no pre-order can give",
    (m) => at(at(m.deals, 0).deals, 0).instant_gratification.push("A99"),
    "DealList/ReleaseDeal[1]/Deal[1]/DealTerms/InstantGratificationResourceList",
  ],
];

function at<Value>(values: readonly Value[], index: number): Value {
  return values[index] ?? expect.fail(`There is no value ${index}.`);
}

test("a sound message has no problem", () => {
  expect(check(sound)).toEqual([]);
  expect(check({ ...sound, deals: [] }, false)).toEqual([]);
});

test.each(faults)("%s is reported at its path", (_, spoil, path) => {
  const draft = structuredClone(sound) as Draft<NewReleaseMessage>;
  spoil(draft);
  expect(check(draft as NewReleaseMessage).map((problem) => problem.path)).toContain(path);
});

test("a purge names the release", () => {
  const { header, language, releases } = sound;
  const release_id = { ...at(releases, 0).release_id, icpn: null };
  const problems = purgeProblems({ header, language, release_id, title: null });
  expect(problems).toEqual([
    { path: "PurgedRelease/ReleaseId", issue: "must have a GRid, an ICPN or a ProprietaryId" },
  ]);
});
