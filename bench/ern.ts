// A 12-track album as ERN against a plain template string for the same bytes, and the rules alone. Both are timed in turns.

import { writeAfterHeader } from "../server/src/ddex/new-release-message.ts";
import { newReleaseProblems } from "../server/src/ddex/rules.ts";
import { defaultCapabilities } from "../server/src/messages/capabilities.ts";
import { messageValues, writeErn } from "../server/src/messages/ern/document.ts";
import type { ReleaseMessage } from "../server/src/messages/message.ts";
import { atOnce } from "../server/src/platform/yielding.ts";
import { trialErn } from "../server/test/connector-conformance.ts";
import { goldenMessage, goldenSettings } from "../server/test/golden-release.ts";
import { plainTemplate } from "./ern-floor.ts";
import { median } from "./measure.ts";
import type { Result } from "./report.ts";

const TRACKS = 12;
const WARM_UP = 5;
const TURNS = 15;
const BATCH = 300;
const BUILD_MARK = 0.3;
const RULES_MARK = 2_000;

export async function benchErn(): Promise<Result[]> {
  const message = album();
  const inputs = { settings: goldenSettings, capabilities: defaultCapabilities, ern: trialErn };
  const values = atOnce(messageValues(message, inputs));
  const written = atOnce(writeErn(message, inputs));
  const floor = plainTemplate(written.document);
  if (floor.write(floor.texts) !== written.document) throw new Error("The floor writes other bytes.");
  const turns = Array.from({ length: WARM_UP + TURNS }, () => ({
    built: perSecond(() => bytesOf(build(message, inputs))),
    plain: perSecond(() => bytesOf(floor.write(floor.texts))),
    checked: perSecond(() => atOnce(newReleaseProblems(values, { has_deals: true })).length),
  })).slice(WARM_UP);
  const ratios = turns.map(({ built, plain }) => built / plain).sort((a, b) => a - b);
  const checked = median(turns.map((turn) => turn.checked));
  return [
    {
      what: `messages of a ${TRACKS}-track album a second, values to bytes (${Math.round(written.document.length / 1000)} KB); floor: one template string`,
      value: Math.round(median(turns.map(({ built }) => built))).toLocaleString("en"),
      floor: Math.round(median(turns.map(({ plain }) => plain))).toLocaleString("en"),
      ratio: median(ratios),
      spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
      mark: { text: `≥ ${BUILD_MARK}`, isMet: median(ratios) >= BUILD_MARK },
    },
    {
      what: "messages a second through the rules, on one core",
      value: Math.round(checked).toLocaleString("en"),
      mark: { text: `≥ ${RULES_MARK.toLocaleString("en")}`, isMet: checked >= RULES_MARK },
    },
  ];
}

/** As it goes out. A string that was only put together is not written yet. */
function bytesOf(document: string): number {
  return Buffer.from(document).length;
}

function build(message: ReleaseMessage, inputs: Parameters<typeof messageValues>[1]): string {
  const values = atOnce(messageValues(message, inputs));
  return atOnce(writeAfterHeader(values, { version: "4.3.2", territory_attributes: false }))(values.header);
}

function album(): ReleaseMessage {
  const [track] = goldenMessage.tracks;
  const [cover, audio] = goldenMessage.files;
  if (!track || !cover || !audio) throw new Error("The golden release has no track.");
  const numbers = Array.from({ length: TRACKS }, (_, index) => index + 1);
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
