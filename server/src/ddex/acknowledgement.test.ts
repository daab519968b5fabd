import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { watchTries } from "../../test/event-loop.ts";
import { hostileAcknowledgements } from "../../test/hostile-xml.ts";
import { atOnce } from "../platform/yielding.ts";
import { acknowledgedAnswer } from "./acknowledged-answer.ts";
import {
  type AcknowledgedRelease,
  type Acknowledgement,
  readAcknowledgement,
  tryReadAcknowledgement,
  writeAcknowledgement,
} from "./acknowledgement.ts";

const readNow = (text: string | Buffer) => atOnce(readAcknowledgement(Buffer.from(text)));

const asked = { message_id: "MSG-1", kind: "new" } as const;
const takedown = { ...asked, kind: "takedown" } as const;

function acknowledgement(release: Partial<AcknowledgedRelease>, created_at = "2026-11-14T10:05:00.000Z") {
  const ok = { message_type: "NewReleaseMessage", message_id: "MSG-1", statuses: [{ status: "FileOK" }] };
  const releases = [{ icpn: "036000291452", messages: [ok], ...release }];
  return { message_id: "ACK-1", created_at, releases } satisfies Acknowledgement;
}

const failing = (status: string) => [
  { message_type: "NewReleaseMessage", message_id: "MSG-1", statuses: [{ status, information: "A3" }] },
];

describe("a status means", () => {
  test.each([
    [{ release_status: "ReleaseMadeAvailableToConsumers" }, { status: "delivered" }],
    [{ release_status: "ReleaseReceivedByReleaseDistributor" }, "in_progress"],
    [{ release_status: "SuccessfullyIngestedByReleaseDistributor" }, "in_progress"],
    [{ release_status: "ReleaseStagedForPublication" }, "in_progress"],
    [{ release_status: "SomethingNew" }, "in_progress"],
    [{}, "in_progress"],
    [
      { release_status: "ProcessingErrorAtReleaseDistributor", is_manual_check_required: true, error_text: "Bad hash" },
      {
        status: "action_required",
        rejection_code: "ProcessingErrorAtReleaseDistributor",
        rejection_reason: "Bad hash",
      },
    ],
    [
      { proposed_action: "ResendXmlAndResources", messages: failing("ResourceCorrupt"), affected_resources: ["QZ1"] },
      { status: "action_required", rejection_code: "ResourceCorrupt", rejection_reason: "A3 (QZ1)" },
    ],
    [
      { release_status: "ProcessingErrorAtReleaseCreator", proposed_action: "DoNotResendRelease" },
      { status: "rejected", rejection_code: "ProcessingErrorAtReleaseCreator" },
    ],
    [{ release_status: "ProcessingErrorAtReleaseDistributor" }, { status: "rejected" }],
    [{ release_status: "ReleaseViolatesTermsOfService" }, { status: "rejected" }],
    [{ release_status: "RightsConflict" }, { status: "action_required", rejection_code: "RightsConflict" }],
    [{ release_status: "ReleaseNotAvailable" }, { status: "action_required" }],
  ])("%j → %j", (release, answer) => {
    const read = acknowledgedAnswer([acknowledgement(release)], asked);
    if (typeof answer === "string") expect(read).toBe(answer);
    else expect(read).toMatchObject(answer);
  });

  test("that a takedown is confirmed, when the release is not available, and not before", () => {
    expect(acknowledgedAnswer([acknowledgement({ release_status: "ReleaseNotAvailable" })], takedown)).toEqual({
      status: "taken_down",
    });
    expect(acknowledgedAnswer([acknowledgement({ release_status: "ReleaseMadeAvailableToConsumers" })], takedown)).toBe(
      "in_progress",
    );
  });
});

