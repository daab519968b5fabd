// Reads acknowledgements as a store's answer to a message of ours, or as a sign that it is still working.

import type { AcknowledgedMessage, AcknowledgedRelease, Acknowledgement } from "./acknowledgement.ts";

/** As connectors answer. */
export type AcknowledgedAnswer = {
  status: "delivered" | "rejected" | "action_required" | "taken_down";
  rejection_code?: string;
  rejection_reason?: string;
};

/** Which message of ours. `icpns` find what names the release, by any of its codes, and no message, as older choreographies do. */
export type AskedMessage = { message_id: string; kind: "new" | "update" | "takedown"; icpns?: readonly string[] };

type Meaning = "made_available" | "not_available" | "in_progress" | "failed" | "conflict" | "refused";

// How DDEX's statuses of a release are read. A status that is not listed says that the store is at work.
const meanings: Readonly<Record<string, Meaning>> = {
  ReleaseMadeAvailableToConsumers: "made_available",
  ReleaseNotAvailable: "not_available",
  ProcessingErrorAtReleaseCreator: "failed",
  ProcessingErrorAtReleaseDistributor: "failed",
  RightsConflict: "conflict",
  ReleaseViolatesTermsOfService: "refused",
};

/**
 * The answer in the newest acknowledgement of the message, by the store's own time. The order in which they are given
 * decides between equal times. Undefined: none is about the message.
 */
export function acknowledgedAnswer(
  acknowledgements: readonly Acknowledgement[],
  asked: AskedMessage,
): AcknowledgedAnswer | "in_progress" | undefined {
  let [newest, newest_at]: [AcknowledgedRelease | undefined, string] = [undefined, ""];
  for (const { releases, created_at = "" } of acknowledgements) {
    const about = releases.findLast((release) => isAbout(release, asked));
    if (about && created_at >= newest_at) [newest, newest_at] = [about, created_at];
  }
  return newest && read(newest, asked);
}

function isAbout({ icpn, messages }: AcknowledgedRelease, { message_id: asked, icpns = [] }: AskedMessage): boolean {
  const named = messages.filter(({ message_id }) => message_id !== "");
  if (named.length > 0) return named.some(({ message_id }) => message_id === asked);
  return icpn !== undefined && icpns.some((one) => isSameCode(icpn, one));
}

/** A UPC is an EAN with a zero before it, and stores write it either way. */
function isSameCode(one: string, other: string): boolean {
  return one.padStart(14, "0") === other.padStart(14, "0");
}

function read(release: AcknowledgedRelease, asked: AskedMessage): AcknowledgedAnswer | "in_progress" {
  const about = release.messages.filter(({ message_id }) => message_id === asked.message_id || message_id === "");
  const errors = about.flatMap(({ statuses }) => statuses.filter(({ status }) => !/^FileOK$/i.test(status)));
  const meaning = meaningOf(release, errors.length > 0);
  if (meaning === "made_available" && asked.kind !== "takedown") return { status: "delivered" };
  if (meaning === "not_available" && asked.kind === "takedown") return { status: "taken_down" };
  if (meaning === "in_progress" || meaning === "made_available") return "in_progress";
  return { status: statusOf(release, meaning), ...reasonOf(release, errors) };
}

/** A store that takes a message and reports an error about it will not go on by itself. */
function meaningOf({ release_status = "" }: AcknowledgedRelease, hasErrors: boolean): Meaning {
  return meanings[release_status] ?? (hasErrors ? "failed" : "in_progress");
}

function statusOf(release: AcknowledgedRelease, meaning: Meaning): "rejected" | "action_required" {
  const { proposed_action = "", is_manual_check_required } = release;
  if (proposed_action === "DoNotResendRelease" || meaning === "refused") return "rejected";
  const isMendable = is_manual_check_required || proposed_action.startsWith("ResendXml");
  return isMendable || meaning === "conflict" || meaning === "not_available" ? "action_required" : "rejected";
}

// As long as the fields of a delivery allow.
const MAX_CODE_LETTERS = 100;
const MAX_REASON_LETTERS = 2_000;

function reasonOf(release: AcknowledgedRelease, errors: AcknowledgedMessage["statuses"]) {
  const { release_status, error_text, affected_resources = [] } = release;
  const code = oneLine(errors[0]?.status ?? release_status, MAX_CODE_LETTERS);
  const affected = affected_resources.length > 0 ? `(${affected_resources.join(", ")})` : undefined;
  const said = [error_text, ...errors.map(({ information }) => information), affected];
  const reason = oneLine(said.filter((text) => text).join(" "), MAX_REASON_LETTERS);
  return { ...(code && { rejection_code: code }), ...(reason && { rejection_reason: reason }) };
}

function oneLine(text: string | undefined, max_letters: number): string {
  const plain = (text ?? "").slice(0, max_letters * 2).replace(/[\p{Cc}\s]/gu, " ");
  return [...plain.trim()].slice(0, max_letters).join("");
}
