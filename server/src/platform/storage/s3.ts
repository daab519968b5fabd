// Blobs in S3-compatible storage. Bytes are uploaded in parts and become an object with the last part (s3-upload.ts). A
// crash leaves invisible parts, which are removed like other unfinished uploads. The SDK finds the credentials:
// AWS_ACCESS_KEY_ID and related variables, a profile, or the role of the machine.

import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { StartRefused } from "../errors.ts";
import { readBeginning } from "../outside-bytes.ts";
import {
  assertKey,
  atStorage,
  type Blobs,
  type ByteRange,
  type Mark,
  readBytes,
  StorageAway,
  storeBytes,
} from "./blobs.ts";
import { limitAnswers, NAMES_AT_ONCE } from "./s3-answers.ts";
import { putObject } from "./s3-upload.ts";
import { withScratch } from "./scratch.ts";

const CONNECT_WITHIN_MS = 5_000;
// Three times as long, with the pauses between, is less than the half minute after which a client hears that the storage is away.
const SILENT_FOR_MS = 8_000;
const TRIES = 3;
/** The pages that one sweep reads of uploads that were begun and never ended. */
const MAX_PAGES = 20;
const MARK_LIMITS = { max_bytes: 1_024, within_ms: 30_000 };

type Bucket = { client: S3Client; at: { Bucket: string }; folder: string };

export type S3Storage = {
  kind: "s3";
  bucket: string;
  prefix: string;
  /** Undefined: AWS itself. */
  endpoint?: string | undefined;
  region?: string | undefined;
  /** How long a call may be silent before it is tried again. Only tests shorten it. */
  silent_ms?: number;
};

export async function openBucket(storage: S3Storage, name: string): Promise<Blobs> {
  const bucket = connectBucket(storage, name);
  await assertReachable(bucket, storage.bucket);
  const { client, at, folder } = bucket;
  const object = (key: string) => ({ ...at, Key: folder + assertKey(key) });
  const get: Blobs["get"] = async (key, range) => {
    const wanted = { ...object(key), ...(range && { Range: `bytes=${range.first}-${range.last}` }) };
    const found = await atStorage(ifThere(client.send(new GetObjectCommand(wanted))));
    return found && readBytes(ofLength(found, range));
  };
  return {
    put: (key, bytes) => storeBytes(bytes, (bytes) => putObject(client, object(key), bytes)),
    // S3 storage reports by itself when it is full.
    assertRoom: async () => undefined,
    get,
    size: async (key) => (await atStorage(ifThere(client.send(new HeadObjectCommand(object(key))))))?.ContentLength,
    async withFile(key, work) {
      const bytes = await get(key);
      if (!bytes) return undefined;
      return withScratch(async (folder) => {
        const path = join(folder, key);
        await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
        return work(path);
      });
    },
    delete: async (key) => void (await atStorage(client.send(new DeleteObjectCommand(object(key))))),
    keepMark: (name, value) => atStorage(keepMark(bucket, name, value)),
    findMark: (name) => atStorage(readMark(bucket, name)),
    discardUnfinished: (before) => atStorage(abortUploads(bucket, before)),
  };
}

type FoundObject = { Body?: unknown; ContentLength?: number | undefined };

/** The body of an answer is as long as it announces, so that is all there is to check. Some storages ignore ranges. */
function ofLength({ Body, ContentLength = Number.POSITIVE_INFINITY }: FoundObject, range?: ByteRange): Readable {
  const body = Body as Readable;
  const max_bytes = range ? range.last - range.first + 1 : Number.MAX_SAFE_INTEGER;
  if (ContentLength <= max_bytes) return body;
  body.destroy();
  throw new StorageAway(new Error(`The storage sends ${ContentLength} bytes in place of ${max_bytes}.`));
}

/** An empty name: the prefix itself. */
export function connectBucket(storage: S3Storage, name: string): Bucket {
  const { bucket, prefix, endpoint, region, silent_ms = SILENT_FOR_MS } = storage;
  const client = new S3Client({
    region: region ?? "us-east-1",
    // Names of buckets are host names at AWS alone.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Checksums as trailers are more than most compatible storages can read.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: silent_ms },
    maxAttempts: TRIES,
  });
  limitAnswers(client);
  const folder = [prefix, name].filter(Boolean).join("/");
  return { client, at: { Bucket: bucket }, folder: folder === "" ? "" : `${folder}/` };
}

/** A missing or forbidden bucket stops the start. A storage that is only unavailable does not. */
async function assertReachable({ client, at, folder }: Bucket, bucket: string): Promise<void> {
  try {
    await client.send(new ListObjectsV2Command({ ...at, Prefix: folder, MaxKeys: 1 }));
  } catch (error) {
    const { name } = error as { name: string };
    const status = statusOf(error);
    if (name !== "CredentialsProviderError" && (status < 400 || status >= 500)) return;
    throw new StartRefused(`SEGUE_STORAGE: the bucket ${bucket} cannot be read (${name}); check its name and AWS_*.`);
  }
}

async function readMark({ client, at, folder }: Bucket, name: Mark): Promise<string | undefined> {
  const found = await ifThere(client.send(new GetObjectCommand({ ...at, Key: folder + name })));
  return found && (await readBeginning(found.Body as Readable, MARK_LIMITS)).toString();
}

async function keepMark(bucket: Bucket, name: Mark, value: string): Promise<string> {
  const found = await readMark(bucket, name);
  if (found !== undefined) return found;
  const { client, at, folder } = bucket;
  await client.send(new PutObjectCommand({ ...at, Key: folder + name, Body: value }));
  return (await readMark(bucket, name)) ?? value;
}

async function abortUploads({ client, at, folder }: Bucket, before: Date): Promise<number> {
  let aborted = 0;
  let place: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  // The next sweep goes on with the rest.
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const asked = { ...at, ...place, Prefix: folder, MaxUploads: NAMES_AT_ONCE };
    const page = await client.send(new ListMultipartUploadsCommand(asked));
    const old = (page.Uploads ?? []).filter(({ Initiated }) => Initiated && Initiated < before);
    for (const { Key, UploadId } of old) await client.send(new AbortMultipartUploadCommand({ ...at, Key, UploadId }));
    aborted += old.length;
    if (!page.IsTruncated || !page.NextKeyMarker) break;
    place = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
  return aborted;
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/** 0: there was no answer. */
function statusOf(error: unknown): number {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
}
