// The promises of every connector, whatever it reaches: a receipt has the promised shape, a repeated call gets the same
// answer (from another instance too: any worker goes on where another was killed), the message is left as it was, a
// release that is handed over in parts comes to an end, and any fault of the other side, or of a file that is gone, is
// a TransportFailure and nothing else.

import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Connector, ConnectorInputs, Receipt } from "../src/connectors/connector.ts";
import { acknowledgedAnswer } from "../src/ddex/acknowledged-answer.ts";
import { type Acknowledgement, tryReadAcknowledgement } from "../src/ddex/acknowledgement.ts";
import {
  type MessageFile,
  type ReleaseMessage,
  type StoreMessage,
  type TakedownMessage,
  type Ticket,
  TransportFailure,
} from "../src/messages/message.ts";
import type { ErnParts } from "../src/messages/written-message.ts";
import { newId } from "../src/platform/ids.ts";
import { openBlobs } from "../src/platform/storage/storage.ts";
import { laterOfTrack } from "../src/releases/approved-content.ts";
import { systemClock } from "./no-edges.ts";
import { soundAudio, soundImage, soundRelease, soundTrack } from "./sound-release.ts";

/** One store as a connector may meet it, made anew for each worker. */
export type Trial = {
  connect: (inputs: Omit<ConnectorInputs, "settings" | "secrets">) => Connector;
  write?: (message: StoreMessage) => string;
  /** The end of the first attempt: an answer, none by itself, or no connection. */
  expect: "delivered" | "rejected" | "action_required" | "no answer" | "transport failure";
  call_within_ms?: number;
};

/** Our own party in the messages of a trial. */
export const trialErn: ErnParts = {
  sender: { party_id: "PADPIDA0000000000X", party_name: "Segue Trial" },
  control_type: "TestMessage",
};

const ASK_AT_MOST = 20;
/** Calls that hand over one message: more than it has files. */
const SEND_AT_MOST = 20;

const texts = { audio: "the sound of a song", artwork: "a picture of it" };

function messageFile(type: MessageFile["type"]): MessageFile {
  const asset_id = newId("ast");
  return {
    ...{ asset_id, type, filename: `${type}.bin`, blob_key: asset_id, is_at_store: false },
    size_bytes: texts[type].length,
    checksum_sha256: createHash("sha256").update(texts[type]).digest("hex"),
    audio: type === "audio" ? { loudness_lufs: -14, ...soundAudio } : null,
    image: type === "artwork" ? soundImage : null,
  };
}

export function releaseMessage(): ReleaseMessage {
  const [artwork, audio] = [messageFile("artwork"), messageFile("audio")];
  const { id, title, version, isrc, territory, explicit, language } = soundTrack(0);
  return {
    message_id: "dlv_1-store_trial-1",
    ...{ store_id: "store_trial", attempt: 1, kind: "new", created_at: "2026-11-01T00:00:00.000Z" },
    release: { ...soundRelease.release, artwork_asset_id: artwork.asset_id },
    tracks: [
      {
        ...{ id, title, version, isrc, territory, explicit, language, artists: null, contributors: null },
        ...{
          disc_number: 1,
          track_number: 1,
          ...laterOfTrack,
          advisory: "none",
          audio_asset_id: audio.asset_id,
          duration_ms: soundAudio.duration_ms,
        },
      },
    ],
    territory_codes: ["DE"],
    files: [artwork, audio],
  };
}

export function takedownOf(taken: ReleaseMessage): TakedownMessage {
  const message_id = `${taken.message_id}-takedown`;
  const created_at = "2026-11-02T00:00:00.000Z";
  return { ...ticketOf(taken), message_id, kind: "takedown", created_at, reason: null, taken };
}

