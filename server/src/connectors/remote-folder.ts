// A connector that puts ERN messages into folders at a store, whatever the folders are made of. SFTP and S3 differ in the shelf
// alone: how a file is put there, how names are listed, and how an answer is read.
//
// When it fails. Files that the store has are not sent again: the next call compares sizes and goes on where the last one
// ended. The signal comes last, so a store never begins with a part. A call that has run for `WORK_FOR_MS` ends by itself and
// asks to be repeated (`has_more`), long before its deadline would cut it.

import { createHash } from "node:crypto";
import { writeManifest } from "../ddex/manifest.ts";
import { choreographySchema } from "../ddex/schemas.ts";
import { icpnOf } from "../messages/ern/files.ts";
import {
  acknowledgementFolder,
  type FolderSettings,
  type Parcel,
  packMessage,
  type WriteManifest,
} from "../messages/ern/folders.ts";
import { wholeSample } from "../messages/ern/sample.ts";
import type { ErnSettings } from "../messages/ern/settings.ts";
import { RequestRefused, type StoreMessage, TransportFailure } from "../messages/message.ts";
import { senderOf } from "../messages/written-message.ts";
import type {
  Collected,
  CollectOptions,
  Connector,
  ConnectorInputs,
  ListedFile,
  Receipt,
  SendOptions,
} from "./connector.ts";

export const ERN_CALL_WITHIN_MS = 120_000;
const WORK_FOR_MS = 45_000;
const MAX_ACKNOWLEDGEMENT_BYTES = 1024 * 1024;
/** In one call. */
const MAX_COLLECTED = 200;
const MAX_COLLECTED_BYTES = 16 * MAX_ACKNOWLEDGEMENT_BYTES;

/** The parcel's bytes from this place on. */
export type BytesFrom = (place: number) => Promise<AsyncIterable<Uint8Array>>;

/** One connection to a store. */
export type RemoteFolder = {
  /** False: the time is over, and the parcel is there in part. */
  put(parcel: Parcel, bytes: BytesFrom, isOver: () => boolean): Promise<boolean>;
  /** None if there is no such folder. */
  filesIn(folder: string): Promise<ListedFile[]>;
  /** Undefined: it is not there. At most so many bytes of it. */
  read(path: string, max_bytes: number): Promise<Buffer | undefined>;
  close(): void;
};

type Settings = ErnSettings & FolderSettings;
type Inputs = Pick<ConnectorInputs<Settings>, "settings" | "blobs" | "clock" | "ern" | "schemas">;

export function connectRemoteFolder(inputs: Inputs, open: (signal: AbortSignal) => Promise<RemoteFolder>): Connector {
  const { settings } = inputs;
  const using = async <T>(signal: AbortSignal, work: (shelf: RemoteFolder) => Promise<T>): Promise<T> => {
    const shelf = await open(signal);
    try {
      return await work(shelf);
    } finally {
      shelf.close();
    }
  };
  const deliver = async (message: StoreMessage, { document, signal }: SendOptions) => {
    const manifest = manifestOf(message, { document, ...inputs });
    const parcels = packMessage(message, { document, settings, manifest });
    await assertManifest(parcels, inputs);
    return using<Receipt>(signal, async (shelf) => ((await putAll(shelf, parcels, inputs)) ? {} : { has_more: true }));
  };
  return {
    send: deliver,
    takedown: deliver,
    // The answers to all messages are read together.
    poll: async () => ({}),
    async collect({ signal, unseen }: CollectOptions) {
      const folder = acknowledgementFolder(settings);
      if (folder === undefined) return { files: [], has_more: false };
      return using(signal, (shelf) => collectFrom(shelf, folder, { unseen, startTimer: () => timerOf(inputs) }));
    },
  };
}

/** The signal file of a batch: it has one message, with these bytes. */
function manifestOf(message: StoreMessage, { document, settings, ern }: Inputs & { document: string }): WriteManifest {
  const { release } = message.kind === "takedown" ? message.taken : message;
  const [recipient] = settings.recipients;
  return ({ root, url }) => {
    if (!recipient) throw new TransportFailure("The store has no recipient: the operator must set one.");
    const { message_id, kind, created_at } = message;
    const checksum_sha256 = createHash("sha256").update(document).digest("hex");
    const listed = { message_id, path: url, icpn: icpnOf(release), kind, checksum_sha256 };
    const { control_type } = ern;
    return writeManifest({
      sender: senderOf(ern),
      recipient,
      created_at,
      control_type,
      folder: root,
      messages: [listed],
    });
  };
}

