// The turns of the benchmark of ERN: a 12-track album as a document, the same bytes by one template, and the rules alone.

import { writeAfterHeader } from "../server/src/ddex/new-release-message.ts";
import { newReleaseProblems } from "../server/src/ddex/rules.ts";
import { defaultCapabilities } from "../server/src/messages/capabilities.ts";
import { messageValues, writeErn } from "../server/src/messages/ern/document.ts";
import type { ReleaseMessage } from "../server/src/messages/message.ts";
import { atOnce } from "../server/src/platform/yielding.ts";
import { trialErn } from "../server/test/connector-conformance.ts";
import { goldenMessage, goldenSettings } from "../server/test/golden-release.ts";
import { plainTemplate } from "./ern-floor.ts";

const WARM_UP = 5;
const TURNS = 15;
const BATCH = 300;

/** How many a second, by processor time. */
type ErnTurn = { built: number; plain: number; checked: number };

export function ernTurns(tracks: number): { bytes: number; turns: ErnTurn[] } {
  const message = album(tracks);
  const inputs = { settings: goldenSettings, capabilities: defaultCapabilities, ern: trialErn };
  const values = atOnce(messageValues(message, inputs));
  const { document } = atOnce(writeErn(message, inputs));
  const floor = plainTemplate(document);
  if (floor.write(floor.texts) !== document) throw new Error("The floor writes other bytes.");
  const turns = Array.from({ length: WARM_UP + TURNS }, () => ({
    built: perSecond(() => bytesOf(build(message, inputs))),
    plain: perSecond(() => bytesOf(floor.write(floor.texts))),
    checked: perSecond(() => atOnce(newReleaseProblems(values, { has_deals: true })).length),
  })).slice(WARM_UP);
  return { bytes: document.length, turns };
}

/** As it goes out. A string that was only put together is not written yet. */
function bytesOf(document: string): number {
  return Buffer.from(document).length;
}

function build(message: ReleaseMessage, inputs: Parameters<typeof messageValues>[1]): string {
  const values = atOnce(messageValues(message, inputs));
  return atOnce(writeAfterHeader(values, { version: "4.3.2", territory_attributes: false }))(values.header);
}

function album(tracks: number): ReleaseMessage {
  const [track] = goldenMessage.tracks;
  const [cover, audio] = goldenMessage.files;
  if (!track || !cover || !audio) throw new Error("The golden release has no track.");
  const numbers = Array.from({ length: tracks }, (_, index) => index + 1);
  return {
    ...goldenMessage,
    tracks: numbers.map((track_number) => ({ ...track, track_number, audio_asset_id: `ast_${track_number}` })),
    files: [cover, ...numbers.map((number) => ({ ...audio, asset_id: `ast_${number}` }))],
  };
}

/** By processor time, which a busy machine changes least. */
function perSecond(work: () => number): number {
  const began = process.cpuUsage();
  for (let count = 0; count < BATCH; count++) work();
  return (BATCH * 1_000_000) / process.cpuUsage(began).user;
}