/** Its faults. Empty if it conforms. */
export async function findFaults(trial: Trial): Promise<string[]> {
  const path = await mkdtemp(join(tmpdir(), "segue-conformance-"));
  try {
    const blobs = await openBlobs({ kind: "folder", path }, "trial");
    const message = deepFrozen(releaseMessage());
    const connect = () => trial.connect({ blobs, clock: systemClock, ern: trialErn, schemas: undefined });
    // Its files are not there yet: that is no answer of the store.
    const bare = await handOver(trial, connect, message);
    const faults =
      "receipt" in bare || isFailure(bare) ? [] : [`without its files it fails with ${String(bare.error)}`];
    for (const { blob_key, type } of message.files)
      await blobs.put(
        blob_key,
        (async function* () {
          yield Buffer.from(texts[type]);
        })(),
      );
    return [...faults, ...(await findFaultsOf(trial, connect, message))];
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

async function findFaultsOf(trial: Trial, connect: () => Connector, message: ReleaseMessage): Promise<string[]> {
  const { expect: expected } = trial;
  const attempt = attemptWithin(trial.call_within_ms ?? 5_000);
  const send = () => handOver(trial, connect, message);
  const [first, ...repeated] = [await send(), await send(), ...(await Promise.all([send(), send()]))];
  const faults = repeated.every((one) => isDeepStrictEqual(one, first))
    ? []
    : ["a repeated message gets another answer"];
  const documents = Array.from({ length: 2 }, () => trial.write?.(message));
  if (documents[0] !== documents[1]) faults.push("writes a message in two ways");
  if (!("receipt" in first)) {
    if (!isFailure(first)) return [...faults, `fails with ${String(first.error)}`];
    if (!first.error.message) faults.push("a failure does not say why");
    return expected === "transport failure" ? faults : [...faults, `cannot be reached: ${first.error.message}`];
  }
  faults.push(...(await followedTo(expected, first.receipt, { connect, attempt, ticket: ticketOf(message) })));
  const removal = deepFrozen(takedownOf(message));
  const takedown = await handOver(trial, connect, removal);
  if (!("receipt" in takedown)) return [...faults, `a takedown fails with ${String(takedown.error)}`];
  const removed = expected === "no answer" ? expected : "taken_down";
  const ticket = ticketOf(removal);
  return [...faults, ...(await followedTo(removed, takedown.receipt, { connect, attempt, ticket }))];
}

/** Call after call, each by another worker, until the store has all of it. */
async function handOver(
  { write = JSON.stringify, call_within_ms = 5_000 }: Trial,
  connect: () => Connector,
  message: StoreMessage,
): Promise<Attempt> {
  const attempt = attemptWithin(call_within_ms);
  const document = write(message);
  for (let calls = 0; calls < SEND_AT_MOST; calls++) {
    const came = await attempt((signal) => {
      const options = { document, signal };
      return message.kind === "takedown" ? connect().takedown(message, options) : connect().send(message, options);
    });
    if (!("receipt" in came) || !came.receipt.has_more) return came;
    const { has_more: _, ...beside } = came.receipt;
    if (Object.keys(beside).length > 0) return { error: "there is more to send, and an answer already" };
  }
  return { error: `more to send after ${SEND_AT_MOST} calls` };
}

function isFailure(attempt: Attempt): attempt is { error: TransportFailure } {
  return "error" in attempt && attempt.error instanceof TransportFailure;
}

function ticketOf({ message_id, store_id, attempt, kind, created_at }: StoreMessage): Ticket {
  return { message_id, store_id, attempt, kind, created_at };
}

type Attempt = { receipt: Receipt } | { error: unknown };

type Try = (call: (signal: AbortSignal) => Promise<Receipt>) => Promise<Attempt>;

function attemptWithin(limit_ms: number): Try {
  return async (call) => {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new AbortController();
    const overdue = new Promise<Attempt>((resolve) => {
      timer = setTimeout(() => {
        deadline.abort();
        resolve({ error: "no end in time" });
      }, limit_ms);
    });
    try {
      // A call that throws before it promises is one that fails.
      const calling = (async () => ({ receipt: withoutWritings(await call(deadline.signal)) }))();
      return await Promise.race([calling, overdue]);
    } catch (error) {
      return { error };
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Asks as often as the receipts say, each time twice. */
async function followedTo(
  expected: string,
  from: Receipt,
  { connect, attempt, ticket }: { connect: () => Connector; attempt: Try; ticket: Ticket },
): Promise<string[]> {
  let receipt = from;
  for (let asked = 0; asked <= ASK_AT_MOST; asked++) {
    const faults = shapeFaults(receipt, ticket);
    if (faults.length > 0) return faults;
    if (receipt.ask_after_ms === undefined || receipt.answer) {
      const came = receipt.answer?.status ?? (await writtenBack(connect, attempt, ticket));
      return came === expected ? [] : [`comes to ${came}, not ${expected}`];
    }
    const polled = await attempt((signal) => connect().poll(ticket, { signal }));
    const again = await attempt((signal) => connect().poll(ticket, { signal }));
    if (!("receipt" in polled)) return [`asked, it fails with ${String(polled.error)}`];
    if (polled.receipt.answer && !isDeepStrictEqual(polled, again)) return ["asked again, it gives another answer"];
    receipt = polled.receipt;
  }
  return [`has no answer after it was asked ${ASK_AT_MOST} times`];
}

/** The writings about the message in the store's folder of answers, however often it is read. */
async function writtenBack(connect: () => Connector, attempt: Try, ticket: Ticket): Promise<string> {
  const collect = async () => {
    const read: Acknowledgement[] = [];
    const came = await attempt(async (signal) => {
      const { files = [] } = (await connect().collect?.({ signal, unseen: async (listed) => listed })) ?? {};
      for (const { bytes } of files) {
        const one = bytes && (await tryReadAcknowledgement(bytes));
        if (one) read.push(one);
      }
      return {};
    });
    if ("error" in came) return `a failed reading: ${String(came.error)}`;
    const answer = acknowledgedAnswer(read, ticket) ?? "in_progress";
    return answer === "in_progress" ? "no answer" : answer.status;
  };
  const [first, again] = [await collect(), await collect()];
  return first === again ? first : `${first}, and ${again} when it is read again`;
}

/** Drops the store's writings: each has its own time in it, so two are never the same. */
function withoutWritings({ acknowledgements = [], ...receipt }: Receipt): Receipt {
  for (const { bytes } of acknowledgements)
    if (bytes.length === 0) throw new Error("an acknowledgement that is kept has no bytes");
  return receipt;
}

function shapeFaults({ answer, ask_after_ms, ...rest }: Receipt, { kind }: Ticket): string[] {
  const faults = Object.keys(rest).map((name) => `a receipt has no ${name}`);
  if (ask_after_ms !== undefined && !(Number.isInteger(ask_after_ms) && ask_after_ms > 0))
    faults.push(`cannot be asked after ${ask_after_ms} ms`);
  if (!answer) return faults;
  const possible = kind === "takedown" ? ["taken_down"] : ["delivered", "rejected", "action_required"];
  if (!possible.includes(answer.status)) faults.push(`no ${kind} can be answered with ${answer.status}`);
  const reasons = [answer.rejection_code, answer.rejection_reason];
  if (reasons.some((reason) => reason !== undefined && (typeof reason !== "string" || reason === "")))
    faults.push("a reason is empty");
  return faults;
}

function deepFrozen<T>(value: T): T {
  if (typeof value === "object" && value !== null)
    for (const part of Object.values(Object.freeze(value))) deepFrozen(part);
  return value;
}
