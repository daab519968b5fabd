// Stores bytes of unknown length in S3-compatible storage: in parts, which the last one joins to one object. Bytes that
// fit into one part are stored at once.
//
// When it fails. The first part that fails ends the upload, without waiting for the sender. The stored parts are
// aborted, at once or, if the storage is unavailable, as soon as it is back. The sweep removes the rest.

import { setTimeout as sleep } from "node:timers/promises";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";

// The least that S3 takes; with two at once an upload holds some 15 MiB of memory, and 10,000 of them are 48 GiB.
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
/** The pauses before each try to abort an upload. */
const GIVE_UP_AFTER_MS = [0, 500, 2_000, 5_000, 15_000, 60_000];
/** The answer waits this long for the abort, which then continues in the background. */
const WAIT_FOR_IT_MS = 2_000;

/** With an algorithm, each part goes with its checksum, which the storage compares. */
type Address = { Bucket: string; Key: string; ChecksumAlgorithm?: "SHA256" };
type Part = { number: number; body: Buffer; isLast: boolean };

export async function putObject(client: S3Client, address: Address, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const parts = cutIntoParts(bytes);
  const first = await parts.next();
  if (first.done) return;
  if (first.value.isLast) return void (await client.send(new PutObjectCommand({ ...address, Body: first.value.body })));
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(address));
  const upload = { ...address, UploadId };
  const sending = new Set<Promise<void>>();
  try {
    const Parts = await sendParts(client, upload, { first: first.value, parts, sending });
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // Not awaited, because the silent side may be the client.
    void parts.return(undefined).catch(() => undefined);
    await Promise.race([giveUp(client, upload, sending), sleep(WAIT_FOR_IT_MS, undefined, { ref: false })]);
    throw error;
  }
}

type Sent = { PartNumber: number; ETag: string | undefined; ChecksumSHA256?: string };
type Source = { first: Part; parts: AsyncGenerator<Part>; sending: Set<Promise<void>> };

async function sendParts(
  client: S3Client,
  upload: Address & { UploadId: string | undefined },
  { first, parts, sending }: Source,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { promise: failure, reject } = failureOf();
  for (let part: Part | undefined = first; part; ) {
    const { number: PartNumber, body: Body } = part;
    const uploading = client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
    const work: Promise<void> = uploading.then(({ ETag, ChecksumSHA256 }) => {
      sent.push({ PartNumber, ETag, ...(ChecksumSHA256 && { ChecksumSHA256 }) });
      sending.delete(work);
    });
    sending.add(work);
    work.catch(reject);
    while (sending.size >= PARTS_AT_ONCE) await Promise.race(sending);
    const next: IteratorResult<Part> = await Promise.race([parts.next(), failure]);
    part = next.done ? undefined : next.value;
  }
  await Promise.all(sending);
  return sent.sort((one, other) => one.PartNumber - other.PartNumber);
}

function failureOf(): { promise: Promise<never>; reject: (error: unknown) => void } {
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, fail) => {
    reject = fail;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}

/** Waits first for parts in flight, because they would be kept after the abort. */
async function giveUp(
  client: S3Client,
  upload: Address & { UploadId: string | undefined },
  sending: ReadonlySet<Promise<void>>,
): Promise<void> {
  await Promise.allSettled(sending);
  for (const pause_ms of GIVE_UP_AFTER_MS) {
    await sleep(pause_ms, undefined, { ref: false });
    const isGone = await client.send(new AbortMultipartUploadCommand(upload)).then(
      () => true,
      (error: { name?: string }) => error.name === "NoSuchUpload",
    );
    if (isGone) return;
  }
}

/** Each of one size but the last, which is known to be it. */
async function* cutIntoParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    while (size > PART_BYTES) {
      const all = Buffer.concat(chunks);
      yield { number: number++, body: all.subarray(0, PART_BYTES), isLast: false };
      chunks = [all.subarray(PART_BYTES)];
      size -= PART_BYTES;
    }
  }
  yield { number, body: Buffer.concat(chunks), isLast: true };
}
