// A store that answers: each message that arrives gets an acknowledgement beside it, as a store's system writes one.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeAcknowledgement } from "../src/ddex/acknowledgement.ts";

export type Verdict = (message_id: string) => string;

/** A release that arrives is made available, a takedown takes it away. */
export const agree: Verdict = (message_id) =>
  message_id.endsWith("-takedown") ? "ReleaseNotAvailable" : "ReleaseMadeAvailableToConsumers";

/** The id in a message, whether it is ERN or JSON. */
export function messageIdIn(document: string): string {
  return /(?:"message_id":"|<MessageId>)([^"<]+)/.exec(document)?.[1] ?? "";
}

/** `path`: a file that has just arrived, below the store's folder. Any other file gets no answer. */
export function acknowledge(folder: string, path: string, verdict: Verdict = agree, at = "acknowledgements"): void {
  if (!/\/\d+\.xml$/.test(path)) return;
  const { name, text } = acknowledgementOf(messageIdIn(readFileSync(join(folder, path), "utf8")), verdict);
  mkdirSync(join(folder, at), { recursive: true });
  writeFileSync(join(folder, at, name), text);
}

export function acknowledgementOf(message_id: string, verdict: Verdict = agree): { name: string; text: string } {
  const about = { message_type: "NewReleaseMessage", message_id, statuses: [{ status: "FileOK" }] };
  const releases = [{ release_status: verdict(message_id), messages: [about] }];
  const created_at = "2026-11-03T00:00:00.000Z";
  const text = writeAcknowledgement({ message_id: `ACK-${message_id}`, created_at, releases });
  return { name: `ACK_${message_id}_20261103000000000.xml`, text };
}
