// The five test deliveries that Spotify asks for, in every version that we write: fifteen messages.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { trialErn } from "../../../test/connector-conformance.ts";
import { goldenMessage, goldenSettings } from "../../../test/golden-release.ts";
import { asWritten, spoken } from "../../../test/written-values.ts";
import { ernVersions } from "../../ddex/ern.ts";
import { readMessage } from "../../ddex/read-message.ts";
import { ernSchema } from "../../ddex/schemas.ts";
import { createXsdChecker } from "../../platform/xsd/xsd-checker.ts";
import { atOnce } from "../../platform/yielding.ts";
import { defaultCapabilities } from "../capabilities.ts";
import type { ReleaseMessage, StoreMessage } from "../message.ts";
import { messageValues, writeErn } from "./document.ts";

const folder = join(process.env.DDEX_FOLDER ?? "", "xsd");
const schemas = existsSync(folder) ? createXsdChecker(folder) : undefined;
if (!schemas) console.warn("DDEX_FOLDER has no schemas: the fifteen messages are not compared with them.");
afterAll(() => schemas?.close());

const album: ReleaseMessage = {
  ...goldenMessage,
  release: { ...goldenMessage.release, type: "album", start_at: null },
  territory_codes: ["DE", "FR"],
};
const update = (attempt: number, message: Partial<ReleaseMessage>): ReleaseMessage => ({
  ...album,
  message_id: `dlv_1-store_trial-${attempt}`,
  attempt,
  kind: "update",
  files: album.files.map((file) => ({ ...file, is_at_store: true })),
  ...message,
});
const ep = update(2, { release: { ...album.release, type: "ep" }, territory_codes: ["DE", "FR", "JP"] });
const single = update(3, { release: { ...album.release, type: "single", start_at: "2027-03-01T05:00:00.000Z" } });
const compilation = update(4, {
  release: { ...album.release, type: "compilation" },
  tracks: album.tracks.map((track, index) => (index === 0 ? { ...track, withheld: true } : track)),
});
const takedown: StoreMessage = {
  message_id: "dlv_1-store_trial-4-takedown",
  store_id: album.store_id,
  attempt: 4,
  kind: "takedown",
  created_at: "2027-06-10T12:00:00.000Z",
  reason: null,
  taken: compilation,
};

const tests: [string, StoreMessage][] = [
  ["an album", album],
  ["one more territory, and an EP", ep],
  ["a time to start, and a single", single],
  ["a track withheld, and a compilation", compilation],
  ["a takedown", takedown],
];
const cases = ernVersions.flatMap((version) => tests.map(([name, message]) => [version, name, message] as const));

test.each(cases)("ERN %s: %s", async (version, _, message) => {
  const inputs = {
    settings: goldenSettings,
    capabilities: { ...defaultCapabilities, message_format: `ern_${version}` as const },
    ern: trialErn,
    md5_sums: new Map(album.files.map(({ asset_id }, index) => [asset_id, String(index).padStart(32, "0")])),
  };
  const { document, problems } = atOnce(writeErn(message, inputs));
  expect(problems).toEqual([]);
  expect((await schemas?.check(ernSchema(version), { key: document, document: () => document })) ?? []).toEqual([]);
  const read = atOnce(readMessage(Buffer.from(document)));
  if (read.message_type !== "NewReleaseMessage") throw new Error("It is no purge.");
  expect([read.problems, read.version]).toEqual([[], version]);
  const values = asWritten(atOnce(messageValues(message, inputs)), version);
  if (version === "3.8.3") expect(spoken(read.message)).toEqual(spoken(values));
  else expect(read.message).toEqual(values);
});