describe("an answer", () => {
  const early = acknowledgement({ release_status: "RightsConflict" }, "2026-11-14T10:00:00.000Z");
  const late = acknowledgement({ release_status: "ReleaseMadeAvailableToConsumers" }, "2026-11-14T11:00:00.000Z");

  test("is the newest by the store's time, whatever order they arrive in, and however often", () => {
    for (const order of [
      [early, late],
      [late, early],
      [late, early, early, late],
    ]) {
      expect(acknowledgedAnswer(order, asked)).toEqual({ status: "delivered" });
    }
  });

  test("is about the message that it names, and about no other", () => {
    expect(acknowledgedAnswer([late], { ...asked, message_id: "MSG-2" })).toBeUndefined();
    expect(acknowledgedAnswer([late], { ...asked, message_id: "MSG-2", icpns: ["036000291452"] })).toBeUndefined();
    const unnamed = acknowledgement({ release_status: "ReleaseMadeAvailableToConsumers", messages: [] });
    expect(acknowledgedAnswer([unnamed], asked)).toBeUndefined();
    for (const icpns of [["036000291452"], ["036000291452", "4006381333931"], ["4006381333931", "0036000291452"]])
      expect(acknowledgedAnswer([unnamed], { ...asked, icpns })).toEqual({ status: "delivered" });
  });

  test("fits the fields of a delivery, however long the store writes", () => {
    const error_text = `line\n${"é".repeat(5_000)}`;
    const release = { release_status: "RightsConflict", error_text, messages: failing(`x${"y".repeat(500)}`) };
    const answer = acknowledgedAnswer([acknowledgement(release)], asked);
    expect(answer).toMatchObject({ rejection_code: expect.stringMatching(/^xy{99}$/) });
    expect(answer).toMatchObject({ rejection_reason: expect.stringMatching(/^line é{1995}$/) });
  });
});

test("what is written is read back the same", () => {
  const written: Acknowledgement = {
    ...acknowledgement({
      release_status: "ProcessingErrorAtReleaseDistributor",
      error_text: "Track 3 & <4>",
      proposed_action: "ResendXmlOnly",
      is_manual_check_required: true,
      affected_resources: ["QZABC2600103"],
      messages: [
        { ...failing("ResourceMissing")[0], batch_id: "20261114100000000" } as AcknowledgedRelease["messages"][0],
      ],
    }),
    sender_party_id: "PADPIDA2009101501Y",
    recipient_party_id: "PADPIDA2013042401U",
  };
  expect(readNow(writeAcknowledgement(written))).toEqual(written);
});

test("an acknowledgement of files, as stores wrote it before 1.7, is read", () => {
  const read = readNow(
    `<e:FtpAcknowledgementMessage xmlns:e="http://ddex.net/xml/ern-c/16"><MessageHeader>
      <MessageCreatedDateTime>2026-11-14T10:05:00</MessageCreatedDateTime></MessageHeader>
      <AcknowledgedFile><ReleaseId><ICPN>036000291452</ICPN></ReleaseId></AcknowledgedFile>
      <FileStatus>ResourceCorrupt</FileStatus><ErrorText>Track 1 is cut</ErrorText></e:FtpAcknowledgementMessage>`,
  );
  expect(read?.created_at).toBe("2026-11-14T10:05:00.000Z");
  expect(acknowledgedAnswer(read ? [read] : [], { ...asked, icpns: ["036000291452"] })).toEqual({
    status: "rejected",
    rejection_code: "ResourceCorrupt",
    rejection_reason: "Track 1 is cut",
  });
});

test("another message is no acknowledgement, and what is no XML is refused", () => {
  expect(readNow("<NewReleaseMessage/>")).toBeUndefined();
  expect(() => readNow("OK")).toThrow("outside of the root element");
});

test.each(Object.keys(hostileAcknowledgements))("one that is made to hurt holds up no other work: %s", async (name) => {
  const bytes = Buffer.from(hostileAcknowledgements[name]?.() ?? "");
  const { longest_ms, limit_ms } = await watchTries(() => tryReadAcknowledgement(bytes));
  expect(longest_ms).toBeLessThan(limit_ms);
});

const folder = join(process.env.DDEX_FOLDER ?? "", "samples/valid");

test.skipIf(!existsSync(folder)).each([
  ["AcknowledgementMessage-ok.xml", "in_progress"],
  [
    "AcknowledgementMessage-rejected.xml",
    {
      status: "action_required",
      rejection_code: "SignatureOrHashSumWrongOrMissing",
      rejection_reason: "Track 3 audio hash does not match A3 (QZABC2600103)",
    },
  ],
])("the sample %s means %j", (name, answer) => {
  const read = readNow(readFileSync(join(folder, name)));
  expect(acknowledgedAnswer(read ? [read] : [], asked)).toEqual(answer);
});
