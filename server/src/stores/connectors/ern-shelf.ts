// A connector that puts ERN messages into folders at a store, whatever the folders are made of. SFTP and S3 differ in the shelf
// alone: how a file is put there, how names are listed, and how an answer is read.
//
// When it fails. Files that the store has are not sent again: the next call compares sizes and goes on where the last one
// ended. The signal comes last, so a store never begins with a part. A call that has run for `WORK_FOR_MS` ends by itself and
// asks to be repeated (`has_more`), long before its deadline would cut it.

import { createHash } from "node:crypto";
import { acknowledgedAnswer } from "../../ddex/acknowledged-answer.ts";
import { type Acknowledgement, readAcknowledgement } from "../../ddex/acknowledgement.ts";
import { XmlRefused } from "../../ddex/decode-xml.ts";
import { writeManifest } from "../../ddex/manifest.ts";
import {
  type CallOptions,
  type Connector,
  type ConnectorInputs,
  type Receipt,
  type SendOptions,
  type StoreMessage,
  senderOf,
  type Ticket,
  TransportFailure,
} from "../connector.ts";
import { icpnOf } from "../ern-files.ts";
import {
  acknowledgementFolder,
  type FolderSettings,
  isAcknowledgementOf,
  type Parcel,
  packMessage,
  type WriteManifest,
} from "../ern-folders.ts";
import type { ErnSettings } from "../ern-settings.ts";

export const ERN_CALL_WITHIN_MS = 120_000;
const WORK_FOR_MS = 45_000;
/** Of one message. Stores send a new one with each change of its status. */
const MAX_ACKNOWLEDGEMENTS = 50;
const MAX_ACKNOWLEDGEMENT_BYTES = 1024 * 1024;

/** The parcel's bytes from this place on. */
export type BytesFrom = (place: number) => Promise<AsyncIterable<Uint8Array>>;

/** One connection to a store. */
export type Shelf = {
  /** False: the time is over, and the parcel is there in part. */
  put(parcel: Parcel, bytes: BytesFrom, isOver: () => boolean): Promise<boolean>;
  /** None if there is no such folder. */
  namesIn(folder: string): Promise<string[]>;
  read(path: string, max_bytes: number): Promise<Buffer | undefined>;
  close(): void;
};

type Settings = ErnSettings & FolderSettings;
type Inputs = Pick<ConnectorInputs<Settings>, "settings" | "blobs" | "clock" | "ern">;

export function connectShelf(inputs: Inputs, open: (signal: AbortSignal) => Promise<Shelf>): Connector {
  const { settings } = inputs;
  const using = async (signal: AbortSignal, work: (shelf: Shelf) => Promise<Receipt>): Promise<Receipt> => {
    const shelf = await open(signal);
    try {
      return await work(shelf);
    } finally {
      shelf.close();
    }
  };
  const later: Receipt = settings.acknowledgements === "" ? {} : { ask_after_ms: settings.ask_every_s * 1000 };
  const deliver = (message: StoreMessage, { document, signal }: SendOptions) => {
    const manifest = manifestOf(message, { document, ...inputs });
    const parcels = packMessage(message, { document, settings, manifest });
    return using(signal, async (shelf) => ((await putAll(shelf, parcels, inputs)) ? later : { has_more: true }));
  };
  return {
    send: deliver,
    takedown: deliver,
    async poll(ticket: Ticket, { signal }: CallOptions) {
      const folder = acknowledgementFolder(settings);
      if (folder === undefined) return {};
      return using(signal, async (shelf) => {
        const found = await acknowledgementsIn(shelf, folder, ticket);
        const answer = acknowledgedAnswer(
          found.map(({ read }) => read),
          ticket,
        );
        const acknowledgements = found.map(({ bytes, read }) => ({ bytes, made_at: read.created_at }));
        return { ...(answer === undefined || answer === "in_progress" ? later : { answer }), acknowledgements };
      });
    },
  };
}

/** What the signal file of a batch says: there is one message, with these bytes. */
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

async function putAll(shelf: Shelf, parcels: readonly Parcel[], { blobs, clock }: Inputs): Promise<boolean> {
  const over_at_ms = clock.now().getTime() + WORK_FOR_MS;
  const isOver = () => clock.now().getTime() >= over_at_ms;
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

type Found = { bytes: Buffer; read: Acknowledgement };

/** In the order of their names, which end with the time. What is no acknowledgement is passed over. */
async function acknowledgementsIn(shelf: Shelf, folder: string, ticket: Ticket): Promise<Found[]> {
  const names = (await shelf.namesIn(folder)).filter((name) => isAcknowledgementOf(ticket, name)).sort();
  const found: Found[] = [];
  for (const name of names.slice(-MAX_ACKNOWLEDGEMENTS)) {
    const bytes = await shelf.read(`${folder}/${name}`, MAX_ACKNOWLEDGEMENT_BYTES);
    const read = bytes && tryRead(bytes);
    if (bytes && read) found.push({ bytes, read });
  }
  return found;
}

/** A file that is still being written is no XML yet; the next poll reads it whole. */
function tryRead(bytes: Buffer): Acknowledgement | undefined {
  try {
    return readAcknowledgement(bytes);
  } catch (error) {
    if (error instanceof XmlRefused) return undefined;
    throw error;
  }
}
