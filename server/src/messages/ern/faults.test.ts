import { expect, test } from "vitest";
import { trialErn } from "../../../test/connector-conformance.ts";
import { goldenMessage, goldenSettings } from "../../../test/golden-release.ts";
import { atOnce } from "../../platform/yielding.ts";
import { essentialRules } from "../../releases/preflight/rules.ts";
import { defaultCapabilities } from "../capabilities.ts";
import type { ReleaseMessage } from "../message.ts";
import { writeErn } from "./document.ts";
import { catalogueFaults } from "./faults.ts";

const inputs = { settings: goldenSettings, capabilities: defaultCapabilities, ern: trialErn };
const release = (changes: Partial<ReleaseMessage["release"]>): ReleaseMessage => ({
  ...goldenMessage,
  release: { ...goldenMessage.release, ...changes },
});
const second = (changes: Partial<ReleaseMessage["tracks"][number]>): ReleaseMessage => ({
  ...goldenMessage,
  tracks: goldenMessage.tracks.map((track, index) => (index === 1 ? { ...track, ...changes } : track)),
});
const both = [
  { name: "Vera Lux", role: "main" as const },
  { name: "Vera Lux", role: "featured" as const },
];

test.each([
  ["tracks[1].isrc", "isrc_missing", second({ isrc: null })],
  ["tracks[1].isrc", "isrc_format", second({ isrc: "QZ-ABC-26-7" })],
  ["tracks[1].audio_asset_id", "invalid_message", second({ duration_ms: 0 })],
  ["tracks[1].title", "invalid_message", second({ title: " " })],
  ["tracks[1].artists", "primary_also_featured", second({ artists: both })],
  ["tracks", "invalid_message", second({ disc_number: 1, track_number: 1 })],
  ["upc", "upc_check_digit", release({ ean: null, upc: "036000291453" })],
  ["upc", "invalid_message", release({ ean: "4006381333932" })],
  ["title", "invalid_message", release({ title: "" })],
  ["artwork_asset_id", "invalid_message", release({ artwork_asset_id: null })],
])("the problem is reported at %s by %s", (field, code, message) => {
  const faults = catalogueFaults(atOnce(writeErn(message, inputs)).problems, message);
  expect(faults).toMatchObject([{ field, code }]);
  expect(essentialRules.map((rule) => rule.code)).toContain(code);
});

test.each([
  ["/ern:NewReleaseMessage/ResourceList/SoundRecording/Duration", "tracks[0].audio_asset_id"],
  ["/ern:NewReleaseMessage/ResourceList/SoundRecording[3]/LanguageOfPerformance", "tracks[2].language"],
  ["/ern:NewReleaseMessage/ReleaseList/TrackRelease[2]/DisplayGenre/GenreText", "genre"],
  ["ResourceList/SoundRecording", "tracks"],
  ["DealList", "DealList"],
  ["MessageHeader/MessageSender/PartyId", "MessageHeader/MessageSender/PartyId"],
])("%s is %s, also as the schema writes it", (path, field) => {
  expect(catalogueFaults([{ path, issue: "is wrong" }], goldenMessage)).toMatchObject([{ field }]);
});