/** The signal file comes last. */
async function assertManifest(parcels: readonly Parcel[], { settings, schemas }: Inputs): Promise<void> {
  const signal = parcels.at(-1);
  if (!schemas || !settings.batches || settings.signal === "empty" || !signal || !("text" in signal)) return;
  const sample = wholeSample(choreographySchema, signal.text.toString());
  const [problem] = (await schemas.check(sample.schema, sample)) ?? [];
  if (!problem) return;
  const reason = "Nothing was sent: the manifest would not be valid.";
  throw new TransportFailure(`${reason} ${problem.path} ${problem.issue}`);
}

/** Says whether the time of a call is over. */
function timerOf({ clock }: Inputs): () => boolean {
  const over_at_ms = clock.now().getTime() + WORK_FOR_MS;
  return () => clock.now().getTime() >= over_at_ms;
}

async function putAll(shelf: RemoteFolder, parcels: readonly Parcel[], inputs: Inputs): Promise<boolean> {
  const { blobs } = inputs;
  const isOver = timerOf(inputs);
  for (const parcel of parcels) {
    const isWhole = await shelf.put(parcel, (place) => bytesOf(parcel, place, blobs), isOver);
    if (!isWhole) return false;
    if (isOver() && parcel !== parcels.at(-1)) return false;
  }
  return true;
}

async function bytesOf(parcel: Parcel, place: number, blobs: Inputs["blobs"]): Promise<AsyncIterable<Uint8Array>> {
  if ("text" in parcel) return oneChunk(parcel.text.subarray(place));
  if (place >= parcel.size_bytes) return oneChunk(Buffer.alloc(0));
  const bytes = await blobs.get(parcel.blob_key, { first: place, last: parcel.size_bytes - 1 });
  if (!bytes) throw new TransportFailure(`Nothing was sent: ${nameOf(parcel)} is not in the storage of the service.`);
  return bytes;
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export function nameOf({ path }: Pick<Parcel, "path">): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A message in the place of ours would be replaced by other bytes. That must never happen, so it needs a person. */
export function assertSame(parcel: Parcel & { text: Buffer }, found: Buffer | undefined): void {
  if (found && !found.equals(parcel.text))
    throw new TransportFailure(
      `The store has another ${nameOf(parcel)} in the place of this one; nothing was replaced.`,
    );
}

/** Some of what was not seen before, in the order of the names. */
async function collectFrom(
  shelf: RemoteFolder,
  folder: string,
  { unseen, startTimer }: { unseen: CollectOptions["unseen"]; startTimer: () => () => boolean },
): Promise<Collected> {
  const fresh = await unseen(await shelf.filesIn(folder));
  // Only now: to list a large folder may take longer than this time, and then no file would ever be read.
  const isOver = startTimer();
  const some = fresh.slice(0, MAX_COLLECTED).sort((one, other) => (one.name < other.name ? -1 : 1));
  const files: Collected["files"][number][] = [];
  let read_bytes = 0;
  for (const file of some) {
    if (read_bytes >= MAX_COLLECTED_BYTES || isOver()) return { files, has_more: true };
    const bytes = await readIfGiven(shelf, `${folder}/${file.name}`);
    read_bytes += bytes?.length ?? 0;
    files.push({ ...file, bytes });
  }
  return { files, has_more: some.length < fresh.length };
}

/** Null: it is gone, it is too large, or the store refuses to give it. */
async function readIfGiven(shelf: RemoteFolder, path: string): Promise<Buffer | null> {
  try {
    const bytes = await shelf.read(path, MAX_ACKNOWLEDGEMENT_BYTES + 1);
    return bytes && bytes.length <= MAX_ACKNOWLEDGEMENT_BYTES ? bytes : null;
  } catch (error) {
    if (error instanceof RequestRefused) return null;
    throw error;
  }
}
